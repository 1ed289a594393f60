"""Notes: what an encounter's file says to the game master, as paragraphs to be read at any width."""

from __future__ import annotations

import re

from tracker.model.refusals import Refused

_FILLED = 60
"""The characters from which a line continues in the next one, unless that begins a new item."""
_BEGINS = re.compile(r"\s|[-*+•·–]\s|\d+[.)]\s|$")
"""The beginning of a new item: an indent, a bullet, a number, an empty line."""


def lines_of(notes: str) -> tuple[str, ...]:
    """Return the notes, a paragraph or item a line. Raises Refused when there are none."""
    if not notes.strip():
        raise Refused('This encounter has no notes; the text of `notes = "…"` at the top of its file appears here.')
    return unfilled(notes)


def unfilled(notes: str) -> tuple[str, ...]:
    """Return the lines of a text, with lines joined that were broken only for the width of a file."""
    lines: list[str] = []
    goes_on = False
    for line in notes.strip().splitlines():
        if goes_on and not _BEGINS.match(line):
            lines[-1] = f"{lines[-1]} {line.rstrip()}"
        else:
            lines.append(line.rstrip())
        goes_on = len(line.rstrip()) >= _FILLED
    return tuple(lines)
