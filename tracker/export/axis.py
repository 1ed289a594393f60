"""Axis: a picture of lanes over the counts. An action under way is a bar from its declaration to its landing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from tracker.clock.spans import TimeUnit
from tracker.export.html import Node, listed, node
from tracker.model.combatant import Presence
from tracker.model.lazy_dataclass import dataclass
from tracker.players.view import View
from tracker.views.sides import side_mark

HIGH = 36
"""The pixels of a lane: its name, and the bars under it."""
_ROW = 18
"""The pixels of each further row of a lane."""
_MOST_ROWS = 3
"""The rows of bars with words in a lane. Later ones have no words."""
_MOST_WORDS = 2
"""The most words of a lane about bars that end together."""
_RULER = 20
_LEAST = 20
"""The least number of counts shown ahead of the present."""
_TICKS = 6
"""The most numbers on the ruler."""
_RIGHT = 0.6
"""The share of the width beyond which a bar's words are before its end, for want of room behind it."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with its words, from the count `start` to the count `end`."""

    words: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Lane:
    """The lane of one fighter. `side` is the number of its side, `declares` the count at which it may declare."""

    name: str
    side: int
    bars: tuple[Bar, ...]
    declares: int | None = None
    state: str = ""
    """The fighter's way out of the fight, or "waiting". Else empty."""


@dataclass(frozen=True, slots=True)
class _Row:
    """Bars of a lane that end together, with the words behind that end. Without words all of the lane."""

    bars: tuple[Bar, ...]
    words: str


def lanes_of(view: View) -> tuple[Lane, ...]:
    """Return a lane for each fighter in the players' view who has not left."""
    order = {side: number for number, side in enumerate(dict.fromkeys(fighter.side for fighter in view.fighters))}
    return tuple(
        Lane(
            fighter.name,
            order[fighter.side],
            tuple(Bar(act.words, act.declared, act.lands) for act in fighter.actions),
            fighter.declares,
            fighter.presence if fighter.presence != Presence.IN.value else "waiting" if fighter.waiting else "",
        )
        for fighter in view.fighters
        if fighter.presence != Presence.LEFT.value
    )


def span_of(now: int, lanes: Sequence[Lane], least: int = _LEAST) -> tuple[int, int]:
    """Return the first and last count to show, so that the present is a quarter of the width from the left.

    `least` is the least number of counts ahead of the present.
    """
    marks = [bar.end for lane in lanes for bar in lane.bars] + [lane.declares or 0 for lane in lanes]
    ahead = max([least, *(mark - now + 2 for mark in marks)])
    # A third of what lies ahead, behind the present: a quarter of the whole.
    return now - ahead // 3, now + ahead


def axis(
    lanes: Sequence[Lane],
    unit: TimeUnit,
    first: int,
    last: int,
    now: int | None,
    wide: float | None = None,
    mine: Collection[str] = (),
    share: str = "100%",
) -> Node:
    """Draw the lanes from count `first` to count `last`, in this share of the page's width or in `wide` pixels.

    `now` marks the present. None draws no mark. The lanes of the fighters named in `mine` are marked.
    """
    height = _RULER + sum(map(_height, lanes))

    def x_of(count: float) -> str:
        """Return the place of a count on the axis, in percent or pixels."""
        share = (count - first) / max(1, last - first)
        return f"{share * 100:.2f}%" if wide is None else f"{share * wide:.1f}"

    parts: list[Node | str] = [*_ruler(unit, first, last, now, x_of, height)]
    top = _RULER
    for lane in lanes:
        if lane.name in mine:
            parts.append(node("rect", {"x": 0, "y": top, "width": "100%", "height": _height(lane), "class": "mine"}))
        parts += _lane(lane, unit, first, last, x_of, top)
        top += _height(lane)
    size = {"width": share if wide is None else f"{wide:.0f}", "height": height}
    words = ", ".join(f"{lane.name}: {_spoken(lane, unit)}" for lane in lanes)
    label = {"role": "img", "aria-label": f"Time axis. {words}"}
    return listed("svg", {"class": "axis", "xmlns": "http://www.w3.org/2000/svg", **size, **label}, parts)


