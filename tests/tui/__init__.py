"""The screen, driven by keys as at the table."""
