"""Harm: what a success is worth and the damage it does, what armour takes of it, and which pools the rest comes off."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tracker.systems.kit.exact_numbers import exact, half_up
from tracker.systems.prism.book.house import HouseRules
from tracker.systems.prism.book.tables import BOOK, Degree


def degree(target: int, result: int, house: HouseRules) -> Degree:
    """How good a success is, by how near below its target number; normal when degrees are not played (S-QUAL-3).

    Marginal wins where a small target number makes a result both marginal and critical; perfect wins over all.
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
    """Final quality: base, the tens digit and one, by the highest success modifier of any gear, and by the degree.

    S-QUAL-1, S-QUAL-2, S-QUAL-3.
    """
    return _worth(result // 10 + BOOK.quality.base, max(modifiers, default=1), of_degree)


def damage(result: int, modifier: float, of_degree: Degree, house: HouseRules) -> int:
    """Damage of a hit: tens digit, or quality, by the weapon's modifier, and by the degree (S-DMG-1, S-QUAL-3)."""
    tens = _worth(result // 10, modifier, of_degree)
    return tens if house.damage_from == "tens" else final(result, [modifier], of_degree)


def _worth(points: int, modifier: float, of_degree: Degree) -> int:
    return int(half_up(points * exact(modifier) * BOOK.degrees[of_degree].factor))


def deflected(points: int, of_degree: Degree, house: HouseRules) -> int:
    """The part of the damage that a deflection negates (S-DEFLECT-2)."""
    share = BOOK.degrees[of_degree].share if house.degrees else BOOK.deflection.share
    return int(half_up(Fraction(points * share, 100)))


@lru_cache(maxsize=1024)
def mean_damage(target: int, modifier: float, house: HouseRules) -> int:
    """What a success does on average, over every result that succeeds (S-DMG-1)."""
    results = range(min(target, BOOK.dice.highest) + 1)
    if not results:
        return 0
    done = sum(damage(result, modifier, degree(target, result, house), house) for result in results)
    return int(half_up(Fraction(done, len(results))))


class Layer(NamedTuple):
    """A piece of armour in the fight: `first` is its original threshold."""

    threshold: int
    capacity: int
    first: int

    def destroyed(self, house: HouseRules) -> bool:
        """Whether it is gone for good: as far below 0 as half, or all, of its original threshold (S-ARM-5)."""
        part = BOOK.destroyed[house.destroyed_at]
        return self.capacity <= 0 and self.capacity <= -part * self.first and (self.first > 0 or self.capacity < 0)


class Impact(NamedTuple):
    """A hit on one piece of armour: the piece afterwards, and the points that go through."""

    layer: Layer
    through: int


def struck(layer: Layer, points: int) -> Impact:
    """A hit on one piece of armour.

    With capacity it takes up to its threshold, which falls to the capacity left (S-ARM-2, S-ARM-3); without, nothing,
    and goes on taking damage itself (S-ARM-4).
    """
    if layer.capacity <= 0:
        return Impact(Layer(0, layer.capacity - points, layer.first), points)
    taken = min(points, layer.threshold)
    left = layer.capacity - taken
    threshold = max(0, min(layer.threshold, left))
    return Impact(Layer(threshold, left, layer.first), points - taken)


class Loss(NamedTuple):
    """What comes off each pool."""

    stamina: int
    vitality: int
    trauma: int


def spread(points: int, threshold: int, harm: str, *, stamina_left: int, vitality_left: int) -> Loss:
    """What passed the armour, shared out among the pools.

    Up to the damage threshold off stamina, the rest off `harm` (S-DMG-4); what stamina cannot cover off vitality, what
    vitality cannot cover off trauma (S-DMG-5). Trauma may be more than there is left.
    """
    soaked = min(points, threshold)
    beyond = points - soaked
    stamina = min(soaked, stamina_left)
    off_vitality = soaked - stamina + (beyond if harm == "vitality" else 0)
    vitality = min(off_vitality, vitality_left)
    return Loss(stamina, vitality, points - stamina - vitality)
