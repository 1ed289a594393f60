"""Perception: who notices what, and how well (H-PERC)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tracker.encounter.combatant import Combatant
from tracker.encounter.state import Encounter
from tracker.systems.hybrid import conditions
from tracker.systems.hybrid.checks import Chance, Df, of_skill, of_stats
from tracker.systems.hybrid.defences import sheet_of

if TYPE_CHECKING:
    from tracker.systems.hybrid.rules import Hybrid

ALERTNESS = "alertness"
"""The mark that holds somebody's alertness words, joined by `|`."""


def alertness(combatant: Combatant) -> tuple[str, ...]:
    """The alertness words in force: those set at the table, else those of the sheet."""
    marked = combatant.marks.get(ALERTNESS)
    if isinstance(marked, str):
        return tuple(word for word in marked.split("|") if word)
    return sheet_of(combatant).alertness


def chance(combatant: Combatant, rules: Hybrid, passive: bool = False) -> Chance:
    """PAW, or the better perception skill, with alertness and condition DFs; a quarter if passive (H-PERC 1–3)."""
    table, sheet = rules.book["perception"], sheet_of(combatant)
    skills = [skill for name in table["skills"] if (skill := sheet.skill(name)) is not None]
    if skills:
        best = max((of_skill(sheet, skill, dict(rules.book), ("PAW",)) for skill in skills), key=lambda c: c.exact)
    else:
        best = of_stats(sheet, ("PAW",), dict(rules.book), rules.house.halve_stat_checks)
    modifiers: list[Df] = [(table["modifiers"][word], f"{word} (H-PERC-2)") for word in alertness(combatant)]
    best.dfs([*modifiers, *conditions.on_action(combatant, rules.book, rules.scene)])
    if passive:
        best.times(Fraction(1, table["passive_share"]), "passive (H-PERC-3)")
    return best


def might_notice(encounter: Encounter, attacker: str) -> list[str]:
    """Those of other sides, in seat order, who are unaware of the attacker and able to notice."""
    side = encounter[attacker].profile.side
    return [
        other.id
        for other in encounter
        if attacker in other.unaware_of
        and other.profile.side != side
        and other.able
        and other.condition(conditions.UNCONSCIOUS) is None
    ]
