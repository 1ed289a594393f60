"""Sheets: what a file says of a combatant, and what the rules keep of it."""
