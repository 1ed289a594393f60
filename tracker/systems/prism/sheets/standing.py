"""Standing: a combatant as it is now: its target numbers, its turns, its energy, its armour, its conditions."""

from __future__ import annotations

from tracker.encounter.combatant import Combatant
from tracker.encounter.state import Encounter
from tracker.systems.kit.sums import Sum
from tracker.systems.prism.book.house import HouseRules, Options
from tracker.systems.prism.checks import chain
from tracker.systems.prism.checks.harm import Layer
from tracker.systems.prism.sheets.models import Skill, Weapon
from tracker.systems.prism.sheets.sheet import ENERGY, STAMINA, Piece, sheet_of

DEFENSIVE, HELD, UNCONSCIOUS, DYING, DESTROYED = "defensive", "held", "unconscious", "dying", "destroyed"
"""Conditions; a destroyed piece has its pool behind the word."""
TURN, INTENT, SECOND, BURNT = "turn", "intent", "second", "burnt"
"""Marks: the tick of the last turn, the colour shown, the tick a second action was paid on, the last burning."""


def gained(combatant: Combatant, skill: Skill) -> int:
    """Points a skill has risen by in this fight (S-GROW-1)."""
    return combatant.mark(f"gained {skill.name}")


def target_number(
    options: Options, encounter: Encounter, who: str, skill: Skill, bonus: int = 0, gear: str = ""
) -> Sum:
    """The target number of a skill: value × attribute, its bonus, the gear's, the scene's (S-TN-1)."""
    value = skill.value + gained(encounter[who], skill)
    attribute = sheet_of(encounter, who).attribute(skill.attribute)
    sum = Sum().add(value * attribute, f"{skill.name} {value} × {skill.attribute} {attribute}", "S-TN-1")
    sum.add(skill.bonus, f"{skill.name}", "S-TN-1").add(bonus, gear, "S-TN-1")
    return sum.add(options.scene.modifier, "the scene", "S-TN-1")


def attack_number(options: Options, encounter: Encounter, who: str, weapon: Weapon) -> Sum:
    """The target number of an attack with a weapon."""
    skill = sheet_of(encounter, who).skill(weapon.skill)
    assert skill is not None
    return target_number(options, encounter, who, skill, weapon.bonus, weapon.name)


def dodge_number(options: Options, encounter: Encounter, who: str) -> Sum | None:
    """The target number of a dodge; None without the skill."""
    sheet = sheet_of(encounter, who)
    skill = sheet.skill(sheet.dodge)
    return None if skill is None else target_number(options, encounter, who, skill)


def energy_pool(house: HouseRules) -> str:
    """The pool that energy is paid from (S-TURN-3)."""
    return STAMINA if house.one_pool else ENERGY


def energy(encounter: Encounter, who: str, house: HouseRules) -> int:
    """The energy there is to burn."""
    return encounter[who].pool(energy_pool(house))


def defensive(encounter: Encounter, who: str) -> bool:
    """Whether it is on the defensive (S-TURN-1)."""
    return encounter[who].condition(DEFENSIVE) is not None


def period(encounter: Encounter, who: str, house: HouseRules) -> int:
    """The ticks between its turns (S-CHAIN-3)."""
    return chain.period(sheet_of(encounter, who).attribute("Initiative"), house)


def next_turn(encounter: Encounter, who: str, house: HouseRules) -> int:
    """The tick of its next turn on its chain, which nothing delays (S-CHAIN-3)."""
    return chain.after(encounter[who].mark(TURN), period(encounter, who, house), encounter.count)


def intent(encounter: Encounter, who: str) -> str:
    """The colour it has shown for the present turn; empty when it need show none (S-CHAIN-4)."""
    one = encounter[who]
    return str(one.marks.get(INTENT, "")) if one.mark(TURN, -1) == encounter.count else ""


def second_open(encounter: Encounter, who: str) -> bool:
    """Whether it has paid for a second action on this tick and declared only the first (S-TURN-2)."""
    one = encounter[who]
    return one.mark(SECOND, -1) == encounter.count and len(one.actions) == 1


def layer(combatant: Combatant, piece: Piece) -> Layer:
    """A piece of armour as it is now."""
    start = max(0, min(piece.threshold, piece.left)) if piece.left != piece.capacity else piece.threshold
    return Layer(combatant.mark(piece.mark, start), combatant.pool(piece.pool), piece.threshold)


def is_destroyed(combatant: Combatant, piece: Piece) -> bool:
    """Whether a piece has been destroyed."""
    return combatant.condition(f"{DESTROYED} {piece.pool}") is not None


def objects(encounter: Encounter, who: str) -> tuple[Weapon, ...]:
    """What it may deflect with, the likely one first: fitting, in hand, not destroyed (S-DEFLECT-1).

    A shield goes before a blade: what has a capacity of its own is there to be struck.
    """
    sheet, one = sheet_of(encounter, who), encounter[who]
    fitting = [
        weapon
        for weapon in sheet.weapons
        if weapon.deflects and not (weapon.name in sheet.objects and is_destroyed(one, sheet.objects[weapon.name]))
    ]
    return tuple(sorted(fitting, key=lambda weapon: not weapon.capacity))


def held(encounter: Encounter, who: str, name: str) -> Weapon:
    """The object of this name that one deflects with; the likely one for no name, or when that is there no more."""
    there = objects(encounter, who)
    return next((one for one in there if one.name == name), there[0])
