"""Slow tests, by the rooms of the everyday ones: `pytest tests/slow`, or a folder of it."""
