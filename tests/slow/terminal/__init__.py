"""Slow tests of the program in a real pty: what a terminal sends and shows, where Textual's pilot does not show it."""
