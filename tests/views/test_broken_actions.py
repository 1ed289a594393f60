"""What a blow broke stays on the axis for one step: its bar, and the count at which it would have landed."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import at_once
from tests.lanes import sample
from tests.random_play import EXAMPLES, watched
from tests.tui.opening import example
from tracker.model.combatant import Action
from tracker.model.events import ActionEnded
from tracker.session import Session
from tracker.text.cells import words
from tracker.views.fighters.fighters import Seen
from tracker.views.focus import last_broken, last_steps
from tracker.views.timeline.timeline import lay_timeline


def lanes(session: Session, cells: int) -> dict[str, str]:
    """The first line of each lane."""
    seen = Seen(broken=last_broken(session.journal, session.encounter))
    laid = lay_timeline(session.encounter, session.rules, cells=cells, height=30, seen=seen)
    rows: dict[str, str] = {}
    for line, who in zip(laid.lines, laid.lanes, strict=True):
        rows.setdefault(who, words(line))
    return rows


def test_an_action_that_a_blow_broke_is_seen_until_the_next_step() -> None:
    table = at_once(ANNA, GRUK)
    table.say("next", "anna attack gruk", 'gruk does "sings" 40')
    table.fall(15, 4, 99, 99, 3, 3, 3, 3)
    table.say("next", "gruk nothing")
    lane = lanes(table.session, 120)["gruk"]
    assert "╳51 lost" in lane and "├╌" in lane and "╌ unconscious until 68 ╌" in lane, lane
    table.say("next")
    assert "╳" not in lanes(table.session, 120)["gruk"]


@pytest.mark.parametrize(("lands", "marks"), [(12, "12╳ ◆13"), (13, "◆13 ╳13"), (9, "╳9 lost ◆13")])
def test_an_action_broken_beside_the_next_declaration_stands_there_and_not_at_the_edge(lands: int, marks: str) -> None:
    session = example("duel")
    for line in ("begin", "fix brann count 13"):
        session.say(line)
    seen = Seen(broken={"brann": Action(1, "sings", label="sings", speed=lands, lands=lands)})
    laid = lay_timeline(session.encounter, session.rules, cells=120, height=30, seen=seen)
    assert marks in words(laid.lines[laid.lanes.index("brann")])


@pytest.mark.parametrize("name", sample(EXAMPLES))
def test_in_every_game_each_action_that_was_lost_is_marked_where_it_would_have_landed(name: str) -> None:
    for session in watched(name, 7, 60):
        lost = [
            event
            for step in last_steps(session.journal)
            for event in step.events
            if isinstance(event, ActionEnded) and event.how == "lost" and event.who in session.encounter
        ]
        broken = last_broken(session.journal, session.encounter)
        assert set(broken) <= {event.who for event in lost}
        for who, line in lanes(session, 160).items():
            assert who in broken or "╳" not in line, line
