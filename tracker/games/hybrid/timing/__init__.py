"""Timing: when a combatant may act, and what makes it lose its action."""
