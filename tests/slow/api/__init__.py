"""Slow tests of the search of rules."""
