"""Events by key and by mouse: set, moved, struck out; a stopping one in the head line until it is answered."""

from __future__ import annotations

from tests.encounter.skirmish import skirmish
from tests.tui.opening import declaring
from tests.tui.paper import Paper
from tests.tui.playing import every_size
from tracker.model.state import FREE_EVENT
from tracker.session import Session
from tracker.tui.widgets.timeline import TimelinePane


def counts(session: Session) -> list[int]:
    return [due.count for due in session.encounter.agenda if due.what == FREE_EVENT]


def column_of(player: Paper, text: str) -> tuple[int, int]:
    """Where a text stands in the timeline pane: column and line."""
    for y, line in enumerate(player.screen.query_one(TimelinePane).text()):
        if text in line:
            return line.index(text), y
    raise AssertionError(f"{text} is not in the timeline")


def test_an_event_is_set_moved_and_struck_out_by_key() -> None:
    session = skirmish()
    player = Paper(session)
    player.press("e", "a")
    player.type('6 "The gate falls" every 3')
    player.press("enter")
    assert counts(session) == [6] and "!6 The gate falls" in player.text()
    player.press("e")
    assert "6 The gate falls, every 3 rounds" in player.text()
    player.press("1", "m")
    player.type("8")
    player.press("enter")
    assert counts(session) == [8]
    player.press("e", "1", "s")
    assert counts(session) == []
    player.press("u", "u", "u")
    assert session.encounter == skirmish().encounter


def test_an_event_is_set_and_struck_out_by_click() -> None:
    session = skirmish()
    session.say('event 6 "The gate falls"')
    player = Paper(session)
    column, y = column_of(player, "!6 The gate")
    player.click_on("#timeline", offset=(column + 2, y))
    assert "strike out" in player.text() and "6 The gate falls" in player.text()
    player.press("escape")
    player.press("escape")
    pane = player.screen.query_one(TimelinePane)
    assert pane.drawn is not None
    empty = pane.drawn.names + pane.drawn.axis.column(4)
    player.click_on("#timeline", offset=(empty, y))
    player.type("A bell")
    player.press("enter")
    assert counts(session) == [4, 6]
    column, y = column_of(player, "!6 The gate")
    player.click_on("#timeline", offset=(column + 1, y))
    player.click("strike out")
    assert counts(session) == [4]


@every_size
def test_a_stopping_event_stands_in_the_head_line_until_it_is_answered(size: tuple[int, int]) -> None:
    session = skirmish(15, 1)
    session.say('event 0 "The gate falls" stop')
    player = Paper(session, size)
    player.press("enter", "space")
    assert player.seen()[0].startswith("  !0: The gate")
    player.press("space")
    assert "The gate falls – enter: go on · u: undo" in " ".join(player.text().split())
    assert player.seen()[0].startswith("  !0: The gate")
    player.press("x", "escape", "enter")
    assert session.encounter.question is None
    assert "now !" not in player.seen()[0] and "The gate falls" in player.text()


def test_at_a_declaration_the_games_e_stays_and_the_exclamation_mark_opens_the_events() -> None:
    session = declaring("duel", "brann")
    player = Paper(session)
    player.press("exclamation_mark")
    assert "No event is set" in player.text()
    player.press("a")
    player.type("99 A horn")
    player.press("enter")
    assert counts(session)[-1] == 99 and session.encounter.question is not None
