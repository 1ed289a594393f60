"""Lanes in sight: which lines of lanes find room on the timeline, and who is folded into the line of the fallen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tracker.model.combatant import Combatant
from tracker.model.state import Encounter
from tracker.views.fallen import fallen
from tracker.views.timeline.event_lane import tail_rows
from tracker.views.timeline.sub_lanes import SubLane, sub_lanes


@dataclass(frozen=True, slots=True)
class LanesInSight:
    """What of the lanes is drawn: which lines, who is told of in one line, how many lanes are not, the lines below."""

    rows: Sequence[SubLane]
    fallen: tuple[Combatant, ...]
    above: int
    below: int
    tail: tuple[str, ...]
    cut: Mapping[str, int]
    """Of a lane of which not all lines are drawn, how many marks of bars and turns are not."""


def in_sight(
    encounter: Encounter,
    rows: Sequence[SubLane],
    focus: Sequence[str],
    height: int,
    top: int | None,
    near: int,
    fold_fallen: bool,
) -> LanesInSight:
    """The lines of lanes for which there is room: those in focus always, before the fallen and the lines below."""
    tail = tail_rows(encounter, height)
    room = max(1, height - 1 - len(tail))
    out = fallen([lane.who for lane in rows if not lane.place], focus) if top is None else ()
    if top is not None or (len(rows) <= room and not (out and fold_fallen)):
        top = max(0, min(top or 0, len(rows) - room))
        shown = rows[top : top + room]
        above = _begun(rows[:top]) - bool(shown and shown[0].place)
        return LanesInSight(shown, (), above, _begun(rows[top + len(shown) :]), tail, _cut(rows, shown))
    must = [at for who in focus for at, lane in enumerate(rows) if lane.who.id == who and not lane.place]
    if len(must) + bool(out) > room:
        tail = tail[: max(0, height - 1 - len(must) - bool(out))]
        room = max(1, height - 1 - len(tail))
    if len(must) + bool(out) > room:
        out = ()
    folded = {one.id for one in out}
    others = [at for at, lane in enumerate(rows) if lane.who.id not in folded]
    others.sort(key=lambda at: (rows[at].who.id not in focus, at < near, not rows[at].who.able, abs(at - near)))
    chosen = sorted(list(dict.fromkeys((*must, *others)))[: max(1, room - bool(out))])
    first = chosen[0] if chosen else 0
    shown = [rows[at] for at in chosen]
    seen = {lane.who.id for lane in shown} | folded
    hidden = [at for at, lane in enumerate(rows) if not lane.place and lane.who.id not in seen]
    above = sum(at < first for at in hidden)
    return LanesInSight(shown, out, above, len(hidden) - above, tail, _cut(rows, shown))


def _begun(rows: Sequence[SubLane]) -> int:
    """How many lanes begin in these lines."""
    return [lane.place for lane in rows].count(0)


def _cut(rows: Sequence[SubLane], shown: Sequence[SubLane]) -> dict[str, int]:
    """Of each lane that is shown, how many of its lines that have a bar or a turn are not."""
    if len(rows) == len(shown):
        return {}
    drawn, seen = {id(lane) for lane in shown}, {lane.who.id for lane in shown}
    left_out = (lane for lane in rows if id(lane) not in drawn and lane.who.id in seen)
    return Counter(lane.who.id for lane in left_out if lane.action is not None or lane.declares is not None)


def lane_top(encounter: Encounter, who: str, top: int, height: int, lanes: Sequence[SubLane] | None = None) -> int:
    """The first line to show so that the lane of `who` is seen, scrolling no more than needed."""
    room = max(1, height - 1 - len(tail_rows(encounter, height)))
    rows = sub_lanes(encounter) if lanes is None else lanes
    top = max(0, min(top, len(rows) - room))
    own = [at for at, lane in enumerate(rows) if lane.who.id == who]
    if not own:
        return top
    last = own[0] + min(room, len(own)) - 1
    return own[0] if own[0] < top else last - room + 1 if last >= top + room else top
