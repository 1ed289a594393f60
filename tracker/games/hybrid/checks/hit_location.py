"""Hit location: the table, aimed shots, left and right (H-ATK-4)."""

from __future__ import annotations

from fractions import Fraction

from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.rounding import half_up

SIDES = ("left", "right")


def of_roll(roll: int, book: Book) -> tuple[str, str]:
    """Return location and side of a d100 roll: paired parts are left for an odd roll, right for an even one.

    Rules: H1 4.3.6.
    """
    row = next(row for row in book.attack.location if roll <= row.up_to)
    return row.name, _side(roll) if row.paired else ""


def of_limb(limb: str, roll: int, book: Book) -> str:
    """Return which part of an `arm` or `leg` a d100 roll hits, in the proportions of the location table (ruling 44)."""
    widths: list[tuple[str, int]] = []
    previous_up_to = 0
    for row in book.attack.location:
        if row.limb == limb:
            widths.append((row.name, row.up_to - previous_up_to))
        previous_up_to = row.up_to
    total_width = sum(width for _, width in widths)
    width_so_far = 0
    for name, width in widths:
        width_so_far += width
        if roll <= half_up(Fraction(100 * width_so_far, total_width)):
            return name
    return widths[-1][0]


def called_df(place: str, book: Book) -> int | None:
    """Return the DF of an aimed shot. None for a location without one."""
    df = book.attack.called.get(place)
    return None if df is None else int(df)


def body_part(place: str) -> str:
    """Return the location for armour and shock: an eye is part of the head (ruling 44)."""
    return "head" if place == "eye" else place


def paired(place: str, book: Book) -> bool:
    """Return whether a location has a left and a right one."""
    return place in ("arm", "leg", "eye") or any(row.name == place and row.paired for row in book.attack.location)


def _side(roll: int) -> str:
    """Return the side that a roll hits: left for an odd one, right for an even one."""
    return SIDES[0] if roll % 2 else SIDES[1]


def words(place: str, side: str) -> str:
    """Return location and side in words: `left upper arm`, `head`."""
    return f"{side} {place}".strip()
