"""Calculators: figures without a fight, from the same rooms as in one (`tracker reckon --system phases`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.system_api.calculator_lines import primed
from tracker.system_api.sheets import Calculator
from tracker.systems.kit.calculator_files import read_calculators
from tracker.systems.kit.exact_numbers import at_least_once
from tracker.systems.phases import timing
from tracker.systems.phases.book.house import RULED, HouseRules, Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.checks import chances
from tracker.systems.phases.checks.chances import Check, Side
from tracker.systems.phases.checks.fighter import Fighter
from tracker.systems.phases.checks.hit_odds import Exchange
from tracker.systems.phases.sheets import HF, shock

Given = Mapping[str, Any]


def chance(given: Given) -> Mapping[str, Any]:
    """Base, level and chance (P-CHECK)."""
    rules = Options(house_rules=HouseRules(past_the_end=given["past-the-end"]))
    summands = [(given["skill"], "skill"), (given["stat"], "stat bonus"), (given["bonus"], "other bonuses")]
    check = Check(tuple(summands), rules=rules).harder(given["level"], "as given")
    if given["aim"]:
        place = next(place for place in tables().location if place.kind == given["aim"])
        check = check.harder(chances.aim_level(place, rules), f"aimed at {given['aim']} (P-DMG-5)")
    shots = given["shots"]
    record = {"base": check.base, "level": check.level, "chance": check.chance, "percent": check.percent}
    more = {"at_least_one": at_least_once(check.percent, shots)} if shots > 1 else {}
    return {**record, **more, **_told(check, given["roll"])}


def _told(check: Check, roll: int | None) -> dict[str, Any]:
    """What a roll means, if there is one, and the sum behind the chance."""
    outcome = {} if roll is None else {"outcome": chances.judge(check.chance, roll, check.rules).tier}
    return {**outcome, "sum": list(check.lines())}


def contest(given: Given) -> Mapping[str, Any]:
    """Both chances, who wins when both do the same, how often each wins, and what two rolls mean (P-VS)."""
    rules = Options(house_rules=HouseRules(contest_by=given["by"]))

    def sides(check: Check, stat: int) -> list[Side]:
        return [
            Side(chances.judge(check.chance, face, rules).success, face, check.base, stat) for face in range(1, 101)
        ]

    one = Check(((given["skill"], "skill"),)).harder(given["level"], "as given")
    other = Check(((given["other"], "skill"),)).harder(given["other-level"], "as given")
    mine, theirs = sides(one, given["stat"]), sides(other, given["other-stat"])
    won = [chances.winner(own, rival, rules) for own in mine for rival in theirs]
    decided = len(won) - won.count(0)
    record: dict[str, Any] = {
        "chance": one.chance,
        "other_chance": other.chance,
        "wins": round(100 * won.count(1) / decided, 1),
        "other_wins": round(100 * won.count(-1) / decided, 1),
        "both_the_same": chances.higher(one, other, rules),
    }
    roll, rival = given["roll"], given["other-roll"]
    if (roll is None) != (rival is None):
        raise Refused("Give both rolls, or none: --roll 10 --other-roll 65")
    if roll is not None:
        outcome = chances.winner(mine[roll - 1], theirs[rival - 1], rules)
        record["outcome"] = {1: "one wins", -1: "the other wins", 0: "both roll again"}[outcome]
    return record


def blow(given: Given) -> Mapping[str, Any]:
    """How often a blow hits somebody who defends, and both chances (P-HIT-2)."""
    house = HouseRules(contest_by=given["by"], failed_blow=given["failed-blow"])
    rules = Options(house_rules=house)
    attack = Check(((given["skill"], "skill"),), stat=given["stat"], rules=rules).harder(given["level"], "as given")
    defence = Check(((given["other"], "skill"),), stat=given["other-stat"], rules=rules)
    defence = defence.harder(given["other-level"], "as given")
    against = Exchange("the blow", attack, "the defence", "defence", defence)
    return {
        "chance": attack.chance,
        "other_chance": defence.chance,
        "hits": round(float(against.exact), 1),
        "decided": against.decided,
    }


def initiative(given: Given) -> Mapping[str, Any]:
    """The Initiative skill and its chance (P-INIT 1 and 2)."""
    parts = [(tables().initiative.base, "everybody"), *((given[of], of) for of in ("reflexes", "intuition", "points"))]
    check = Check(tuple(parts)).harder(given["level"], "surprise (P-INIT-2)")
    return {"skill": check.base, "chance": check.chance, **_told(check, given["roll"])}


def locations(given: Given) -> Mapping[str, Any]:
    """The shock factors of every location (P-DMG-3), and which one a d100 shows (P-DMG-4)."""
    shares = {place.name: shock(given["hf"], place.share) for place in tables().location}
    hit = {} if given["roll"] is None else {"hit": tables().hit_by(given["roll"]).name}
    return {**shares, "sum": sum(shares.values()), **hit}


def shots(given: Given) -> Mapping[str, Any]:
    """Shots of a rate of fire in one sub-phase and in the rest of the phase (P-FIRE)."""
    return {
        "in_a_sub_phase": timing.at_once(given["rof"]),
        "now": timing.limit(given["rof"], given["fired"], RULED),
        "left_in_the_phase": max(0, given["rof"] - given["fired"]),
    }


def clock(given: Given) -> Mapping[str, Any]:
    """A moment as phase.sub-phase, as a count, and in seconds (P-TIME-1)."""
    unit = timing.UNIT
    if (count := unit.read(given["at"])) is None:
        raise Refused(f"A moment is written such as 4.2, or as a whole count, not {given['at']}.")
    phase = timing.sub_phase(count)
    return {"count": count, "at": unit.text(count), "sub_phase": phase, "seconds": unit.seconds(count)}


CALCULATORS = read_calculators(
    __package__, {reckon.__name__: reckon for reckon in (chance, contest, blow, initiative, locations, shots, clock)}
)
"""What `tracker reckon --system phases` can reckon."""


def of_somebody(encounter: Encounter, who: str, rules: Options) -> Sequence[Calculator]:
    """The same with the figures of `who` and the house rules as defaults."""
    house, now = rules.house_rules, {"level": rules.scene.level, "at": timing.UNIT.text(encounter.count)}
    usual: dict[str, object] = {**now, "past-the-end": house.past_the_end, "by": house.contest_by}
    usual["failed-blow"] = house.failed_blow
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
        own["contest"] = own["blow"] = {"skill": skill.value + stat + bonus, "stat": stat}
    return primed(CALCULATORS, usual, own)
