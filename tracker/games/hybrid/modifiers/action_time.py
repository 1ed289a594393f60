"""Action time: the counts an action takes, by speed, rank, speed points, rushing and setting up (H-INIT-5, H-ACT)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.rounding import exact, half_up
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.modifiers.action_modifiers import JUMP, SETUP, SPIN, ActionModifiers
from tracker.games.hybrid.sheet.sheet import Skill, sheet_of
from tracker.model.combatant import Combatant

LEAST = 1
"""The fewest counts an action can take (H-INIT-5, ruling 13)."""


def base_speed(speed: int, how: ActionModifiers, book: Book) -> int:
    """Return the speed of an action, half as long again for a spin or jump, rounded half up (H-ATK-5, ruling 41)."""
    for flag in (SPIN, JUMP) if how.flags else ():
        if flag in how:
            return half_up(speed * exact(book.attack.flourish(flag).times))
    return speed


def left_of(combatant: Combatant, speed: int, skill: Skill | None, how: ActionModifiers, rules: Rulebook) -> int:
    """Return the counts that an action takes after rank speed and speed points, at least 1 (ruling 13).

    A rush shortens these counts.
    """
    rank_speed = skills.rank_speed(sheet_of(combatant), skill, rules) if rules.house.rank_speed == "action" else 0
    return max(LEAST, base_speed(speed, how, rules.book) - rank_speed - how.spent)


def useful(combatant: Combatant, speed: int, skill: Skill | None, how: ActionModifiers, rules: Rulebook) -> int:
    """Return how many speed points can shorten an action: none brings it under 1 count (ruling 13)."""
    return left_of(combatant, speed, skill, replace(how, spent=0) if how.spent else how, rules) - LEAST


def counts(
    combatant: Combatant,
    speed: int,
    skill: Skill | None,
    how: ActionModifiers,
    rules: Rulebook,
    unskilled: bool = False,
) -> int:
    """Return the counts until an action takes effect.

    Speed − rank speed − speed points, at least 1 (H-INIT-5). A share of that when rushed (H-ACT-3). Set up as long
    again, unshortened (H-ACT-4, ruling 40). 2 more for an unranked skill (H-CHECK-3).
    """
    counts_taken = left_of(combatant, speed, skill, how, rules)
    if how.rush is not None:
        counts_taken = max(LEAST, half_up(counts_taken * how.rush))
    if SETUP in how:
        counts_taken += setup_time(base_speed(speed, how, rules.book), rules.book)
    return counts_taken + (rules.book.checks.unranked_counts if unskilled else 0)


def setup_time(speed: int, book: Book) -> int:
    """Return the counts of setting up: as long as the action, or a quarter of a very long one (H-ACT-4)."""
    table = book.actions.setup
    return half_up(Fraction(speed, table.long_share)) if speed >= table.long_from else speed
