"""Timing: when a combatant may act, and what spoils it."""
