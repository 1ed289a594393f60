"""Sheets: what a file says of a combatant of feats, and the figures that follow from it."""
