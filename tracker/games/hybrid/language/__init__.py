"""Typed lines of Hybrid, read into commands."""
