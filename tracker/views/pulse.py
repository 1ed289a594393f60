"""Pulse: pools in a cell each, by height, and of a folded group a cell for each member."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tracker.model.combatant import Combatant
from tracker.text.cells import Span
from tracker.views.numbers import health
from tracker.views.pools import first_pools

HEIGHTS = "▁▂▃▄▅▆▇"
"""The heights of a cell. A full cell is left out, so that the rows of a board do not touch."""
EMPTY, OUT = "·", "✗"
"""The signs of an empty pool, and of a member of a group who is out of the fight."""
MOST = 4
"""The most pools with a cell."""
MOST_MEMBERS = 12
"""The most members of a folded group with a cell each."""


def pulse(combatant: Combatant) -> tuple[Span, ...]:
    """Return a cell for each of the first pools of a fighter, at most `MOST`. `✗` for one out of the fight."""
    if not combatant.able:
        return (Span(OUT, "dim"),)
    return tuple(_cell(now, full) for now, full in _points(combatant)[:MOST])


def pulse_of_members(members: Sequence[Combatant]) -> tuple[Span, ...]:
    """Return a cell for each member of a group in the order of their seats: the worst of its first pools.

    Of more than `MOST_MEMBERS` how many there are, and the fewest and the most points of the worst pool of those who
    stand: `×40 3–33`.
    """
    if len(members) <= MOST_MEMBERS:
        return tuple(
            Span(OUT, "dim") if not member.able else _cell(*min(_points(member), key=_share, default=(1, 1)))
            for member in members
        )
    left = [min(_points(member), key=_share)[0] for member in members if member.able and _points(member)]
    if not left:
        return (Span(f"×{len(members)}", "dim"),)
    least, most = min(left), max(left)
    return (Span(f"×{len(members)} {least if least == most else f'{least}–{most}'}"),)


def worst(combatant: Combatant, lost: Collection[str] = ()) -> Span:
    """Return the points of the pool of which the least is left, of the first pools. Empty where all are full.

    They are a chip where the last step took some of them: `lost` names the pools it took from.
    """
    pairs = zip(combatant.profile.pools, combatant.pools, strict=True)
    first = first_pools(combatant)
    hurt = [
        (pool, now) for pool, now in pairs if pool in first and pool.left(now) < pool.full and not pool.untouched(now)
    ]
    if not hurt:
        return Span("")
    pool, now = min(hurt, key=lambda pair: _share((pair[0].left(pair[1]), pair[0].full)))
    role = "lost" if pool.name in lost else health(pool.left(now), pool.full) if combatant.able else "dim"
    return Span(pool.text(now), role)


def _points(combatant: Combatant) -> list[tuple[int, int]]:
    """Return the points left and the full points of each of the first pools."""
    first = first_pools(combatant)
    pairs = zip(combatant.profile.pools, combatant.pools, strict=True)
    return [(pool.left(now), pool.full) for pool, now in pairs if pool in first]


def _share(points: tuple[int, int]) -> float:
    now, full = points
    return now / full if full > 0 else 1.0


def _cell(now: int, full: int) -> Span:
    """Return the sign for the points left of a pool, the higher the more are left."""
    if now <= 0 < full:
        return Span(EMPTY, "gone")
    height = min(len(HEIGHTS), -(-now * len(HEIGHTS) // full)) if full > 0 else len(HEIGHTS)
    return Span(HEIGHTS[height - 1], "full" if now >= full else health(now, full))
