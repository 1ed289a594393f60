"""Formulas: the rules of feats as pure functions of exact numbers, section by section."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import NamedTuple

from tracker.games.feats.book.d6 import Sixes
from tracker.games.feats.book.roll_under import Under
from tracker.games.feats.book.tables import BOOK
from tracker.games.toolkit.exact_numbers import half_up
from tracker.games.toolkit.tables import row_of

UNDER = Under(BOOK.rolls)
tier, succeeds, percent = UNDER.tier, UNDER.succeeds, UNDER.percent
chance, explained, record = UNDER.chance, UNDER.told, UNDER.record
"""3d6 at or under a target, with the published criticals † or none of them (F-ROLL-1, FQ 1)."""

# Loads: F-LIFT, F-ENC, F-DRAG, F-GRAB and F-DIG


def basic_lift(st: int) -> Fraction:
    """Return Basic Lift in lb: ST·ST/5, rounded half up from 10 on † (F-LIFT-1)."""
    raw = Fraction(st * st, BOOK.lift.square)
    return half_up(raw) if raw >= BOOK.lift.rounded_from else raw


def limits(lift: Fraction) -> dict[str, Fraction]:
    """Return the pounds that can be lifted, shoved or carried, by their name in the table (F-LIFT-2)."""
    return {way: lift * times for way, times in BOOK.limits.items()}


def lift_bonus(margin: int) -> int:
    """Return the percent that a Lifting roll's margin adds to Basic Lift for picking up. 0 on failure (F-LIFT-5)."""
    return max(0, margin) * BOOK.lift.skill_percent


def level(load: Fraction, lift: Fraction) -> int:
    """Return the encumbrance level of a load, 0 to 4 (F-ENC-1 †). A load above the last bound stays at 4."""
    levels = BOOK.levels
    return next((step for step, (most, _) in enumerate(levels) if load <= most * lift), len(levels) - 1)


def level_name(level: int) -> str:
    """Return the word for an encumbrance level (F-ENC-1)."""
    _, name = BOOK.levels[level]
    return name


def factor(level: int) -> Fraction:
    """Return the factor of every Move at an encumbrance level (F-ENC-2)."""
    return 1 - BOOK.encumbrance.slower * level


def tired(points: int, full: int) -> bool:
    """Return whether fewer than a third of the fatigue points are left. Move is then halved (F-ENC-3)."""
    return points * BOOK.encumbrance.tired < full


def straining(load: Fraction, lift: Fraction) -> bool:
    """Return whether a load costs a fatigue point each second: over 10·BL, not at it (F-LIFT-3, FQ 4)."""
    most_of_basic_lift, _ = BOOK.levels[-1]
    return load > lift * most_of_basic_lift


def pulled(load: Fraction, vehicle_weight: Fraction, vehicle: str = "none", smooth: bool = False) -> Fraction:
    """Return the effective weight in lb of a load that is pulled (F-DRAG-1)."""
    return (load + vehicle_weight) / BOOK.vehicles[vehicle] / (BOOK.drag.smooth if smooth else 1)


def ready_seconds(weight: Fraction, lift: Fraction, hands: int) -> int | None:
    """Return the seconds to pick up a thing with one hand or two. None when it is too heavy (F-GRAB-1, F-LIFT-2)."""
    if weight > limits(lift)["one_hand" if hands == 1 else "two_hands"]:
        return None
    light, one_handed, two_handed = BOOK.ready_seconds
    if weight <= lift:
        return light
    return one_handed if hands == 1 else two_handed


class Digging(NamedTuple):
    """Cubic feet an hour with each tool (0: that tool alone cannot), and the hours for a volume (None: impossible)."""

    pick: Fraction
    shovel: Fraction
    hours: Fraction | None


def dig(
    lift: Fraction, soil: str, volume: Fraction, tools: str = "iron", *, pick: bool = True, shovel: bool = True
) -> Digging:
    """Return how fast a hole of `volume` cubic feet is dug (F-DIG, FQ 6).

    Soil that the pick has loosened goes at the loosened rate.
    """
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
    """Return the miles of a day on foot, by terrain, weather, road, and skis or skates (F-HIKE-1 to F-HIKE-4, FQ 7)."""
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
    """Return the factor of Move at a level of Enhanced Move: each level doubles, half a level adds a half †.

    Rules: F-RUN-3, FQ 29.
    """
    whole = floor(level)
    half = BOOK.run.half_level if level > whole else ONE
    return BOOK.run.level**whole * half


def top(move: Fraction, enhanced: Fraction = ONE) -> Fraction:
    """Return the full speed of a sprint in yards a second. Enhanced Move multiplies (F-RUN-2, F-RUN-3)."""
    return move * (enhanced if enhanced > 1 else BOOK.run.sprint)


def sprinted(move: Fraction, seconds: int, enhanced: Fraction = ONE) -> Fraction:
    """Return the yards of a sprint's first seconds. A fighter with Enhanced Move gathers speed second by second."""
    rising = min(seconds, floor(enhanced))
    return move * rising * (rising + 1) / 2 + (seconds - rising) * top(move, enhanced)


