"""Slow tests of what players must not see."""
