"""Lines: what may be typed."""
