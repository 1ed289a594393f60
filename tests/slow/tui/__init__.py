"""Slow tests of the screen, most of them in a real terminal."""
