"""Whoever acts, is asked or is aimed at, and the last foe standing, has a lane and a row, at every size."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.lanes import drawing, lane, sample
from tests.random_play import EXAMPLES, random_fight
from tracker.controller.question_view import asking
from tracker.session import Session
from tracker.tui.layout import KEPT, layout_for
from tracker.tui.widgets.fighters import FightersPane
from tracker.tui.widgets.timeline import TimelinePane
from tracker.views.choices.question import lay_asking
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
def test_whoever_acts_is_asked_or_aimed_at_has_a_lane_and_a_row(size: tuple[int, int], name: str, seed: int) -> None:
    width, height = size
    for session in random_fight(name, seed, 80 if lane.slow else 30):
        controller = controller_of(session)
        fighters, timeline = FightersPane("fighters"), TimelinePane("timeline")
        controller.view.list_shown = False
        question = 3 if height < 20 else 4 if height < 45 else 5
        controller.view.list_shown = not lay_asking(asking(controller), width, question).fits
        room = layout_for(controller, width, height, lambda: len(fighters.kept(controller, width)))  # noqa: B023
        timeline.titled, fighters.titled = not room.low, not room.narrow
        timeline.lay(controller, width, room.timeline)
        shown = controller.view.shown(session)
        needed = {shown[one].id for one in must_be_seen(session)}
        assert timeline.drawn is not None
        with_lanes = {one.id for one in in_lanes(shown)}
        assert needed & with_lanes <= set(timeline.drawn.lanes), (needed, timeline.drawn.lanes, room)
        if room.narrow and controller.listing() is not None:
            assert len(fighters.kept(controller, width)) >= min(KEPT, len(needed)), "under a list too"
            continue
        cells = width if room.narrow else room.fighters(shown.combatants)
        middle = room.middle if room.narrow else height - room.timeline - room.question - 3
        fighters.lay(controller, cells, middle)
        assert fighters.drawn is not None
        assert needed <= set(fighters.drawn.rows), (needed, fighters.drawn.rows, room)
