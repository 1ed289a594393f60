"""Notes: what an encounter's file says to the game master, as lines to be read."""

from __future__ import annotations

from tracker.encounter.refusals import Refused


def lines_of(notes: str) -> tuple[str, ...]:
    """The notes line by line; raises Refused when there are none."""
    if not notes.strip():
        raise Refused('This encounter has no notes; what its file says as `notes = "…"` at the top is to be read here.')
    return tuple(notes.strip().splitlines())
