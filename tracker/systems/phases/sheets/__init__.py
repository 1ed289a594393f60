"""Sheets: what a file says of a combatant, and what is kept of it."""
