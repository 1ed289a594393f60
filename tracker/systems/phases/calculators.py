"""Calculators of phases: `tracker reckon --system phases` uses the same functions as a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.system_api.calculator_lines import primed
from tracker.system_api.sheets import Calculator
from tracker.systems.kit.calculator_files import by_rules, read_calculators, under
from tracker.systems.kit.exact_numbers import at_least_once
from tracker.systems.phases import timing
from tracker.systems.phases.book.house_rules import RULED, Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.checks import chances
from tracker.systems.phases.checks.chances import Check, Side
from tracker.systems.phases.checks.fighter import Fighter
from tracker.systems.phases.checks.hit_odds import Exchange
from tracker.systems.phases.sheets import HF, shock

Given = Mapping[str, Any]
_HOUSE = {
    "past-the-end": "past_the_end",
    "always-fails-from": "always_fails_from",
    "by": "contest_by",
    "failed-blow": "failed_blow",
    "contest-both": "contest_both",
}
"""The arguments that are house rules, and the names of these."""


def _ruled(arguments: Given, rules: Options) -> Options:
    """Return the options with the house rules that are given as arguments."""
    given = {name: arguments[argument] for argument, name in _HOUSE.items() if argument in arguments}
    return rules.model_copy(update={"house_rules": rules.house_rules.model_copy(update=given)})


def chance(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Calculate base, level and chance of a check (P-CHECK), and what a roll against it means."""
    rules = _ruled(arguments, rules)
    summands = [(arguments["skill"], "skill"), (arguments["stat"], "stat bonus"), (arguments["bonus"], "other bonuses")]
    check = Check(tuple(summands), rules=rules).harder(arguments["level"], "as given")
    if arguments["aim"]:
        place = next(place for place in tables().location if place.kind == arguments["aim"])
        check = check.harder(chances.aim_level(place, rules), f"aimed at {arguments['aim']} (P-DMG-5)")
    shots = arguments["shots"]
    record = {"base": check.base, "level": check.level, "chance": check.chance, "percent": check.percent}
    more = {"at_least_one": at_least_once(check.percent, shots)} if shots > 1 else {}
    return {**record, **more, **_told(check, arguments["roll"])}


def _told(check: Check, roll: int | None) -> dict[str, Any]:
    """Return the outcome of a roll, if there is one, and the sum behind the chance."""
    outcome = {} if roll is None else {"outcome": chances.judge(check.chance, roll, check.rules).tier}
    return {**outcome, "sum": list(check.lines())}


