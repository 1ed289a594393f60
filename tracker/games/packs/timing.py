"""Timing: when fighters act: counts that run up, shots that run down, rounds with phases, and passes of a round."""

from __future__ import annotations

from fractions import Fraction

from tracker.clock.rounds import Passes
from tracker.clock.spans import Counting, TimeUnit
from tracker.games.packs.models import Clock
from tracker.model.lazy_dataclass import dataclass

NEXT_ROUND = None
"""The value for no moment left in this round."""


@dataclass(frozen=True, slots=True)
class Timetable:
    """The clock of a pack as arithmetic on counts, which only ever go up.

    `top` is the highest number of a round, `length` the counts of a round. Both are 0 where time has no rounds.
    """

    runs: str
    top: int = 0
    length: int = 0
    lose: int = 0
    once: bool = False
    """True if each fighter acts once a round."""
    starts: tuple[int, ...] = ()
    """The counts from the beginning of a round to each of its phases."""
    phases: tuple[str, ...] = ()

    def round_start(self, count: int) -> int:
        """Return the first count of the round that a count lies in."""
        return count - count % self.length if self.length else 0

    def next_round(self, count: int) -> int:
        """Return the first count of the next round."""
        return self.round_start(count) + self.length

    def first(self, number: int, now: int, *, loses: bool = True) -> int | None:
        """Return the count of an initiative number in the round of `now`, no sooner than `now`. None when it is over.

        A number above the highest is the highest, of one below 1 there is no moment in this round. In a later pass
        the number has lost as much as those of all others have. Without `loses` it counts as in the first.
        """
        match self.runs:
            case "up":
                return now + max(0, number)
            case "rounds":
                return max(now, self.round_start(now) + max(1, min(self.length, number)) - 1)
        gone = (now - self.round_start(now)) // self.top if self.runs == "passes" and loses else 0
        number -= gone * self.lose
        if number < 1:
            return NEXT_ROUND
        return max(now, self.round_start(now) + gone * self.top + self.top - min(self.top, number))

    def after(self, count: int, cost: int) -> int | None:
        """Return the next moment of a fighter who acts at `count` at this cost. None for the next round."""
        if self.once:
            return NEXT_ROUND
        if self.runs == "passes":
            # The count within a pass goes from 0, which is the number `top`, down to number 1.
            number = self.top - count % self.top - cost
            moment = count - count % self.top + self.top + self.top - number
            return moment if number >= 1 and moment < self.next_round(count) else NEXT_ROUND
        return self.later(count, cost)

    def later(self, count: int, counts: int) -> int | None:
        """Return a moment delayed by `counts`. None when it does not fit into its round or its pass."""
        moment = count + counts
        span = self.top if self.runs == "passes" else self.length
        return moment if not span or moment // span == count // span else NEXT_ROUND

    def is_over(self, phase: str, now: int) -> bool:
        """Return whether a phase of the round of `now` ended before `now`."""
        later_starts = [start for start in (*self.starts, self.length) if start > self.starts[self.phases.index(phase)]]
        return now - self.round_start(now) >= min(later_starts)

    def phase(self, name: str, now: int) -> int:
        """Return the first count of a phase in the round of `now`."""
        return self.round_start(now) + self.starts[self.phases.index(name)]


def timetable(clock: Clock) -> Timetable:
    """Return the arithmetic of a pack's clock."""
    once = clock.again != "cost"
    match clock.runs:
        case "up":
            return Timetable("up")
        case "down":
            top = clock.round or 12
            return Timetable("down", top, top, once=once)
        case "passes":
            top = clock.round or 40
            most_passes = -(-top // clock.lose)  # rounded up: the highest number loses `lose` in each pass
            return Timetable("passes", top, top * most_passes, clock.lose, once)
    starts, length = [], 0
    for phase in clock.phases:
        starts.append(length)
        length += phase.counts
    length = length or clock.round or 10
    return Timetable(
        "rounds",
        length,
        length,
        lose=0,
        once=once,
        starts=tuple(starts),
        phases=tuple(phase.name for phase in clock.phases),
    )


def unit_of(clock: Clock) -> TimeUnit:
    """Return the unit that the game counts in, and how a count is written."""
    per_second = 1 / Fraction(clock.seconds).limit_denominator(10_000)
    table = timetable(clock)
    units = clock.units or f"{clock.unit}s"
    return TimeUnit(
        clock.unit, units, per_second, _counting(clock, table), round=table.length, round_name=clock.round_name
    )


def _counting(clock: Clock, table: Timetable) -> Counting | None:
    """Return the way to write a count as its round and its place there: `2:14`, `2.7`, `2.strike-7`, `2.1:18`.

    None for a clock without rounds: `17`.
    """
    match clock.runs:
        case "up":
            return None
        case "down":
            return Counting(table.top, ":", 1, down=True, of=clock.round_name)
        case "passes":
            return Passes(table.top, table.lose, table.length // table.top).counting(of_round=clock.round_name)
    names = [
        phase.name if phase.counts == 1 else f"{phase.name}-{number}"
        for phase in clock.phases
        for number in range(1, phase.counts + 1)
    ]
    return Counting(table.length, ".", 1, names=tuple(names), of=clock.round_name)
