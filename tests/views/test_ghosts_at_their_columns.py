"""A ghost stands at the column of its own count, however near the fighter's own mark is."""

from __future__ import annotations

import pytest

from tests.lanes import lane, sample
from tests.random_play import EXAMPLES, choices_of, watched
from tracker.model.questions import Ask
from tracker.model.state import DECLARE, LAND
from tracker.session import Session
from tracker.session.preview import preview
from tracker.text.cells import words
from tracker.views.timeline.ghosts import Ghosts
from tracker.views.timeline.lane_marks import GHOST, Mark, beside, placed_of
from tracker.views.timeline.scales import SCALES
from tracker.views.timeline.timeline import lay_timeline

SIZES = ((80, 1), (120, 2), (200, len(SCALES) - 1))
"""Cells and scales; every day one of them at each moment."""
EDGE = 9
"""Cells at the right edge in which what finds no room is told of."""


def misplaced(session: Session, ghosts: Ghosts, cells: int, scale: int) -> list[tuple[int, int]]:
    """Where a ghost is drawn and where it belongs, of each that is drawn elsewhere."""
    encounter, elsewhere = session.encounter, list[tuple[int, int]]()
    timeline = lay_timeline(encounter, session.rules, cells=cells, height=40, scale=scale, ghosts=ghosts)
    for line, who in zip(timeline.lines, timeline.lanes, strict=True):
        drawn = words(line)[timeline.names :].find(GHOST)
        columns = [timeline.axis.column(ghost.at) for ghost in ghosts.of(who)]
        own = [due.count for due in encounter.agenda if due.who == who and due.what in (DECLARE, LAND)]
        shared = {timeline.axis.column(count) for count in own}
        at_edge = any(column + EDGE > timeline.axis.cells for column in columns)
        if drawn < 0 or not columns or drawn in columns or at_edge:
            continue
        if not any(column in shared for column in columns):  # one column holds one sign
            elsewhere.append((drawn, columns[0]))
    return elsewhere


@pytest.mark.parametrize("name", sample(EXAMPLES))
@pytest.mark.parametrize("seed", sample(range(8)))
def test_every_ghost_is_drawn_at_the_column_of_its_count(name: str, seed: int) -> None:
    drawn = 0
    for at, session in enumerate(watched(name, seed, 60 if lane.slow else 30)):
        question = session.encounter.question
        if question is None or (question.ask is Ask.DECLARE and at % 3 and drawn):
            continue
        for choice in list(choices_of(session))[:12]:
            ghosts = preview(session, choice, question.who)
            drawn += len(ghosts.ghosts)
            for cells, scale in SIZES if lane.slow else (SIZES[at % len(SIZES)],):
                assert misplaced(session, ghosts, cells, scale) == [], (choice, ghosts)
    assert drawn


def test_the_number_of_the_own_mark_steps_in_front_of_its_sign_for_a_ghost_right_behind_it() -> None:
    ghost, (own,) = beside(Mark(21, GHOST, "18", "ghost"), [Mark(20, "●", "17", "foe")])
    assert (own.text, own.start, ghost.text, ghost.start) == ("17●", 18, "○18", 21)
    assert len(placed_of([own, ghost], 80)) == 2


def test_a_ghost_right_before_the_own_mark_has_its_number_in_front() -> None:
    ghost, (own,) = beside(Mark(19, GHOST, "16", "ghost"), [Mark(20, "●", "17", "foe")])
    assert (own.text, own.start, ghost.text, ghost.end) == ("●17", 20, "16○", 20)


def test_at_one_column_the_ghost_stands_behind_the_own_mark() -> None:
    ghost, (own,) = beside(Mark(20, GHOST, "18", "ghost"), [Mark(20, "●", "17", "foe")])
    assert (own.text, own.start, ghost.start) == ("●17", 20, 24)
