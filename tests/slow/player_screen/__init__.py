"""Slow tests of the screen of players, in a real terminal."""
