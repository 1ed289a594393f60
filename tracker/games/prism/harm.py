"""Harm: the quality of a success, its damage, what each layer of armour takes, and the pools that lose the rest."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tracker.games.prism.book.house_rules import HouseRules
from tracker.games.prism.book.tables import BOOK, Degree
from tracker.games.toolkit.exact_numbers import exact, half_up


def degree(target: int, result: int, house: HouseRules) -> Degree:
    """Return the degree of a success by how near it is below its target number. Normal without degrees (S-QUAL-3).

    Perfect beats the others. Marginal beats critical where a small target number makes a result both.
    """
    if not house.degrees:
        return "normal"
    quality, top = BOOK.quality, min(target, BOOK.dice.highest)
    if result == top:
        return "perfect"
    if result <= target * quality.marginal_to:
        return "marginal"
    return "critical" if top - result <= target * quality.critical_within else "normal"


def final(result: int, modifiers: list[float], of_degree: Degree) -> int:
    """Return the final quality: (tens digit + 1) × the best gear's success modifier × the degree's factor.

    Rules: S-QUAL-1, S-QUAL-2, S-QUAL-3.
    """
    return _worth(result // 10 + BOOK.quality.base, max(modifiers, default=1), of_degree)


def damage(result: int, modifier: float, of_degree: Degree, house: HouseRules) -> int:
    """Return the damage of a hit: tens digit or quality, times the weapon's modifier and the degree's factor.

    Rules: S-DMG-1, S-QUAL-3.
    """
    tens = _worth(result // 10, modifier, of_degree)
    return tens if house.damage_from == "tens" else final(result, [modifier], of_degree)


def _worth(points: int, modifier: float, of_degree: Degree) -> int:
    return int(half_up(points * exact(modifier) * BOOK.degrees[of_degree].factor))


def deflected(points: int, of_degree: Degree, house: HouseRules) -> int:
    """Return the share of the damage that a deflection negates (S-DEFLECT-2)."""
    share = BOOK.degrees[of_degree].share if house.degrees else BOOK.deflection.share
    return int(half_up(Fraction(points * share, 100)))


# Cached: a menu asks for each weapon against each target.
@lru_cache(maxsize=1024)
def mean_damage(target: int, modifier: float, house: HouseRules) -> int:
    """Return the average damage of a success, over every result that succeeds (S-DMG-1)."""
    results = range(min(target, BOOK.dice.highest) + 1)
    if not results:
        return 0
    done = sum(damage(result, modifier, degree(target, result, house), house) for result in results)
    return int(half_up(Fraction(done, len(results))))


class Layer(NamedTuple):
    """A piece of armour at one moment. `first` is its original threshold."""

    threshold: int
    capacity: int
    first: int

    def destroyed(self, house: HouseRules) -> bool:
        """Return whether the piece is as far below 0 as half, or all, of its original threshold (S-ARM-5)."""
        part = BOOK.destroyed[house.destroyed_at]
        # A piece without a threshold is not destroyed at 0, only below it.
        return self.capacity <= 0 and self.capacity <= -part * self.first and (self.first > 0 or self.capacity < 0)


class Impact(NamedTuple):
    """The outcome of a hit on a piece of armour: the piece afterwards, and the points that went through."""

    layer: Layer
    through: int


def struck(layer: Layer, points: int) -> Impact:
    """Return the outcome of a hit on one piece of armour.

    With capacity left it takes up to its threshold, which falls to the capacity left (S-ARM-2, S-ARM-3). Without, it
    stops nothing and loses capacity all the same (S-ARM-4).
    """
    if layer.capacity <= 0:
        return Impact(Layer(0, layer.capacity - points, layer.first), points)
    taken = min(points, layer.threshold)
    capacity_left = layer.capacity - taken
    threshold = max(0, min(layer.threshold, capacity_left))
    return Impact(Layer(threshold, capacity_left, layer.first), points - taken)


class Loss(NamedTuple):
    """The points that each pool loses."""

    stamina: int
    vitality: int
    trauma: int


def spread(points: int, threshold: int, harm: str, *, stamina_left: int, vitality_left: int) -> Loss:
    """Share the points that passed the armour among the pools.

    Up to the damage threshold they come off stamina, beyond it off the pool `harm` (S-DMG-4). What stamina cannot cover
    comes off vitality, what vitality cannot cover off trauma (S-DMG-5). Trauma's loss may be more than it has left.
    """
    soaked = min(points, threshold)
    beyond = points - soaked
    stamina = min(soaked, stamina_left)
    off_vitality = soaked - stamina + (beyond if harm == "vitality" else 0)
    vitality = min(off_vitality, vitality_left)
    return Loss(stamina, vitality, points - stamina - vitality)
