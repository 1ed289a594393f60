"""Action time: the counts an action takes, by speed, rank, speed points, rushing and setting up (H-INIT-5, H-ACT)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tracker.model.combatant import Combatant
from tracker.systems.hybrid.book.book import Book
from tracker.systems.hybrid.book.rounding import exact, half_up
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import skills
from tracker.systems.hybrid.modifiers.action_modifiers import JUMP, SETUP, SPIN, ActionModifiers
from tracker.systems.hybrid.sheets.sheet import Skill, sheet_of

LEAST = 1
"""No action takes less (H-INIT-5, ruling 13)."""


def base_speed(speed: int, how: ActionModifiers, book: Book) -> int:
    """The speed itself, half as long again for a spin or jump, rounded half up (H-ATK-5, ruling 41)."""
    for flag in (SPIN, JUMP):
        if flag in how:
            return half_up(speed * exact(book.attack.flourish(flag).times))
    return speed


def left_of(combatant: Combatant, speed: int, skill: Skill | None, how: ActionModifiers, rules: Rulebook) -> int:
    """Counts that speed points leave of an action, at least 1; what may be rushed (ruling 13)."""
    quick = skills.rank_speed(sheet_of(combatant), skill, rules) if rules.house.rank_speed == "action" else 0
    return max(LEAST, base_speed(speed, how, rules.book) - quick - how.spent)


def useful(combatant: Combatant, speed: int, skill: Skill | None, how: ActionModifiers, rules: Rulebook) -> int:
    """How many speed points can shorten an action: none brings it under 1 count (ruling 13)."""
    return left_of(combatant, speed, skill, replace(how, spent=0), rules) - LEAST


def counts(
    combatant: Combatant,
    speed: int,
    skill: Skill | None,
    how: ActionModifiers,
    rules: Rulebook,
    unskilled: bool = False,
) -> int:
    """Counts until it happens.

    Speed − rank speed − points spent, at least 1 (H-INIT-5); a share of that when rushed (H-ACT-3); set up as long
    again, unshortened (H-ACT-4, ruling 40); unranked 2 more (H-CHECK-3).
    """
    left = left_of(combatant, speed, skill, how, rules)
    if how.rush is not None:
        left = max(LEAST, half_up(left * how.rush))
    if SETUP in how:
        left += setup_time(base_speed(speed, how, rules.book), rules.book)
    return left + (rules.book.checks.unranked_counts if unskilled else 0)


def setup_time(speed: int, book: Book) -> int:
    """Counts of setting up: as long as the action, a quarter of it on scales of many minutes and more (H-ACT-4)."""
    table = book.actions.setup
    return half_up(Fraction(speed, table.long_share)) if speed >= table.long_from else speed
