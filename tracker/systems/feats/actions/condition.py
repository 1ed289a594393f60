"""Condition: what one is in the middle of, read from the state: activity, way covered, load, things in hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tracker.encounter import events as ev
from tracker.encounter.combatant import Condition
from tracker.encounter.draft import Draft
from tracker.encounter.state import Encounter
from tracker.systems.feats import checks, sheets
from tracker.systems.feats.book.tables import ACTIVITIES
from tracker.systems.feats.rules import loads, travel
from tracker.systems.feats.sheets import FP, Sheet, Thing
from tracker.systems.kit.figures import exact
from tracker.systems.kit.files import read
from tracker.systems.kit.names import demanded

CLIMB = "climb"
MOVING = (*ACTIVITIES, CLIMB)
"""The activities that move somebody, one at a time; each is a condition of its own."""
FAST = ("sprint", "swoop")
WATER, DROWNING, BREATH, AIRLESS, DROWNED = "water", "drowning", "breath", "airless", "drowned"
PRONE, GRAPPLED, SECURED, DEAD, DULLED, UNCONSCIOUS = "prone", "grappled", "secured", "dead", "dulled", "unconscious"
BY_HAND = (AIRLESS, WATER, PRONE, GRAPPLED, SECURED, UNCONSCIOUS)
"""What may be begun by hand; an unwilling person is grappled so before it is lifted (F-GRAB-2)."""
SEEN = (WATER, PRONE, GRAPPLED, UNCONSCIOUS, DEAD, DROWNING, *MOVING)
"""What anybody sees."""
WAY, SINCE, RUN_UP, LOAD = "way", "since", "run up", "load"
"""Marks: yards covered up to a count, that count, seconds of the sprint before it, and the load as it is now."""
WORDS = read("tracker.systems.feats", "words.toml")


def gain(draft: Draft, who: str, key: str, why: str = "", amount: int = 0, until: int | None = None) -> None:
    """A condition begins, under the label it has in `words.toml`."""
    label = WORDS["conditions"][key]
    draft.emit(ev.ConditionGained(who=who, condition=key, label=label, why=why, amount=amount, until=until))


def sheet_of(encounter: Encounter, who: str) -> Sheet:
    """The sheet as things stand: with the load that is carried or pulled now, and tired or not (F-ENC-3)."""
    own, one = sheets.sheet_of(encounter, who), encounter[who]
    if loads.tired(one.pool(FP), one.full(FP)):
        own = replace(own, tired=True)
    if (load := one.marks.get(LOAD)) is not None:
        own = replace(own, load=exact(load), level=loads.level(exact(load), own.lift))
    return own


def full_move(encounter: Encounter, who: str) -> int:
    """The whole yards of a turn that a slam is run over when nobody says how many."""
    return max(1, int(sheet_of(encounter, who).move))


def has(encounter: Encounter, who: str, key: str) -> bool:
    """Whether somebody bears a condition."""
    return encounter[who].condition(key) is not None


def wet(encounter: Encounter, who: str) -> bool:
    """Whether somebody is in water over its head."""
    return has(encounter, who, WATER)


def activity(encounter: Encounter, who: str) -> Condition | None:
    """The activity somebody is in."""
    return next((one for one in encounter[who].conditions if one.key in MOVING), None)


def covered(encounter: Encounter, who: str) -> Fraction:
    """Yards somebody has come by running, flying and fast swimming, up to now."""
    one, doing = encounter[who], activity(encounter, who)
    way = exact(one.marks.get(WAY, 0))
    if doing is None:
        return way
    seconds, own = encounter.count - one.mark(SINCE), sheet_of(encounter, who)
    if doing.key not in FAST:
        return way + checks.figures(own).get(doing.key, 0) * seconds
    move, enhanced = (own.move, own.enhanced) if doing.key == "sprint" else (own.air, own.enhanced_air)
    before = one.mark(RUN_UP)
    return way + travel.sprinted(move, before + seconds, enhanced) - travel.sprinted(move, before, enhanced)


def apart(encounter: Encounter, who: str, other: str) -> Fraction:
    """Yards between two in a chase."""
    return abs(covered(encounter, who) - covered(encounter, other))


def thing_of(sheet: Sheet, name: str, whose: str) -> Thing:
    """A thing of the sheet; raises Refused with those there are."""
    return demanded(sheet.things, name, whose, "thing")


def holds(encounter: Encounter, who: str, thing: Thing) -> bool:
    """Whether a thing is in hand."""
    return bool(encounter[who].marks.get(f"holds {thing.name}", thing.held))
