"""Refusals: why the state of a fighter does not allow a verb, each a function with its sentence beside its condition.

Every function here returns the sentence for the game master, or "" where nothing is refused.
"""

from __future__ import annotations

from fractions import Fraction

from tracker.games.feats import checks, formulas
from tracker.games.feats.book.house_rules import HouseRules
from tracker.games.feats.fighter import (
    DROWNED,
    FAST,
    GRAPPLED,
    PRONE,
    WATER,
    Fighter,
)
from tracker.games.feats.sheet import FP, PARRY, Thing
from tracker.games.toolkit.exact_numbers import exact, plain

# The fighter's place and state


def not_in_water(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of swimming outside deep water. Empty when it is allowed."""
    if fighter.has(WATER):
        return ""
    return f"{fighter.name} is not in deep water; `{fighter.who} dive` takes it there."


def in_water(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of movement on land or in the air while in deep water. Empty when it is allowed."""
    if not fighter.has(WATER):
        return ""
    return f"{fighter.name} is in deep water. l: go ashore"


def no_wings(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of flying without the trait "wings". Empty when it is allowed."""
    if "wings" in fighter.sheet.entry.traits:
        return ""
    return f'{fighter.name} cannot fly: its traits on the sheet do not include "wings".'


def exhausted(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of movement without fatigue points, if a house rule stops it. Empty when it is allowed."""
    # In deep water no swimmer is stopped: a swimmer without fatigue points goes on and rolls Will instead (F-AIR-1).
    if fighter.has(WATER) or fighter.now.pool(FP) or house.exhausted != "stop":
        return ""
    return f"{fighter.name} is exhausted: no fatigue points left (FQ 20)."


def lying_down(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of what needs two feet while the fighter lies on the ground. Empty when it is allowed."""
    if not fighter.has(PRONE):
        return ""
    return f"{fighter.name} is lying down. g: get up"


def grappled(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of movement while grappled. Empty when it is allowed."""
    if not fighter.has(GRAPPLED):
        return ""
    return f"{fighter.name} is grappled. Once it is free: `fix {fighter.who} grappled off` (F-GRAB-2)"


def standing_already(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of getting up when the fighter stands. Empty when it is allowed."""
    if fighter.has(PRONE):
        return ""
    return f"{fighter.name} is already standing."


def in_water_already(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of diving when the fighter is in deep water. Empty when it is allowed."""
    if not fighter.has(WATER):
        return ""
    return f"{fighter.name} is already in deep water."


def ashore_already(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of going ashore when the fighter is not in deep water. Empty when it is allowed."""
    if fighter.has(WATER):
        return ""
    return f"{fighter.name} is not in deep water."


# The fighter's activity


def nothing_to_stop(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of stopping without an activity. Empty when it is allowed."""
    if fighter.doing is not None:
        return ""
    return f"{fighter.name} has no activity to stop."


def not_sprinting(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of swerving when the fighter is not sprinting or swooping. Empty when it is allowed."""
    if fighter.doing is not None and fighter.doing.key in FAST:
        return ""
    return f"{fighter.name} is not sprinting."


def no_load(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of setting down a load that is not there. Empty when it is allowed."""
    if fighter.sheet.load:
        return ""
    return f"{fighter.name} carries no load."


def in_position_already(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of getting in position twice. Empty when it is allowed."""
    if not fighter.in_position:
        return ""
    return f"{fighter.name} is already in position. n: jump"


def not_in_position(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of a jump before the fighter is in position. Empty when it is allowed."""
    if fighter.in_position:
        return ""
    return f"{fighter.name} must get in position first; `{fighter.who} concentrate` takes 1 s (F-JUMP-3)."


def not_afloat(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of shedding gear before one successful Swimming roll. Empty when it is allowed."""
    if fighter.afloat:
        return ""
    return f"{fighter.name} can shed gear only in deep water, after one successful Swimming roll (F-SWIM-3)."


# The fighter's things


def nothing_in_hand(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of a throw with empty hands. Empty when it is allowed."""
    if any(map(fighter.in_hand, fighter.sheet.entry.thing)):
        return ""
    return f"{fighter.name} has nothing in hand. e: ready a thing"


def no_things(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of a verb about things when the sheet has none. Empty when it is allowed."""
    if fighter.sheet.entry.thing:
        return ""
    return f"{fighter.name} has no things on the sheet."


def no_first_aid(fighter: Fighter, house: HouseRules) -> str:
    """Return the refusal of first aid without the skill. Empty when it is allowed."""
    if fighter.sheet.skill("First Aid") is not None:
        return ""
    return f"{fighter.name} has no First Aid on the sheet."


# Those of several verbs, in the order in which they are told

RUNS = (in_water, exhausted, lying_down, grappled)
SWIMS = (not_in_water, exhausted, grappled)
FLIES = (in_water, no_wings, exhausted, grappled)


# The target, the way and the thing


def why_no_rescue(fighter: Fighter, target: str) -> str:
    """Return why `target` cannot be rescued. Empty when it can (F-SAVE)."""
    victim = fighter.another(target)
    next_try = fighter.now.mark(f"rescue {target}")
    if target == fighter.who:
        return f"{fighter.name} cannot rescue itself; choose another fighter."
    if next_try < 0:
        return f"{fighter.name} has broken off and cannot rescue {victim.name} any more (F-SAVE)."
    if next_try > fighter.encounter.count:
        return f"{fighter.name} may try to rescue {victim.name} again at {next_try} (F-SAVE)."
    if not victim.has(WATER):
        return f"{victim.name} is not in deep water and needs no rescue."
    return ""


def why_no_first_aid(fighter: Fighter, target: str) -> str:
    """Return why `target` cannot be given first aid against drowning."""
    victim = fighter.another(target)
    if target == fighter.who:
        return f"{fighter.name} cannot give itself first aid; choose another fighter."
    if victim.has(WATER):
        return f"{victim.name} is still in deep water and must be rescued first. m: rescue"
    if not victim.has(DROWNED):
        return f"{victim.name} has no water in the lungs."
    return ""


def why_no_slam(fighter: Fighter, how: checks.How) -> str:
    """Return why the fighter cannot slam in this way (F-SLAM-6)."""
    steers = bool(how.skill)
    four_legs = "four legs" in fighter.sheet.entry.traits
    if how.kind == checks.POUNCE and not four_legs and not steers:
        return f"{fighter.name} cannot pounce without four legs; on two it is a flying tackle (F-SLAM-6)."
    if how.kind == checks.TACKLE and four_legs:
        return f"{fighter.name} has four legs: it pounces instead of tackling (F-SLAM-6)."
    if how.kind == checks.RUSH and not any(thing.piece == "shield" for thing in fighter.sheet.entry.thing):
        return f'{fighter.name} cannot rush without a shield: a thing with piece = "shield" (F-SLAM-6).'
    if how.kind == checks.RUSH and fighter.sheet.skill("Shield") is None:
        return f"{fighter.name} cannot rush with a shield: no Shield skill on the sheet (F-ROLL-2)."
    if steers and fighter.sheet.skill(how.skill) is None:
        return (
            f"{fighter.name} cannot steer: no {how.skill} on the sheet. "
            "A mount takes Riding, a vehicle its own skill (F-SLAM-6)."
        )
    if steers and not how.hp:
        return (
            f"Give the hit points of what {fighter.name} steers, "
            f"as in: {fighter.who} slam … 12 hp 22 by Riding (F-SLAM-6)."
        )
    if steers and how.kind in (checks.TACKLE, checks.RUSH):
        return f"{fighter.name} steers with {how.skill}: it may slam or pounce, but not {how.kind} (F-SLAM-6)."
    return ""


def why_no_throw(
    fighter: Fighter, thing: Thing, target: str = "", yards: str = "", *, measures_gap: bool = False
) -> str:
    """Return why a thing cannot be thrown: not in hand, too heavy, out of reach (F-THROW-1, F-THROW-3).

    The distance is `yards` if given, else the gap of a chase when the encounter `measures_gap`, else 0.
    """
    if not fighter.in_hand(thing):
        return f"{fighter.name} has no {thing.name} in hand. e: ready a thing (F-THROW-1)"
    reach = checks.reach(fighter.sheet, thing)
    if reach is None:
        most = plain(formulas.limits(fighter.sheet.lift)["two_hands"])
        return (
            f"{fighter.name} cannot throw {thing.weight:g} lb: {most} lb at most, 8 times its Basic Lift (F-THROW-1)."
        )
    distance = Fraction(0)
    if yards:
        distance = exact(yards)
    elif target and measures_gap:
        distance = fighter.apart(target)
    if distance > reach:
        return (
            f"Out of reach: {fighter.name} throws {thing.name} {plain(reach)} yd at most, "
            f"and the target is {int(distance)} yd away (F-THROW-3)."
        )
    return ""


def why_not_lifted(fighter: Fighter, person: str) -> str:
    """Return why `person` (an id, or "") cannot be lifted: an unwilling person must be grappled (F-GRAB-2)."""
    if not person:
        return ""
    victim = fighter.another(person)
    willing = not victim.now.able or victim.now.profile.side == fighter.now.profile.side
    if willing or victim.has(GRAPPLED):
        return ""
    return f"{fighter.name} must grapple {victim.name} first: `fix {person} grappled on` (F-GRAB-2)."


def why_no_drop(fighter: Fighter, thing: Thing) -> str:
    """Return why a thing cannot be let go: it is not in hand."""
    return "" if fighter.in_hand(thing) else f"{fighter.name} has no {thing.name} in hand."


def why_no_interception(fighter: Fighter) -> str:
    """Return why a thing cannot be snatched out of the air: the sheet has no parry (F-CATCH-2)."""
    return "" if PARRY in fighter.sheet.defences else f"{fighter.name} cannot intercept: no parry on the sheet."


def why_no_grip(fighter: Fighter, thing: Thing, hands: int) -> str:
    """Return why a thing cannot be picked up with one hand or two: it is in hand already, or too heavy (F-LIFT-2)."""
    if fighter.in_hand(thing):
        return f"{fighter.name} has {thing.name} in hand already."
    if formulas.ready_seconds(exact(thing.weight), fighter.sheet.lift, hands) is not None:
        return ""
    with_what = "one hand" if hands == 1 else "two hands"
    return f"{fighter.name} cannot take up {thing.weight:g} lb with {with_what} (F-LIFT-2)."


def why_too_heavy(fighter: Fighter, verb: str, pounds: str, most: Fraction) -> str:
    """Return why `pounds` are more than `most`, for a lift, shove, carry or pull. Empty when they are not."""
    if exact(pounds) <= most:
        return ""
    name, limit = fighter.name, plain(most)
    match verb:
        case "lift" if fighter.sheet.skill("Lifting") is not None:
            # A Lifting roll may raise the limit, so the attempt itself is allowed (F-LIFT-5).
            return ""
        case "lift":
            return f"{name} lifts {limit} lb at most, 8 times its Basic Lift, not {pounds} (F-LIFT-2)."
        case "shove":
            return f"{name} moves {limit} lb at most this way, not {pounds} (F-GRAB-3)."
        case "carry":
            return f"{name} carries {limit} lb at most, 15 times its Basic Lift, not {pounds} (F-LIFT-2)."
        case _:
            return (
                f"{name} cannot move {pounds} lb of effective weight: "
                f"{limit} lb at most, 15 times its Basic Lift (F-DRAG-2)."
            )
