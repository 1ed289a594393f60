"""Next up: what the players' table waits for, and what comes after it, in words."""

from __future__ import annotations

from tracker.clock.spans import TimeUnit
from tracker.narration.grammar import declares, may_declare
from tracker.players.view import Coming, View

NOBODY_DUE = "Nobody is due"
"""The words when all fighters wait."""


def next_up(view: View, unit: TimeUnit) -> tuple[str, tuple[str, ...]]:
    """Return the words for the present moment, and those for each following one with its count.

    Once one side alone is left, the present says that it holds the field, and the open question is the next moment.
    """
    coming = [entry for entry in view.coming if entry != Coming(view.now, view.turn, "")]
    if view.field:
        asked = (f"{unit.text(view.now)}  {view.asked}",) if view.asked else ()
        return view.field, asked + tuple(_with_count(entry, unit) for entry in coming)
    if view.asked or not coming:
        return view.asked or (NOBODY_DUE if view.began else ""), tuple(_with_count(entry, unit) for entry in coming)
    first = coming[0]
    moment = unit.moment(first.count) if unit.counting is None else unit.text(first.count)
    when = "" if first.count == view.now else f" at {moment}"
    return f"{_what(first)}{when}", tuple(_with_count(entry, unit) for entry in coming[1:])


def _with_count(entry: Coming, unit: TimeUnit) -> str:
    """Return a coming moment in words behind its count."""
    return f"{unit.text(entry.count)}  {_what(entry)}"


def _what(entry: Coming) -> str:
    return declares(entry.name, entry.what) if entry.what else may_declare(entry.name)