def map_sprint(move: Fraction) -> int:
    """Return the whole yards a second of a sprint on a map: rounded down, at least Move + 1 (F-RUN-2)."""
    return max(floor(move) + 1, floor(top(move)))


def paced(move: Fraction, enhanced: Fraction = ONE) -> Fraction:
    """Return the yards a second of paced running: half the sprint (F-RUN-5)."""
    return top(move, enhanced) * BOOK.run.paced


class Jump(NamedTuple):
    """The height and the width of a jump."""

    high_inches: Fraction
    broad_feet: Fraction


def jumps(move: Fraction, running: Fraction = ZERO, jumping: int = 0) -> Jump:
    """Return both jumps of a Move after a run-up of `running` yards. Jumping/2 may replace Move.

    Rules: F-JUMP-1, F-JUMP-2.
    """
    book = BOOK.jump
    standing_move = Fraction(jumping, 2) if jumping else move

    def carried(times: int, minus: int) -> Fraction:
        """Return a jump after the run-up: its distance is `times` the Move less `minus`, within the most."""
        standing_jump = max(ZERO, standing_move * times - minus)
        running_jump = max(ZERO, (standing_move + running) * times - minus)
        return min(running_jump, standing_jump * book.running_most)

    return Jump(carried(book.high_times, book.high_minus), carried(book.broad_times, book.broad_minus))


def breath(ht: int, exertion: str = "rest", *, control: bool = False, unprepared: bool = False) -> int:
    """Return the seconds that a breath is held, rounded down (F-BREATH-1). Exertion is rest, mild or heavy."""
    book = BOOK.breath
    times = BOOK.exertions[exertion] * (book.control if control else 1) * (book.unprepared if unprepared else 1)
    return floor(ht * times)


def airless(seconds: int) -> str:
    """Return the result of `seconds` without air: "dead", "harmed" (HT, or IQ −1 for good) or "".

    Rules: F-AIR-2, F-AIR-4.
    """
    if seconds >= BOOK.air.dead:
        return "dead"
    return "harmed" if seconds > BOOK.air.harmed else ""


def water_move(basic_move: int) -> int:
    """Return the yards a second in water: a fifth of Basic Move, rounded down, at least 1 (F-SWIM-4)."""
    return max(1, basic_move // BOOK.swim.slower)


# Impacts of F-THROW and F-SLAM on bodies

FOE_FALLS, FOE_ROLLS = "the foe falls", "the foe rolls DX or falls"
ONE_FALLS, NOBODY_FALLS = "the attacker falls", "nobody falls"


def hands(weight: Fraction, lift: Fraction) -> int | None:
    """Return the hands that a throw needs. None when the thing is too heavy (F-THROW-1)."""
    bounds = limits(lift)
    if weight <= bounds["one_hand"]:
        return 1
    return 2 if weight <= bounds["two_hands"] else None


def distance(st: int, weight: Fraction, lift: Fraction, bonus: int = 0) -> Fraction | None:
    """Return the yards that a thing can be thrown, to one decimal. None when too heavy (F-THROW-3, FQ 15).

    `bonus` is added to ST.
    """
    row = row_of(BOOK.ranges, weight / lift)
    if row is None or hands(weight, lift) is None:
        return None
    _, yards_per_st = row
    return half_up((st + bonus) * yards_per_st, 1)


def damage(thrust: Sixes, weight: Fraction, lift: Fraction, per_die: int = 0) -> Sixes:
    """Return the damage dice of a thrown thing (F-THROW-4, F-THROW-5 †). Raises ValueError above 8·BL.

    `per_die` is a further bonus to each die.
    """
    row = row_of(BOOK.thrown_dice, weight / lift)
    if row is None:
        raise ValueError("too heavy to be thrown")
    _, more_per_die = row
    return Sixes(thrust.count, thrust.plus + int(more_per_die * thrust.count) + per_die * thrust.count)


def collision(hp: int, velocity: Fraction) -> Sixes:
    """Return the crushing dice of a body with `hp` hit points at `velocity` yards a second (F-SLAM-3)."""
    product = hp * velocity / BOOK.slam.divisor
    # Below one whole die the table gives a single die with points taken off.
    steps = (*BOOK.slam_dice, (ONE, BOOK.slam.under_one)) if product < 1 else ()
    row = row_of(steps, product)
    if row is None:
        return Sixes(int(half_up(product)))
    _, less = row
    return Sixes(1, -less)


def strong(rolled: Sixes, least: int) -> Sixes:
    """Return the dice of an all-out (strong) slam: `least` more, or 1 per die if that is more (F-SLAM-5, FQ 18 †)."""
    return Sixes(rolled.count, rolled.plus + max(least, rolled.count))


def falls(slammer: int, foe: int) -> str:
    """Return who falls after a slam, by the damage that `slammer` and `foe` have rolled (F-SLAM-4, FQ 17)."""
    slammer, foe = max(0, slammer), max(0, foe)
    if slammer >= foe:
        return FOE_FALLS if slammer >= 2 * foe and slammer > 0 else FOE_ROLLS
    return ONE_FALLS if foe >= 2 * slammer else NOBODY_FALLS
