"""Chances: a chance and its sum, the tiers of a roll, skills, and resistance checks."""
