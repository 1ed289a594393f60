"""The history of command lines: older and newer lines, and nothing behind the newest."""

from __future__ import annotations

from tests.controllers import controller_of
from tests.plain_fights import DUEL, fight, rolled
from tests.tui.playing import press, type_in
from tracker.controller.typing.command_history import History


def sent(*lines: str) -> History:
    history = History()
    for line in lines:
        history.add(line)
    return history


def test_up_fetches_the_newest_line_first_and_stops_at_the_oldest() -> None:
    history = sent("one", "two", "three")
    assert [history.recalled(-1) for _ in range(5)] == ["three", "two", "one", "one", "one"]


def test_down_leads_back_to_the_newest_line_and_past_it_to_an_empty_one() -> None:
    history = sent("one", "two")
    history.recalled(-1)
    history.recalled(-1)
    assert [history.recalled(1) for _ in range(4)] == ["two", "", "", ""]


def test_presses_of_down_past_the_newest_line_need_no_presses_of_up_to_make_up_for_them() -> None:
    history = sent("one", "two")
    for _ in range(5):
        assert history.recalled(1) == ""
    assert history.recalled(-1) == "two"


def test_presses_of_up_past_the_oldest_line_need_no_presses_of_down_to_make_up_for_them() -> None:
    history = sent("one", "two")
    for _ in range(5):
        history.recalled(-1)
    assert history.recalled(1) == "two"


def test_a_line_that_is_sent_is_the_newest_and_fetching_begins_behind_it() -> None:
    history = sent("one", "two")
    history.recalled(-1)
    history.recalled(-1)
    history.add("three")
    assert [history.recalled(-1), history.recalled(-1)] == ["three", "two"]


def test_without_a_line_nothing_is_fetched() -> None:
    assert [History().recalled(by) for by in (-1, 1)] == ["", ""]


def test_on_the_command_line_down_past_the_newest_line_leaves_it_empty() -> None:
    controller = controller_of(rolled(fight(DUEL)))
    for words in ("note one", "note two"):
        press(controller, ":")
        type_in(controller, words)
    press(controller, ":", "up", "up", "down", "down", "down")
    assert controller.field is not None and controller.field.text == ""
    press(controller, "up")
    assert controller.field.text == "note two"
