"""Reports: the card with ready-made numbers, armour layer by layer, and the sum behind every number with its rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tracker.encounter.names import combatant_named, pick
from tracker.encounter.state import DECLARE, Encounter
from tracker.rules.values import Card, Strike
from tracker.systems.kit import menus
from tracker.systems.kit.sums import Sum, signed
from tracker.systems.prism.actions import reactions
from tracker.systems.prism.actions.plan import Plan
from tracker.systems.prism.book.tables import PACES, book
from tracker.systems.prism.checks import chain, targets
from tracker.systems.prism.sheets.sheet import NAMED, Piece, Weapon
from tracker.systems.prism.sheets.standing import Fighter

_COMING = 4
"""How many of its next turns are named."""
_WORDS = {"Threshold": "DT"}


def card(encounter: Encounter, who: str) -> Card:
    """A line a weapon, then every layer with AT and AC, outermost first, turns, figures and skills (S-ARM-1)."""
    own = Fighter(encounter, who)
    strikes = []
    for weapon in own.sheet.weapons:
        number = own.attack(weapon).total
        chances = (("TN", number), ("%", targets.percent(number)))
        strikes.append(Strike(weapon.name, chances, damage=f"tens ×{weapon.modifier:g} {weapon.harm}"))
    modifier = own.sheet.options.scene.modifier
    modifiers = (f"{signed(modifier)} on every TN: the scene",) if modifier else ()
    return Card(who, own.name, tuple(strikes), modifiers, tuple(_facts(own)))


def _facts(own: Fighter) -> list[str]:
    sheet, changed = own.sheet, own.house.everything(changed=True)
    lines = [armour(own, piece) for piece in sheet.pieces] + [coming(own)]
    if sheet.skill(sheet.dodge) and sheet.dodges:
        lines.append(f"dodge TN {own.dodge().total}: {dodges(own)}")
    if own.objects:
        lines.append(f"deflects with {', '.join(weapon.name for weapon in own.objects)}")
    if own.intent:
        lines.append(f"has shown {own.intent}")
    lines.append(" · ".join(f"{_WORDS.get(name, name)} {sheet.attribute(name)}" for name in NAMED[:3]))
    lines += [f"{skill.name} TN {own.number(skill).total}" for skill in sheet.skills]
    return [*lines, f"house rules: {', '.join(changed)}"] if changed else lines


def dodges(own: Fighter) -> str:
    """What it may dodge: `melee, thrown` (S-DODGE-3)."""
    return ", ".join(one for one in ("melee", "thrown", "firearms") if one in own.sheet.dodges)


def turns_ahead(encounter: Encounter, who: str, until: int) -> Sequence[int]:
    """The chain beyond the next turn: nothing delays it (S-CHAIN-3)."""
    due, every = encounter.agenda.find(who, DECLARE), Fighter(encounter, who).period
    return () if due is None else range(due.count + every, until + 1, every)


def coming(own: Fighter) -> str:
    """The next turns on its chain: `turns 6, 9, 12, 15, every 3 ticks` (S-CHAIN-3)."""
    every, due = own.period, own.encounter.agenda.find(own.who, DECLARE)
    if due is None and own.encounter.began:
        return f"a turn every {every} ticks" if every > 1 else "a turn every tick"
    first = due.count if due is not None else chain.first_turn(own.sheet.attribute("Initiative"))
    ticks = ", ".join(str(tick) for tick in chain.turns(first, every, _COMING))
    return f"turns {ticks} …, every {every} tick{'s' if every > 1 else ''}"


def armour(own: Fighter, piece: Piece) -> str:
    """A layer as it is now: `vest AT 15 AC 15/30, torso` (S-ARM-1)."""
    now = own.layer(piece)
    where = ", ".join(sorted(piece.covers)) or ("everywhere" if piece in own.sheet.armour else "in hand")
    gone = ", destroyed" if own.destroyed(piece) else ""
    return f"{piece.name} AT {now.threshold} AC {now.capacity}/{piece.capacity}, {where}{gone}".replace("-", "−")


def record(encounter: Encounter, who: str) -> dict[str, Any]:
    """The sheet as plain data, with what is derived: target numbers, turns, what may be dodged."""
    own = Fighter(encounter, who)
    sheet = own.sheet
    return {
        "attributes": {name: sheet.attribute(name) for name in dict.fromkeys([*NAMED, *sheet.attributes])},
        "turns": {"every": own.period, "next": coming(own)},
        "dodges": dodges(own),
        "skills": [{**skill.model_dump(), "tn": own.number(skill).total} for skill in sheet.skills],
        "weapons": [{**one.model_dump(exclude_none=True), "tn": own.attack(one).total} for one in sheet.weapons],
        "armour": [{"name": piece.name, "now": armour(own, piece)} for piece in sheet.pieces],
        "dice": book().dice.notation,
    }


def ended(encounter: Encounter, who: str) -> tuple[str, ...]:
    """What skills have risen by, and armour that is gone."""
    own = Fighter(encounter, who)
    risen = [(skill, own.risen(skill)) for skill in own.sheet.skills]
    gone = [f"{piece.name} destroyed" for piece in own.sheet.pieces if own.destroyed(piece)]
    return (*(f"{skill.name} {skill.value} → {now}" for skill, now in risen if now > skill.value), *gone)


def postscript(encounter: Encounter) -> tuple[str, ...]:
    """How skills rise after a fight (S-GROW-1)."""
    names = [one.id for one in encounter if Fighter(encounter, one.id).sheet.skills]
    return (f"A skill that was used may rise: {names[0]} improve SKILL chance (S-GROW-1).",) if names else ()


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
        f"may dodge {dodges(own) or 'nothing'} (S-DODGE-3)",
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
    return [f"Initiative {initiative}: first turn after {first} (S-CHAIN-2)", f"{coming(own)} (S-CHAIN-3)"]


def _move(own: Fighter, rest: Lines) -> Lines:
    speed = own.sheet.attribute("Speed")
    return [f"{pace}: {Plan(pace).metres(speed)}, {Plan(pace).price(own.house)} energy (S-TURN)" for pace in PACES]


def _armour(own: Fighter, rest: Lines) -> Lines:
    return [f"{armour(own, piece)} (S-ARM-1)" for piece in own.sheet.pieces]


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
