"""Question: the question line with its choices, what is typed, and the notice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.game_api.values import Choice
from tracker.model.lazy_dataclass import dataclass
from tracker.text.cells import Line, Span, clean, cut, flow, line_width, places, width, wrap

BETWEEN = " · "
MOST_ABOVE = 3
"""The most lines above the question that a refusal may take until the next key."""
KEY_NAMES = {"enter": "enter", "space": "space", " ": "space"}
"""Keys that are written as words beside a choice."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Everything the question line says: a sentence, the field being typed, the choices, and a notice."""

    text: str
    who: str = ""
    likely: Choice | None = None
    choices: tuple[Choice, ...] = ()
    options: tuple[Choice, ...] = ()
    listed: bool = False
    """True if a list shows the choices, so that they are not repeated here."""
    field: str | None = None
    """The text typed so far, when something is typed. `▏` is drawn at `caret`."""
    caret: int = 0
    hint: str = ""
    notice: str = ""
    refused: bool = False
    logged: bool = False
    """True if the notice is the newest line of the log."""
    enter: str = "enter"
    """The key that takes the likely choice, as it is written."""


def choice_parts(choice: Choice, key: str = "") -> list[Span]:
    """Return a choice as spans, `p parry 44, own blow 17→22`. A refusal has `✗` in place of the price.

    `key` is written instead of the choice's own key, where it is given.
    """
    refused = bool(choice.refused)
    shown = KEY_NAMES.get(key or choice.key, key or choice.key)
    words = choice.label if refused else choice.told
    parts = [Span(clean(shown), "dim" if refused else "key"), Span(f" {clean(words)}", "dim" if refused else "")]
    if refused:
        parts.append(Span(" ✗", "dim"))
    elif choice.beside:
        parts.append(Span(f", {clean(choice.beside)}", "price"))
    return parts


@dataclass(frozen=True, slots=True)
class Spot:
    """Cells `left` up to, not including, `right` of line `y`, the place of a choice."""

    y: int
    left: int
    right: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class Asked:
    """The question line as it is drawn, always in one shape: the question first, its choices, the notice last."""

    lines: tuple[Line, ...]
    fits: bool
    """True if every choice found room."""
    caret: int = -1
    """The cell of the caret in the first line. −1 when nothing is typed."""
    spots: tuple[Spot, ...] = ()
    above: tuple[Line, ...] = ()
    """The notice above the question, if it does not fit here: at most `MOST_ABOVE` lines."""
    top: int = 0
    """The line in which the question begins."""
    asks: int = 1
    """The lines of the question itself, with its table below."""

    @property
    def filled(self) -> int:
        return sum(bool(line) for line in self.lines)

    def under(self, lines: Sequence[Line]) -> Asked:
        """Return the same question with other lines above it. The places of its choices move down with it."""
        spots = tuple(replace(spot, y=spot.y + len(lines)) for spot in self.spots)
        return replace(self, lines=(*lines, *self.lines), spots=spots, top=len(lines))

    def with_table(self, lines: Sequence[Line]) -> Asked:
        """Return the same question with the lines of a table below its text. Choices below these move down too."""
        asks, many = self.asks, len(lines)
        spots = tuple(replace(spot, y=spot.y + many) if spot.y >= asks else spot for spot in self.spots)
        return replace(self, lines=(*self.lines[:asks], *lines, *self.lines[asks:]), spots=spots)

    def at(self, x: int, y: int) -> Choice | None:
        """Return the choice in a cell. None without one."""
        return next((spot.choice for spot in self.spots if spot.y == y and spot.left <= x < spot.right), None)


