"""Tiers: how well a roll succeeded or how badly it failed, and its effect."""

from __future__ import annotations

from fractions import Fraction

from tracker.game_api.values import Judgement
from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.house_rules import HouseRules
from tracker.games.hybrid.book.rounding import half_up, half_up_share

FAILURE = "Failure"
CRITICAL = "Critical Failure"
"""A critical failure whose severity is still to be rolled (H-CHECK-9)."""


def thresholds(chance: int, book: Book) -> tuple[int, ...]:
    """Return the highest roll for each success tier, the best first (H-CHECK-6, ruling 5). 0 cannot be rolled."""
    return tuple(max(0, half_up_share(chance, row.part)) for row in book.checks.success)


def critical_from(chance: int, book: Book) -> int:
    """Return the lowest roll that is a critical failure (H-CHECK-7): SC + 50, or SC + SC/2 if that is more."""
    checks = book.checks
    share = checks.critical_share
    # -(-a // b) rounds up.
    return -(-(chance * share + max(checks.critical_over * share, chance)) // share)


def judge(chance: int, roll: int, book: Book, house: HouseRules) -> Judgement:
    """Return the tier of `roll` against `chance`, its effect, and its margin SC − roll (H-CHECK 5–8)."""
    margin = chance - roll
    if chance > 0 and (roll <= chance if house.equal_succeeds else roll < chance):
        for row in book.checks.success:
            if row.part == 1 or roll <= half_up_share(chance, row.part):
                return Judgement(row.name, row.effect, margin, success=True)
    return _failure(chance, roll, margin, book)


def _failure(chance: int, roll: int, margin: int, book: Book) -> Judgement:
    """Return the tier of a failed roll: a failure, or a critical one by the `critical_failure` of the rules.

    `severity`: the outcome is rolled for. `additive`: by the points beyond the lowest critical roll. `table`: by the
    multiple of the chance. `gated`: so too, for critical rolls only.
    """
    mode = book.checks.critical_failure
    critical = roll >= critical_from(chance, book)
    rows = book.checks.failure
    if mode == "severity" and critical:
        return Judgement(CRITICAL, rows[-1].effect, margin, success=False)
    plain = Judgement(FAILURE, 0.0, margin, success=False)
    if mode == "severity":
        return plain
    if mode == "additive":
        beyond = roll - critical_from(chance, book)
        row = next((row for row in rows if beyond >= row.margin), None)
        return plain if row is None else Judgement(row.name, row.effect, margin, success=False)
    row = next((row for row in rows if roll > row.over * max(chance, 1)), None)
    if mode == "gated":
        row = (row or rows[-1]) if critical else None
    return plain if row is None else Judgement(row.name, row.effect, margin, success=False)


def severity(missed_by: int, roll: int, book: Book) -> tuple[str, float]:
    """Return the tier and effect of a critical failure, by a second `roll` against the points it missed by.

    Rules: H-CHECK-9, ruling 7.
    """
    rows = book.checks.severity
    row = next((row for row in rows if roll <= half_up(Fraction(missed_by, row.part))), rows[-1])
    return row.name, row.effect
