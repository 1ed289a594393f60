"""Calculators of Prism: target numbers, contests, damage, armour, the chain, energy and improvement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.system_api.calculator_lines import primed
from tracker.system_api.sheets import Calculator
from tracker.systems.kit.calculator_files import by_rules, read_calculators, under
from tracker.systems.prism.actions.action_options import Plan
from tracker.systems.prism.book.house_rules import HouseRules, Options
from tracker.systems.prism.book.tables import BOOK, METHODS, PACES
from tracker.systems.prism.checks import chain, harm, targets
from tracker.systems.prism.sheets.fighter_state import Fighter

Given = Mapping[str, Any]


_HOUSE = {"price": "dodge_energy", "cycle": "cycle"}
"""The arguments that are house rules, and the names of these."""


def _house(arguments: Given, rules: Options) -> HouseRules:
    """Return the house rules of a fight, with those that are given as arguments."""
    given = {name: arguments[argument] for argument, name in _HOUSE.items() if arguments.get(argument) is not None}
    if "degrees" in arguments:
        given["degrees"] = arguments["degrees"] == "yes"
    return rules.house_rules.model_copy(update=given)


def _tn(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Calculate a target number, its chance, and what a roll against it means (S-TN, S-QUAL)."""
    house, roll = _house(arguments, rules), arguments["roll"]
    number = (
        arguments["skill"] * arguments["attribute"] + arguments["modifier"] + targets.raised(arguments["energy"], house)
    )
    record = {"tn": number, "percent": targets.percent(number)}
    if roll is None or not targets.succeeds(number, roll):
        return record if roll is None else {**record, "outcome": "failure"}
    degree = harm.degree(number, roll, house)
    degree_record = {"degree": degree} if house.degrees else {}
    return {
        **record,
        "outcome": "success",
        **degree_record,
        "quality": harm.final(roll, [float(arguments["success"])], degree),
    }


