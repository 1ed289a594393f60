"""Typing: a line, a number or faces as they are typed, what the word may become, and lines typed before."""
