"""Loads: Basic Lift, what can be moved, encumbrance, pulling, taking things up, digging (F-LIFT, F-ENC, F-DRAG…)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tracker.systems.feats.book.tables import BOOK
from tracker.systems.kit.figures import half_up


def basic_lift(st: int) -> Fraction:
    """BL in lb: ST·ST/5, rounded half up from 10 on † (F-LIFT-1)."""
    raw = Fraction(st * st, BOOK.lift.square)
    return half_up(raw) if raw >= BOOK.lift.rounded_from else raw


def limits(lift: Fraction) -> dict[str, Fraction]:
    """What can be moved, in lb, by the names of the table (F-LIFT-2)."""
    return {way: lift * times for way, times in BOOK.lift.limits.items()}


def lift_bonus(margin: int) -> int:
    """Percent more Basic Lift for picking up, by the margin of a Lifting roll; none on a failure (F-LIFT-5)."""
    return max(0, margin) * BOOK.lift.skill_percent


def level(load: Fraction, lift: Fraction) -> int:
    """Encumbrance level 0 to 4 of a load (F-ENC-1 †); more than the last bound stays extra-heavy."""
    limits = BOOK.encumbrance.limits
    return next((step for step, most in enumerate(limits) if load <= most * lift), len(limits) - 1)


def factor(level: int) -> Fraction:
    """What every Move is multiplied by (F-ENC-2)."""
    return 1 - BOOK.encumbrance.slower * level


def tired(points: int, full: int) -> bool:
    """Under a third of the fatigue points (F-ENC-3); Move is then halved."""
    return points * BOOK.encumbrance.tired < full


def straining(load: Fraction, lift: Fraction) -> bool:
    """Whether a load costs a fatigue point each second: over 10·BL, not at it (F-LIFT-3, FQ 4)."""
    return load > lift * BOOK.encumbrance.limits[-1]


def pulled(load: Fraction, vehicle_weight: Fraction, vehicle: str = "none", smooth: bool = False) -> Fraction:
    """Effective weight in lb of what is pulled (F-DRAG-1)."""
    return (load + vehicle_weight) / BOOK.drag.vehicles[vehicle] / (BOOK.drag.smooth if smooth else 1)


def ready_seconds(weight: Fraction, lift: Fraction, hands: int) -> int | None:
    """Seconds to take a thing up in a fight with one hand or two; None when it is too heavy (F-GRAB-1, F-LIFT-2)."""
    if weight > limits(lift)["one_hand" if hands == 1 else "two_hands"]:
        return None
    return BOOK.lift.ready[0] if weight <= lift else BOOK.lift.ready[hands]


@dataclass(frozen=True, slots=True)
class Digging:
    """Cubic feet an hour with each tool (0: not with that one) and hours for a volume; None when it cannot be dug."""

    pick: Fraction
    shovel: Fraction
    hours: Fraction | None


def dig(
    lift: Fraction, soil: str, volume: Fraction, tools: str = "iron", *, pick: bool = True, shovel: bool = True
) -> Digging:
    """How fast a hole is dug (F-DIG, FQ 6): what the pick has loosened goes at the loosened rate."""
    book, quality = BOOK.dig.soils[soil], BOOK.dig.tools[tools]
    breaking = lift * book.pick * quality if pick else Fraction(0)
    shovelling = lift * (book.loosened if breaking else book.shovel) * quality if shovel else Fraction(0)
    if not shovelling or (book.needs_pick and not breaking):
        return Digging(breaking, shovelling, None)
    return Digging(breaking, shovelling, volume / shovelling + (volume / breaking if breaking else 0))
