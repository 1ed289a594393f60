"""Reports: the sheet pane, sums told, the figures that can be reckoned."""
