"""Explanations: the sum behind every number of a combatant, each line with its rule id."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.encounter.names import combatant_named, pick
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.kit import menus
from tracker.systems.kit.sums import Sum
from tracker.systems.prism.actions import reactions
from tracker.systems.prism.book.house import Options
from tracker.systems.prism.checks import chain, energy, growth, targets
from tracker.systems.prism.reports import card
from tracker.systems.prism.sheets import standing
from tracker.systems.prism.sheets.sheet import sheet_of

TOPICS = ("attack", "dodge", "deflect", "turns", "move", "armour", "improve")


def explain(options: Options, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
    """`why bob attack dan`, `why bob dodge`, `why bob turns`, or a skill's name; without words, of everything."""
    if not words:
        lines: list[str] = []
        for topic in TOPICS[:-1]:
            lines += _topic(options, encounter, who, topic, ())
        return tuple(lines)
    skills = [(skill.name, f"skill {skill.name}") for skill in sheet_of(encounter, who).skills]
    topic = pick(words[0], [*((name, name) for name in TOPICS), *skills], "number to explain called")
    return tuple(_topic(options, encounter, who, topic, words[1:]))


def _topic(options: Options, encounter: Encounter, who: str, topic: str, rest: Sequence[str]) -> list[str]:
    match topic:
        case "attack":
            return _attacks(options, encounter, who, rest)
        case "dodge":
            return _dodge(options, encounter, who)
        case "deflect":
            return _deflect(options, encounter, who)
        case "turns":
            return _turns(options, encounter, who)
        case "move":
            return _move(options, encounter, who)
        case "armour":
            return [f"{card.armour(encounter, who, piece)} (S-ARM-1)" for piece in sheet_of(encounter, who).pieces]
        case "improve":
            return _improve(encounter, who)
        case _:
            skill = sheet_of(encounter, who).skill(topic.removeprefix("skill "))
            if skill is None:
                raise Refused(f"{encounter[who].name} has no such skill.")
            return told(standing.target_number(options, encounter, who, skill), skill.name)


def told(sum: Sum, what: str) -> list[str]:
    """The lines of a target number, and what it comes to."""
    return [*sum.told(f"{what}: TN"), f"00 to TN succeeds: {targets.percent(sum.total)} % (S-TN-2, S-DICE-1)"]


def _attacks(options: Options, encounter: Encounter, who: str, rest: Sequence[str]) -> list[str]:
    foes = menus.foes(encounter, who)
    if rest:
        foes = (encounter[combatant_named(encounter, rest[0])],)
    lines: list[str] = []
    for weapon in sheet_of(encounter, who).weapons:
        number = standing.attack_number(options, encounter, who, weapon)
        lines += told(number, weapon.name)
        lines.append(f"damage: tens digit × {weapon.modifier:g}, {weapon.harm} (S-DMG-1)")
        for foe in foes:
            if why := reactions.no_dodge(encounter, foe.id, who, weapon):
                lines.append(why)
                continue
            own = reactions.dodging(options, encounter, foe.id)
            percent = targets.hit_percent(number.total, own, options.house_rules)
            lines.append(f"{foe.name} dodges with TN {own}: hit {percent:.0f} % (S-DODGE-2)")
    return lines


def _dodge(options: Options, encounter: Encounter, who: str) -> list[str]:
    own, sheet = standing.dodge_number(options, encounter, who), sheet_of(encounter, who)
    may = ", ".join(one for one in card.DODGES if one in sheet.dodges) or "nothing"
    if own is None:
        return [f"{encounter[who].name} has no skill {sheet.dodge} to dodge with (S-DODGE-2)"]
    cost = energy.price("dodge", standing.defensive(encounter, who), options.house_rules)
    return [
        *own.told("dodge: TN"),
        f"may dodge {may} (S-DODGE-3)",
        f"{float(cost):g} energy takes 1 off the attacker's TN (S-DODGE-1)",
        "above the attacker's result and under its own TN (S-OPP-3)",
    ]


def _deflect(options: Options, encounter: Encounter, who: str) -> list[str]:
    held = standing.objects(encounter, who)
    if not held:
        return [f"{encounter[who].name} has nothing fitting in hand to deflect with (S-DEFLECT-1)"]
    cost = energy.price("deflect", standing.defensive(encounter, who), options.house_rules)
    return [
        f"deflects with {', '.join(weapon.name for weapon in held)} (S-DEFLECT-1)",
        f"{float(cost):g} energy takes 1 off the attacker's TN (S-DEFLECT-1)",
        "a share of the damage is negated: 25 %, with degrees 10 to 75 % (S-DEFLECT-2)",
    ]


def _turns(options: Options, encounter: Encounter, who: str) -> list[str]:
    initiative = sheet_of(encounter, who).attribute("Initiative")
    return [
        f"Initiative {initiative}: first turn after {chain.first_turn(initiative)} (S-CHAIN-2)",
        f"{card.coming(options, encounter, who)} (S-CHAIN-3)",
    ]


def _move(options: Options, encounter: Encounter, who: str) -> list[str]:
    speed = sheet_of(encounter, who).attribute("Speed")
    costs = {pace: energy.move_price(pace, options.house_rules) for pace in energy.PACES}
    return [f"{pace}: {float(energy.metres(speed, pace)):g} m, {costs[pace]} energy (S-TURN)" for pace in energy.PACES]


def _improve(encounter: Encounter, who: str) -> list[str]:
    sheet = sheet_of(encounter, who)
    lines = []
    for skill in sheet.skills:
        potential = "PhysicalPotential" if skill.kind == "physical" else "MentalPotential"
        value = skill.value + standing.gained(encounter[who], skill)
        number = growth.target(value, sheet.attribute(potential))
        reckoned = f"100 − 2 × ({value} + {sheet.attribute(potential)})"
        lines.append(f"{skill.name}: {reckoned} = {str(number).replace('-', '−')} (S-GROW-1)")
    return lines
