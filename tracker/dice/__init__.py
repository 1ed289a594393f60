"""Chance: dice sources and dice notation. Knows no game."""
