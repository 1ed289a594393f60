"""Duels of the example packs: the odds that forecasts give agree with a bare loop of the same rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import floor, sqrt
from random import Random

import pytest

from tests.packs.random_fights import EXAMPLES
from tracker.odds.playout import play
from tracker.session.forecasts import setup_of
from tracker.storage.preparation import read_encounter

FORECASTS, LOOPS = 800, 20_000


@dataclass
class Fighter:
    """One of two in a bare loop."""

    life: int
    attack: int
    next: int
    speed: int = 0
    guard: int = 0
    sides: int = 20
    weapon: int = 8
    board: int = 0
    jabs: bool = False
    pressed: int = 0
    pained: int = 0
    prone: bool = False


def penetrating(random: Random, sides: int, then: int) -> tuple[int, int]:
    """A die that goes on with d`then` - 1: its first face and its total."""
    first = total = random.randint(1, sides)
    face, top = first, sides
    while face == top:
        face, top = random.randint(1, then), then
        total += face - 1
    return first, total


def halves(total: int) -> int:
    return floor(total / 2 + 0.5)


def blow(random: Random, one: Fighter, other: Fighter, now: int, at_once: bool = False, jab: bool = False) -> None:
    """One attack by seconds: opposed dice, shield, critical, knocked down, trauma, a jab after a perfect defence."""
    defended, number = penetrating(random, other.sides, 6)
    number += other.guard - 4 * (other.pressed > 0) - 4 * other.prone
    natural, rolled = penetrating(random, 20, 6)
    margin = rolled + one.attack - number
    perfect = natural != 1 and defended == 20
    shield = natural != 1 and not perfect and -9 <= margin < 0 and other.board > 0
    hit = natural != 1 and not perfect and margin >= 0
    points = 0
    if hit or shield:
        damage = sum(penetrating(random, one.weapon, one.weapon)[1] for _ in range(2))
        damage = halves(damage) if jab else damage
        if hit and natural == 20:
            damage += penetrating(random, 6, 6)[1]
        if shield:
            other.board = max(0, other.board - halves(damage))
        else:
            points = max(0, damage - 2)
            other.life -= points
            other.prone = other.prone or (damage >= 15 and other.life > 0)
    if not at_once:
        one.pressed = 0
    if other.life > 0:
        other.pressed = min(5, other.pressed + 1)
        if points > 8 and random.randint(1, 20) > 6:
            other.pained = max(other.pained, now + sum(random.randint(1, 6) for _ in range(5)))
    if perfect and not at_once and other.jabs and other.pained <= now:
        blow(random, other, one, now, at_once=True, jab=True)


def by_seconds(random: Random) -> bool:
    """Whether the first of the duel on the bridge wins."""
    warden = Fighter(24, 4, random.randint(1, 12), speed=10, guard=3, weapon=8, board=8)
    raider = Fighter(20, 3, random.randint(1, 12), speed=12, guard=2, sides=12, weapon=6, jabs=True)
    while warden.life > 0 and raider.life > 0:
        one, other = (warden, raider) if warden.next <= raider.next else (raider, warden)
        now = one.next
        if one.pained > now:
            one.next = max(now + 1, one.pained)
            continue
        blow(random, one, other, now)
        one.next = now + one.speed
    return warden.life > 0


def by_rounds(random: Random) -> bool:
    """Whether the sellsword wins against the mage, who shields against every hit while it can."""
    life, foe, spells, reaction = 30, 22, 2, 1
    first = random.randint(1, 20) + 1 >= random.randint(1, 20) + 2
    for turn in range(10_000):
        if (turn % 2 == 0) == first:
            natural = random.randint(1, 20)
            margin = natural + 5 - 12
            if natural != 1 and (natural == 20 or margin >= 0):
                if reaction and spells:
                    reaction, spells, margin = 0, spells - 1, margin - 5
                if natural == 20 or margin >= 0:
                    foe -= random.randint(1, 8) + 3 + (random.randint(1, 8) if natural == 20 else 0)
        else:
            reaction, natural = 1, random.randint(1, 20)
            if natural == 20 or (natural != 1 and natural + 4 >= 16):
                life -= random.randint(1, 6) + (random.randint(1, 6) if natural == 20 else 0)
        if life <= 0 or foe <= 0:
            return life > 0
    raise AssertionError("nobody wins")


@pytest.mark.parametrize(("encounter", "loop"), [("countup-bridge", by_seconds), ("d20-duel", by_rounds)])
def test_the_odds_of_a_duel_agree_with_a_bare_loop(encounter: str, loop: Callable[[Random], bool]) -> None:
    prepared = read_encounter(EXAMPLES / f"{encounter}.toml", library_dirs=())
    (job, *_) = setup_of(prepared.encounter, prepared.rules, prepared, "attack", 1).jobs
    endings = [play(job, number) for number in range(FORECASTS)]
    assert all(ending.winner in ("town", "raiders", "mages") for ending in endings)
    won = sum(ending.winner == "town" for ending in endings) / FORECASTS
    random = Random(7)
    bare = sum(loop(random) for _ in range(LOOPS)) / LOOPS
    assert abs(won - bare) < 4 * sqrt(bare * (1 - bare) / FORECASTS), (won, bare)
