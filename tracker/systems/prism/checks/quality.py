"""Quality: what a success is worth, its degree, and the damage it does."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import floor

from tracker.systems.prism.book.house import HouseRules
from tracker.systems.prism.book.tables import Degree, book


def half_up(value: Fraction) -> int:
    """To the nearest whole number, halves up (SQ 19)."""
    return floor(value + Fraction(1, 2))


def exact(number: float | int) -> Fraction:
    """A number of a file as it is written: 0.1 is a tenth."""
    return Fraction(str(number))


def tens(result: int) -> int:
    """The tens digit of a result from 00 to 99 (S-DICE-1)."""
    return result // 10


def base(result: int) -> int:
    """Base quality: the tens digit and one (S-QUAL-1)."""
    return tens(result) + book().quality.base


def degree(target: int, result: int, house: HouseRules) -> Degree:
    """How good a success is, by how near below its target number; normal when degrees are not played (S-QUAL-3).

    Marginal wins where a small target number makes a result both marginal and critical; perfect wins over all.
    """
    if not house.degrees:
        return "normal"
    quality, top = book().quality, min(target, book().dice.highest)
    if result == top:
        return "perfect"
    if result <= target * quality.marginal_to:
        return "marginal"
    return "critical" if top - result <= target * quality.critical_within else "normal"


def final(result: int, modifiers: list[float], of_degree: Degree) -> int:
    """Final quality: base by the highest success modifier of any gear, and by the degree (S-QUAL-2, S-QUAL-3)."""
    gear = exact(max(modifiers, default=1))
    return half_up(base(result) * gear * book().quality.degrees[of_degree].factor)


def damage(result: int, modifier: float, of_degree: Degree, house: HouseRules) -> int:
    """Damage of a hit: tens digit, or quality, by the weapon's modifier, and by the degree (S-DMG-1, S-QUAL-3)."""
    points = tens(result) if house.damage_from == "tens" else base(result)
    return half_up(points * exact(modifier) * book().quality.degrees[of_degree].factor)


def deflected(points: int, of_degree: Degree, house: HouseRules) -> int:
    """The part of the damage that a deflection negates (S-DEFLECT-2)."""
    share = book().quality.degrees[of_degree].share if house.degrees else book().deflection.share
    return half_up(Fraction(points * share, 100))


@lru_cache(maxsize=1024)
def mean_damage(target: int, modifier: float, house: HouseRules) -> int:
    """What a success does on average, over every result that succeeds (S-DMG-1)."""
    results = range(min(target, book().dice.highest) + 1)
    if not results:
        return 0
    done = sum(damage(result, modifier, degree(target, result, house), house) for result in results)
    return half_up(Fraction(done, len(results)))
