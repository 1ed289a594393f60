"""Whoever acts, is asked or is aimed at, and the last foe standing, has a row on the board, at every size."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.lanes import drawing, lane, sample
from tests.random_play import EXAMPLES, random_fight
from tracker.controller.modes import Mode
from tracker.session import Session
from tracker.tui.layout import layout_for
from tracker.tui.widgets.timeline import TimelinePane
from tracker.views.timeline.sub_lanes import in_lanes

SIZES = ((60, 16), (80, 24), (100, 30), (120, 20), (120, 36), (200, 50))


def must_be_seen(session: Session) -> set[str]:
    """Who is asked or asked about, else who is next to act; whom they aim at; the last one standing of a side."""
    encounter, question = session.encounter, session.encounter.question
    if question is not None:
        who = [question.who, question.about]
    else:
        coming = [due.who for due in encounter.agenda if due.what == "land" and due.count == encounter.count]
        who = coming[:1]
    who += [action.target for one in who if one in encounter for action in encounter[one].actions]
    for side in {one.profile.side for one in encounter}:
        able = [one.id for one in encounter if one.able and one.profile.side == side]
        others = [one for one in encounter if one.profile.side == side]
        who += able if len(able) == 1 < len(others) else []
    return {one for one in who if one in encounter}


@drawing
@pytest.mark.parametrize("name", sample(EXAMPLES))
@pytest.mark.parametrize("size", sample(SIZES), ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seed", sample(range(4)))
def test_whoever_acts_is_asked_or_aimed_at_has_a_row_on_the_board(size: tuple[int, int], name: str, seed: int) -> None:
    width, height = size
    for session in random_fight(name, seed, 80 if lane.slow else 30):
        controller, timeline = controller_of(session), TimelinePane("timeline")
        controller.view.list_shown = controller.mode is Mode.CHOOSE
        room = layout_for(controller, width, height)
        timeline.bars = room.bars
        timeline.lay(controller, width, room.lines("timeline"))
        shown = controller.view.shown(session)
        needed = {shown[one].id for one in must_be_seen(session)}
        assert timeline.drawn is not None
        with_lanes = {one.id for one in in_lanes(shown)}
        assert needed & with_lanes <= set(timeline.drawn.lanes), (needed, timeline.drawn.lanes, room)
