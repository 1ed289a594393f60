"""The lane of free events: each at its count, none over another. What finds no room is counted at the end."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.clock.agenda import Due
from tracker.clock.spans import TimeUnit
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import FREE_EVENT, ROUND, Encounter, Rank
from tracker.text.cells import Line, cut, width
from tracker.views.canvas import Canvas
from tracker.views.timeline.axis import Axis

_ROOM_FOR_BOTH = 6
"""The lines of the pane from which events and effects have a line each."""


@dataclass(frozen=True, slots=True)
class EventSpot:
    """Cells `left` up to, not including, `right` of the lane, where the event called `key` stands."""

    left: int
    right: int
    key: str


def due_events(encounter: Encounter) -> tuple[Due, ...]:
    """Return the free events on the agenda, soonest first."""
    return tuple(due for due in encounter.agenda.entries if due.what == FREE_EVENT)


def tail_rows(encounter: Encounter, height: int) -> tuple[str, ...]:
    """Return the lines below the lanes, in a pane of `height`: free events, effects, both or none."""
    entries = encounter.agenda.entries
    events = any(due.what == FREE_EVENT for due in entries)
    effects = any(due.rank <= Rank.EFFECT and due.what not in (FREE_EVENT, ROUND) for due in entries)
    if events and effects and height < _ROOM_FOR_BOTH:
        effects = False
    return ("events",) * events + ("effects",) * effects


def lay_events(encounter: Encounter, unit: TimeUnit, axis: Axis) -> tuple[Line, tuple[EventSpot, ...]]:
    """Return the lane of the free events on this axis, and for each the cells that it takes in it."""
    dues, canvas = due_events(encounter), Canvas(axis.cells)
    canvas.put(axis.now_column, "│", "now")
    texts = {event.key: event.text for event in encounter.events}
    shown = [due for due in dues if axis.column(due.count) < axis.cells]
    counter = f"+{len(dues)}›"
    least = [1 + width(unit.text(due.count)) for due in shown]
    full = [
        cells_of_sign + 1 + width(texts.get(due.ref, due.ref)) for cells_of_sign, due in zip(least, shown, strict=True)
    ]
    columns = [max(0, axis.column(due.count)) for due in shown]
    fitted = _places(columns, least, full, axis.cells - (width(counter) if len(shown) < len(dues) else 0))
    if len(fitted) < len(shown):
        fitted = _places(columns, least, full, axis.cells - width(counter))
    spots: list[EventSpot] = []
    for due, (left, room) in zip(shown, fitted, strict=False):
        mark = f"!{unit.text(due.count)}"
        words = f"{mark} {texts.get(due.ref, due.ref)}" if room > width(mark) + 2 else mark
        end = canvas.put(left, cut(words, room), "event")
        spots.append(EventSpot(left, end, due.ref))
    hidden = len(dues) - len(fitted)
    if hidden:
        counter = f"+{hidden}›"
        canvas.put(axis.cells - width(counter), counter, "strong")
    return canvas.line(), tuple(spots)


def _places(columns: Sequence[int], least: Sequence[int], full: Sequence[int], cells: int) -> list[tuple[int, int]]:
    """Return the first column and the cells of each event with room: at least mark and count, never overlapping."""
    starts = list(columns)
    if starts and full[-1] <= cells // 2:
        starts[-1] = min(starts[-1], cells - full[-1])
        if len(starts) > 1:
            starts[-1] = min(columns[-1], max(starts[-1], starts[-2] + least[-2] + 1))
    fitted: list[tuple[int, int]] = []
    free_from = 0
    for place, column in enumerate(starts):
        left = max(free_from, min(column, cells - least[place]))
        if left + least[place] > cells:
            break
        following = starts[place + 1] - 1 if place + 1 < len(starts) else cells
        end = min(cells, max(left + least[place], following), left + full[place])
        fitted.append((left, end - left))
        free_from = end + 1
    return fitted
