"""Roll table: every roll of a fight as a row, for a spreadsheet. Secret rolls too, so it is the game master's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.journal import Step
from tracker.encounter.names import NamesLearnt
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.text.cells import clean

HEADS = (
    "step", "count", "at", "who", "player", "what", "label", "target", "dice", "faces", "total", "chance", "tier",
    "margin", "by", "secret", "undone",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The characters with which a spreadsheet begins a formula."""


@dataclass(frozen=True, slots=True)
class RollRow:
    """One roll. Its `cells` are in the order of `HEADS`."""

    at: int
    cells: tuple[str, ...]


def rows_of(start: Encounter, unit: TimeUnit, steps: Iterable[tuple[Step, bool]]) -> Iterator[RollRow]:
    """Yield the rolls in their order. Each step comes with whether it is in force."""
    names = NamesLearnt(start)
    players = {combatant.id: combatant.profile.player for combatant in start}
    before = 0
    for step, in_force in steps:
        names.begin(in_force)
        for count, event in step.timed(before):
            names.learn(event)
            if isinstance(event, ev.Rolled):
                yield _row(event, step.n, count, unit, names, players, in_force)
        before = step.at if in_force else before


def _row(
    event: ev.Rolled, n: int, count: int, unit: TimeUnit, names: NamesLearnt, players: dict[str, str], in_force: bool
) -> RollRow:
    """Return the row of a roll in step `n`."""
    cells = (
        str(n), str(count), unit.text(count), names(event.who), players.get(event.who, ""), event.what,
        event.label, names(event.target), event.dice, " ".join(map(str, event.faces)),
        str(event.total), _number(event.chance), event.tier, _number(event.margin), event.by,
        "yes" if event.secret else "", "" if in_force else "yes",
    )  # fmt: skip
    return RollRow(count, tuple(map(_safe, cells)))


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _safe(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula. A negative number stays one."""
    text = clean(cell)
    return f"'{text}" if text.startswith(_FORMULA) and not text.lstrip("+-").isdecimal() else text
