"""Harm: what armour takes of a hit, layer by layer, and which pools the rest comes off."""

from __future__ import annotations

from typing import NamedTuple

from tracker.systems.prism.book.house import HouseRules
from tracker.systems.prism.book.tables import book


class Layer(NamedTuple):
    """A piece of armour as it is now: `first` is its original threshold."""

    threshold: int
    capacity: int
    first: int

    def destroyed(self, house: HouseRules) -> bool:
        """Whether it is gone for good: as far below 0 as half, or all, of its original threshold (S-ARM-5)."""
        part = book().armour.destroyed[house.destroyed_at]
        return self.capacity <= 0 and self.capacity <= -part * self.first and (self.first > 0 or self.capacity < 0)


def struck(layer: Layer, points: int) -> tuple[Layer, int]:
    """A hit on one piece: how it is afterwards, and what goes through.

    With capacity it takes up to its threshold, which falls to the capacity left (S-ARM-2, S-ARM-3); without, nothing,
    and goes on taking damage itself (S-ARM-4).
    """
    if layer.capacity <= 0:
        return Layer(0, layer.capacity - points, layer.first), points
    taken = min(points, layer.threshold)
    left = layer.capacity - taken
    return Layer(max(0, min(layer.threshold, left)), left, layer.first), points - taken


class Loss(NamedTuple):
    """What comes off each pool."""

    stamina: int
    vitality: int
    trauma: int


def spread(points: int, threshold: int, harm: str, left: tuple[int, int]) -> Loss:
    """What passed the armour, shared out; `left` are the points left of stamina and vitality.

    Up to the damage threshold off stamina, the rest off `harm` (S-DMG-4); what stamina cannot cover off vitality, what
    vitality cannot cover off trauma (S-DMG-5). Trauma may be more than there is left.
    """
    soaked = min(points, threshold)
    stamina, rest = min(soaked, left[0]), points - soaked
    off_vitality = soaked - stamina + (rest if harm == "vitality" else 0)
    vitality = min(off_vitality, left[1])
    return Loss(stamina, vitality, points - stamina - vitality)
