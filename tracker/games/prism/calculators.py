"""Calculators of Prism: target numbers, contests, damage, armour, the chain, energy and improvement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from tracker.game_api.calculator_arguments import primed
from tracker.game_api.calculators import Figure, Reckons, calculator
from tracker.game_api.sheets import Calculator
from tracker.games.prism import checks, harm, odds
from tracker.games.prism import timing as chains
from tracker.games.prism.actions.action_options import Plan
from tracker.games.prism.book.house_rules import Options
from tracker.games.prism.book.tables import BOOK, PACES, Method
from tracker.games.prism.fighter import Fighter
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

Skill = Annotated[int, Figure("the value of the skill", 0, 100)]
Energy = Annotated[int, Figure("energy burnt before the roll", 0, 10_000)]
Roll = Annotated[int | None, Figure("the roll, 0 to 99 (00 is 0)", 0, 99)]
_DEGREES = {"degrees": "degrees"}


def tn(
    rules: Options,
    skill: Skill,
    attribute: Annotated[int, Figure("its primary attribute", 0, 200)],
    modifier: Annotated[int, Figure("whatever else there is", -300, 300)] = 0,
    energy: Energy = 0,
    roll: Roll = None,
    success: Annotated[Fraction, Figure("the gear's success modifier", 0, 100)] = Fraction(1),
) -> Mapping[str, Any]:
    """A target number and its chance; with a roll, what it means (S-TN, S-QUAL)."""
    house = rules.house_rules
    number = skill * attribute + modifier + checks.raised(energy, house)
    record = {"tn": number, "percent": odds.percent(number)}
    if roll is None or not checks.succeeds(number, roll):
        return record if roll is None else {**record, "outcome": "failure"}
    degree = harm.degree(number, roll, house)
    degree_record = {"degree": degree} if house.degrees else {}
    quality = harm.final(roll, [float(success)], degree)
    return {**record, "outcome": "success", **degree_record, "quality": quality}


def opposed(
    rules: Options,
    actor: Annotated[int, Figure("the actor's target number", -300, 20_000)],
    reactor: Annotated[int, Figure("the reactor's target number", -300, 20_000)],
    roll: Roll = None,
    answer: Annotated[int | None, Figure("what the reactor rolled", 0, 99)] = None,
) -> Mapping[str, Any]:
    """A simple contest: who is nearer below its target number (S-OPP-2)."""
    house = rules.house_rules
    record = {"actor_wins_percent": odds.contest_percent(actor, reactor, house)}
    if roll is None or not checks.succeeds(actor, roll):
        return record if roll is None else {**record, "winner": "reactor"}
    actor_below = checks.farness(actor, roll, house)
    if answer is None:
        return {**record, "actor_from_tn": actor_below}
    reactor_below = checks.farness(reactor, answer, house)
    wins = checks.succeeds(reactor, answer) and checks.reactor_wins(actor_below, reactor_below, house)
    both = {"actor_from_tn": actor_below, "reactor_from_tn": reactor_below}
    return {**record, **both, "winner": "reactor" if wins else "actor"}


def complex_(
    rules: Options,
    actor: Annotated[int, Figure("the attacker's target number", -300, 20_000)],
    reactor: Annotated[int, Figure("the dodger's target number", -300, 20_000)],
    roll: Roll = None,
    stamina: Annotated[int, Figure("stamina in a desperation dodge", 0, 10_000)] = 0,
) -> Mapping[str, Any]:
    """An attack dodged: above the result and under the own target number (S-OPP-3).

    Rules: S-DODGE-4 for the stamina.
    """
    house = rules.house_rules
    record: dict[str, Any] = {"hit_percent": odds.hit_percent(actor, reactor, house)}
    if roll is None:
        return record
    if not checks.succeeds(actor, roll):
        return {**record, "outcome": "failure"}
    window = checks.window(reactor + checks.raised(stamina, house), roll, house)
    record |= {"answer_from": window[0], "answer_to": window[-1]} if window else {"answer": "none"}
    without_stamina = checks.window(reactor, roll, house)
    needed = 0 if without_stamina else checks.needed(reactor, roll, house) or "no stamina is enough"
    return {**record, "answer_percent": len(window), "stamina_needed": needed}


def damage(
    rules: Options,
    *,
    tn: Annotated[int, Figure("the attacker's target number", -300, 20_000)] = 99,
    roll: Annotated[int, Figure("the roll", 0, 99)],
    modifier: Annotated[Fraction, Figure("the weapon's modifier", 0, 100)],
    deflected: Annotated[bool, Figure("whether it is deflected")] = False,
    at: Annotated[int | None, Figure("the armour's threshold", 0, 1000)] = None,
    ac: Annotated[int, Figure("its capacity left", -10_000, 10_000)] = 0,
    threshold: Annotated[int, Figure("the damage threshold of who is hit", 0, 200)] = 10,
    harm_: Annotated[Literal["vitality", "trauma"], Figure("what the weapon harms")] = "trauma",
    stamina: Annotated[int, Figure("stamina left", 0, 10_000)] = 20,
    vitality: Annotated[int, Figure("vitality left", 0, 10_000)] = 20,
) -> Mapping[str, Any]:
    """The damage of a hit, through a deflection and one layer of armour (S-DMG, S-ARM)."""
    house = rules.house_rules
    if not checks.succeeds(tn, roll):
        return {"outcome": "missed"}
    degree = harm.degree(tn, roll, house)
    points = harm.damage(roll, float(modifier), degree, house)
    record: dict[str, Any] = {"degree": degree} if house.degrees else {}
    record["damage"] = points
    if deflected:
        record["deflected"] = harm.deflected(points, degree, house)
        points -= record["deflected"]
    if at is not None:
        threshold_now = max(0, min(at, ac)) if house.capped_threshold else at  # S-ARM-3, SQ 36
        layer, through = harm.struck(harm.Layer(threshold_now, ac, at), points)
        armour = {"armour_takes": points - through, "ac": layer.capacity, "at": layer.threshold}
        record |= {**armour, "destroyed": layer.destroyed(house)}
        points = through
    loss = harm.spread(points, threshold, harm_, stamina_left=stamina, vitality_left=vitality)
    return {**record, "passes": points, **{pool: -lost for pool, lost in loss._asdict().items()}}


def chain(
    rules: Options,
    initiative: Annotated[int, Figure("the Initiative attribute", 0, 200)],
    against: Annotated[int | None, Figure("another's Initiative", 0, 200)] = None,
    cycle: Annotated[int | None, Figure("ticks between turns for everybody", 1, 60)] = None,
) -> Mapping[str, Any]:
    """The turns an Initiative gives, and where two chains meet (S-CHAIN)."""
    house = rules.house_rules if cycle is None else rules.house_rules.model_copy(update={"cycle": cycle})
    first, every = chains.first_turn(initiative), chains.period(initiative, house)
    ticks = [*map(str, range(first, first + 8 * every, every))]
    record: dict[str, Any] = {"first": first, "every": every, "turns": ticks}
    if against is not None:
        other = chains.first_turn(against), chains.period(against, house)
        record["first_shared"] = chains.first_shared((first, every), other) or "never"
    return record


def energy(
    rules: Options,
    energy: Annotated[int, Figure("energy burnt", 0, 10_000)] = 0,
    speed: Annotated[int, Figure("the Speed attribute", 0, 200)] = 10,
    defensive: Annotated[bool, Figure("whether on the defensive")] = False,
) -> Mapping[str, Any]:
    """The penalty of energy on an attack, and the cost of moving (S-DODGE-1, S-DEFLECT-1, S-TURN)."""
    house = rules.house_rules
    record: dict[str, Any] = {f"{way}_off": checks.penalty(way, energy, defensive, house) for way in checks.WAYS}
    for pace in PACES:
        name = pace.replace("-", "_")
        record[f"{name}_metres"] = Plan(pace).metres(speed)
        record[f"{name}_energy"] = Plan(pace).price(house)
    return record


def improve(
    rules: Options,
    skill: Skill,
    potential: Annotated[int, Figure("Physical or Mental Potential", 0, 200)],
    method: Annotated[Method, Figure("how")] = "chance",
    roll: Roll = None,
) -> Mapping[str, Any]:
    """The improvement of a skill (S-GROW-1).

    Raises Refused for a skill that cannot be improved.
    """
    number = checks.improvement(skill, potential)
    if number < 0:
        raise Refused(f"That skill cannot be improved: the target would be {number} (S-GROW-1).")
    record = {"target": number, "percent": odds.percent(number), "points": BOOK.points[method]}
    if roll is None:
        return record
    return {**record, "outcome": "improved" if checks.succeeds(number, roll) else "not improved"}


_CALCULATORS: Mapping[Reckons, Mapping[str, str]] = {
    tn: _DEGREES,
    opposed: {},
    complex_: {},
    damage: _DEGREES,
    chain: {},
    energy: {"price": "dodge_energy"},
    improve: {},
}
"""The calculators, each with the house rules that an argument of it changes."""


def calculators(rules: Options | None = None) -> tuple[Calculator, ...]:
    """Return the calculators under the rules of a fight."""
    return tuple(calculator(reckons, rules or Options(), house) for reckons, house in _CALCULATORS.items())


def for_fighter(options: Options, encounter: Encounter, who: str) -> Sequence[Calculator]:
    """Return the calculators under the rules of a fight, with the figures of `who` where given as defaults."""
    usual: dict[str, Any] = {"cycle": options.house_rules.cycle, "modifier": options.scene.modifier}
    offered = calculators(options)
    if not who:
        # The modifier of damage is the weapon's, not the scene's.
        return primed(offered, usual, {"damage": {"modifier": None}})
    fighter = Fighter(encounter, who)
    sheet, weapon = fighter.sheet, fighter.sheet.weapon()
    skill = sheet.skill(weapon.skill) if weapon else next(iter(sheet.skills), None)
    usual |= {
        "initiative": sheet.attribute("Initiative"),
        "speed": sheet.attribute("Speed"),
        "defensive": fighter.defensive,
    }
    if skill is None:
        return primed(offered, usual, {"damage": {"modifier": None}})
    value, attribute = fighter.risen(skill), sheet.attribute(skill.attribute)
    number = fighter.number(skill, weapon.bonus if weapon else 0).total
    potential = sheet.attribute(fighter.potential(skill))
    usual |= {"skill": value, "attribute": attribute, "actor": number, "potential": potential}
    hit = {"tn": number, "modifier": weapon and f"{weapon.modifier:g}", "harm": weapon and weapon.harm}
    return primed(offered, usual, {"tn": {"modifier": number - value * attribute}, "damage": hit})