def _rows(lane: Lane) -> tuple[_Row, ...]:
    """Return a row for each count at which bars with words end, so that words never overlap."""
    spoken = [bar for bar in lane.bars if bar.words]
    ends = sorted({bar.end for bar in spoken})
    if not ends:
        return (_Row(lane.bars, ""),) if lane.bars else ()
    rows: list[_Row] = []
    for end in ends[:_MOST_ROWS]:
        words = [bar.words for bar in spoken if bar.end == end]
        left_out = [f"{len(words) - _MOST_WORDS} more"] if len(words) > _MOST_WORDS else []
        rows.append(_Row(tuple(bar for bar in spoken if bar.end == end), " · ".join([*words[:_MOST_WORDS], *left_out])))
    later = tuple(bar for bar in spoken if bar.end in ends[_MOST_ROWS:])
    silent = tuple(bar for bar in lane.bars if not bar.words)
    return (*rows[:-1], _Row((*rows[-1].bars, *later, *silent), rows[-1].words))


def _height(lane: Lane) -> int:
    """Return the pixels of a lane: a row for each end, and one for the next declaration where there are words."""
    rows = len(_rows(lane)) + (lane.declares is not None and any(bar.words for bar in lane.bars))
    return HIGH + _ROW * max(0, rows - 1)


def _spoken(lane: Lane, unit: TimeUnit) -> str:
    """Return a lane in words for screen readers."""
    parts = [f"{bar.words} lands {unit.text(bar.end)}" for bar in lane.bars[:3]]
    if lane.declares is not None:
        parts.append(f"may declare at {unit.text(lane.declares)}")
    return "; ".join(parts) or lane.state or "nothing under way"


def _ruler(
    unit: TimeUnit, first: int, last: int, now: int | None, x: Callable[[float], str], height: int
) -> list[Node | str]:
    """Draw the numbered counts and the mark of the present. `x` turns a count into a place.

    `height` is that of the picture in pixels. A number too near the present is left out.
    """
    step = unit.label_step
    while (last - first) / step > _TICKS:
        step *= 2
    parts: list[Node | str] = []
    for count, text in unit.labels(first, last - (last - first) // 20 - 1, step):
        line = {"x1": x(count), "x2": x(count), "y1": _RULER - 5, "y2": height, "class": "tick"}
        parts.append(node("line", line))
        if now is None or abs(count - now) * 12 > last - first:  # its number would run into that of the present
            parts.append(node("text", {"x": x(count), "y": 12, "class": "count"}, text))
    if now is not None:
        parts.append(node("line", {"x1": x(now), "x2": x(now), "y1": 14, "y2": height, "class": "now"}))
        parts.append(node("text", {"x": x(now), "y": 12, "class": "now-count"}, f"▼{unit.text(now)}"))
    return parts


def _lane(lane: Lane, unit: TimeUnit, first: int, last: int, x: Callable[[float], str], top: int) -> list[Node | str]:
    """Draw the name and bars of one lane. `x` turns a count into a place, `top` is the lane's upper edge in pixels.

    `first` and `last` are the counts at the edges of the picture, at which longer bars are cut.
    """
    side = f"side-{lane.side % 4}"
    order = {"": lane.side}  # the mark of a side hangs on its number alone
    parts: list[Node | str] = [
        node("text", {"x": 4, "y": top + 13, "class": f"name {side}"}, f"{side_mark(order, '')} {lane.name}"),
    ]
    middle = top + 25
    if lane.state and not lane.bars:
        parts.append(node("text", {"x": 4, "y": middle + 5, "class": "state"}, lane.state))
    for row in _rows(lane):
        for bar in row.bars:
            start, end = max(first, bar.start), min(last, bar.end)
            line = {"x1": x(start), "x2": x(end), "y1": middle, "y2": middle, "class": f"bar {side}"}
            parts += [node("line", line), node("circle", {"cx": x(end), "cy": middle, "r": 4, "class": f"end {side}"})]
        for bar in row.bars[:1] if row.words else row.bars:
            end = min(last, bar.end)
            behind = (end - first) / max(1, last - first) < _RIGHT
            position = {"x": x(end), "dx": 8 if behind else -8, "y": middle + (5 if behind else -6)}
            words = {**position, "text-anchor": None if behind else "end", "class": "words"}
            parts.append(node("text", words, f"{unit.text(bar.end)} {row.words}"))
        middle += _ROW if row.words else 0
    if lane.declares is not None and first <= lane.declares <= last:
        near_end = (lane.declares - first) / max(1, last - first) > 0.85
        looks = {"text-anchor": "end" if near_end else None, "class": f"declares {side}"}
        parts.append(node("text", {"x": x(lane.declares), "y": middle + 5, **looks}, f"◆{unit.text(lane.declares)}"))
    return parts
