"""Rates: what an activity takes from a pool or gives it, and when the next whole point is due (H-NRG 1, 4 and 5)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import NamedTuple

from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model import lazy_dataclass
from tracker.model.combatant import Combatant
from tracker.model.state import Rank
from tracker.systems.hybrid.book.rulebook import Rulebook, in_force

EXHAUSTION = {"PFT": "PEX", "MFT": "MEX"}
ENERGY = "energy"
"""What the agenda calls the next whole point an activity takes or gives; `ref` is the pool."""


ACTIVITY, PART = "activity", "part."
"""Marks: what a combatant is doing; with a pool, the part of a point already used up, as `-1/3@120`."""


class Rate(NamedTuple):
    """Points of a pool per count; negative: lost."""

    pool: str
    per_count: Fraction


def doing(combatant: Combatant) -> str:
    """The activity a combatant is at, or empty."""
    return str(combatant.marks.get(ACTIVITY, ""))


def rates(activity: str, rules: Rulebook) -> tuple[Rate, ...]:
    """What an activity takes and gives, by pool (H-NRG 1 and 4, PG tables 4.5–4.7), per count of a tenth of a second.

    H-TIME-1; who overrules it puts the pools right by hand.
    """
    row = rules.book.energy.activity.get(activity)
    if row is None:
        return ()
    counts = rules.book.time.per_second
    return tuple(Rate(rate.pool, Fraction(rate.points, rate.seconds * counts)) for rate in row.rates)


def start(draft: StepBuilder, who: str, rate: Rate) -> None:
    """Put the next whole point on the agenda, unless there is nothing left to lose or to restore."""
    part = part_of(draft[who], rate.pool).points
    keep(draft, who, rate.pool, part)
    if not matters(draft[who], rate):
        return
    whole = 1 if rate.per_count > 0 else -1
    wait = max(1, ceil((whole - part) / rate.per_count))
    draft.emit(ev.DueAdded(who=who, what=ENERGY, at=draft.encounter.count + wait, rank=Rank.EFFECT, ref=rate.pool))


def matters(combatant: Combatant, rate: Rate) -> bool:
    """Whether there is anything left to restore, or to lose."""
    if rate.per_count > 0:
        return combatant.pool(rate.pool) < combatant.full(rate.pool)
    left = combatant.pool(rate.pool) + combatant.pool(EXHAUSTION.get(rate.pool, rate.pool))
    return left > 0


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Part:
    """The part of a point used up so far (negative: lost), and since when it was reckoned."""

    points: Fraction = Fraction(0)
    since: int = 0

    @property
    def mark(self) -> str:
        """As its mark has it: `-1/3@120`."""
        return f"{self.points}@{self.since}"

    def grown(self, rate: Rate, count: int) -> Fraction:
        """What it has come to at a count."""
        return self.points + rate.per_count * (count - self.since)


def part_of(combatant: Combatant, pool: str) -> Part:
    """The part of a point of a pool, as its mark has it."""
    mark = combatant.marks.get(f"{PART}{pool}")
    if mark is None:
        return Part()
    points, _, since = str(mark).partition("@")
    return Part(Fraction(points), int(since or 0))


def keep(draft: StepBuilder, who: str, pool: str, points: Fraction) -> None:
    """Keep a part that has been reckoned up to now."""
    kept = Part(points, draft.encounter.count)
    draft.emit(ev.MarkChanged(who=who, mark=f"{PART}{pool}", value=kept.mark))


def keep_part(draft: StepBuilder, who: str, rate: Rate) -> None:
    """Reckon the part of a point up to now; with a full or empty pool nothing is carried."""
    part = part_of(draft[who], rate.pool).grown(rate, draft.encounter.count)
    keep(draft, who, rate.pool, max(Fraction(-1), min(Fraction(1), part)) if matters(draft[who], rate) else Fraction(0))


def wake(draft: StepBuilder, who: str, pool: str) -> None:
    """A pool has changed: what stood still because it was full or empty goes on from now."""
    rules = in_force(draft)
    for rate in rates(doing(draft[who]), rules):
        touched = pool in (rate.pool, EXHAUSTION.get(rate.pool))
        if touched and draft.encounter.agenda.find(who, ENERGY, rate.pool) is None and matters(draft[who], rate):
            keep(draft, who, rate.pool, Fraction(0))
            start(draft, who, rate)
