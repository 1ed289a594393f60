"""Hit location: the table, called shots, left and right (H-ATK-4)."""

from __future__ import annotations

from fractions import Fraction

from tracker.systems.hybrid.book.book import Book
from tracker.systems.hybrid.book.rounding import half_up

SIDES = ("left", "right")


def of_roll(roll: int, book: Book) -> tuple[str, str]:
    """Location and side of a d100: of paired parts an odd roll is left, an even one right (H1 4.3.6)."""
    row = next(row for row in book.attack.location if roll <= row.up_to)
    return row.name, _side(roll) if row.paired else ""


def of_limb(limb: str, roll: int, book: Book) -> str:
    """Which part of an `arm` or `leg` a d100 hits, in the proportions of the location table (ruling 44)."""
    widths: list[tuple[str, int]] = []
    before = 0
    for row in book.attack.location:
        if row.limb == limb:
            widths.append((row.name, row.up_to - before))
        before = row.up_to
    whole = sum(width for _, width in widths)
    reached = 0
    for name, width in widths:
        reached += width
        if roll <= half_up(Fraction(100 * reached, whole)):
            return name
    return widths[-1][0]


def called_df(place: str, book: Book) -> int | None:
    """The DF of a called shot, or None for a place that has none of its own."""
    df = book.attack.called.get(place)
    return None if df is None else int(df)


def body_part(place: str) -> str:
    """The location armour and shock know: an eye is part of the head (ruling 44)."""
    return "head" if place == "eye" else place


def paired(place: str, book: Book) -> bool:
    """Whether there is a left and a right one."""
    return place in ("arm", "leg", "eye") or any(row.name == place and row.paired for row in book.attack.location)


def _side(roll: int) -> str:
    return SIDES[0] if roll % 2 else SIDES[1]


def words(place: str, side: str) -> str:
    """`left upper arm`, `head`."""
    return f"{side} {place}".strip()
