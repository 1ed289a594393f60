"""Sheets: the entry of a combatant in a file, and the values derived from it."""
