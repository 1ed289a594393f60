"""Lanes in sight: which lines of lanes find room on the timeline, and who is folded into the line of the fallen."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.views.fallen import fallen
from tracker.views.timeline.event_lane import tail_rows
from tracker.views.timeline.sub_lanes import SubLane, sub_lanes


@dataclass(frozen=True, slots=True)
class LanesInSight:
    """The visible lanes: their lines, the fighters merged into one line, the number of others, and the lines below."""

    rows: Sequence[SubLane]
    fallen: tuple[Combatant, ...]
    above: int
    below: int
    tail: tuple[str, ...]
    cut: Mapping[str, int]
    """By lane of which not all lines are drawn: the number of marks on the lines left out."""


def in_sight(
    encounter: Encounter,
    rows: Sequence[SubLane],
    focus: Sequence[str],
    height: int,
    top: int | None,
    near: int,
    fold_fallen: bool,
) -> LanesInSight:
    """Return the lines of lanes for which `height` has room: those in focus always, before the fallen and the tail.

    From line `top` on where the user has scrolled. Else (None) those in focus, then the nearest to line `near`. With
    `fold_fallen` the fallen share one line even where there is room.
    """
    tail = tail_rows(encounter, height)
    room = max(1, height - 1 - len(tail))
    starts = {lane.who.id: index for index, lane in enumerate(rows) if not lane.place}
    out = fallen([rows[index].who for index in starts.values()], focus) if top is None else ()
    if top is not None or (len(rows) <= room and not (out and fold_fallen)):
        top = max(0, min(top or 0, len(rows) - room))
        shown = rows[top : top + room]
        above = _begun(rows[:top]) - bool(shown and shown[0].place)
        return LanesInSight(shown, (), above, _begun(rows[top + len(shown) :]), tail, _cut(rows, shown, starts))
    must = [starts[who] for who in focus if who in starts]
    if len(must) + bool(out) > room:
        tail = tail[: max(0, height - 1 - len(must) - bool(out))]
        room = max(1, height - 1 - len(tail))
    if len(must) + bool(out) > room:
        out = ()
    folded = {lane_owner.id for lane_owner in out}
    most = max(1, room - bool(out))
    needed = dict.fromkeys(must)
    for index in _by_need(rows, [index for who in must for index in _of_one(rows, who)], near):
        if len(needed) >= most:
            break
        if rows[index].who.id not in folded:
            needed.setdefault(index)
    chosen = sorted(list(needed)[:most])
    first = chosen[0] if chosen else 0
    shown = [rows[index] for index in chosen]
    seen = [starts[who] for who in {lane.who.id for lane in shown} | folded]
    above = bisect_left(list(starts.values()), first) - sum(index < first for index in seen)
    return LanesInSight(shown, out, above, len(starts) - len(seen) - above, tail, _cut(rows, shown, starts))


def _by_need(rows: Sequence[SubLane], focus: Sequence[int], near: int) -> Iterator[int]:
    """Yield the positions of lines, the most needed first: in focus, then from line `near` on, then before it.

    Standing fighters come before the fallen, and the nearest first. A crowd is not sorted for the few in sight.
    """
    yield from sorted(focus, key=lambda index: (index < near, not rows[index].who.able, abs(index - near)))
    for part in (range(near, len(rows)), range(min(near, len(rows)) - 1, -1, -1)):
        yield from (index for index in part if rows[index].who.able)
        yield from (index for index in part if not rows[index].who.able)


def _of_one(rows: Sequence[SubLane], start: int) -> Iterator[int]:
    """Return the positions of a lane's lines, of which the first is at `start`."""
    who = rows[start].who.id
    return takewhile(lambda index: rows[index].who.id == who, range(start, len(rows)))


def _begun(rows: Sequence[SubLane]) -> int:
    """Return how many lanes have their first line among these."""
    return [lane.place for lane in rows].count(0)


def _cut(rows: Sequence[SubLane], shown: Sequence[SubLane], starts: Mapping[str, int]) -> dict[str, int]:
    """Return, by visible lane, the number of its lines with a bar or a turn that are not shown.

    `starts` has the position of each lane's first line.
    """
    if len(rows) == len(shown):
        return {}
    drawn = {id(lane) for lane in shown}
    lanes = (rows[index] for who in {lane.who.id for lane in shown} for index in _of_one(rows, starts[who]))
    left_out = (lane for lane in lanes if id(lane) not in drawn)
    return Counter(lane.who.id for lane in left_out if lane.action is not None or lane.declares is not None)


def lane_top(encounter: Encounter, who: str, top: int, height: int, lanes: Sequence[SubLane] | None = None) -> int:
    """Return the first line to show so that the lane of `who` is seen, scrolling from `top` no more than needed."""
    room = max(1, height - 1 - len(tail_rows(encounter, height)))
    rows = sub_lanes(encounter) if lanes is None else lanes
    top = max(0, min(top, len(rows) - room))
    indexes = [index for index, lane in enumerate(rows) if lane.who.id == who]
    if not indexes:
        return top
    last = indexes[0] + min(room, len(indexes)) - 1
    return indexes[0] if indexes[0] < top else last - room + 1 if last >= top + room else top
