"""Menus of Hybrid: what may be declared, by key."""
