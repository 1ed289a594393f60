"""Where time is written as two numbers, each of the greater ones is ruled off in the lanes."""

from __future__ import annotations

from tests.phases.table import GUN, KANE, ROOK, VOS, begun
from tracker.views.timeline.timeline import lay_timeline


def test_phases_are_ruled_off_in_every_lane() -> None:
    table = begun(KANE, VOS, {**ROOK, "weapon": [GUN]})
    table.say("next")
    laid = lay_timeline(table.now, table.session.rules, cells=100, height=8)
    lane = "".join(span.text for span in laid.lines[2])
    at = [place - laid.names for place, sign in enumerate(lane) if sign == "┊"]
    assert len(at) > 5 and [laid.axis.count(column) for column in at] == [3 * n for n in range(1, len(at) + 1)]


def test_too_far_off_nothing_is_ruled() -> None:
    table = begun(KANE, VOS)
    laid = lay_timeline(table.now, table.session.rules, cells=100, height=8, scale=3)
    assert not any("┊" in span.text for line in laid.lines for span in line)
