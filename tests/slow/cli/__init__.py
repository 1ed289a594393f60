"""Slow tests of the command line."""
