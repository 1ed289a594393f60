"""Calculators of phases: `tracker reckon --system phases` uses the same functions as a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from tracker.game_api.calculator_arguments import primed
from tracker.game_api.calculators import Figure, Reckons, calculator
from tracker.game_api.sheets import Calculator
from tracker.games.phases import timing
from tracker.games.phases.book.house_rules import RULED, Options
from tracker.games.phases.book.tables import tables
from tracker.games.phases.checks import chances
from tracker.games.phases.checks.chances import Check, Side
from tracker.games.phases.fighter import Fighter
from tracker.games.phases.odds import Exchange
from tracker.games.phases.sheet import HF, shock
from tracker.games.toolkit.exact_numbers import at_least_once
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

Skill = Annotated[int, Figure("the skill with its stat bonus", 0, 1000)]
Level = Annotated[int, Figure("steps on the table of difficulty, added up, harder ones negative", -40, 40)]
Stat = Annotated[int, Figure("the stat bonus in it", -100, 100)]
Bonus = Annotated[int, Figure("the bonus", -100, 100)]
Roll = Annotated[int | None, Figure("what the d100 showed (00 is 100)", 1, 100)]
OtherLevel = Annotated[int, Figure("the other's level", -40, 40)]
_CHECKED = {"past-the-end": "past_the_end", "always-fails-from": "always_fails_from"}
"""The house rules of every check, by the arguments that change them."""
_DECIDED = {"by": "contest_by", **_CHECKED}


def chance(
    rules: Options,
    skill: Annotated[int, Figure("the skill in percent", 0, 300)],
    stat: Annotated[int, Figure("the stat bonus in points", -100, 100)] = 0,
    bonus: Annotated[int, Figure("every other bonus in points", -300, 300)] = 0,
    level: Level = 0,
    aim: Annotated[Literal["head", "chest", "vitals", "arm", "leg"] | None, Figure("what it is aimed at")] = None,
    shots: Annotated[int, Figure("how many shots: the chance of at least one", 1, 100)] = 1,
    roll: Roll = None,
) -> Mapping[str, Any]:
    """A chance from base and levels, and what a roll means.

    Rules: P-CHECK.
    """
    summands = ((skill, "skill"), (stat, "stat bonus"), (bonus, "other bonuses"))
    check = Check(summands, rules=rules).harder(level, "as given")
    if aim is not None:
        place = next(place for place in tables().location if place.kind == aim)
        check = check.harder(chances.aim_level(place, rules), f"aimed at {aim} (P-DMG-5)")
    record = {"base": check.base, "level": check.level, "chance": check.chance, "percent": check.percent}
    several_shots = {"at_least_one": at_least_once(check.percent, shots)} if shots > 1 else {}
    return {**record, **several_shots, **_told(check, roll)}


def _told(check: Check, roll: int | None) -> dict[str, Any]:
    """Return the sum of a check as part of a record, and the meaning of a roll, if there is one."""
    outcome = {} if roll is None else {"outcome": chances.judge(check.chance, roll, check.rules).tier}
    return {**outcome, "sum": list(check.lines())}


def contest(
    rules: Options,
    *,
    skill: Skill,
    level: Level = 0,
    stat: Stat = 0,
    roll: Roll = None,
    other: Annotated[int, Figure("the other's skill", 0, 1000)],
    other_level: OtherLevel = 0,
    other_stat: Stat = 0,
    other_roll: Annotated[int | None, Figure("what the other's d100 showed", 1, 100)] = None,
) -> Mapping[str, Any]:
    """Skill against skill: both chances and who wins how often.

    Rules: P-VS.
    """
    if (roll is None) != (other_roll is None):
        raise Refused("Give both rolls, or none: --roll 10 --other-roll 65")

    def sides(check: Check, bonus: int) -> list[Side]:
        """Return the side for each of the 100 rolls."""
        return [
            Side(chances.judge(check.chance, face, rules).success, face, check.base, bonus) for face in range(1, 101)
        ]

    check = Check(((skill, "skill"),), rules=rules).harder(level, "as given")
    other_check = Check(((other, "skill"),), rules=rules).harder(other_level, "as given")
    one_sides, other_sides = sides(check, stat), sides(other_check, other_stat)
    won = [chances.winner(own_side, other_side, rules) for own_side in one_sides for other_side in other_sides]
    decided = len(won) - won.count(0)
    record: dict[str, Any] = {
        "chance": check.chance,
        "other_chance": other_check.chance,
        "wins": round(100 * won.count(1) / decided, 1),
        "other_wins": round(100 * won.count(-1) / decided, 1),
        "both_the_same": chances.higher(check, other_check, rules),
    }
    if roll is not None and other_roll is not None:
        outcome = chances.winner(one_sides[roll - 1], other_sides[other_roll - 1], rules)
        record["outcome"] = {1: "one wins", -1: "the other wins", 0: "both roll again"}[outcome]
    return record


def blow(
    rules: Options,
    *,
    skill: Annotated[int, Figure("the skill of the blow with its stat bonus", 0, 1000)],
    level: Level = 0,
    stat: Stat = 0,
    other: Annotated[int, Figure("the skill of the defender", 0, 1000)],
    other_level: Annotated[int, Figure("its level", -40, 40)] = 0,
    other_stat: Stat = 0,
) -> Mapping[str, Any]:
    """A blow at a defending target: both chances and how often it hits.

    Rules: P-HIT-2.
    """
    attack = Check(((skill, "skill"),), stat=stat, rules=rules).harder(level, "as given")
    defence = Check(((other, "skill"),), stat=other_stat, rules=rules).harder(other_level, "as given")
    against = Exchange("the blow", attack, "the defence", "defence", defence)
    return {
        "chance": attack.chance,
        "other_chance": defence.chance,
        "hits": round(float(against.exact), 1),
        "decided": against.decided,
    }


def initiative(
    rules: Options,
    reflexes: Bonus = 0,
    intuition: Bonus = 0,
    points: Annotated[int, Figure("points bought", 0, 300)] = 0,
    level: Level = 0,
    roll: Roll = None,
) -> Mapping[str, Any]:
    """The Initiative skill and its chance.

    Rules: P-INIT 1 and 2.
    """
    base = tables().initiative.base
    parts = ((base, "everybody"), (reflexes, "reflexes"), (intuition, "intuition"), (points, "points"))
    check = Check(parts, rules=rules).harder(level, "surprise (P-INIT-2)")
    return {"skill": check.base, "chance": check.chance, "percent": check.percent, **_told(check, roll)}


def locations(
    rules: Options, hf: Annotated[int, Figure("full hit factors", 1, 1000)], roll: Roll = None
) -> Mapping[str, Any]:
    """The shock factors of every location, and which one a d100 hits.

    Rules: P-DMG 3 and 4.
    """
    shares = {place.name: shock(hf, place.share) for place in tables().location}
    hit = {} if roll is None else {"hit": tables().hit_by(roll).name}
    return {**shares, "sum": sum(shares.values()), **hit}


def shots(
    rules: Options,
    rof: Annotated[int, Figure("the rate of fire", 1, 100)],
    fired: Annotated[int, Figure("shots fired in this phase", 0, 100)] = 0,
) -> Mapping[str, Any]:
    """The shots that a rate of fire allows.

    Rules: P-FIRE.
    """
    return {
        "in_a_sub_phase": timing.at_once(rof),
        "now": timing.limit(rof, fired, rules),
        "left_in_the_phase": max(0, rof - fired),
    }


def clock(rules: Options, at: Annotated[str, Figure("4.2 or 10")]) -> Mapping[str, Any]:
    """A moment as phase.sub-phase and in seconds.

    Rules: P-TIME-1. Raises Refused for what is no moment.
    """
    unit = timing.UNIT
    if (count := unit.read(at)) is None:
        raise Refused(f"A moment is written such as 4.2, or as a whole count, not {at}.")
    return {
        "count": count,
        "at": unit.text(count),
        "sub_phase": timing.sub_phase(count),
        "seconds": unit.seconds(count),
    }


_CALCULATORS: Mapping[Reckons, Mapping[str, str]] = {
    chance: _CHECKED,
    contest: _DECIDED,
    blow: {**_DECIDED, "failed-blow": "failed_blow", "contest-both": "contest_both"},
    initiative: _CHECKED,
    locations: {},
    shots: {},
    clock: {},
}
"""The calculators, each with the house rules that an argument of it changes."""


def calculators(rules: Options = RULED) -> tuple[Calculator, ...]:
    """Return the calculators under the rules of a fight."""
    return tuple(calculator(reckons, rules, house) for reckons, house in _CALCULATORS.items())


def for_fighter(encounter: Encounter, who: str, rules: Options) -> Sequence[Calculator]:
    """Return the calculators under the rules of a fight, with the figures of `who` where given as defaults."""
    shared: dict[str, object] = {"level": rules.scene.level, "at": timing.UNIT.text(encounter.count)}
    if not who:
        return primed(calculators(rules), shared)
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
    return primed(calculators(rules), shared, by_calculator)
