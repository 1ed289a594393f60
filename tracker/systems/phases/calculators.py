"""Calculators: figures without a fight, from the same rooms as in one (`tracker reckon --system phases`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.rules.reckoning import primed
from tracker.rules.sheets import Calculator
from tracker.systems.kit.calculators import read_calculators
from tracker.systems.phases import timing
from tracker.systems.phases.book.house import HouseRules, Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.checks.chances import (
    Check,
    Side,
    aim_level,
    at_least_one,
    higher,
    judge,
    percent,
    winner,
)  # fmt: skip
from tracker.systems.phases.checks.fighter import Fighter
from tracker.systems.phases.sheets import HF, shock

RULES = Options()
Given = Mapping[str, Any]


def chance(given: Given) -> Mapping[str, Any]:
    """Base, level and chance (P-CHECK)."""
    rules = Options(house_rules=HouseRules(past_the_end=given["past-the-end"]))
    summands = [(given["skill"], "skill"), (given["stat"], "stat bonus"), (given["bonus"], "other bonuses")]
    check = Check(tuple(summands)).harder(given["level"], "as given")
    if given["aim"]:
        place = next(place for place in tables().location if place.kind == given["aim"])
        check = check.harder(aim_level(place, rules), f"aimed at {given['aim']} (P-DMG-5)")
    record: dict[str, Any] = {"base": check.base, "level": check.level, "chance": check.chance(rules)}
    record["percent"] = percent(check.chance(rules), rules)
    if given["shots"] > 1:
        record["at_least_one"] = at_least_one(check.chance(rules), given["shots"], rules)
    if given["roll"] is not None:
        record["outcome"] = judge(check.chance(rules), given["roll"], rules).tier
    return {**record, "sum": list(check.lines(rules))}


def contest(given: Given) -> Mapping[str, Any]:
    """Both chances, who wins when both do the same, how often each wins, and what two rolls mean (P-VS)."""
    rules = Options(house_rules=HouseRules(contest_by=given["by"]))
    one = Check(((given["skill"], "skill"),)).harder(given["level"], "as given")
    other = Check(((given["other"], "skill"),)).harder(given["other-level"], "as given")
    sides = tuple(
        tuple(
            Side(judge(check.chance(rules), face, rules).success, face, check.base, given[stat])
            for face in range(1, 101)
        )
        for check, stat in ((one, "stat"), (other, "other-stat"))
    )
    won = [winner(mine, theirs, rules) for mine in sides[0] for theirs in sides[1]]
    decided = len(won) - won.count(0)
    record: dict[str, Any] = {
        "chance": one.chance(rules),
        "other_chance": other.chance(rules),
        "wins": round(100 * won.count(1) / decided, 1),
        "other_wins": round(100 * won.count(-1) / decided, 1),
        "both_the_same": higher(("one", one), ("the other", other), rules),
    }
    rolls = given["roll"], given["other-roll"]
    if None not in rolls:
        outcome = winner(sides[0][rolls[0] - 1], sides[1][rolls[1] - 1], rules)
        record["outcome"] = {1: "one wins", -1: "the other wins", 0: "both roll again"}[outcome]
    elif any(roll is not None for roll in rolls):
        raise Refused("Give both rolls, or none: --roll 10 --other-roll 65")
    return record


def initiative(given: Given) -> Mapping[str, Any]:
    """The Initiative skill and its chance (P-INIT 1 and 2)."""
    book = tables().initiative
    summands = [(book.base, "everybody"), (given["reflexes"], "reflexes"), (given["intuition"], "intuition")]
    check = Check((*summands, (given["points"], "points"))).harder(given["level"], "surprise (P-INIT-2)")
    record: dict[str, Any] = {"skill": check.base, "chance": check.chance(RULES)}
    if given["roll"] is not None:
        record["outcome"] = judge(check.chance(RULES), given["roll"], RULES).tier
    return {**record, "sum": list(check.lines(RULES))}


def locations(given: Given) -> Mapping[str, Any]:
    """The shock factors of every location (P-DMG-3), and which one a d100 shows (P-DMG-4)."""
    record: dict[str, Any] = {place.name: shock(given["hf"], place.share) for place in tables().location}
    record["sum"] = sum(record.values())
    if given["roll"] is not None:
        record["hit"] = tables().hit_by(given["roll"]).name
    return record


def shots(given: Given) -> Mapping[str, Any]:
    """Shots of a rate of fire in one sub-phase and in the rest of the phase (P-FIRE)."""
    return {
        "in_a_sub_phase": timing.at_once(given["rof"]),
        "now": timing.limit(given["rof"], given["fired"], RULES),
        "left_in_the_phase": max(0, given["rof"] - given["fired"]),
    }


def clock(given: Given) -> Mapping[str, Any]:
    """A moment as phase.sub-phase, as a count, and in seconds (P-TIME-1)."""
    count = timing.UNIT.read(given["at"])
    if count is None:
        raise Refused(f"A moment is written such as 4.2, or as a whole count, not {given['at']}.")
    return {
        "count": count,
        "at": timing.UNIT.text(count),
        "sub_phase": timing.sub_phase(count),
        "seconds": timing.UNIT.seconds(count),
    }


CALCULATORS = read_calculators(
    __package__,
    {
        "chance": chance, "contest": contest, "initiative": initiative, "locations": locations, "shots": shots,
        "clock": clock,
    },
)  # fmt: skip
"""What `tracker reckon --system phases` can reckon."""


def of_somebody(encounter: Encounter, who: str, rules: Options) -> Sequence[Calculator]:
    """The same with the figures of `who` and the house rules as defaults."""
    house, now = rules.house_rules, {"level": rules.scene.level, "at": timing.UNIT.text(encounter.count)}
    usual: dict[str, object] = {**now, "past-the-end": house.past_the_end, "by": house.contest_by}
    if not who:
        return primed(CALCULATORS, usual)
    one = Fighter(encounter, who)
    sheet, gun, weapon = one.sheet, next(iter(one.guns), None), next(iter(one.sheet.weapon), None)
    usual |= {**sheet.bonuses, "points": sheet.initiative, "hf": one.now.full(HF)}
    if gun is not None:
        usual |= {"rof": gun.weapon.rof, "fired": gun.fired}
    own: dict[str, dict[str, object]] = {"initiative": {"level": sheet.surprise}}
    skill = sheet.skill_named(weapon.skill) if weapon else next(iter(sheet.skill), None)
    if skill is not None:
        stat, bonus = sheet.bonus(skill.stat), skill.bonus + (weapon.bonus if weapon else 0)
        own["chance"] = {"skill": skill.value, "stat": stat, "bonus": bonus}
        own["contest"] = {"skill": skill.value + stat + bonus, "stat": stat}
    return primed(CALCULATORS, usual, own)