def _opposed(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Calculate a simple contest: chances, and who wins with these rolls (S-OPP-2)."""
    house, actor, reactor = _house(arguments, rules), arguments["actor"], arguments["reactor"]
    record = {"actor_wins_percent": targets.contest_percent(actor, reactor, house)}
    first, second = arguments["roll"], arguments["answer"]
    if first is None or not targets.succeeds(actor, first):
        return record if first is None else {**record, "winner": "reactor"}
    actor_below = targets.farness(actor, first, house)
    if second is None:
        return {**record, "actor_from_tn": actor_below}
    reactor_below = targets.farness(reactor, second, house)
    wins = targets.succeeds(reactor, second) and targets.reactor_wins(actor_below, reactor_below, house)
    return {
        **record,
        "actor_from_tn": actor_below,
        "reactor_from_tn": reactor_below,
        "winner": "reactor" if wins else "actor",
    }


def _complex(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Calculate a complex contest, such as a dodge: chances, the rolls that answer a result, stamina needed.

    Rules: S-OPP-3, S-DODGE-4.
    """
    house, actor, reactor, result = (
        _house(arguments, rules),
        arguments["actor"],
        arguments["reactor"],
        arguments["roll"],
    )
    record: dict[str, Any] = {"hit_percent": targets.hit_percent(actor, reactor, house)}
    if result is None:
        return record
    if not targets.succeeds(actor, result):
        return {**record, "outcome": "failure"}
    raised_reactor = reactor + targets.raised(arguments["stamina"], house)
    window, window_without_stamina = (
        targets.window(raised_reactor, result, house),
        targets.window(reactor, result, house),
    )
    record |= {"answer_from": window[0], "answer_to": window[-1]} if window else {"answer": "none"}
    needed = 0 if window_without_stamina else targets.needed(reactor, result, house) or "no stamina is enough"
    return {**record, "answer_percent": len(window), "stamina_needed": needed}


def _damage(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Calculate the damage of a hit through deflection and armour into the pools (S-DMG, S-ARM)."""
    house, target, roll = _house(arguments, rules), arguments["tn"], arguments["roll"]
    if not targets.succeeds(target, roll):
        return {"outcome": "missed"}
    degree = harm.degree(target, roll, house)
    points = harm.damage(roll, float(arguments["modifier"]), degree, house)
    record: dict[str, Any] = {"degree": degree} if house.degrees else {}
    record["damage"] = points
    if arguments["deflected"] == "yes":
        record["deflected"] = harm.deflected(points, degree, house)
        points -= record["deflected"]
    if arguments["at"] is not None:
        capped = max(0, min(arguments["at"], arguments["ac"]))
        threshold = capped if house.capped_threshold else arguments["at"]  # S-ARM-3, SQ 36
        layer_now, through = harm.struck(harm.Layer(threshold, arguments["ac"], arguments["at"]), points)
        record |= {
            "armour_takes": points - through,
            "ac": layer_now.capacity,
            "at": layer_now.threshold,
            "destroyed": layer_now.destroyed(house),
        }
        points = through
    loss = harm.spread(
        points,
        arguments["threshold"],
        arguments["harm"],
        stamina_left=arguments["stamina"],
        vitality_left=arguments["vitality"],
    )
    return {**record, "passes": points, **{pool: -lost for pool, lost in loss._asdict().items()}}


def _chain(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Calculate the ticks of a chain's turns, and the first it shares with another chain (S-CHAIN)."""
    house = _house(arguments, rules)
    first, every = chain.first_turn(arguments["initiative"]), chain.period(arguments["initiative"], house)
    ticks = [*map(str, range(first, first + 8 * every, every))]
    record: dict[str, Any] = {"first": first, "every": every, "turns": ticks}
    if arguments["against"] is not None:
        other = chain.first_turn(arguments["against"]), chain.period(arguments["against"], house)
        record["first_shared"] = chain.first_shared((first, every), other) or "never"
    return record


def _energy(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Calculate what energy takes off a target number, and the metres and price of each pace (S-DODGE-1, S-TURN)."""
    house, spent = _house(arguments, rules), arguments["energy"]
    on_defensive = arguments["defensive"] == "yes"
    record: dict[str, Any] = {f"{way}_off": targets.penalty(way, spent, on_defensive, house) for way in targets.WAYS}
    for pace in PACES:
        name = pace.replace("-", "_")
        record[f"{name}_metres"] = Plan(pace).metres(arguments["speed"])
        record[f"{name}_energy"] = Plan(pace).price(house)
    return record


def _improve(arguments: Given, rules: Options) -> Mapping[str, Any]:
    """Calculate the target of an improvement and its outcome (S-GROW-1); raises Refused."""
    number, roll = targets.improvement(arguments["skill"], arguments["potential"]), arguments["roll"]
    if number < 0:
        raise Refused(f"That skill cannot be improved: the target would be {number} (S-GROW-1).")
    record = {"target": number, "percent": targets.percent(number), "points": BOOK.points[arguments["method"]]}
    if roll is None:
        return record
    return {**record, "outcome": "improved" if targets.succeeds(number, roll) else "not improved"}


CALCULATORS = read_calculators(
    __package__,
    by_rules(
        {
            "tn": _tn,
            "opposed": _opposed,
            "complex": _complex,
            "damage": _damage,
            "chain": _chain,
            "energy": _energy,
            "improve": _improve,
        },
        Options(),
    ),
    {"methods": METHODS},
)
"""The calculators of `tracker reckon --system prism`."""


def for_fighter(options: Options, encounter: Encounter, who: str) -> Sequence[Calculator]:
    """Return the calculators with the house rules, and the figures of `who` where given, as defaults."""
    house = options.house_rules
    usual: dict[str, Any] = {
        "degrees": "yes" if house.degrees else "no",
        "price": house.dodge_energy,
        "cycle": house.cycle,
        "modifier": options.scene.modifier,
    }
    calculators = under(CALCULATORS, options)
    if not who:
        return primed(calculators, usual, {"damage": {"modifier": None}})
    fighter = Fighter(encounter, who)
    sheet, weapon = fighter.sheet, fighter.sheet.weapon()
    skill = sheet.skill(weapon.skill) if weapon else next(iter(sheet.skills), None)
    usual |= {
        "initiative": sheet.attribute("Initiative"),
        "speed": sheet.attribute("Speed"),
        "defensive": "yes" if fighter.defensive else "no",
    }
    if skill is None:
        return primed(calculators, usual, {"damage": {"modifier": None}})
    value, attribute = fighter.risen(skill), sheet.attribute(skill.attribute)
    number = fighter.number(skill, weapon.bonus if weapon else 0).total
    potential = sheet.attribute(fighter.potential(skill))
    usual |= {"skill": value, "attribute": attribute, "actor": number, "potential": potential}
    hit = {"tn": number, "modifier": weapon and f"{weapon.modifier:g}", "harm": weapon and weapon.harm}
    return primed(calculators, usual, {"tn": {"modifier": number - value * attribute}, "damage": hit})
