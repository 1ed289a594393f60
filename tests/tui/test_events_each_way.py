"""Events, each way: added, moved and struck out by key, by line, and by click, in every game."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.tui.opening import EXAMPLE_OF, Middling, example
from tests.tui.paper import Paper
from tests.tui.playing import press, type_in
from tracker.model.questions import Ask
from tracker.model.state import FREE_EVENT
from tracker.session import Session
from tracker.tui.widgets.timeline import TimelinePane

in_every_game = pytest.mark.parametrize("game", sample(EXAMPLE_OF, 2))


def begun(game: str) -> Session:
    """A game begun, with no event of its own to come."""
    session = example(EXAMPLE_OF[game], dice=Middling())
    session.say("begin")
    while session.encounter.events:
        session.say("event strike 1")
    return session


def moment(session: Session, count: int) -> str:
    return session.rules.unit.text(count)


def due(session: Session) -> list[tuple[int, str]]:
    """When which event comes."""
    words = {free.key: free.text for free in session.encounter.events}
    return [(due.count, words[due.ref]) for due in session.encounter.agenda if due.what == FREE_EVENT]


def pointed(player: Paper, count: int) -> None:
    """A click in the lane of events under a count; on the counts where that lane is not."""
    pane = player.screen.query_one(TimelinePane)
    assert pane.drawn is not None
    y, names, axis = max(0, pane.drawn.event_row), pane.drawn.names, pane.drawn.axis
    player.click_on(pane, offset=(names + axis.column(count), y))


@in_every_game
def test_an_event_is_added_moved_and_struck_out_by_key_as_by_line(game: str) -> None:
    session = begun(game)
    controller, start = controller_of(session), session.encounter
    who, label = session.encounter.combatants[0].id, session.rules.choices.conditions_by_hand()[0].label
    six, nine = moment(session, 6), moment(session, 9)
    for keys, text, line, after in (
        ("!a", f"{six} The gate falls", f"event {six} The gate falls", [(6, "The gate falls")]),
        ("ea", f"{six} A bell every 3", f"event {six} A bell every 3", [(6, "A bell")]),
        ("!i", "5 A bell stop", "event in 5 A bell stop", [(start.count + 5, "A bell")]),
        ("!w", f"{who} {label} in 4 It bites", f"event in 4 It bites while {who} {label}", []),
        (
            "!w",
            f"{who} {label} in 4 It bites every 3 stop",
            f"event in 4 It bites every 3 stop while {who} {label}",
            [],
        ),
    ):
        session.say(line)
        by_line = session.encounter
        assert due(session) == after and len(by_line.events) == 1
        session.say("undo")
        press(controller, *keys)
        type_in(controller, text)
        assert session.encounter == by_line, f"{line}: {controller.notice.text}"
        session.say("undo")
        assert session.encounter == start
    session.say(f"event {six} The gate falls")
    there = session.encounter
    session.say(f"event move 1 {nine}")
    moved = session.encounter
    assert due(session) == [(9, "The gate falls")]
    press(controller, "u", "!", "1", "m")
    type_in(controller, nine)
    assert session.encounter == moved
    press(controller, "u", "!", "1", "m")
    type_in(controller, "in 2s")
    assert due(session)[0][0] > session.encounter.count and session.encounter != there
    press(controller, "u", "!", "1", "s")
    assert due(session) == [] and session.encounter.events == ()
    press(controller, "u")
    assert session.encounter == there
    session.say("event strike 1")
    assert session.encounter.events == ()


@pytest.mark.parametrize("game", sample(EXAMPLE_OF))
def test_an_event_is_added_moved_and_struck_out_by_click(game: str) -> None:
    session = begun(game)
    player = Paper(session, (80, 24))
    pointed(player, 6)
    assert player.controller.field is not None
    player.type("A bell")
    player.click("enter carry out")
    assert due(session) == [(6, "A bell")]
    pointed(player, 6)
    player.click("m move")
    player.type(moment(session, 8))
    player.click("enter carry out")
    assert due(session) == [(8, "A bell")]
    pointed(player, 8)
    player.click("s strike out")
    assert due(session) == []


@pytest.mark.parametrize("game", sample(EXAMPLE_OF))
def test_a_click_on_the_name_of_the_lane_opens_the_list_of_events(game: str) -> None:
    session = begun(game)
    session.say(f"event {moment(session, 6)} A bell")
    player = Paper(session, (80, 24))
    player.click("! events")
    assert "choose one, or set a new one" in player.controller.prompt.text
    player.click(f"1 {moment(session, 6)} A bell")
    player.click("s strike out")
    assert due(session) == []


@pytest.mark.parametrize("game", sample(EXAMPLE_OF))
def test_a_stopping_event_is_answered_each_way_and_its_lane_tells_of_it_before(game: str) -> None:
    session = begun(game)
    session.say(f"event {moment(session, session.encounter.count)} The gate falls stop")
    session.say("next")
    halted = session.encounter
    assert halted.question is not None and halted.question.ask is Ask.HALT
    session.say("seen")
    seen = session.encounter
    assert seen.question is None or seen.question.ask is not Ask.HALT
    session.say("undo")
    player = Paper(session, (80, 24))
    player.press("enter")
    assert session.encounter == seen
    player.press("u")
    assert session.encounter == halted and "The gate" in player.seen()[0]
    player.click("enter seen")
    assert session.encounter == seen
