"""The calculators of Hybrid, for the command line and, with a combatant's figures, for the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from tracker.model.state import Encounter
from tracker.system_api.calculator_lines import primed
from tracker.system_api.sheets import Argument, Calculator
from tracker.systems.hybrid.blows.hit_odds import HitOdds
from tracker.systems.hybrid.book.house_rules import HouseRules
from tracker.systems.hybrid.book.rounding import shown
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances.success_chance import Chance
from tracker.systems.hybrid.reports import chance_calculator
from tracker.systems.hybrid.sheets.sheet import sheet_of


def _chance(figures: Mapping[str, Any], house: HouseRules | None = None) -> Mapping[str, Any]:
    """Return a chance from bare figures; `edition` goes to the encounter's options, the rest to the chance."""
    other_figures = {
        name: value for name, value in figures.items() if name not in ("stat", "rank", "df", "roll", "edition")
    }
    options = {"edition": figures.get("edition") or "current", **({"house_rules": house} if house else {})}
    stat = Fraction(str(figures["stat"]))
    return chance_calculator.chance(
        stat, figures.get("rank"), figures.get("df") or 0, figures.get("roll"), options, other_figures
    )


CHANCE = Calculator(
    "chance",
    "a chance and its thresholds, and what a roll against it means",
    (
        Argument("stat", "the stat", 0, 1000, required=True),
        Argument("rank", "the skill's rank; without it, unranked", 0, 30),
        Argument("df", "difficulty factors, summed", -40, 40, default=0),
        Argument("roll", "the roll", 1, 10_000),
        Argument("edition", "the edition", choices=("current", "1997"), default="current"),
        Argument("why", "show the sum", choices=("yes",)),
    ),
    _chance,
)


def _exchange(figures: Mapping[str, Any], house: HouseRules | None = None) -> Mapping[str, Any]:
    """Return how often an attack hits against a parry or a disarming, in percent (H-CHECK-11)."""
    attack, answer = int(figures["attack"]), figures.get("answer")
    defence = Chance(Fraction(int(answer))) if answer is not None else None
    return {"to_be_hit": HitOdds(Chance(Fraction(attack)), defence, house).to_be_hit}


EXCHANGE = Calculator(
    "exchange",
    "the chance to be hit of an attack against a parry or a disarming",
    (
        Argument("attack", "the attack's chance, the defence taken off", -500, 1000, required=True),
        Argument("answer", "the chance of the parry alone; without it, nothing opposes", -500, 1000),
    ),
    _exchange,
)


def for_fighter(encounter: Encounter, rules: Rulebook, who: str) -> Sequence[Calculator]:
    """Return the calculators under the rules in force, filled with the first weapon of `who`, if given."""
    defaults: dict[str, Any] = {"edition": rules.edition}
    if who:
        sheet = sheet_of(encounter[who])
        weapon = sheet.all_weapons[0]
        rank = weapon.skill.rank if weapon.skill else None
        defaults |= {"stat": shown(sheet.basis(weapon.basis)), "rank": rank}
    by_house = (
        replace(CHANCE, reckon=partial(_chance, house=rules.house)),
        replace(EXCHANGE, reckon=partial(_exchange, house=rules.house)),
    )
    return primed(by_house, defaults)
