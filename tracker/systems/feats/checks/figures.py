"""Figures: everything that follows from a sheet, by name, as menus, the sheet pane and the calculators tell it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tracker.systems.feats.book.tables import ACTIVITIES
from tracker.systems.feats.checks import targets
from tracker.systems.feats.rules import loads, travel, water
from tracker.systems.feats.sheets.sheet import Sheet
from tracker.systems.kit.sums import Sum


def figures(own: Sheet, tired: bool = False, run_up: Fraction = travel.ZERO) -> Mapping[str, Fraction | int]:
    """Pounds, yards a second, inches, feet, seconds, miles, cubic feet of a sheet (`run_up`: yards before a jump)."""
    move, air, limits = own.move(tired), own.air(tired), loads.limits(own.lift)
    high, broad = travel.jumps(move, run_up, own.skill("Jumping") or 0)
    control = own.skill("Breath Control") is not None
    return {
        "basic_lift": own.lift,
        **{what.replace(" ", "_"): pounds for what, pounds in limits.items()},
        "load": own.load,
        "factor": loads.factor(own.level),
        "move": move,
        "sprint": travel.top(move, own.enhanced),
        "run": travel.paced(move, own.enhanced),
        "swim": water.swum(own.basic_move, own.level, 1) / (2 if tired else 1),
        "air_move": air,
        "swoop": travel.top(air, own.enhanced_air),
        "fly": travel.paced(air, own.enhanced_air),
        "high_inches": high,
        "broad_feet": broad,
        **{f"seconds_{exertion}": water.breath(own.ht, exertion, control=control) for exertion in water.EXERTIONS},
        "miles_a_day": travel.miles(move),
        "miles_by_air": travel.miles(air),
        "digs": loads.dig(own.lift, "loose", Fraction(1)).shovel,
    }


def needs(own: Sheet, on_purpose: bool = True, climb: int = 0) -> Mapping[str, Sum]:
    """What the usual rolls of a sheet are rolled against, by name."""
    activities = {verb: targets.tiring(own, verb) for verb, row in ACTIVITIES.items()}
    return {
        **activities,
        "climb": targets.climbing(own, climb),
        "dive": targets.swimming(own, on_purpose),
        "slam": targets.slamming(own),
        "catch": targets.catching(own, False, 0),
    }
