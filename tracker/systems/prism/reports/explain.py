"""Explanations: the sum behind every number of a combatant, each line with its rule id."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tracker.encounter.names import combatant_named, pick
from tracker.encounter.state import Encounter
from tracker.systems.kit import menus
from tracker.systems.kit.sums import Sum
from tracker.systems.prism.actions import reactions
from tracker.systems.prism.actions.plan import Plan
from tracker.systems.prism.book.tables import PACES
from tracker.systems.prism.checks import chain, targets
from tracker.systems.prism.reports import card
from tracker.systems.prism.sheets.models import Weapon
from tracker.systems.prism.sheets.standing import Fighter

Lines = Sequence[str]


def explain(encounter: Encounter, who: str, words: Lines) -> tuple[str, ...]:
    """`why bob attack dan`, `why bob dodge`, `why bob turns`, or a skill's name; without words, of everything."""
    own = Fighter(encounter, who)
    if not words:
        return tuple(line for topic in TOPICS if topic != "improve" for line in TOPICS[topic](own, ()))
    skills = own.sheet.skills
    names = [*((name, name) for name in TOPICS), *((skill.name, f"skill {skill.name}") for skill in skills)]
    topic = pick(words[0], names, "number to explain called")
    if topic in TOPICS:
        return tuple(TOPICS[topic](own, words[1:]))
    return tuple(line for one in skills if topic == f"skill {one.name}" for line in told(own.number(one), one.name))


def told(sum: Sum, what: str) -> Lines:
    """The lines of a target number, and what it comes to."""
    return [*sum.told(f"{what}: TN"), f"00 to TN succeeds: {targets.percent(sum.total)} % (S-TN-2, S-DICE-1)"]


def _attacks(own: Fighter, rest: Lines) -> Lines:
    encounter = own.encounter
    foes = [combatant_named(encounter, rest[0])] if rest else [foe.id for foe in menus.foes(encounter, own.who)]
    lines: list[str] = []
    for weapon in own.sheet.weapons:
        lines += [*told(own.attack(weapon), weapon.name),
                  f"damage: tens digit × {weapon.modifier:g}, {weapon.harm} (S-DMG-1)",
                  *(_dodged(own, weapon, Fighter(encounter, foe)) for foe in foes)]  # fmt: skip
    return lines


def _dodged(own: Fighter, weapon: Weapon, foe: Fighter) -> str:
    if why := reactions.why_not(reactions.DODGE, foe, own.who, weapon):
        return why
    number = foe.dodge().total
    percent = targets.hit_percent(own.attack(weapon).total, number, own.house)
    return f"{foe.name} dodges with TN {number}: hit {percent:.0f} % (S-DODGE-2)"


def _dodge(own: Fighter, rest: Lines) -> Lines:
    if own.sheet.skill(own.sheet.dodge) is None:
        return [f"{own.name} has no skill {own.sheet.dodge} to dodge with (S-DODGE-2)"]
    return [
        *own.dodge().told("dodge: TN"),
        f"may dodge {card.dodges(own) or 'nothing'} (S-DODGE-3)",
        f"{reactions.each(own, 'dodge')} energy takes 1 off the attacker's TN (S-DODGE-1)",
        "above the attacker's result and under its own TN (S-OPP-3)",
    ]


def _deflect(own: Fighter, rest: Lines) -> Lines:
    if not own.objects:
        return [f"{own.name} has nothing fitting in hand to deflect with (S-DEFLECT-1)"]
    return [
        f"deflects with {', '.join(weapon.name for weapon in own.objects)} (S-DEFLECT-1)",
        f"{reactions.each(own, 'deflect')} energy takes 1 off the attacker's TN (S-DEFLECT-1)",
        "a share of the damage is negated: 25 %, with degrees 10 to 75 % (S-DEFLECT-2)",
    ]


def _turns(own: Fighter, rest: Lines) -> Lines:
    initiative = own.sheet.attribute("Initiative")
    first = chain.first_turn(initiative)
    return [f"Initiative {initiative}: first turn after {first} (S-CHAIN-2)", f"{card.coming(own)} (S-CHAIN-3)"]


def _move(own: Fighter, rest: Lines) -> Lines:
    speed = own.sheet.attribute("Speed")
    return [f"{pace}: {Plan(pace).metres(speed)}, {Plan(pace).price(own.house)} energy (S-TURN)" for pace in PACES]


def _armour(own: Fighter, rest: Lines) -> Lines:
    return [f"{card.armour(own, piece)} (S-ARM-1)" for piece in own.sheet.pieces]


def _improve(own: Fighter, rest: Lines) -> Lines:
    lines = []
    for skill in own.sheet.skills:
        sum = f"100 − 2 × ({own.risen(skill)} + {own.sheet.attribute(own.potential(skill))})"
        lines.append(f"{skill.name}: {sum} = {own.improvement(skill)}".replace("-", "−") + " (S-GROW-1)")
    return lines


TOPICS: Mapping[str, Callable[[Fighter, Lines], Lines]] = {
    "attack": _attacks, "dodge": _dodge, "deflect": _deflect, "turns": _turns, "move": _move, "armour": _armour,
    "improve": _improve,
}  # fmt: skip
"""What may be asked after, in the order in which all of it is told."""
