"""The fighters of the screen: rows with their pools, groups as one row, sheets."""
