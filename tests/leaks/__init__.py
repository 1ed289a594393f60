"""Leaks: fights that differ only in what is hidden from the players look the same on every way out."""
