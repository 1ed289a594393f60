"""Tally: the sums over many endings, from which chances, lengths and losses are told. `a + b` equals `b + a`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from math import comb, sqrt
from typing import TypeVar

from tracker.model.lazy_dataclass import dataclass
from tracker.odds.playout import Ending

_Key = TypeVar("_Key", str, int)

NORMAL = 1.959963984540054
"""The standard deviations that hold 95 % of a normal distribution."""
DECILES = 10


@dataclass(frozen=True, slots=True)
class Interval:
    """A share of fights between its 95 % bounds, all from 0 to 1."""

    low: float
    share: float
    high: float

    @property
    def half(self) -> float:
        return max(self.share - self.low, self.high - self.share)


def wilson(hits: int, fights: int) -> Interval:
    """Return the share of `hits` with Wilson's bounds, which stay within 0 and 1 however few the fights are."""
    if fights == 0:
        return Interval(low=0.0, share=0.0, high=1.0)
    share, square = hits / fights, NORMAL**2
    centre = (share + square / (2 * fights)) / (1 + square / fights)
    half = NORMAL / (1 + square / fights) * sqrt(share * (1 - share) / fights + square / (4 * fights**2))
    # At 0 and at `fights` hits the bound is the share itself; rounding must not put it beyond.
    return Interval(min(share, max(0.0, centre - half)), share, max(share, min(1.0, centre + half)))


def difference(before: Interval, after: Interval) -> Interval:
    """Return the share `after` less the share `before`, of different fights, from −1 to 1, with its 95 % bounds.

    Newcombe's bounds, which are made of those of the two shares.
    """
    change = after.share - before.share
    low = sqrt((after.share - after.low) ** 2 + (before.high - before.share) ** 2)
    high = sqrt((after.high - after.share) ** 2 + (before.share - before.low) ** 2)
    return Interval(max(-1.0, change - low), change, min(1.0, change + high))


@dataclass(frozen=True)
class Tally:
    """Sums over endings. The tuples and counters of fighters are in seat order."""

    fights: int = 0
    wins: Mapping[str, int] = field(default_factory=dict)
    """The number of wins by the side left standing. Empty: no fighter stands."""
    undecided: Mapping[str, int] = field(default_factory=dict)
    assumed: Mapping[str, int] = field(default_factory=dict)
    """The number of fights with a question that no orders answer, by its topic."""
    lengths: Mapping[int, int] = field(default_factory=dict)
    """The number of decided fights that were over at each count."""
    falls: tuple[int, ...] = ()
    """The number of fights in which each fighter fell."""
    left: tuple[Mapping[int, int], ...] = ()
    """For each fighter, the number of fights by the tenths of its body left."""

    def __add__(self, other: Tally) -> Tally:
        if not self.fights or not other.fights:
            return self if self.fights else other
        return Tally(
            fights=self.fights + other.fights,
            wins=_summed(self.wins, other.wins),
            undecided=_summed(self.undecided, other.undecided),
            assumed=_summed(self.assumed, other.assumed),
            lengths=_summed(self.lengths, other.lengths),
            falls=tuple(a + b for a, b in zip(self.falls, other.falls, strict=True)),
            left=tuple(_summed(a, b) for a, b in zip(self.left, other.left, strict=True)),
        )

    def won(self, side: str) -> Interval:
        """Return the share of all fights that a side wins."""
        return wilson(self.wins.get(side, 0), self.fights)

    def fell(self, seat: int) -> Interval:
        """Return the share of fights in which the fighter at a seat falls."""
        return wilson(self.falls[seat], self.fights)

    def stopped(self) -> int:
        """Return the number of fights without a winner."""
        return sum(self.undecided.values())

    def over_at(self, decile: int) -> int | None:
        """Return the count by which `decile` tenths of the decided fights were over. None when no fight was decided."""
        decided = sum(self.lengths.values())
        reached = 0
        for count in sorted(self.lengths):
            reached += self.lengths[count]
            if reached * DECILES >= decided * decile:
                return count
        return None

    def left_of(self, seat: int) -> tuple[int, ...]:
        """Return the number of fights that left 0, 1, … 10 tenths of the body of the fighter of this seat."""
        return tuple(self.left[seat].get(tenth, 0) for tenth in range(DECILES + 1))


