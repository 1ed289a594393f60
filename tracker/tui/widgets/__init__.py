"""One line-API widget per pane."""
