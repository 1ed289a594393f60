"""Summary page: the summary of a fight as a table, a row a fighter. Of a folded group one, the others behind it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tracker.encounter.statistics.curves import Curve, shares
from tracker.model.combatant import Presence
from tracker.model.events import Rolled
from tracker.model.lazy_dataclass import dataclass
from tracker.narration.summary import Account, Paragraph
from tracker.text.cells import Line, Span, clean, fit, width, wrap
from tracker.text.numbers import plain_number, signed
from tracker.views.fighters.sheet import lay_words
from tracker.views.log.roll_log import UNFOLDED, UNFOLDS
from tracker.views.pools import word
from tracker.views.short_names import shortened

_STEPS = "▁▂▃▄▅▆▇█"
"""The signs from empty to full."""
_NOTHING = "·"
_IN = Presence.IN.value
_SHORTEST, _LONGEST = 8, 24
"""The fewest and the most cells of a curve."""
_FIXED = 36
"""The cells of all columns but names, sides, states, curves and rolls."""
_WITH_SIDES, _WITH_ROLLS = 110, 150
"""The cells from which there is a column for sides, and room for the purpose of a roll."""
_NAME, _STATE, _WIDE_STATE = 20, 16, 24
"""The most cells of a name and of a state."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Cells of the columns whose width is not always the same. 0: there is none."""

    name: int
    side: int
    state: int
    curve: int
    roll: int


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the table for a paragraph."""

    paragraph: Paragraph
    left: int
    sign: str


def lay_account(account: Account, unfolded: Collection[str], cells: int) -> tuple[tuple[Line, ...], tuple[str, ...]]:
    """Return all lines of the page, and for each line the group that it folds or unfolds, empty if none."""
    lines: list[Line] = [(Span(text, "strong"),) for text in wrap(account.head[0], cells, 2)]
    lines += [*lay_words(account.head[1:], cells), ()]
    rows = list(_rows(account, unfolded))
    columns = _columns(rows, account, cells)
    lines.append((Span(_heading(account, columns), "dim"),))
    turns = [""] * len(lines)
    for row in rows:
        row_lines = _laid(row, account, columns, cells)
        lines += row_lines
        turns += [row.paragraph.group if row.sign and place == 0 else "" for place in range(len(row_lines))]
    lines += lay_words(("", *account.tail) if account.tail and account.tail[0] else account.tail, cells)
    return tuple(lines), (*turns, *[""] * (len(lines) - len(turns)))


def _rows(account: Account, unfolded: Collection[str]) -> Iterable[_Row]:
    """Yield a row for each paragraph, and one for each member after an unfolded group."""
    for paragraph in account.paragraphs:
        opened = paragraph.group in unfolded
        yield _Row(paragraph, 0, "" if not paragraph.behind else UNFOLDED if opened else UNFOLDS)
        for member in paragraph.behind if opened else ():
            yield _Row(member, 2, "")


def _columns(rows: Sequence[_Row], account: Account, cells: int) -> Columns:
    """Return the widths of the columns: as wide as needed, curves and rolls only where there is room."""
    name = min(_NAME, max((width(_called(row, _NAME)) for row in rows), default=4))
    most = min(_WIDE_STATE, max(_STATE, cells - _FIXED - name))
    state = max(width("state"), min(most, max((width(row.paragraph.state) for row in rows), default=0)))
    side = min(12, max((width(row.paragraph.side) for row in rows), default=0)) if cells >= _WITH_SIDES else 0
    many = max((len(curves) for curves in account.curves.values()), default=0)
    roll = max(13, (cells - 120) // 2) if cells >= _WITH_ROLLS else 0
    free = cells - _FIXED - name - state - (side + 1 if side else 0) - (2 * (roll - 5) if roll else 0)
    curve = min(_LONGEST, free // many - 1) if many else 0
    return Columns(name, side, state, curve if curve >= _SHORTEST else 0, roll)


def _heading(account: Account, columns: Columns) -> str:
    """Return the headings of the columns, in the widths of these."""
    cells = [fit("", columns.name)]
    cells += [fit("side", columns.side)] if columns.side else []
    cells.append(fit("state", columns.state))
    cells += [fit(text, 6, right=True) for text in ("hits", "dealt", "taken")]
    if columns.roll:
        cells += [fit(text, columns.roll) for text in ("best roll", "worst roll")]
    else:
        cells += [fit(text, 5, right=True) for text in ("best", "worst")]
    names = _curve_names(account)
    cells += [fit(name, columns.curve) for name in names] if columns.curve else []
    return " ".join(cells)


def _curve_names(account: Account) -> tuple[str, ...]:
    """Return what the curves are called: by the pools, or where fighters have different ones by their places."""
    each = {tuple(word(curve.pool) for curve in curves) for curves in account.curves.values()}
    most = max((len(names) for names in each), default=0)
    return next(iter(each)) if len(each) == 1 else ("first pool", "last pool")[:most]


def _called(row: _Row, cells: int) -> str:
    sign = f" {row.sign}" if row.sign else ""
    return f"{' ' * row.left}{shortened(row.paragraph.name, cells - row.left - width(sign))}{sign}"


def _laid(row: _Row, account: Account, columns: Columns, cells: int) -> list[Line]:
    """Return the row of a fighter or a group, and its lines about the end of the fight below."""
    paragraph, deeds = row.paragraph, row.paragraph.deeds
    spans = [Span(fit(_called(row, columns.name), columns.name), "strong" if not row.left else "")]
    if columns.side:
        spans.append(Span(" " + fit(paragraph.side, columns.side), "dim"))
    spans.append(Span(" " + fit(paragraph.state, columns.state), "state" if paragraph.state != _IN else "dim"))
    spans.append(Span(" " + fit(f"{deeds.hits}/{deeds.blows}", 6, right=True), "number" if deeds.blows else "dim"))
    for total, role in ((deeds.harm_dealt, "number"), (deeds.harm_taken, "hurt")):
        spans.append(Span(" " + fit(str(total) if total else _NOTHING, 6, right=True), role if total else "dim"))
    for roll in (deeds.best, deeds.worst):
        text = _roll(roll, bool(columns.roll))
        spans.append(
            Span(
                " " + (fit(text, columns.roll) if columns.roll else fit(text, 5, right=True)), "roll" if roll else "dim"
            )
        )
    if columns.curve:
        spans += [Span(" " + text, "full") for text in _sparklines(paragraph, account, columns.curve)]
    ended = " · ".join(line.strip() for line in paragraph.ended)
    below = [(Span("  " + " " * row.left), Span(text, "dim")) for text in wrap(ended, cells - 4, 2)] if ended else []
    return [tuple(spans), *below]


def _roll(roll: Rolled | None, whole: bool) -> str:
    """Return the margin of a roll, or its total without one. `whole`: with its purpose behind it."""
    if roll is None:
        return _NOTHING
    margin = signed(roll.margin) if roll.margin is not None else plain_number(roll.total)
    return f"{margin} {clean(roll.label)}" if whole else margin


def _sparklines(paragraph: Paragraph, account: Account, cells: int) -> list[str]:
    """Return the curves of a fighter, or those of all members of a group together."""
    each = [account.curves.get(who, ()) for who in paragraph.ids]
    many = min((len(curves) for curves in each), default=0)
    return [_sparkline([curves[place] for curves in each], account.count, cells) for place in range(many)]


def _sparkline(curves: Sequence[Curve], last: int, cells: int) -> str:
    """Return one block for each moment up to the count `last`. The lowest sign means that nothing is left."""
    signs = []
    for share in shares(curves, last, cells):
        # The tiny amount keeps a share at the border of two blocks, such as all points, in the lower one.
        signs.append(_NOTHING if share <= 0 else _STEPS[min(len(_STEPS) - 1, int(share * len(_STEPS) - 1e-9))])
    return "".join(signs)
