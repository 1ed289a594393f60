"""Menus: what may be declared and answered, key by key, with prices and odds."""
