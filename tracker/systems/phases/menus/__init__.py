"""Menus: what is offered by key."""
