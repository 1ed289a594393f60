"""Lines: what is typed, read into commands."""