def contest(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Calculate a contest: both chances, how often each wins, who wins when both do the same, and two rolls (P-VS)."""
    rules = _ruled(arguments, rules)

    def sides(check: Check, stat: int) -> list[Side]:
        """Return the side for each of the 100 rolls."""
        return [
            Side(chances.judge(check.chance, face, rules).success, face, check.base, stat) for face in range(1, 101)
        ]

    one = Check(((arguments["skill"], "skill"),), rules=rules).harder(arguments["level"], "as given")
    other = Check(((arguments["other"], "skill"),), rules=rules).harder(arguments["other-level"], "as given")
    one_sides, other_sides = sides(one, arguments["stat"]), sides(other, arguments["other-stat"])
    won = [chances.winner(own_side, other_side, rules) for own_side in one_sides for other_side in other_sides]
    decided = len(won) - won.count(0)
    record: dict[str, Any] = {
        "chance": one.chance,
        "other_chance": other.chance,
        "wins": round(100 * won.count(1) / decided, 1),
        "other_wins": round(100 * won.count(-1) / decided, 1),
        "both_the_same": chances.higher(one, other, rules),
    }
    roll, other_side = arguments["roll"], arguments["other-roll"]
    if (roll is None) != (other_side is None):
        raise Refused("Give both rolls, or none: --roll 10 --other-roll 65")
    if roll is not None:
        outcome = chances.winner(one_sides[roll - 1], other_sides[other_side - 1], rules)
        record["outcome"] = {1: "one wins", -1: "the other wins", 0: "both roll again"}[outcome]
    return record


def blow(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Calculate how often a blow hits a defender, and both chances (P-HIT-2)."""
    rules = _ruled(arguments, rules)
    attack = Check(((arguments["skill"], "skill"),), stat=arguments["stat"], rules=rules).harder(
        arguments["level"], "as given"
    )
    defence = Check(((arguments["other"], "skill"),), stat=arguments["other-stat"], rules=rules)
    defence = defence.harder(arguments["other-level"], "as given")
    against = Exchange("the blow", attack, "the defence", "defence", defence)
    return {
        "chance": attack.chance,
        "other_chance": defence.chance,
        "hits": round(float(against.exact), 1),
        "decided": against.decided,
    }


def initiative(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Calculate the Initiative skill and its chance (P-INIT 1 and 2)."""
    parts = [
        (tables().initiative.base, "everybody"),
        *((arguments[key], key) for key in ("reflexes", "intuition", "points")),
    ]
    check = Check(tuple(parts), rules=_ruled(arguments, rules)).harder(arguments["level"], "surprise (P-INIT-2)")
    return {"skill": check.base, "chance": check.chance, "percent": check.percent, **_told(check, arguments["roll"])}


def locations(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Calculate the shock factors of every location (P-DMG-3), and the location that a d100 roll hits (P-DMG-4)."""
    shares = {place.name: shock(arguments["hf"], place.share) for place in tables().location}
    hit = {} if arguments["roll"] is None else {"hit": tables().hit_by(arguments["roll"]).name}
    return {**shares, "sum": sum(shares.values()), **hit}


def shots(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Calculate the shots of a rate of fire in one sub-phase and in the rest of the phase (P-FIRE)."""
    return {
        "in_a_sub_phase": timing.at_once(arguments["rof"]),
        "now": timing.limit(arguments["rof"], arguments["fired"], rules),
        "left_in_the_phase": max(0, arguments["rof"] - arguments["fired"]),
    }


def clock(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Convert a moment into phase.sub-phase, count and seconds (P-TIME-1); raises Refused."""
    unit = timing.UNIT
    if (count := unit.read(arguments["at"])) is None:
        raise Refused(f"A moment is written such as 4.2, or as a whole count, not {arguments['at']}.")
    phase = timing.sub_phase(count)
    return {"count": count, "at": unit.text(count), "sub_phase": phase, "seconds": unit.seconds(count)}


_RECKONS = {reckon.__name__: reckon for reckon in (chance, contest, blow, initiative, locations, shots, clock)}
CALCULATORS = read_calculators(__package__, by_rules(_RECKONS, RULED))
"""The calculators of `tracker reckon --system phases`."""


def for_fighter(encounter: Encounter, who: str, rules: Options) -> Sequence[Calculator]:
    """Return the calculators with the house rules, and the figures of `who` where given, as defaults."""
    house, now = rules.house_rules, {"level": rules.scene.level, "at": timing.UNIT.text(encounter.count)}
    shared: dict[str, object] = {**now, **{argument: getattr(house, name) for argument, name in _HOUSE.items()}}
    calculators = under(CALCULATORS, rules)
    if not who:
        return primed(calculators, shared)
    fighter = Fighter(encounter, who)
    sheet, gun, weapon = fighter.sheet, next(iter(fighter.guns), None), next(iter(fighter.sheet.weapon), None)
    shared |= {**sheet.bonuses, "points": sheet.initiative, "hf": fighter.now.full(HF)}
    if gun is not None:
        shared |= {"rof": gun.weapon.rof, "fired": gun.fired}
    by_calculator: dict[str, dict[str, object]] = {"initiative": {"level": sheet.surprise}}
    skill = sheet.skill_named(weapon.skill) if weapon else next(iter(sheet.skill), None)
    if skill is not None:
        stat, bonus = sheet.bonus(skill.stat), skill.bonus + (weapon.bonus if weapon else 0)
        by_calculator["chance"] = {"skill": skill.value, "stat": stat, "bonus": bonus}
        by_calculator["contest"] = by_calculator["blow"] = {"skill": skill.value + stat + bonus, "stat": stat}
    return primed(calculators, shared, by_calculator)
