"""Blows: an attack from its declaration to the wound."""
