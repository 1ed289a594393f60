"""The card: ready-made numbers of one combatant: attacks, dodge, turns, figures, and armour layer by layer."""

from __future__ import annotations

from tracker.encounter.state import DECLARE, Encounter
from tracker.rules.values import Card, Strike
from tracker.systems.prism.book.house import Options
from tracker.systems.prism.checks import chain, targets
from tracker.systems.prism.sheets import standing
from tracker.systems.prism.sheets.sheet import NAMED, Piece, sheet_of

_COMING = 4
"""How many of its next turns are named."""


def card(options: Options, encounter: Encounter, who: str) -> Card:
    """A line a weapon, then every layer with AT and AC, outermost first, turns, figures and skills (S-ARM-1)."""
    sheet = sheet_of(encounter, who)
    strikes = []
    for weapon in sheet.weapons:
        number = standing.attack_number(options, encounter, who, weapon).total
        chances = (("TN", number), ("%", targets.percent(number)))
        strikes.append(Strike(weapon.name, chances, damage=f"tens ×{weapon.modifier:g} {weapon.harm}"))
    modifier = options.scene.modifier
    modifiers = (f"{modifier:+d} on every TN: the scene".replace("-", "−"),) if modifier else ()
    return Card(who, encounter[who].name, tuple(strikes), modifiers, tuple(_facts(options, encounter, who)))


def _facts(options: Options, encounter: Encounter, who: str) -> list[str]:
    sheet, house = sheet_of(encounter, who), options.house_rules
    lines = [armour(encounter, who, piece) for piece in sheet.pieces]
    lines.append(coming(options, encounter, who))
    own = standing.dodge_number(options, encounter, who)
    if own is not None and sheet.dodges:
        lines.append(f"dodge TN {own.total}: {', '.join(one for one in DODGES if one in sheet.dodges)}")
    held = standing.objects(encounter, who)
    if held:
        lines.append(f"deflects with {', '.join(weapon.name for weapon in held)}")
    shown = standing.intent(encounter, who)
    if shown:
        lines.append(f"has shown {shown}")
    lines.append(" · ".join(f"{_WORDS.get(name, name)} {sheet.attribute(name)}" for name in NAMED[:3]))
    for skill in sheet.skills:
        lines.append(f"{skill.name} TN {standing.target_number(options, encounter, who, skill).total}")
    if house.everything(changed=True):
        lines.append(f"house rules: {', '.join(house.everything(changed=True))}")
    return lines


DODGES = ("melee", "thrown", "firearms")
_WORDS = {"Threshold": "DT"}


def coming(options: Options, encounter: Encounter, who: str) -> str:
    """The next turns on its chain: `turns 6, 9, 12, 15, every 3 ticks` (S-CHAIN-3)."""
    every = standing.period(encounter, who, options.house_rules)
    due = encounter.agenda.find(who, DECLARE)
    if due is None and encounter.began:
        return f"a turn every {every} ticks" if every > 1 else "a turn every tick"
    first = due.count if due is not None else chain.first_turn(sheet_of(encounter, who).attribute("Initiative"))
    ticks = ", ".join(str(tick) for tick in chain.turns(first, every, _COMING))
    return f"turns {ticks} …, every {every} tick{'s' if every > 1 else ''}"


def armour(encounter: Encounter, who: str, piece: Piece) -> str:
    """A layer as it is now: `vest AT 15 AC 15/30, torso` (S-ARM-1)."""
    now = standing.layer(encounter[who], piece)
    where = ", ".join(sorted(piece.covers)) or ("everywhere" if piece in sheet_of(encounter, who).armour else "in hand")
    gone = ", destroyed" if standing.is_destroyed(encounter[who], piece) else ""
    return f"{piece.name} AT {now.threshold} AC {now.capacity}/{piece.capacity}, {where}{gone}".replace("-", "−")
