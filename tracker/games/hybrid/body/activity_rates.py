"""Rates: what an activity takes from a pool or restores, and when the next whole point is due (H-NRG 1, 4 and 5)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import NamedTuple

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.book.rulebook import Rulebook, in_force
from tracker.games.toolkit import steps
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Rank

EXHAUSTION = {"PFT": "PEX", "MFT": "MEX"}
ENERGY = "energy"
"""The agenda's name for the next whole point that an activity takes or restores. `ref` is the pool."""


ACTIVITY, PART = "activity", "part."
"""The marks of the activity and, before a pool, of the part of a point already used up, as `-1/3@120`."""


class Rate(NamedTuple):
    """Points of a pool per count. Negative ones are lost."""

    pool: str
    per_count: Fraction


def doing(combatant: Combatant) -> str:
    """Return the fighter's activity. Empty without one."""
    return str(combatant.marks.get(ACTIVITY, ""))


def rates(activity: str, rules: Rulebook) -> tuple[Rate, ...]:
    """Return what an activity takes and restores per count, by pool (H-NRG 1 and 4, PG tables 4.5–4.7).

    A count is a tenth of a second (H-TIME-1). Other rates are by hand.
    """
    row = rules.book.energy.activity.get(activity)
    if row is None:
        return ()
    counts = rules.book.time.per_second
    return tuple(Rate(rate.pool, Fraction(rate.points, rate.seconds * counts)) for rate in row.rates)


def start(draft: StepBuilder, who: str, rate: Rate) -> None:
    """Put the next whole point of a rate on the agenda, unless its pool has nothing left to lose or to restore."""
    part = part_of(draft[who], rate.pool).points
    keep(draft, who, rate.pool, part)
    if not matters(draft[who], rate):
        return
    next_point = 1 if rate.per_count > 0 else -1
    counts = max(1, ceil((next_point - part) / rate.per_count))
    draft.emit(ev.DueAdded(who=who, what=ENERGY, at=draft.encounter.count + counts, rank=Rank.EFFECT, ref=rate.pool))


def matters(combatant: Combatant, rate: Rate) -> bool:
    """Return whether the pool of a rate has points left to restore, or, with its exhaustion, to lose."""
    if rate.per_count > 0:
        return combatant.pool(rate.pool) < combatant.full(rate.pool)
    points_left = combatant.pool(rate.pool) + combatant.pool(EXHAUSTION.get(rate.pool, rate.pool))
    return points_left > 0


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a point used up so far (negative: lost), and the count at which it was calculated."""

    points: Fraction = Fraction(0)
    since: int = 0

    @property
    def mark(self) -> str:
        """Return the part as its mark holds it: `-1/3@120`."""
        return f"{self.points}@{self.since}"

    def grown(self, rate: Rate, count: int) -> Fraction:
        """Return the part at a later count."""
        return self.points + rate.per_count * (count - self.since)


def part_of(combatant: Combatant, pool: str) -> Part:
    """Return the part of a point that is kept of a pool, and the count since which, from their mark `1/3@95`."""
    mark = combatant.marks.get(f"{PART}{pool}")
    if mark is None:
        return Part()
    points, _, since = str(mark).partition("@")
    return Part(Fraction(points), int(since or 0))


def keep(draft: StepBuilder, who: str, pool: str, points: Fraction) -> None:
    """Store the part of a point as of now."""
    kept = Part(points, draft.encounter.count)
    steps.mark(draft, who, f"{PART}{pool}", kept.mark)


def keep_part(draft: StepBuilder, who: str, rate: Rate) -> None:
    """Calculate and store the part of a point as of now. Of a full or empty pool nothing is carried."""
    part = part_of(draft[who], rate.pool).grown(rate, draft.encounter.count)
    keep(draft, who, rate.pool, max(Fraction(-1), min(Fraction(1), part)) if matters(draft[who], rate) else Fraction(0))


def wake(draft: StepBuilder, who: str, pool: str) -> None:
    """Schedule the next point of a pool that was full or empty and has changed."""
    rules = in_force(draft)
    for rate in rates(doing(draft[who]), rules):
        affected = pool in (rate.pool, EXHAUSTION.get(rate.pool))
        if affected and draft.encounter.agenda.find(who, ENERGY, rate.pool) is None and matters(draft[who], rate):
            keep(draft, who, rate.pool, Fraction(0))
            start(draft, who, rate)
