"""Menus of the screen itself: what is done by hand with one fighter or several, each entry a line."""
