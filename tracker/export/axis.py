"""Axis: lanes over the counts as a picture, with what is under way as bars from declaration to landing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from tracker.clock.spans import TimeUnit
from tracker.encounter.player_view.view import View
from tracker.export.html import Node, listed, node
from tracker.model.combatant import Presence
from tracker.views.sides import side_mark

HIGH = 36
"""Height of a lane: its name, and the bars under it."""
_RULER = 20
_LEAST = 20
"""Counts that are shown ahead at least."""
_TICKS = 6
"""Figures on the ruler at most."""
_RIGHT = 0.6
"""From this part of the width on, words stand before the end of a bar and not behind it."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Something from one count to another."""

    words: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Lane:
    """Everything of one; `side` is the place of its side, `declares` the count it may declare at."""

    name: str
    side: int
    bars: tuple[Bar, ...]
    declares: int | None = None
    state: str = ""
    """How it is out of the fight, or that it waits."""


def lanes_of(view: View) -> tuple[Lane, ...]:
    """A lane for everyone who is seen and has not left."""
    order = {side: at for at, side in enumerate(dict.fromkeys(one.side for one in view.fighters))}
    return tuple(
        Lane(
            one.name,
            order[one.side],
            tuple(Bar(f"{act.words} {act.target}".rstrip(), act.declared, act.lands) for act in one.actions),
            one.declares,
            one.presence if one.presence != Presence.IN.value else "waiting" if one.waiting else "",
        )
        for one in view.fighters
        if one.presence != Presence.LEFT.value
    )


def span_of(now: int, lanes: Sequence[Lane]) -> tuple[int, int]:
    """The first and last count to show so that the present stands at a quarter."""
    marks = [bar.end for lane in lanes for bar in lane.bars] + [lane.declares or 0 for lane in lanes]
    ahead = max([_LEAST, *(mark - now + 2 for mark in marks)])
    return now - ahead // 3, now + ahead


def axis(
    lanes: Sequence[Lane],
    unit: TimeUnit,
    first: int,
    last: int,
    now: int | None,
    wide: float | None = None,
    mine: Collection[str] = (),
) -> Node:
    """The picture of the counts from `first` to `last`; as wide as its place, or `wide` pixels; `mine` are marked."""
    height = _RULER + HIGH * len(lanes)

    def x(count: float) -> str:
        share = (count - first) / max(1, last - first)
        return f"{share * 100:.2f}%" if wide is None else f"{share * wide:.1f}"

    parts: list[Node | str] = [*_ruler(unit, first, last, now, x, height)]
    for at, lane in enumerate(lanes):
        if lane.name in mine:
            band = {"x": 0, "y": _RULER + at * HIGH, "width": "100%", "height": HIGH, "class": "mine"}
            parts.append(node("rect", band))
        parts += _lane(lane, unit, first, last, x, _RULER + at * HIGH)
    size = {"width": "100%" if wide is None else f"{wide:.0f}", "height": height}
    words = ", ".join(f"{lane.name}: {_spoken(lane, unit)}" for lane in lanes)
    label = {"role": "img", "aria-label": f"Time axis. {words}"}
    return listed("svg", {"class": "axis", "xmlns": "http://www.w3.org/2000/svg", **size, **label}, parts)


def _spoken(lane: Lane, unit: TimeUnit) -> str:
    parts = [f"{bar.words} lands {unit.text(bar.end)}" for bar in lane.bars[:3]]
    if lane.declares is not None:
        parts.append(f"may declare at {unit.text(lane.declares)}")
    return "; ".join(parts) or lane.state or "nothing under way"


def _ruler(
    unit: TimeUnit, first: int, last: int, now: int | None, x: Callable[[float], str], height: int
) -> list[Node | str]:
    base = unit.counting.base if unit.counting is not None else 5
    step = base
    while (last - first) / step > _TICKS:
        step *= 2
    parts: list[Node | str] = []
    count = max(0, -(-first // step) * step)
    while count < last - (last - first) // 20:
        line = {"x1": x(count), "x2": x(count), "y1": _RULER - 5, "y2": height, "class": "tick"}
        parts.append(node("line", line))
        if now is None or abs(count - now) * 12 > last - first:
            parts.append(node("text", {"x": x(count), "y": 12, "class": "count"}, unit.text(count)))
        count += step
    if now is not None:
        parts.append(node("line", {"x1": x(now), "x2": x(now), "y1": 14, "y2": height, "class": "now"}))
        parts.append(node("text", {"x": x(now), "y": 12, "class": "now-count"}, f"▼{unit.text(now)}"))
    return parts


def _lane(lane: Lane, unit: TimeUnit, first: int, last: int, x: Callable[[float], str], top: int) -> list[Node | str]:
    side = f"side-{lane.side % 4}"
    order = {"": lane.side}
    parts: list[Node | str] = [
        node("text", {"x": 4, "y": top + 13, "class": f"name {side}"}, f"{side_mark(order, '')} {lane.name}"),
    ]
    middle = top + 25
    if lane.state and not lane.bars:
        parts.append(node("text", {"x": 4, "y": middle + 5, "class": "state"}, lane.state))
    for bar in lane.bars:
        start, end = max(first, bar.start), min(last, bar.end)
        parts.append(node("line", {"x1": x(start), "x2": x(end), "y1": middle, "y2": middle, "class": f"bar {side}"}))
        parts.append(node("circle", {"cx": x(end), "cy": middle, "r": 4, "class": f"end {side}"}))
        behind = (end - first) / max(1, last - first) < _RIGHT
        where = {"x": x(end), "dx": 8 if behind else -8, "y": middle + (5 if behind else -6)}
        words = {**where, "text-anchor": None if behind else "end", "class": "words"}
        parts.append(node("text", words, f"{unit.text(bar.end)} {bar.words}"))
    if lane.declares is not None and first <= lane.declares <= last:
        far = (lane.declares - first) / max(1, last - first) > 0.85
        looks = {"text-anchor": "end" if far else None, "class": f"declares {side}"}
        parts.append(node("text", {"x": x(lane.declares), "y": middle + 5, **looks}, f"◆{unit.text(lane.declares)}"))
    return parts
