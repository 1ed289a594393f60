"""Menus: what may be declared, by key."""
