"""The foot of a page: its keys in one line, and which of them is clicked."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.controller.keymap.key_names import shown
from tracker.text.cells import Line, Span, width

_GAP = 3
Foot = Sequence[tuple[str, str]]
"""The keys as the screen names them, each with its word."""


def foot_line(foot: Foot) -> Line:
    """Return the keys with their words as one line. `key_at` finds them in it."""
    spans: list[Span] = []
    for place, (key, word) in enumerate(foot):
        spans += [Span(" " * (_GAP if place else 1)), Span(shown(key), "key"), Span(f" {word}", "dim")]
    return tuple(spans)


def key_at(foot: Foot, x: int) -> str:
    """Return the key that a line of `foot_line` has in column `x`. Empty when there is none."""
    column = 1
    for key, word in foot:
        taken = width(f"{shown(key)} {word}")
        if column <= x < column + taken:
            return key
        column += taken + _GAP
    return ""
