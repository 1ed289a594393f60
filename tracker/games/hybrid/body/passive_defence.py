"""Passive defence: what is taken off an attack's chance (H-ATK 2 and 3)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tracker.games.hybrid.body import conditions
from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.combat_tables import Defences
from tracker.games.hybrid.book.rounding import shown, whole
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.success_chance import Chance
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.model.combatant import Combatant

NOTHING, PARRY, BLOCK, CROUCH, ROLL_WITH = "nothing", "parry", "block", "crouch", "roll"
DODGE, DROP, DISARM = "dodge", "drop", "disarm"


class Counted(NamedTuple):
    """The factor of a defence, and the reason for it."""

    times: Fraction | int
    why: str


def multiplier(defender: Combatant, aware: bool, defence: str, book: Book, mental: bool = False) -> Counted:
    """Return the factor on the defender's PDF (`mental`: MDF) now, and the reason.

    `aware`: it has noticed the attacker. `defence` is its answer to the blow, empty for none.

    Rules: H-ATK 2 and 3, H-DEF 1 and 3–6, rulings 42, 49 and 50.
    """
    table = book.defences
    if not aware:
        return Counted(0, "unaware")
    if defender.conditions and (counted := _by_condition(defender, table, mental)) is not None:
        return counted
    if defence == CROUCH:
        return Counted(table.crouch.times, "crouching")
    return Counted(1, "aware")


def _by_condition(defender: Combatant, table: Defences, mental: bool) -> Counted | None:
    """Return the factor that a condition of the defender gives. None where none does."""
    if defender.condition(conditions.UNCONSCIOUS):
        return Counted(0, "unconscious")
    all_out = defender.condition(conditions.ALL_OUT)
    if all_out is not None and (all_out.of == "mental") == mental:
        return Counted(0, "all out")
    if not mental:
        for key in (conditions.DODGING, conditions.DROPPING):
            phase = defender.condition(key)
            if phase is not None:
                return Counted(PHASES[phase.of], key)
        if defender.condition(conditions.PRONE):
            return Counted(Fraction(1, table.prone_share), "prone")
    if defender.condition(conditions.EVADING) and not conditions.helpless(defender):
        return Counted(table.evade.times, "evading")
    return None


def phase(times: int) -> str:
    """Return how a fight file writes a phase with this factor of the defence: `3×PDF`. `PHASES` reads it."""
    return f"{times}×PDF"


PHASES = {phase(times): times for times in range(1, 10)}
"""The factor of the defence in each phase of a dodge or drop (H-DEF 4 and 5)."""


def against(
    chance: Chance, defender: Combatant, aware: bool, defence: str, rules: Rulebook, mental: bool = False
) -> Chance:
    """Take the defender's PDF (`mental`: MDF), times its factor, off the chance of an attack. Return the chance.

    Rules: H-ATK-2, ruling 17.
    """
    stat = "MDF" if mental else "PDF"
    value = whole(sheet_of(defender).stats[stat])
    factor, why = multiplier(defender, aware, defence, rules.book, mental)
    points = value * factor * rules.house.defence_point
    factor_words = (
        "" if rules.house.defence_point == 1 else f" × {rules.house.defence_point} (house rule defence_point)"
    )
    label = f"{defender.name}'s defence, {shown(factor)} × {stat} {shown(value)}{factor_words}, {why} (H-ATK-2)"
    if not points:
        chance.lines.append(f"{defender.name}'s defence does not count, {why} (H-ATK-2)")
    return chance.add(-points, label)
