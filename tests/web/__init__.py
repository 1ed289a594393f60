"""The shared page, its events, and whoever attacks them."""
