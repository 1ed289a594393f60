"""Odds: fights played to their ends from any state, by orders, on any executor; knows no screen, disk or game."""
