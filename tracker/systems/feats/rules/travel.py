"""Travel: on foot, through the air, up, across and through water, and how long a breath lasts (F-HIKE to F-SWIM)."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from tracker.systems.feats.book.tables import ACTIVITIES, BOOK, ClimbKind
from tracker.systems.feats.rules.loads import factor

ZERO, ONE = Fraction(0), Fraction(1)
EXERTIONS = tuple(BOOK.breath.times)


def miles(
    move: Fraction,
    terrain: str = "average",
    weather: str = "fair",
    *,
    road: str = "",
    on: str = "",
    snow_twice: bool = False,
) -> Fraction:
    """Miles a day on foot (F-HIKE-1 to F-HIKE-4); `terrain` is a quality or one of the named kinds.

    `road` is "poor" or "good"; `on` is "skis" over snow or "skates" over ice. FQ 7: deep snow counts once.
    """
    book = BOOK.hike
    ground = book.terrain[book.kinds.get(terrain, terrain)]
    sky = book.weather[weather]
    snow = weather in ("snow to the ankle", "deeper snow")
    if road:
        ground = book.terrain["very bad" if road == "poor" and weather == "rain" else "average"]
        sky = ONE if weather == "rain" else sky
    if terrain == "deep snow" and snow and not snow_twice and not road:
        sky = ONE
    if (on == "skis" and (snow or terrain == "deep snow")) or (on == "skates" and weather == "ice"):
        ground, sky = book.terrain["average"], ONE
    return (move * book.times + book.plus) * ground * sky


def top(move: Fraction, enhanced: Fraction = ONE) -> Fraction:
    """The full speed of a sprint, with Enhanced Move a multiple (F-RUN-2, F-RUN-3), yards a second."""
    return move * (enhanced if enhanced > 1 else BOOK.run.sprint)


def sprinted(move: Fraction, seconds: int, enhanced: Fraction = ONE) -> Fraction:
    """Yards run in the first so many seconds of a sprint."""
    if enhanced > 1:
        rising = min(seconds, floor(enhanced))
        return move * rising * (rising + 1) / 2 + (seconds - rising) * top(move, enhanced)
    return move * min(seconds, 1) + top(move) * max(0, seconds - 1)


def sprint_rolls(fast: str, seconds: int) -> int:
    """How many rolls against tiring so many seconds of a sprint (or a fast flight) call for (F-RUN-6, FQ 23)."""
    row = ACTIVITIES[fast]
    return max(0, (seconds - row.first) // row.every + 1)


def map_sprint(move: Fraction) -> int:
    """Whole yards a second of a sprint on a map: fractions dropped, at least one more than Move (F-RUN-2)."""
    return max(floor(move) + 1, floor(top(move)))


def paced(move: Fraction, enhanced: Fraction = ONE) -> Fraction:
    """Yards a second of paced running: half the sprint (F-RUN-5)."""
    return top(move, enhanced) * BOOK.run.paced


def air_move(basic_speed: Fraction) -> int:
    """Air Move: twice Basic Speed, fractions dropped (F-FLY)."""
    return floor(basic_speed * 2)


def climb_kind(name: str) -> ClimbKind | None:
    """A climb of the † table by name (F-CLIMB-4, FQ 10)."""
    return next((kind for kind in BOOK.climb.kind if kind.name == name.casefold()), None)


def jumps(move: Fraction, running: Fraction = ZERO, jumping: int = 0) -> tuple[Fraction, Fraction]:
    """Height in inches and breadth in feet (F-JUMP-1, F-JUMP-2); Jumping/2 stands for Move where it is known."""
    own = Fraction(jumping, 2) if jumping else move
    standing, run_up = _clears(own), _clears(own + running)
    most = BOOK.jump.running_most
    return min(run_up[0], standing[0] * most), min(run_up[1], standing[1] * most)


def _clears(move: Fraction) -> tuple[Fraction, Fraction]:
    book = BOOK.jump
    return max(ZERO, move * book.high_times - book.high_minus), max(ZERO, move * book.broad_times - book.broad_minus)


def breath(ht: int, exertion: str = "rest", *, control: bool = False, unprepared: bool = False) -> int:
    """Seconds a breath is held, fractions dropped (F-BREATH-1); exertion is rest, mild or heavy."""
    book = BOOK.breath
    prepared = Fraction(ht * book.times[exertion]) * (book.control if control else 1)
    return floor(prepared * (book.unprepared if unprepared else 1))


def airless(seconds: int) -> str:
    """What so long without air has come to: "dead", "harmed" (HT, or IQ −1 for good) or nothing (F-AIR-2, F-AIR-4)."""
    if seconds >= BOOK.air.dead:
        return "dead"
    return "harmed" if seconds > BOOK.air.harmed else ""


def water_move(basic_move: int) -> int:
    """Yards a second in water: a fifth of Basic Move, fractions dropped, at least 1 (F-SWIM-4)."""
    return max(1, basic_move // BOOK.swim.slower)


def swum(basic_move: int, level: int, seconds: int = 10) -> Fraction:
    """Yards swum at top speed (F-SWIM-4)."""
    return water_move(basic_move) * factor(level) * seconds
