"""Slow tests of the shared page, from real servers and in a real browser."""
