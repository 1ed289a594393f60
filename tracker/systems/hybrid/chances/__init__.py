"""Chances: a chance and its sum, how well a roll went, skills, and the checks a body makes."""
