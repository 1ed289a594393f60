"""The log in columns: the count, then a row of `COLUMNS` for each. Behind the words there are those of a roll.

A new column is one more row of `BEHIND`. Every width follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

from tracker.model.lazy_dataclass import dataclass
from tracker.narration.log_entry import Entry
from tracker.narration.log_lines import BY_PROGRAM, Names, roll_label
from tracker.text.cells import Line, Span, fit, width, wrap
from tracker.text.citations import without_ids
from tracker.text.numbers import plain_number
from tracker.views.short_names import shortened

_RESULT, _WHAT = 8, 16
"""The fewest cells of the last column, and of a roll's purpose before the last column gets more."""
_STEP = 8
_SHORT_NAME, _NAME, _LONGEST_NAME = 8, 10, 18
_USUAL, _ROOMY = 52, 90
"""The cells from which names have the usual column, and the longest."""


def _who(entry: Entry, name: Names) -> str:
    """Return the fighter in front of a log line. Empty for a line of several fighters, and for words without one."""
    words = entry.words
    who = name(words.who[0]) if words.who and not entry.behind else ""
    # Words that begin with another text, or with a possessive, would make no sense without the name.
    if entry.roll is None and (not words.text.startswith(who) or words.text.startswith(f"{who}'s")):
        return ""
    return who


def _what(entry: Entry, name: Names) -> str:
    """Return the purpose of a roll, or the words without the fighter in front."""
    if entry.roll is not None:
        return entry.signed(without_ids(roll_label(entry.roll, name), entry.typed)[0])
    who, text = _who(entry, name), entry.words.text
    return entry.signed(text[len(who) :].lstrip(": ") if who else text)


def _roll(entry: Entry, name: Names) -> str:
    """Return the total of a roll and the number it was rolled against: `43/55`. Empty without a roll."""
    roll = entry.roll
    if roll is None:
        return ""
    number = roll.chance if roll.against is None else roll.against
    need = f"/{plain_number(number)}" if number is not None else ""
    return f"{plain_number(roll.total if roll.reached is None else roll.reached)}{need}"


def _result(entry: Entry, name: Names) -> str:
    """Return the result of a roll, and a remark if the tracker rolled it for a player with real dice."""
    if entry.roll is None:
        return ""
    return ", ".join(filter(None, (entry.roll.tier, BY_PROGRAM if entry.roll.for_player else "")))


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, the word that pages call it by, what is in it, and its cells."""

    name: str
    word: str
    cell: Callable[[Entry, Names], str]
    """Returns the text of an entry. Empty without one."""
    width: int = 0
    """The cells. 0: the need of its texts within the cells that the others leave."""
    role: str = ""
    """The style while its step is in force. Empty: the style of the entry's words."""
    right: bool = False
    """True if it is aligned right."""


WHO = Column("who", "who", _who, role="dim")
WHAT = Column("what", "what", _what)
BEHIND = (
    Column("roll", "roll against need", _roll, 7, "number", right=True),
    Column("result", "result", _result),
)
"""The columns of a roll. The last one takes the rest of the cells."""
COLUMNS = (WHO, WHAT, *BEHIND)
_FIXED = sum(column.width + 1 for column in BEHIND[:-1])
"""The cells of a roll's columns but the last, each with a blank."""
LEAST = 36 + _FIXED
"""With fewer cells than this the log has plain lines."""


@dataclass(frozen=True, slots=True)
class Widths:
    """Cells of the count, of a name, of what a roll is for, of everything behind the name, and of the last column."""

    count: int
    who: int
    what: int
    rest: int
    last: int


def widths_for(entries: Sequence[Entry], name: Names, cells: int) -> Widths:
    """Return the columns that serve these entries: names as long as they need, the words get what is left."""
    count = max(3, max((width(entry.when) for entry in entries), default=3))
    longest = max((width(name(entry.words.who[0])) for entry in entries if entry.words.who), default=0)
    most = _LONGEST_NAME if cells >= _ROOMY else _NAME if cells >= _USUAL else _SHORT_NAME
    who = max(4, min(longest, most))
    rest = cells - count - who - 3  # the mark, the cell behind a name, and one at the edge
    rolls = [entry for entry in entries if entry.roll is not None]
    results = max((width(BEHIND[-1].cell(entry, name)) for entry in rolls), default=0)
    labels = max((width(WHAT.cell(entry, name)) for entry in rolls), default=0)
    room = rest - _FIXED - 1
    free = max(8, room - min(results, max(_RESULT, room - min(labels, _WHAT))))
    # In steps, so that a new line seldom moves the columns of all the others.
    what = min(free, -(-labels // _STEP) * _STEP)
    return Widths(count, who, what, rest, max(1, room - what))


def lay_row(entry: Entry, name: Names, widths: Widths, role: str, mark: str, *, marked: bool, most: int) -> list[Line]:
    """Lay an entry in at most `most` lines (0: all): `mark` is behind the count, `role` is that of its words."""
    who, behind = WHO.cell(entry, name), [column.cell(entry, name) for column in BEHIND]
    rolled = any(behind)
    # Words without a fighter in front begin in its column, and words without a roll go on over the last columns.
    room = (widths.what if rolled else widths.rest) + (0 if who else widths.who + 1)
    texts = wrap(WHAT.cell(entry, name), room, 1, most=most) or ("",)
    # A result that is wider than its column goes on below it: cut, a critical failure would read like a failure.
    results = wrap(behind[-1], widths.last) if rolled else ()
    lines: list[Line] = []
    for place, (text, result) in enumerate(zip_longest(texts, results, fillvalue="")):
        first = place == 0
        head = (
            fit(f"{entry.when or entry.at:>{widths.count}}{mark}", widths.count + 1)
            if first
            else " " * (widths.count + 1)
        )
        named = fit(shortened(who, widths.who) if first else "", widths.who) + " " if who else ""
        with_columns = bool(result) or (rolled and first)
        line = [Span(head, "cursor" if marked else "dim"), Span(named, _role(WHO, role))]
        line.append(Span(fit(text, room) if with_columns else text, role))
        for column, cell in zip(BEHIND[:-1] if with_columns else (), behind, strict=False):
            line.append(Span(" " + fit(cell if first else "", column.width, right=column.right), _role(column, role)))
        if with_columns:
            line.append(Span(f" {result}", _role(BEHIND[-1], role)))
        lines.append(tuple(line))
    return lines


def _role(column: Column, role: str) -> str:
    return column.role if column.role and role != "undone" else role
