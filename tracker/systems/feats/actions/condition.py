"""Condition: what one is in the middle of, read from the state: activity, way covered, load, things in hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tracker.encounter.combatant import Condition
from tracker.encounter.state import Encounter
from tracker.systems.feats.rules import travel, water
from tracker.systems.feats.sheets import sheet as sheets
from tracker.systems.feats.sheets.entry import Thing
from tracker.systems.feats.sheets.sheet import Sheet

SPRINT, RUN, SWIM, PADDLE, FLOAT, CLIMB, SWOOP, FLY = (
    "sprint",
    "run",
    "swim",
    "paddle",
    "float",
    "climb",
    "swoop",
    "fly",
)
LABELS = {
    SPRINT: "sprinting",
    RUN: "running",
    SWIM: "swimming fast",
    PADDLE: "swimming",
    FLOAT: "floating",
    CLIMB: "climbing",
    SWOOP: "flying fast",
    FLY: "flying",
}
"""The activities that move somebody, one at a time; each is a condition of its own."""
FAST, IN_WATER = (SPRINT, SWOOP), (SWIM, PADDLE, FLOAT)
WATER, DROWNING, BREATH, AIRLESS, UNCONSCIOUS, DROWNED = (
    "water",
    "drowning",
    "breath",
    "airless",
    "unconscious",
    "drowned",
)
PRONE, GRAPPLED, SECURED, DEAD, DULLED = "prone", "grappled", "secured", "dead", "dulled"
"""Further conditions."""
WAY, SINCE, RUN_UP, UNLADEN = "way", "since", "run up", "unladen"
"""Marks: yards covered up to a count, that count, seconds of the sprint before it, and a load set down."""


def sheet_of(encounter: Encounter, who: str) -> Sheet:
    """The sheet as things stand: without the load that was set down."""
    own = sheets.sheet_of(encounter, who)
    return replace(own, load=Fraction(0), level=0) if encounter[who].marks.get(UNLADEN) else own


def activity(encounter: Encounter, who: str) -> Condition | None:
    """The activity somebody is in."""
    return next((one for one in encounter[who].conditions if one.key in LABELS), None)


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
    way = Fraction(str(one.marks.get(WAY, 0)))
    if doing is None:
        return way
    seconds, own, tired = encounter.count - one.mark(SINCE), sheet_of(encounter, who), sheets.tired(encounter, who)
    if doing.key not in FAST:
        return way + pace(encounter, who, doing.key) * seconds
    move, enhanced = (own.move(tired), own.enhanced) if doing.key == SPRINT else (own.air(tired), own.enhanced_air)
    before = one.mark(RUN_UP)
    return way + travel.sprinted(move, before + seconds, enhanced) - travel.sprinted(move, before, enhanced)


def apart(encounter: Encounter, who: str, other: str) -> Fraction:
    """Yards between two in a chase."""
    return abs(covered(encounter, who) - covered(encounter, other))


def holds(encounter: Encounter, who: str, thing: Thing) -> bool:
    """Whether a thing is in hand."""
    return bool(encounter[who].marks.get(f"holds {thing.name}", thing.held))
