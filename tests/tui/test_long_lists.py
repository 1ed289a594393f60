"""Long lists: paged, ended and searched; whatever is behind a list keeps still."""

from __future__ import annotations

from functools import cache

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.plain_fights import crowd
from tests.tui.paper import Paper
from tests.tui.playing import press, type_in
from tracker.controller.choices.question_view import asking
from tracker.controller.controller import Controller
from tracker.controller.view_state import PAGE
from tracker.dice.source import SeededDice
from tracker.model.questions import Ask
from tracker.session import Session


@cache
def _five_hundred() -> Session:
    session = crowd(500)
    session.say("begin")
    session.say("next")
    question = session.encounter.question
    assert question is not None and (question.ask, question.who) == (Ask.DECLARE, "fighter-21")
    return session


def five_hundred() -> Session:
    """Five hundred fighters, of whom Fighter 21 may declare; how it came to that is forgotten."""
    session = _five_hundred()
    return Session(session.encounter, session.rules, SeededDice(1))


@pytest.fixture(scope="module")
def controller_of_many() -> Controller:
    return controller_of(five_hundred())


def targets(controller: Controller) -> Controller:
    """The same controller with its 499 targets open."""
    press(controller, "escape", "escape", "escape", "a")
    assert len(controller.prompt.choices) == 499
    return controller


def marked(controller: Controller) -> str:
    return controller.prompt.choices[controller.highlighted].whom


def test_page_keys_and_end_move_in_the_list_and_never_behind_it(controller_of_many: Controller) -> None:
    controller = targets(controller_of_many)
    before = controller.view.selected, controller.view.cursor, controller.view.sheet_top, dict(controller.view.scrolled)
    first, last = controller.prompt.choices[0].whom, controller.prompt.choices[-1].whom
    press(controller, "end")
    assert marked(controller) == last
    press(controller, "ctrl+n")
    assert marked(controller) == first, "after the last the first"
    press(controller, "pagedown")
    assert controller.highlighted == PAGE
    press(controller, "pageup", "pageup")
    assert marked(controller) == first
    for pane in "right", "left":
        press(controller, pane, "escape")
    assert (
        controller.view.selected,
        controller.view.cursor,
        controller.view.sheet_top,
        dict(controller.view.scrolled),
    ) == before


@pytest.mark.parametrize("size", sample([(80, 24), (120, 36)]))
def test_page_down_turns_a_whole_page_of_the_list(size: tuple[int, int]) -> None:
    player = Paper(five_hundred(), size)
    player.press("a")
    controller = player.controller
    seen, many = player.text(), controller.view.list_page
    assert "/: find by name" in seen
    assert many > 5
    player.press("pagedown")
    assert controller.highlighted >= many and player.text() != seen and controller.view.selected == ""
    player.press("end")
    assert "Fighter 499" in player.text()


def test_one_of_499_is_found_by_a_part_of_its_name_and_taken() -> None:
    controller = targets(controller_of(five_hundred()))
    press(controller, "/", *"337")
    assert controller.listing() is not None and marked(controller) == "fighter-337"
    assert asking(controller).hint == "1 of 1: enter takes Fighter 337"
    press(controller, "enter")
    assert controller.session.encounter["fighter-21"].actions[0].target == "fighter-337"


def test_a_search_finds_whoever_is_called_so_first_and_then_who_begins_so(controller_of_many: Controller) -> None:
    controller = targets(controller_of_many)
    press(controller, "/", *"fighter 4")
    assert marked(controller) == "fighter-4"
    press(controller, "down")
    assert marked(controller) in ("fighter-40", "fighter-41", "fighter-400")
    press(controller, "up")
    assert marked(controller) == "fighter-4"
    press(controller, *"x", "enter")
    assert controller.notice.refused and "fighter 4x" in controller.notice.text and controller.menu
    press(controller, "down")
    assert controller.notice.refused, "the arrows have nothing to turn to"
    press(controller, "escape")
    assert controller.field is None and controller.menu, "one step back is to the list"


def test_without_a_list_the_same_key_filters_the_log() -> None:
    controller = controller_of(five_hundred())
    press(controller, "/")
    type_in(controller, "fighter 7")
    assert controller.runner.log.filter == "fighter 7"
