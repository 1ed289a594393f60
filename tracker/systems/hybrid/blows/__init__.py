"""Blows: one blow from its declaration to the wound."""
