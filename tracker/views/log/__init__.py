"""The roll log of the screen: entries, groups and columns."""
