"""Sheets: what a file says of a combatant, and what follows from it."""
