"""A second reading of the rules of phases: their figures and formulas once more, apart from the code they test."""

from __future__ import annotations

from fractions import Fraction
from math import floor

TIMES = {4: "3", 3: "2", 2: "1.5", 1: "1.25", 0: "1", -1: "0.75", -2: "0.5", -3: "0.25", -4: "0.1"}
SHARES = {"HD": 20, "CH": 40, "VI": 33, "RA": 20, "LA": 20, "RL": 33, "LL": 33}
UP_TO = (("HD", 10), ("CH", 40), ("VI", 55), ("RA", 65), ("LA", 75), ("RL", 88), ("LL", 100))
AIMED = {"head": -3, "chest": -1, "vitals": -2, "left arm": -2, "right arm": -2, "left leg": -1, "right leg": -1}


def half_up(value: Fraction) -> int:
    """To the nearest whole number, a half up."""
    return floor(value + Fraction(1, 2))


def chance(base: int, levels: int) -> int:
    """The base times the multiplier of the level, which stops at the ends of the table."""
    return max(0, half_up(base * Fraction(TIMES[min(4, max(-4, levels))])))


def shock(hit_factors: int, place: str) -> int:
    """Shock factors of a location."""
    return max(1, half_up(Fraction(hit_factors * SHARES[place], 100)))


def place(face: int) -> str:
    """The location of a d100."""
    return next(name for name, last in UP_TO if face <= last)


def shots(rate: int, fired: int) -> int:
    """Shots in a sub-phase when so many were fired in the phase."""
    most = 1 if rate in (1, 2) else rate
    return max(min(most, rate - fired), 0)


def moment(count: int) -> str:
    """A count as phase.sub-phase."""
    phase, sub = 1, 1
    for _ in range(count):
        sub += 1
        if sub == 4:
            phase, sub = phase + 1, 1
    return f"{phase}.{sub}"


def wins(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    """Who wins a contest of (skill, chance, roll): 1, −1, or 0 to roll again."""
    made = one[2] <= one[1], other[2] <= other[1]
    if made[0] and not made[1]:
        return 1
    if made[1] and not made[0]:
        return -1
    if one[0] != other[0]:
        return 1 if one[0] > other[0] else -1
    if one[2] != other[2]:
        return 1 if one[2] < other[2] else -1
    return 0


def first(people: list[tuple[int, int, bool]]) -> list[int]:
    """The order of (skill, reflexes, succeeded), by place in the list."""
    made = [at for at, one in enumerate(people) if one[2]]
    failed = [at for at, one in enumerate(people) if not one[2]]
    order: list[int] = []
    for group in (made, failed):
        while group:
            best = group[0]
            for at in group[1:]:
                if people[at][0] > people[best][0] or (
                    people[at][0] == people[best][0] and people[at][1] > people[best][1]
                ):
                    best = at
            order.append(best)
            group.remove(best)
    return order


def next_moment(count: int, used: int, ready: bool) -> int:
    """When one is asked after acting or holding at a count, with so many sub-phases used, something to fire or not."""
    if used < 2 and count % 3 < 2:
        return count + 1
    following = count
    while following % 3 != 2:
        following += 1
    return following + 1 if ready else following + 2


def ends(count: int, used: int, takes: int) -> int:
    """The count in which an action of so many sub-phases ends."""
    while takes:
        if count % 3 == 0:
            used = 0
        elif used < 2:
            used, takes = used + 1, takes - 1
        if takes:
            count += 1
    return count
