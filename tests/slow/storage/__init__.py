"""Slow tests of storage."""
