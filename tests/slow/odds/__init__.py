"""Slow tests of odds."""
