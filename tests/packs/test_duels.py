"""Duels of the packs that ship: the odds that forecasts give agree with a bare loop of the same rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import floor, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w

from tests.lanes import lane, sample
from tracker.odds.playout import play
from tracker.session.forecasts import setup_of
from tracker.storage.preparation import read_encounter

FORECASTS, LOOPS = (1500, 40_000) if lane.slow else (30, 4000)


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
    armour: int = 2
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
            points = max(0, damage - other.armour)
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


def by_seconds(random: Random, first: Fighter, second: Fighter) -> bool:
    """Whether the first of two wins who act when their weapons let them."""
    while first.life > 0 and second.life > 0:
        one, other = (first, second) if first.next <= second.next else (second, first)
        now = one.next
        if one.pained > now:
            one.next = max(now + 1, one.pained)
            continue
        blow(random, one, other, now)
        one.next = now + one.speed
    return first.life > 0


def warden_and_raider(random: Random) -> bool:
    warden = Fighter(24, 4, random.randint(1, 12), speed=10, guard=3, weapon=8, board=8)
    return by_seconds(random, warden, raider(random))


def wolf_and_raider(random: Random) -> bool:
    wolf = Fighter(18, 3, random.randint(1, 10), speed=10, guard=3, weapon=4, armour=1)
    return by_seconds(random, wolf, raider(random))


def raider(random: Random) -> Fighter:
    return Fighter(20, 3, random.randint(1, 12), speed=12, guard=2, sides=12, weapon=6, jabs=True)


# The fifth edition


@dataclass
class Swordsman:
    """One of two by rounds, who attacks so often, and once with the other hand where its weapon is light."""

    life: int
    ac: int
    hit: int
    dex: int
    dice: int
    sides: int
    bonus: int
    attacks: int = 1
    turns_hits: int = 0
    """What its answer to a hit adds to its armour class."""
    spells: int = 99
    light: bool = False
    lasts: bool = False
    """Whether its answer holds until its next turn."""
    raised: int = 0
    reaction: int = 1


def strike(random: Random, one: Swordsman, other: Swordsman, bonus: int) -> None:
    natural = random.randint(1, 20)
    margin = natural + one.hit - other.ac - other.raised
    if natural == 1 or (natural != 20 and margin < 0):
        return
    if other.turns_hits and other.reaction and other.spells:
        other.reaction, other.spells = 0, other.spells - 1
        margin -= other.turns_hits
        other.raised = other.turns_hits * other.lasts
    if natural == 20 or margin >= 0:
        dice = one.dice * (2 if natural == 20 else 1)
        other.life -= max(0, sum(random.randint(1, one.sides) for _ in range(dice)) + bonus)


def by_rounds(random: Random, first: Swordsman, second: Swordsman) -> bool:
    places = [(random.randint(1, 20) + one.dex, one.dex, -seat) for seat, one in enumerate((first, second))]
    order = [(first, second), (second, first)]
    if places[1] > places[0]:
        order.reverse()
    while True:
        for one, other in order:
            one.reaction, one.raised = 1, 0
            for bonus in (*[one.bonus] * one.attacks, *([0] if one.light else [])):
                strike(random, one, other, bonus)
                if other.life <= 0:
                    return first.life > 0


def knight_and_ogre(random: Random) -> bool:
    knight = Swordsman(52, 18, 5, 0, 2, 6, 3, attacks=2, turns_hits=2)
    return by_rounds(random, knight, Swordsman(59, 11, 6, -1, 2, 8, 4))


def knight_and_mage(random: Random) -> bool:
    mage = Swordsman(80, 16, 8, 2, 2, 6, 3, turns_hits=5, spells=3, light=True, lasts=True)
    return by_rounds(random, Swordsman(52, 18, 5, 0, 2, 6, 3, attacks=2), mage)


# Roll under


@dataclass
class Brawler:
    """One of two who roll under their skills."""

    life: int
    skill: int
    answer: int
    nerve: int
    mail: int
    helmet: int
    die: int
    bonus: int
    parries: bool = True
    initiative: int = 0
    late: int = 0
    shock: int = 0
    answers: int = 2
    level: int = 0
    dazed: bool = False
    calm: int = 0
    """The count from which it is no longer in panic."""
    bleeds: int = 0
    """The count at which its wounds bleed next. 0 for none."""


def hurt(one: Brawler, points: int) -> None:
    one.life -= points
    if one.life > 0:
        one.shock = min(30, one.shock + points)


def under(random: Random, one: Brawler, other: Brawler, now: int) -> None:
    """One blow: its degree, the answer, its place, and what it leaves behind."""
    rolled, skill = random.randint(1, 100), one.skill - 20 * one.dazed
    fumbles = rolled >= 96
    one.late = random.randint(1, 3) if fumbles else 0
    one.dazed, dazes = False, False
    if fumbles or rolled > skill:
        return
    if other.answers and other.calm <= now:
        other.answers -= 1
        parried = random.randint(1, 100) <= other.answer - 20 * other.level
        other.level = min(3, other.level + other.parries)
        if parried:
            return
    deep = 5 * rolled <= skill
    damage = random.randint(1, one.die) + one.bonus
    damage += random.randint(1, 8) if deep else 2 * (2 * rolled <= skill)
    place = random.randint(1, 20)
    damage = damage - 1 if 14 < place <= 18 else damage * 2 if place > 18 else damage
    points = max(0, damage - (other.helmet if place > 18 else other.mail))
    dazes = place > 18 and points > 4
    hurt(other, points)
    other.dazed = other.dazed or dazes
    if deep and not other.bleeds:
        other.bleeds = now + 20


def guard_and_bandit(random: Random) -> bool:
    """Whether the guard wins, who parries, against a bandit who dodges."""
    guard = Brawler(13, 60, 50, 60, 2, 2, 8, 1, initiative=random.randint(1, 10))
    bandit = Brawler(12, 50, 30, 40, 1, 0, 6, 1, parries=False, initiative=random.randint(1, 10))
    both, start = (guard, bandit), 0
    top = max(guard.initiative, bandit.initiative)
    while True:
        for one in both:
            one.answers = 2
            if one.shock >= 8 and random.randint(1, 100) > one.nerve:
                one.calm = start + 25
        turns = [(start + top - one.initiative + one.late, seat, one) for seat, one in enumerate(both)]
        for now in range(start, start + 20):
            for one in both:
                if one.bleeds == now > 0:
                    hurt(one, 1)
                    one.bleeds = now + 20
                    if one.life <= 0:
                        return guard.life > 0
            for at, _, one in sorted(turns, key=lambda turn: turn[:2]):
                if at == now:
                    other = bandit if one is guard else guard
                    one.level, one.late = 0, 0
                    if one.calm <= now:
                        under(random, one, other, now)
                    if other.life <= 0:
                        return guard.life > 0
        start += 20


DUELS: Mapping[Callable[[Random], bool], tuple[str, Mapping[str, Any], Mapping[str, Any]]] = {
    warden_and_raider: ("countup", {"from": "Warden"}, {"from": "Raider"}),
    wolf_and_raider: ("countup", {"from": "Wolf"}, {"from": "Raider"}),
    knight_and_ogre: ("d20", {"from": "Knight", "orders": "attack, parry"}, {"from": "Ogre"}),
    knight_and_mage: (
        "d20",
        {"from": "Knight", "orders": "attack, nothing"},
        {
            "name": "Mage",
            "hits": 80,
            "ac": 16,
            "hit": 8,
            "dex": 2,
            "magic": 1,
            "minor": 1,
            "firsts": 3,
            "weapon": [{"name": "Wand", "dice": "2d6", "bonus": 3, "light": 1}],
            "orders": "attack, shield",
        },
    ),
    guard_and_bandit: (
        "percent",
        {"from": "Guard", "orders": "attack, parry"},
        {"from": "Bandit", "orders": "attack, dodge"},
    ),
}


@pytest.mark.parametrize("loop", sample(DUELS), ids=lambda loop: loop.__name__)
def test_the_odds_of_a_duel_agree_with_a_bare_loop(loop: Callable[[Random], bool], tmp_path: Path) -> None:
    game, *both = DUELS[loop]
    people = [{"orders": "attack", "side": side, **one} for side, one in zip("ab", both, strict=True)]
    (tmp_path / "duel.toml").write_text(tomli_w.dumps({"system": game, "combatant": people}))
    prepared = read_encounter(tmp_path / "duel.toml")
    (job, *_) = setup_of(prepared.encounter, prepared.rules, prepared).jobs  # each by its own orders
    endings = [play(job, number) for number in range(FORECASTS)]
    assert sum(ending.winner == "" for ending in endings) <= FORECASTS / 100, (
        "both bleed to death at once, now and then"
    )
    won = sum(ending.winner == "a" for ending in endings) / FORECASTS
    random = Random(7)
    bare = sum(loop(random) for _ in range(LOOPS)) / LOOPS
    assert abs(won - bare) < 4 * sqrt(bare * (1 - bare) * (1 / FORECASTS + 1 / LOOPS)), (won, bare)
