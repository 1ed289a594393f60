"""Slow tests of the mode without a screen."""
