"""Calculators: target numbers, contests, damage, armour, the chain, energy and improvement without a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.system_api.calculator_lines import primed
from tracker.system_api.sheets import Calculator
from tracker.systems.kit.calculator_files import read_calculators
from tracker.systems.prism.actions.plan import Plan
from tracker.systems.prism.book.house import HouseRules, Options
from tracker.systems.prism.book.tables import BOOK, METHODS, PACES
from tracker.systems.prism.checks import chain, harm, targets
from tracker.systems.prism.sheets.fighter_state import Fighter

Given = Mapping[str, Any]


def _house(given: Given) -> HouseRules:
    return HouseRules(degrees=given.get("degrees") == "yes")


def _tn(given: Given) -> Mapping[str, Any]:
    house, roll = _house(given), given["roll"]
    number = given["skill"] * given["attribute"] + given["modifier"] + targets.raised(given["energy"], house)
    record = {"tn": number, "percent": targets.percent(number)}
    if roll is None or not targets.succeeds(number, roll):
        return record if roll is None else {**record, "outcome": "failure"}
    degree = harm.degree(number, roll, house)
    told = {"degree": degree} if house.degrees else {}
    return {**record, "outcome": "success", **told, "quality": harm.final(roll, [float(given["success"])], degree)}


def _opposed(given: Given) -> Mapping[str, Any]:
    house, actor, reactor = _house(given), given["actor"], given["reactor"]
    record = {"actor_wins_percent": targets.contest_percent(actor, reactor, house)}
    first, second = given["roll"], given["answer"]
    if first is None or not targets.succeeds(actor, first):
        return record if first is None else {**record, "winner": "reactor"}
    far = targets.farness(actor, first, house)
    if second is None:
        return {**record, "actor_from_tn": far}
    near = targets.farness(reactor, second, house)
    wins = targets.succeeds(reactor, second) and targets.reactor_wins(far, near, house)
    return {**record, "actor_from_tn": far, "reactor_from_tn": near, "winner": "reactor" if wins else "actor"}


def _complex(given: Given) -> Mapping[str, Any]:
    house, actor, reactor, result = _house(given), given["actor"], given["reactor"], given["roll"]
    record: dict[str, Any] = {"hit_percent": targets.hit_percent(actor, reactor, house)}
    if result is None:
        return record
    if not targets.succeeds(actor, result):
        return {**record, "outcome": "failure"}
    own = reactor + targets.raised(given["stamina"], house)
    window, enough = targets.window(own, result, house), targets.window(reactor, result, house)
    record |= {"answer_from": window[0], "answer_to": window[-1]} if window else {"answer": "none"}
    needed = 0 if enough else targets.needed(reactor, result, house) or "no stamina is enough"
    return {**record, "answer_percent": len(window), "stamina_needed": needed}


def _damage(given: Given) -> Mapping[str, Any]:
    house, target, roll = _house(given), given["tn"], given["roll"]
    if not targets.succeeds(target, roll):
        return {"outcome": "missed"}
    degree = harm.degree(target, roll, house)
    points = harm.damage(roll, float(given["modifier"]), degree, house)
    record: dict[str, Any] = {"degree": degree} if house.degrees else {}
    record["damage"] = points
    if given["deflected"] == "yes":
        record["deflected"] = harm.deflected(points, degree, house)
        points -= record["deflected"]
    if given["at"] is not None:
        threshold = max(0, min(given["at"], given["ac"]))  # S-ARM-3, SQ 36
        now, through = harm.struck(harm.Layer(threshold, given["ac"], given["at"]), points)
        record |= {
            "armour_takes": points - through,
            "ac": now.capacity,
            "at": now.threshold,
            "destroyed": now.destroyed(house),
        }
        points = through
    loss = harm.spread(
        points,
        given["threshold"],
        given["harm"],
        stamina_left=given["stamina"],
        vitality_left=given["vitality"],
    )
    return {**record, "passes": points, **{pool: -lost for pool, lost in loss._asdict().items()}}


def _chain(given: Given) -> Mapping[str, Any]:
    house = HouseRules(cycle=given["cycle"]) if given["cycle"] is not None else HouseRules()
    first, every = chain.first_turn(given["initiative"]), chain.period(given["initiative"], house)
    ticks = [*map(str, range(first, first + 8 * every, every))]
    record: dict[str, Any] = {"first": first, "every": every, "turns": ticks}
    if given["against"] is not None:
        other = chain.first_turn(given["against"]), chain.period(given["against"], house)
        record["first_shared"] = chain.first_shared((first, every), other) or "never"
    return record


def _energy(given: Given) -> Mapping[str, Any]:
    house, guard, spent = HouseRules(dodge_energy=given["price"]), given["defensive"] == "yes", given["energy"]
    record: dict[str, Any] = {f"{way}_off": targets.penalty(way, spent, guard, house) for way in targets.WAYS}
    for pace in PACES:
        name = pace.replace("-", "_")
        record[f"{name}_metres"] = Plan(pace).metres(given["speed"])
        record[f"{name}_energy"] = Plan(pace).price(house)
    return record


def _improve(given: Given) -> Mapping[str, Any]:
    number, roll = targets.improvement(given["skill"], given["potential"]), given["roll"]
    if number < 0:
        raise Refused(f"That skill cannot be improved: the target would be {number} (S-GROW-1).")
    record = {"target": number, "percent": targets.percent(number), "points": BOOK.points[given["method"]]}
    if roll is None:
        return record
    return {**record, "outcome": "improved" if targets.succeeds(number, roll) else "not improved"}


CALCULATORS = read_calculators(
    __package__,
    {
        "tn": _tn,
        "opposed": _opposed,
        "complex": _complex,
        "damage": _damage,
        "chain": _chain,
        "energy": _energy,
        "improve": _improve,
    },
    {"methods": METHODS},
)
"""What `tracker reckon --system prism` can reckon."""


def of_somebody(options: Options, encounter: Encounter, who: str) -> Sequence[Calculator]:
    """The same with the figures of `who` and the house rules as defaults."""
    house = options.house_rules
    usual: dict[str, Any] = {
        "degrees": "yes" if house.degrees else "no",
        "price": house.dodge_energy,
        "cycle": house.cycle,
        "modifier": options.scene.modifier,
    }
    if not who:
        return primed(CALCULATORS, usual, {"damage": {"modifier": None}})
    fighter = Fighter(encounter, who)
    sheet, weapon = fighter.sheet, fighter.sheet.weapon()
    skill = sheet.skill(weapon.skill) if weapon else next(iter(sheet.skills), None)
    usual |= {
        "initiative": sheet.attribute("Initiative"),
        "speed": sheet.attribute("Speed"),
        "defensive": "yes" if fighter.defensive else "no",
    }
    if skill is None:
        return primed(CALCULATORS, usual, {"damage": {"modifier": None}})
    value, attribute = fighter.risen(skill), sheet.attribute(skill.attribute)
    number = fighter.number(skill, weapon.bonus if weapon else 0).total
    potential = sheet.attribute(fighter.potential(skill))
    usual |= {"skill": value, "attribute": attribute, "actor": number, "potential": potential}
    hit = {"tn": number, "modifier": weapon and f"{weapon.modifier:g}", "harm": weapon and weapon.harm}
    return primed(CALCULATORS, usual, {"tn": {"modifier": number - value * attribute}, "damage": hit})
