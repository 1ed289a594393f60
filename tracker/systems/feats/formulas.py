"""Rules: the formulas of feats as pure functions of numbers, with exact fractions; section by section."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import NamedTuple

from tracker.systems.feats.book.tables import BOOK
from tracker.systems.kit.d6 import Sixes
from tracker.systems.kit.exact_numbers import half_up
from tracker.systems.kit.roll_under import Under
from tracker.systems.kit.tables import row_of

UNDER = Under(BOOK.rolls)
tier, succeeds, percent = UNDER.tier, UNDER.succeeds, UNDER.percent
odds, told, record = UNDER.odds, UNDER.told, UNDER.record
"""3d6 at or under a target, with the published criticals † or none of them (F-ROLL-1, FQ 1)."""

# Loads: F-LIFT, F-ENC, F-DRAG, F-GRAB and F-DIG


def basic_lift(st: int) -> Fraction:
    """BL in lb: ST·ST/5, rounded half up from 10 on † (F-LIFT-1)."""
    raw = Fraction(st * st, BOOK.lift.square)
    return half_up(raw) if raw >= BOOK.lift.rounded_from else raw


def limits(lift: Fraction) -> dict[str, Fraction]:
    """What can be moved, in lb, by the names of the table (F-LIFT-2)."""
    return {way: lift * times for way, times in BOOK.limits.items()}


def lift_bonus(margin: int) -> int:
    """Percent more Basic Lift for picking up, by the margin of a Lifting roll; none on a failure (F-LIFT-5)."""
    return max(0, margin) * BOOK.lift.skill_percent


def level(load: Fraction, lift: Fraction) -> int:
    """Encumbrance level 0 to 4 of a load (F-ENC-1 †); more than the last bound stays extra-heavy."""
    levels = BOOK.levels
    return next((step for step, (most, _) in enumerate(levels) if load <= most * lift), len(levels) - 1)


def level_name(level: int) -> str:
    """The word of an encumbrance level (F-ENC-1)."""
    _, name = BOOK.levels[level]
    return name


def factor(level: int) -> Fraction:
    """What every Move is multiplied by (F-ENC-2)."""
    return 1 - BOOK.encumbrance.slower * level


def tired(points: int, full: int) -> bool:
    """Under a third of the fatigue points (F-ENC-3); Move is then halved."""
    return points * BOOK.encumbrance.tired < full


def straining(load: Fraction, lift: Fraction) -> bool:
    """Whether a load costs a fatigue point each second: over 10·BL, not at it (F-LIFT-3, FQ 4)."""
    most_of_basic_lift, _ = BOOK.levels[-1]
    return load > lift * most_of_basic_lift


def pulled(load: Fraction, vehicle_weight: Fraction, vehicle: str = "none", smooth: bool = False) -> Fraction:
    """Effective weight in lb of what is pulled (F-DRAG-1)."""
    return (load + vehicle_weight) / BOOK.vehicles[vehicle] / (BOOK.drag.smooth if smooth else 1)


def ready_seconds(weight: Fraction, lift: Fraction, hands: int) -> int | None:
    """Seconds to take a thing up in a fight with one hand or two; None when it is too heavy (F-GRAB-1, F-LIFT-2)."""
    if weight > limits(lift)["one_hand" if hands == 1 else "two_hands"]:
        return None
    light, one_handed, two_handed = BOOK.ready_seconds
    if weight <= lift:
        return light
    return one_handed if hands == 1 else two_handed


class Digging(NamedTuple):
    """Cubic feet an hour with each tool (0: not with that one) and hours for a volume; None when it cannot be dug."""

    pick: Fraction
    shovel: Fraction
    hours: Fraction | None


def dig(
    lift: Fraction, soil: str, volume: Fraction, tools: str = "iron", *, pick: bool = True, shovel: bool = True
) -> Digging:
    """How fast a hole is dug (F-DIG, FQ 6): what the pick has loosened goes at the loosened rate."""
    book, quality = BOOK.soils[soil], BOOK.tools[tools]
    breaking = lift * book.pick * quality * pick
    shovelling = lift * (book.loosened if breaking else book.shovel) * quality * shovel
    dug = shovelling and (breaking or not book.needs_pick)
    hours = volume / shovelling + (volume / breaking if breaking else 0) if dug else None
    return Digging(breaking, shovelling, hours)


# Travel, jumps and breath: F-HIKE, F-RUN, F-FLY, F-JUMP, F-BREATH, F-AIR and F-SWIM

ZERO, ONE = Fraction(0), Fraction(1)
EXERTIONS = tuple(BOOK.exertions)


def miles(
    move: Fraction, terrain: str = "average", sky: str = "fair", road: str = "", on: str = "", snow_twice: bool = False
) -> Fraction:
    """Miles a day on foot, by kind of ground, poor or good road, on skis or skates (F-HIKE-1 to F-HIKE-4, FQ 7)."""
    book = BOOK.hike
    deep, snow = terrain == "deep snow", sky in ("snow to the ankle", "deeper snow")
    ground = BOOK.ground.get(terrain, terrain)
    if (on == "skis" and (snow or deep)) or (on == "skates" and sky == "ice"):
        ground, sky = "average", "fair"
    elif road:
        ground = "very bad" if road == "poor" and sky == "rain" else "average"
        sky = "fair" if sky == "rain" else sky
    elif deep and snow and not snow_twice:
        sky = "fair"
    return (move * book.times + book.plus) * BOOK.terrain[ground] * BOOK.weather[sky]


MOST_ENHANCED = 6
"""The highest level of Enhanced Move: 64 times Move."""


def multiple(level: Fraction) -> Fraction:
    """What a level of Enhanced Move multiplies Move by: each doubles it, half a one adds a half † (F-RUN-3, FQ 29)."""
    whole = floor(level)
    half = BOOK.run.half_level if level > whole else ONE
    return BOOK.run.level**whole * half


def top(move: Fraction, enhanced: Fraction = ONE) -> Fraction:
    """The full speed of a sprint, with Enhanced Move a multiple (F-RUN-2, F-RUN-3), yards a second."""
    return move * (enhanced if enhanced > 1 else BOOK.run.sprint)


def sprinted(move: Fraction, seconds: int, enhanced: Fraction = ONE) -> Fraction:
    """Yards run in the first so many seconds of a sprint."""
    rising = min(seconds, floor(enhanced))
    return move * rising * (rising + 1) / 2 + (seconds - rising) * top(move, enhanced)


def map_sprint(move: Fraction) -> int:
    """Whole yards a second of a sprint on a map: fractions dropped, at least one more than Move (F-RUN-2)."""
    return max(floor(move) + 1, floor(top(move)))


def paced(move: Fraction, enhanced: Fraction = ONE) -> Fraction:
    """Yards a second of paced running: half the sprint (F-RUN-5)."""
    return top(move, enhanced) * BOOK.run.paced


class Jump(NamedTuple):
    """How far a jump carries: up, or across."""

    high_inches: Fraction
    broad_feet: Fraction


def jumps(move: Fraction, running: Fraction = ZERO, jumping: int = 0) -> Jump:
    """The two jumps of a Move; `running` is the run-up in yards, and Jumping/2 stands for Move (F-JUMP-1, F-JUMP-2)."""
    book = BOOK.jump
    standing_move = Fraction(jumping, 2) if jumping else move

    def carried(times: int, minus: int) -> Fraction:
        standing_jump = max(ZERO, standing_move * times - minus)
        running_jump = max(ZERO, (standing_move + running) * times - minus)
        return min(running_jump, standing_jump * book.running_most)

    return Jump(carried(book.high_times, book.high_minus), carried(book.broad_times, book.broad_minus))


def breath(ht: int, exertion: str = "rest", *, control: bool = False, unprepared: bool = False) -> int:
    """Seconds a breath is held, fractions dropped (F-BREATH-1); exertion is rest, mild or heavy."""
    book = BOOK.breath
    times = BOOK.exertions[exertion] * (book.control if control else 1) * (book.unprepared if unprepared else 1)
    return floor(ht * times)


def airless(seconds: int) -> str:
    """What so long without air has come to: "dead", "harmed" (HT, or IQ −1 for good) or nothing (F-AIR-2, F-AIR-4)."""
    if seconds >= BOOK.air.dead:
        return "dead"
    return "harmed" if seconds > BOOK.air.harmed else ""


def water_move(basic_move: int) -> int:
    """Yards a second in water: a fifth of Basic Move, fractions dropped, at least 1 (F-SWIM-4)."""
    return max(1, basic_move // BOOK.swim.slower)


# Impacts of F-THROW and F-SLAM on bodies

FOE_FALLS, FOE_ROLLS = "the foe falls", "the foe rolls DX or falls"
ONE_FALLS, NOBODY_FALLS = "the attacker falls", "nobody falls"
"""What a slam does to the two."""


def hands(weight: Fraction, lift: Fraction) -> int | None:
    """Hands a throw needs; None when it is too heavy to be thrown (F-THROW-1)."""
    bounds = limits(lift)
    if weight <= bounds["one_hand"]:
        return 1
    return 2 if weight <= bounds["two_hands"] else None


def distance(st: int, weight: Fraction, lift: Fraction, bonus: int = 0) -> Fraction | None:
    """Yards a thing can be thrown, one decimal half up (FQ 15); `bonus` adds to ST; None: not at all (F-THROW-3)."""
    row = row_of(BOOK.ranges, weight / lift)
    if row is None or hands(weight, lift) is None:
        return None
    _, yards_per_st = row
    return half_up((st + bonus) * yards_per_st, 1)


def damage(thrust: Sixes, weight: Fraction, lift: Fraction, per_die: int = 0) -> Sixes:
    """Dice of a thrown thing (F-THROW-4, F-THROW-5 †); raises ValueError above 8·BL."""
    row = row_of(BOOK.thrown_dice, weight / lift)
    if row is None:
        raise ValueError("too heavy to be thrown")
    _, more_per_die = row
    return Sixes(thrust.count, thrust.more + int(more_per_die * thrust.count) + per_die * thrust.count)


def collision(hp: int, velocity: Fraction) -> Sixes:
    """Crushing dice of a body of so many hit points at so many yards a second (F-SLAM-3)."""
    product = hp * velocity / BOOK.slam.divisor
    steps = (*BOOK.slam_dice, (ONE, BOOK.slam.under_one)) if product < 1 else ()
    row = row_of(steps, product)
    if row is None:
        return Sixes(int(half_up(product)))
    _, less = row
    return Sixes(1, -less)


def strong(rolled: Sixes, least: int) -> Sixes:
    """With all-out (strong): `least` more, or one a die if that is more (F-SLAM-5, FQ 18 †)."""
    return Sixes(rolled.count, rolled.more + max(least, rolled.count))


def falls(own: int, foe: int) -> str:
    """Who falls after both have rolled damage; below 0 counts as 0, and 0 against 0 is equal (F-SLAM-4, FQ 17)."""
    own, foe = max(0, own), max(0, foe)
    if own >= foe:
        return FOE_FALLS if own >= 2 * foe and own > 0 else FOE_ROLLS
    return ONE_FALLS if foe >= 2 * own else NOBODY_FALLS
