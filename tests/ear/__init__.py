"""A fight by ear."""
