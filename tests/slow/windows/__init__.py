"""Slow tests of the tracker on Windows."""
