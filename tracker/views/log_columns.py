"""The log in columns: count, who, what, roll against need, result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tracker.model.events import Rolled
from tracker.text.cells import Line, Span, fit, width, wrap
from tracker.views.log_entry import Entry
from tracker.views.narration import BY_PROGRAM, Names, roll_label
from tracker.views.numbers import plain_number
from tracker.views.short_names import shortened

LEAST = 44
"""Fewer cells than this: the log stands in plain lines."""
_ROLL, _RESULT, _WHAT = 7, 8, 16
"""Cells of a roll with its need, the fewest for a result, and for what a roll is for before a result gets more."""
_STEP = 8
_SHORT_NAME, _NAME, _LONGEST_NAME = 8, 10, 18
_USUAL, _ROOMY = 52, 90
"""Cells from which on names have the usual column, and the longest."""


@dataclass(frozen=True, slots=True)
class Widths:
    """Cells of the count, of a name, of what a roll is for, and of everything behind the name."""

    count: int
    who: int
    what: int
    rest: int


@dataclass(frozen=True, slots=True)
class Row:
    """One entry, cell by cell; a row without a roll has its words over the last three columns."""

    who: str
    what: str
    roll: str = ""
    result: str = ""


def widths_for(entries: Sequence[Entry], name: Names, cells: int) -> Widths:
    """The columns that serve these entries: names as long as they need, the words get what is left."""
    count = max((width(entry.when) for entry in entries), default=3)
    longest = max((width(name(entry.told.who[0])) for entry in entries if entry.told.who), default=0)
    most = _LONGEST_NAME if cells >= _ROOMY else _NAME if cells >= _USUAL else _SHORT_NAME
    who = max(4, min(longest, most))
    count = max(3, count)
    rolled = [entry.event for entry in entries if isinstance(entry.event, Rolled)]
    longest = max((width(_result(roll)) for roll in rolled), default=0)
    labels = max((width(entry.signed(roll_label(entry.roll, name))) for entry in entries if entry.roll), default=0)
    room = cells - count - who - _ROLL - 5
    free = max(8, room - min(longest, max(_RESULT, room - min(labels, _WHAT))))
    # In steps, so that a new line seldom moves the columns of all the others.
    return Widths(count, who, min(free, -(-labels // _STEP) * _STEP), cells - count - who - 3)


def _result(roll: Rolled) -> str:
    """What a roll gave, and that the tracker rolled it where a player rolls real dice."""
    return ", ".join(filter(None, (roll.tier, BY_PROGRAM if roll.for_player else "")))


def row_of(entry: Entry, name: Names) -> Row:
    """The cells of an entry; a line that stands for several of a group names none of them in front."""
    told, event = entry.told, entry.event
    who = name(told.who[0]) if told.who and not entry.behind else ""
    if isinstance(event, Rolled):
        number = event.chance if event.against is None else event.against
        need = f"/{plain_number(number)}" if number is not None else ""
        came = event.total if event.reached is None else event.reached
        return Row(who, entry.signed(roll_label(event, name)), f"{plain_number(came)}{need}", _result(event))
    if not who or not told.text.startswith(who) or told.text.startswith(f"{who}'s"):
        return Row("", entry.signed(told.text))
    return Row(who, entry.signed(told.text[len(who) :].lstrip(": ")))


def lay_row(entry: Entry, name: Names, at: Widths, role: str, mark: str, *, marked: bool, most: int) -> list[Line]:
    """An entry in at most `most` lines (0: all): `mark` stands behind the count, `role` is that of its words."""
    row = row_of(entry, name)
    rolled = bool(row.roll)
    room = at.what if rolled else at.rest
    if not row.who:
        room += at.who + 1
    texts = wrap(row.what, room, 1, most=most) or ("",)
    # A result that is wider than its column goes on below it: cut, a critical failure would read like a failure.
    results = wrap(row.result, max(1, at.rest - at.what - _ROLL - 2)) if rolled else ()
    lines: list[Line] = []
    for place, (text, result) in enumerate(zip_longest(texts, results, fillvalue="")):
        head = fit(f"{entry.when or entry.at:>{at.count}}{mark}", at.count + 1) if place == 0 else " " * (at.count + 1)
        who = fit(shortened(row.who, at.who) if place == 0 else "", at.who) + " " if row.who else ""
        line = [Span(head, "cursor" if marked else "dim"), Span(who, "dim" if role != "undone" else role)]
        line.append(Span(fit(text, room) if result or (rolled and place == 0) else text, role))
        if result or (rolled and place == 0):
            roll = row.roll if place == 0 else ""
            line.append(Span(" " + fit(roll, _ROLL, right=True), "number" if role != "undone" else role))
            line.append(Span(f" {result}", role))
        lines.append(tuple(line))
    return lines
