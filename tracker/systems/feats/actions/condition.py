"""Condition: what one is in the middle of, read from the state: activity, way covered, load, things in hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tracker.encounter.combatant import Condition
from tracker.encounter.state import Encounter
from tracker.systems.feats.book.tables import ACTIVITIES
from tracker.systems.feats.rules import loads, travel, water
from tracker.systems.feats.rules.loads import exact
from tracker.systems.feats.sheets import sheet as sheets
from tracker.systems.feats.sheets.entry import Thing
from tracker.systems.feats.sheets.sheet import Sheet

CLIMB = "climb"
MOVING = (*ACTIVITIES, CLIMB)
"""The activities that move somebody, one at a time; each is a condition of its own."""
FAST = ("sprint", "swoop")
WATER, DROWNING, BREATH, AIRLESS, DROWNED = "water", "drowning", "breath", "airless", "drowned"
PRONE, GRAPPLED, SECURED, DEAD, DULLED, UNCONSCIOUS = "prone", "grappled", "secured", "dead", "dulled", "unconscious"
BY_HAND = {
    AIRLESS: "suffocating",
    WATER: "in deep water",
    PRONE: "lying down",
    GRAPPLED: "grappled",
    SECURED: "secured by a rope",
    UNCONSCIOUS: "unconscious",
}
"""What may be begun by hand, in words; an unwilling person is grappled so before it is lifted (F-GRAB-2)."""
SEEN = (WATER, PRONE, GRAPPLED, UNCONSCIOUS, DEAD, DROWNING, *MOVING)
"""What anybody sees."""
WAY, SINCE, RUN_UP, LOAD = "way", "since", "run up", "load"
"""Marks: yards covered up to a count, that count, seconds of the sprint before it, and the load as it is now."""


def sheet_of(encounter: Encounter, who: str) -> Sheet:
    """The sheet as things stand: with the load that is carried or pulled now."""
    own = sheets.sheet_of(encounter, who)
    load = encounter[who].marks.get(LOAD)
    if load is None:
        return own
    return replace(own, load=exact(str(load)), level=loads.level(exact(str(load)), own.lift))


def wet(encounter: Encounter, who: str) -> bool:
    """Whether somebody is in water over its head."""
    return encounter[who].condition(WATER) is not None


def activity(encounter: Encounter, who: str) -> Condition | None:
    """The activity somebody is in."""
    return next((one for one in encounter[who].conditions if one.key in MOVING), None)


def pace(encounter: Encounter, who: str, key: str) -> Fraction:
    """Yards a second of an activity at full speed, as the sheet, load and fatigue have it."""
    own, tired = sheet_of(encounter, who), sheets.tired(encounter, who)
    match key:
        case "sprint":
            return travel.top(own.move(tired), own.enhanced)
        case "run":
            return travel.paced(own.move(tired), own.enhanced)
        case "swoop":
            return travel.top(own.air(tired), own.enhanced_air)
        case "fly":
            return travel.paced(own.air(tired), own.enhanced_air)
        case "swim":
            return water.swum(own.basic_move, own.level, 1) / (2 if tired else 1)
        case _:
            return Fraction(0)


def covered(encounter: Encounter, who: str) -> Fraction:
    """Yards somebody has come by running, flying and fast swimming, up to now."""
    one, doing = encounter[who], activity(encounter, who)
    way = exact(str(one.marks.get(WAY, 0)))
    if doing is None:
        return way
    seconds, own, tired = encounter.count - one.mark(SINCE), sheet_of(encounter, who), sheets.tired(encounter, who)
    if doing.key not in FAST:
        return way + pace(encounter, who, doing.key) * seconds
    move, enhanced = (own.move(tired), own.enhanced) if doing.key == "sprint" else (own.air(tired), own.enhanced_air)
    before = one.mark(RUN_UP)
    return way + travel.sprinted(move, before + seconds, enhanced) - travel.sprinted(move, before, enhanced)


def apart(encounter: Encounter, who: str, other: str) -> Fraction:
    """Yards between two in a chase."""
    return abs(covered(encounter, who) - covered(encounter, other))


def holds(encounter: Encounter, who: str, thing: Thing) -> bool:
    """Whether a thing is in hand."""
    return bool(encounter[who].marks.get(f"holds {thing.name}", thing.held))
