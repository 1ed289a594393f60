"""Reports: the sheet pane, explanations and calculators."""
