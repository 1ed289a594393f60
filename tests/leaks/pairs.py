"""Pairs: a fight and each of its twins, compared at every step by what is seen, and twice by every byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from tests.leaks.fights import played
from tests.leaks.twins import TWINS, as_it_was
from tests.leaks.ways_out import Onlooker, ways_out


@dataclass(frozen=True)
class Pair:
    """A fight of a game and one of its twins: `leak` says where they look different, empty where they do nowhere."""

    edition: str
    seed: int
    twin: str
    moments: int
    leak: str


@dataclass(frozen=True)
class Count:
    """How many pairs looked the same, and at how many moments they were looked at."""

    same: int
    pairs: int
    moments: int
    leaks: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.same} of {self.pairs} pairs look the same, at {self.moments} moments"


def counted(edition: str, seeds: Iterable[int]) -> Count:
    """All pairs of so many fights of a game."""
    same = moments = 0
    leaks: list[str] = []
    for pair in (pair for seed in seeds for pair in pairs(edition, seed)):
        moments += pair.moments
        if pair.leak:
            leaks.append(f"{pair.edition}, seed {pair.seed}, {pair.twin}: {pair.leak}")
        else:
            same += 1
    return Count(same, same + len(leaks), moments, tuple(leaks))


def pairs(edition: str, seed: int) -> Iterator[Pair]:
    """The fight of a seed beside each of its twins."""
    fight = played(edition, seed)
    whole = frozenset({len(fight.steps) - 1, Random(seed).randrange(len(fight.steps))})
    shown = _shown(Onlooker(as_it_was(fight)), len(fight.steps), whole)
    for name, make in TWINS.items():
        twin = make(fight, Random(f"{name} {seed}"))
        if twin is None:
            continue
        other = _shown(Onlooker(twin), len(fight.steps), whole)
        moments = enumerate(zip(shown, other, strict=True))
        leak = next((_where(at, one, two) for at, (one, two) in moments if one != two), "")
        yield Pair(edition, seed, name, len(shown), leak)


def _shown(onlooker: Onlooker, steps: int, whole: frozenset[int]) -> list[object]:
    """What is seen after each step; at those of `whole` every byte."""
    moments: list[object] = []
    for at in range(steps):
        onlooker.go_on(at)
        moments.append(ways_out(onlooker) if at in whole else onlooker.scene())
    return moments


def _where(at: int, one: object, two: object) -> str:
    """The first place where two moments differ."""
    if isinstance(one, dict) and isinstance(two, dict):
        way = next(way for way in one if one[way] != two[way])
        return f"step {at}, {way}: {_first(repr(one[way]), repr(two[way]))}"
    return f"step {at}: {_first(repr(one), repr(two))}"


def _first(one: str, two: str) -> str:
    same = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    cut = slice(max(0, same - 80), same + 80)
    return f"{one[cut]}  |  {two[cut]}"
