"""The card: ready-made numbers of one combatant: attacks, dodge, turns, figures, and armour layer by layer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.encounter.state import DECLARE, Encounter
from tracker.rules.values import Card, Strike
from tracker.systems.kit.sums import signed
from tracker.systems.prism.book.tables import book
from tracker.systems.prism.checks import chain, targets
from tracker.systems.prism.sheets.sheet import NAMED, Piece
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