def lay_asking(asking: Asking, cells: int, height: int, most_asking: int = 0) -> Asked:
    """Lay the question in at most `height` lines. A notice neither moves what can be chosen nor makes a list of it.

    `most_asking` is the most lines of its text. 0: two where there is room for them, else one.
    """
    lines: list[Line] = []
    caret = -1
    if asking.field is not None:
        head = _head(asking, cells)
        caret = line_width(head[:2])
        lines.append(head)
    else:
        most = most_asking or (2 if height > 3 else 1)
        lines += [(Span(text, "question"),) for text in wrap(asking.text, cells, 1, most=most)]
    asks = len(lines)
    parts: list[list[Span]] = []
    offered: list[Choice] = []
    likely = asking.likely
    if likely is not None and not likely.refused and not (asking.listed and _is_one_of(likely, asking.choices)):
        parts.append(choice_parts(likely, asking.enter))
        offered.append(likely)
    if not asking.listed:
        again = [choice for choice in asking.choices if likely is None or choice is not likely]
        parts += [choice_parts(choice) for choice in again]
        offered += again
    parts += [[Span("[", "dim"), *choice_parts(option), Span("]", "dim")] for option in asking.options]
    offered += asking.options
    flowed = flow(parts, cells - 1) if parts else ()
    # Beside a list no option is left out: how the keys are used can wait.
    room = max(0, height - asks - (1 if asking.hint and not asking.listed else 0))
    spots = tuple(
        Spot(asks + line, 1 + left, 1 + left + line_width(part), choice)
        for part, choice, (line, left) in zip(parts, offered, places(parts, cells - 1, width(BETWEEN)), strict=True)
        if line < room
    )
    lines += [(Span(" "), *line) for line in flowed[:room]]
    above, below = _noticed(asking, cells, height - len(lines))
    return Asked((*lines, *below), fits=len(flowed) <= room, caret=caret, spots=spots, above=above, asks=asks)


def _is_one_of(likely: Choice, choices: Sequence[Choice]) -> bool:
    """Return whether the likely choice does the same as one of these."""
    does = likely.word, likely.line, likely.path
    return any((choice.word, choice.line, choice.path) == does for choice in choices)


def _noticed(asking: Asking, cells: int, spare: int) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the notice as the lines above the question, or at the end of the `spare` lines.

    Nothing covers the question. The spare lines are shared with the hints for keys, whose place a refusal takes. A
    refusal too long for them is shown above, whole. A notice that the log shows too is below or nowhere.
    """
    room = spare - (1 if asking.hint and not asking.refused else 0)
    needs = len(wrap(asking.notice, cells - 2)) if asking.notice else 0
    above = needs > room and (room < 1 or asking.refused)
    given = room if not above else MOST_ABOVE if asking.refused else 1
    noticed = wrap(asking.notice, cells - 2, most=given) if needs else ()
    role, mark = ("refusal", "! ") if asking.refused else ("notice", "· ")
    lines = tuple((Span(mark if number == 0 else "  ", role), Span(text, role)) for number, text in enumerate(noticed))
    left = spare if above else spare - len(lines)
    hints = wrap(asking.hint, cells - 2, most=min(2, left)) if asking.hint and left > 0 else ()
    below = (*((Span(" "), Span(text, "dim")) for text in hints), *[()] * (left - len(hints) if lines else 0))
    if above:
        return () if asking.logged else lines, below
    return (), (*below, *lines)


def _head(asking: Asking, cells: int) -> Line:
    """Return the prompt and the typed text, cut so that the caret stays in sight."""
    field = clean(asking.field or "")
    caret = min(asking.caret, len(field))
    label = clean(asking.text)
    room = max(8, cells - min(width(label), cells // 2) - 2)
    if width(field) > room:
        field, caret = field[-room:], min(room, max(0, caret - (len(field) - room)))
    under = field[caret : caret + 1] or " "
    if width(label) + width(field) + 2 > cells:
        label = cut(label, max(8, cells // 2))
    return (
        Span(f"{label} ", "question"),
        Span(field[:caret], "typed"),
        Span(under, "caret"),
        Span(field[caret + 1 :], "typed"),
    )
