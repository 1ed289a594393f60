"""The lane of events: none is drawn over another at any width, and what finds no room is counted."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.encounter.skirmish import skirmish
from tracker.session import Session
from tracker.text.cells import line_width
from tracker.views.timeline.event_lane import lay_events, tail_rows
from tracker.views.timeline.scales import SCALES
from tracker.views.timeline.timeline import Timeline, lay_timeline


def with_events(counts: list[int]) -> Session:
    session = skirmish()
    for at, count in enumerate(counts):
        session.say(f'event {count} "word {at}"')
    return session


def laid(session: Session, cells: int, height: int = 8) -> Timeline:
    return lay_timeline(session.encounter, session.rules, cells=cells, height=height)


@given(
    some.lists(some.integers(0, 200), min_size=1, max_size=12),
    some.sampled_from((40, 80, 120, 200)),
    some.integers(0, len(SCALES) - 1),
)
def test_every_event_is_whole_or_counted_and_none_lies_over_another(counts: list[int], cells: int, scale: int) -> None:
    session = with_events(counts)
    drawn = lay_timeline(session.encounter, session.rules, cells=cells, height=8, scale=scale)
    line, spots = lay_events(session.encounter, session.rules.unit, drawn.axis)
    text = "".join(span.text for span in line)
    assert line_width(line) == drawn.axis.cells
    for one, other in pairwise(spots):
        assert one.right < other.left, "a cell lies between any two"
    dues = {due.ref: due.count for due in session.encounter.agenda if due.what == "event"}
    for spot in spots:
        assert text[spot.left : spot.right].startswith(f"!{dues[spot.key]}")
    hidden = re.search(r"\+(\d+)›", text)
    assert len(spots) + (int(hidden[1]) if hidden else 0) == len(counts)


def test_what_stands_under_a_column_is_what_is_drawn_there() -> None:
    session = with_events([4])
    drawn = laid(session, 80)
    row = "".join(span.text for span in drawn.lines[drawn.event_row])
    at = row.index("!4 word 0")
    assert drawn.event_at(at) == drawn.event_at(at + 8) == "event-1"
    assert drawn.event_at(at - 1) == drawn.event_at(at + 9) == ""


@pytest.mark.parametrize(("height", "rows"), [(5, ("events",)), (9, ("events",))])
def test_events_have_a_line_of_their_own(height: int, rows: tuple[str, ...]) -> None:
    assert tail_rows(with_events([3]).encounter, height) == rows
    assert tail_rows(skirmish().encounter, height) == ()
