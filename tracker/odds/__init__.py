"""Odds: fights played to their ends from any state, by orders, on any executor. Knows no screen, disk or game."""
