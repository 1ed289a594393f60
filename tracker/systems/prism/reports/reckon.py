"""Calculators: target numbers, contests, damage, armour, the chain, energy and improvement without a fight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.encounter.refusals import Refused
from tracker.rules.sheets import Argument, Calculator
from tracker.systems.prism.book.house import HouseRules
from tracker.systems.prism.checks import chain, energy, growth, harm, quality, targets

Given = Mapping[str, Any]
_DEGREES = Argument("degrees", "whether degrees of success are played", choices=("no", "yes"), default="no")


def _house(given: Given) -> HouseRules:
    return HouseRules(degrees=given.get("degrees") == "yes")


def _tn(given: Given) -> Mapping[str, Any]:
    house = _house(given)
    number = given["skill"] * given["attribute"] + given["modifier"] + targets.raised(given["energy"], house)
    record: dict[str, Any] = {"tn": number, "percent": targets.percent(number)}
    if (roll := given["roll"]) is not None:
        record["outcome"] = "success" if targets.succeeds(number, roll) else "failure"
        if targets.succeeds(number, roll):
            degree = quality.degree(number, roll, house)
            record |= {"degree": degree} if house.degrees else {}
            record["quality"] = quality.final(roll, [float(given["success"])], degree)
    return record


def _opposed(given: Given) -> Mapping[str, Any]:
    house, actor, reactor = _house(given), given["actor"], given["reactor"]
    record: dict[str, Any] = {"actor_wins_percent": targets.contest_percent(actor, reactor, house)}
    first, second = given["roll"], given["answer"]
    if first is None:
        return record
    if not targets.succeeds(actor, first):
        return {**record, "winner": "reactor"}
    far = targets.farness(actor, first, house)
    record["actor_from_tn"] = far
    if second is not None:
        wins = targets.succeeds(reactor, second) and targets.reactor_wins(
            far, targets.farness(reactor, second, house), house
        )
        record |= {"reactor_from_tn": targets.farness(reactor, second, house), "winner": "reactor" if wins else "actor"}
    return record


def _complex(given: Given) -> Mapping[str, Any]:
    house, actor, reactor = _house(given), given["actor"], given["reactor"]
    record: dict[str, Any] = {"hit_percent": targets.hit_percent(actor, reactor, house)}
    result = given["roll"]
    if result is None:
        return record
    if not targets.succeeds(actor, result):
        return {**record, "outcome": "failure"}
    own = reactor + targets.raised(given["stamina"], house)
    low, high = targets.window(own, result, house)
    record |= {"answer_from": low, "answer_to": high} if low <= high else {"answer": "none"}
    record["answer_percent"] = targets.answer_percent(own, result, house)
    record["stamina_needed"] = targets.needed(reactor, result, house) or "no stamina is enough"
    if low <= targets.window(reactor, result, house)[1]:
        record["stamina_needed"] = 0
    return record


def _damage(given: Given) -> Mapping[str, Any]:
    house, target, roll = _house(given), given["tn"], given["roll"]
    if not targets.succeeds(target, roll):
        return {"outcome": "missed"}
    degree = quality.degree(target, roll, house)
    points = quality.damage(roll, float(given["modifier"]), degree, house)
    record: dict[str, Any] = {"degree": degree} if house.degrees else {}
    record["damage"] = points
    if given["deflected"] == "yes":
        away = quality.deflected(points, degree, house)
        record |= {"deflected": away}
        points -= away
    if given["at"] is not None:
        layer = harm.Layer(given["at"], given["ac"], given["at"])
        now, through = harm.struck(layer, points)
        record |= {"armour_takes": points - through, "ac": now.capacity, "at": now.threshold,
                   "destroyed": now.destroyed(house)}  # fmt: skip
        points = through
    left = {"stamina": given["stamina"], "vitality": given["vitality"]}
    loss = harm.spread(points, given["threshold"], given["harm"], left)
    return {**record, "passes": points, "stamina": -loss.stamina, "vitality": -loss.vitality, "trauma": -loss.trauma}


def _chain(given: Given) -> Mapping[str, Any]:
    house = HouseRules(cycle=given["cycle"]) if given["cycle"] is not None else HouseRules()
    first, every = chain.first_turn(given["initiative"]), chain.period(given["initiative"], house)
    record: dict[str, Any] = {"first": first, "every": every, "turns": [str(n) for n in chain.turns(first, every, 8)]}
    if given["against"] is not None:
        other = chain.first_turn(given["against"]), chain.period(given["against"], house)
        record["first_shared"] = chain.first_shared((first, every), other) or "never"
    return record


def _energy(given: Given) -> Mapping[str, Any]:
    house, on_guard = HouseRules(dodge_energy=given["price"]), given["defensive"] == "yes"
    record: dict[str, Any] = {
        "dodge_off": energy.penalty("dodge", given["energy"], on_guard, house),
        "deflect_off": energy.penalty("deflect", given["energy"], on_guard, house),
    }
    for pace in energy.PACES:
        name = pace.replace("-", "_")
        record[f"{name}_metres"] = float(energy.metres(given["speed"], pace))
        record[f"{name}_energy"] = energy.move_price(pace, house)
    return record


def _improve(given: Given) -> Mapping[str, Any]:
    number = growth.target(given["skill"], given["potential"])
    if number < 0:
        raise Refused(f"That skill cannot be improved: the target would be {number} (S-GROW-1).")
    record: dict[str, Any] = {
        "target": number,
        "percent": targets.percent(number),
        "points": growth.worth(given["method"]),
    }
    if given["roll"] is not None:
        record["outcome"] = "improved" if targets.succeeds(number, given["roll"]) else "not improved"
    return record


_ROLL = Argument("roll", "what fell, 0 to 99 (00 is 0)", 0, 99)
CALCULATORS = (
    Calculator("tn", "a target number and its chance; with a roll, what it means (S-TN, S-QUAL)", (
        Argument("skill", "the value of the skill", 0, 100, required=True),
        Argument("attribute", "its primary attribute", 0, 200, required=True),
        Argument("modifier", "whatever else there is", -300, 300, default=0),
        Argument("energy", "energy burnt before the roll", 0, 10_000, default=0),
        _ROLL, Argument("success", "the gear's success modifier", 0, 100, default=1), _DEGREES,
    ), _tn),
    Calculator("opposed", "a simple contest: who is nearer below its target number (S-OPP-2)", (
        Argument("actor", "the actor's target number", -300, 20_000, required=True),
        Argument("reactor", "the reactor's target number", -300, 20_000, required=True),
        _ROLL, Argument("answer", "what the reactor rolled", 0, 99),
    ), _opposed),
    Calculator("complex", "an attack dodged: above the result and under one's own target number (S-OPP-3)", (
        Argument("actor", "the attacker's target number", -300, 20_000, required=True),
        Argument("reactor", "the dodger's target number", -300, 20_000, required=True),
        _ROLL, Argument("stamina", "stamina in a desperation dodge", 0, 10_000, default=0),
    ), _complex),
    Calculator("damage", "what a hit does, through a deflection and one layer of armour (S-DMG, S-ARM)", (
        Argument("tn", "the attacker's target number", -300, 20_000, default=99),
        Argument("roll", "what fell", 0, 99, required=True),
        Argument("modifier", "the weapon's modifier", 0, 100, required=True),
        Argument("deflected", "whether it is deflected", choices=("no", "yes"), default="no"),
        Argument("at", "the armour's threshold", 0, 1000),
        Argument("ac", "its capacity left", -10_000, 10_000, default=0),
        Argument("threshold", "the damage threshold of who is hit", 0, 200, default=10),
        Argument("harm", "what the weapon harms", choices=("vitality", "trauma"), default="trauma"),
        Argument("stamina", "stamina left", 0, 10_000, default=20),
        Argument("vitality", "vitality left", 0, 10_000, default=20),
        _DEGREES,
    ), _damage),
    Calculator("chain", "the turns an Initiative gives, and where two chains meet (S-CHAIN)", (
        Argument("initiative", "the Initiative attribute", 0, 200, required=True),
        Argument("against", "another's Initiative", 0, 200),
        Argument("cycle", "ticks between turns for everybody", 1, 60),
    ), _chain),
    Calculator("energy", "what energy takes off an attack, and what moving costs (S-DODGE-1, S-DEFLECT-1, S-TURN)", (
        Argument("energy", "energy burnt", 0, 10_000, default=0),
        Argument("speed", "the Speed attribute", 0, 200, default=10),
        Argument("defensive", "whether on the defensive", choices=("no", "yes"), default="no"),
        Argument("price", "X, energy for 1 off by dodging", 1, 100, default=2),
    ), _energy),
    Calculator("improve", "what raises a skill (S-GROW-1)", (
        Argument("skill", "the value of the skill", 0, 100, required=True),
        Argument("potential", "Physical or Mental Potential", 0, 200, required=True),
        Argument("method", "how", choices=growth.METHODS, default="chance"), _ROLL,
    ), _improve),
)  # fmt: skip
"""What `tracker reckon --system prism` can reckon."""