def tally_of(endings: Iterable[Ending]) -> Tally:
    """Return the sums over some endings of one job."""
    wins, undecided, assumed, lengths = Counter[str](), Counter[str](), Counter[str](), Counter[int]()
    falls: list[int] = []
    left: list[Counter[int]] = []
    fights = 0
    for ending in endings:
        fights += 1
        assumed.update(ending.assumed)
        if ending.winner is None:
            undecided[ending.why] += 1
        else:
            wins[ending.winner] += 1
            lengths[ending.count] += 1
        if not falls:
            falls = [0] * len(ending.standing)
            left = [Counter[int]() for _ in ending.standing]
        for seat, stands in enumerate(ending.standing):
            falls[seat] += not stands
            left[seat][ending.shares[seat] * DECILES // 100] += 1
    return Tally(
        fights=fights,
        wins=dict(sorted(wins.items())),
        undecided=dict(sorted(undecided.items())),
        assumed=dict(sorted(assumed.items())),
        lengths=dict(sorted(lengths.items())),
        falls=tuple(falls),
        left=tuple(dict(sorted(counts.items())) for counts in left),
    )


@dataclass(frozen=True, slots=True)
class Paired:
    """The same fights, with the same dice, played twice: once as they are and once with one thing changed."""

    fights: int = 0
    gained: int = 0
    """The fights that a side wins only with the change."""
    lost: int = 0
    """The fights that it wins only without it."""

    def __add__(self, other: Paired) -> Paired:
        return Paired(self.fights + other.fights, self.gained + other.gained, self.lost + other.lost)

    @property
    def difference(self) -> Interval:
        """Return the gain in victories of the side by the change, from −1 to 1, with its 95 % bounds."""
        if not self.fights:
            return Interval(low=-1.0, share=0.0, high=1.0)
        mean = (self.gained - self.lost) / self.fights
        # One fight is added on either side, so that fights which all agree do not pass for certainty.
        moved, fights = self.gained + self.lost + 2, self.fights + 2
        half = NORMAL * sqrt(max(0.0, moved / fights - mean**2) / fights)
        return Interval(max(-1.0, mean - half), mean, min(1.0, mean + half))

    @property
    def by_chance(self) -> float:
        """Return the chance that a change without effect gains as many of the fights that turned: a sign test."""
        turned = self.gained + self.lost
        as_good: int = sum(comb(turned, gains) for gains in range(self.gained, turned + 1))
        return as_good / (1 << turned)


ERROR = 0.025
"""The chance that one or more changes without effect pass for a help."""


def likely_helps(tried: Sequence[Paired]) -> tuple[bool, ...]:
    """Return which of several changes are likely to help, with at most `ERROR` for all of them together (Holm).

    The surest is held against `ERROR` over their number, the next against `ERROR` over one less, and so on. None
    counts behind the first that fails.
    """
    order = sorted(range(len(tried)), key=lambda place: tried[place].by_chance)
    likely = [False] * len(tried)
    for rank, place in enumerate(order):
        if tried[place].by_chance > ERROR / (len(tried) - rank):
            break
        likely[place] = True
    return tuple(likely)


def paired_of(before: Iterable[Ending], after: Iterable[Ending], side: str) -> Paired:
    """Return the number of fights, and those in which a change gains or loses the side the victory.

    `before` and `after` are the endings of the same fights without and with the change, in the same order.
    """
    total = Paired()
    for ending_before, ending_after in zip(before, after, strict=True):
        won, wins = ending_before.winner == side, ending_after.winner == side
        total += Paired(fights=1, gained=int(wins and not won), lost=int(won and not wins))
    return total


def _summed(first: Mapping[_Key, int], second: Mapping[_Key, int]) -> Mapping[_Key, int]:
    """Return the counts of two tallies added by key, in the order of the keys."""
    total = Counter(first)
    total.update(second)
    return dict(sorted(total.items()))
