"""Chance: dice sources and dice notation; knows no game."""
