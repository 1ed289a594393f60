"""The calculators of Hybrid, for the command line and, with a combatant's figures, for the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tracker.model.state import Encounter
from tracker.system_api.calculator_lines import primed
from tracker.system_api.sheets import Argument, Calculator
from tracker.systems.hybrid.blows.hit_odds import HitOdds
from tracker.systems.hybrid.book.rounding import shown
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances.success_chance import Chance
from tracker.systems.hybrid.reports import chance_calculator
from tracker.systems.hybrid.sheets.sheet import sheet_of


def _chance(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A chance by its figures; `edition` is the option of an encounter, the rest belong to the chance."""
    more = {name: value for name, value in given.items() if name not in ("stat", "rank", "df", "roll", "edition")}
    edition = {"edition": given.get("edition") or "current"}
    stat = Fraction(str(given["stat"]))
    return chance_calculator.chance(stat, given.get("rank"), given.get("df") or 0, given.get("roll"), edition, more)


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


def _exchange(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """How often an attack gets through against a parry or disarming, in percent (H-CHECK-11)."""
    attack, answer = int(given["attack"]), given.get("answer")
    against = Chance(Fraction(int(answer))) if answer is not None else None
    return {"to_be_hit": HitOdds(Chance(Fraction(attack)), against).to_be_hit}


EXCHANGE = Calculator(
    "exchange",
    "the chance to be hit of an attack against a parry or a disarming",
    (
        Argument("attack", "the attack's chance, the defence taken off", -500, 1000, required=True),
        Argument("answer", "the chance of the parry alone; without it, nothing opposes", -500, 1000),
    ),
    _exchange,
)


def of_somebody(encounter: Encounter, rules: Rulebook, who: str) -> Sequence[Calculator]:
    """The same as the rules in force have it, with stat and rank of the first weapon of `who`."""
    defaults: dict[str, Any] = {"edition": rules.edition}
    if who:
        sheet = sheet_of(encounter[who])
        weapon = sheet.all_weapons[0]
        rank = weapon.skill.rank if weapon.skill else None
        defaults |= {"stat": shown(sheet.basis(weapon.basis)), "rank": rank}
    return primed((CHANCE, EXCHANGE), defaults)
