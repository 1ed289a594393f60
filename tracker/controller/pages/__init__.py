"""Pages: what a page over the fight, or before one, has on it and does. No screen library."""
