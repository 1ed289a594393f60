"""Slow tests of the campaign."""
