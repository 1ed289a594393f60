"""Long lists: paged, ended and searched; whatever is behind a list keeps still."""

from __future__ import annotations

import pytest

from tests.plain_fights import crowd
from tests.tui.playing import playing, press, type_in
from tracker.controller.controller import Desk
from tracker.controller.view_state import PAGE
from tracker.model.questions import Ask
from tracker.session import Session


def five_hundred() -> Session:
    """Five hundred fighters, of whom Fighter 21 may declare."""
    session = crowd(500)
    session.say("begin")
    session.say("next")
    question = session.encounter.question
    assert question is not None and (question.ask, question.who) == (Ask.DECLARE, "fighter-21")
    return session


@pytest.fixture(scope="module")
def desk_of_many() -> Desk:
    return Desk(five_hundred())


def targets(desk: Desk) -> Desk:
    """The same desk with its 499 targets open."""
    press(desk, "escape", "escape", "escape", "a")
    assert len(desk.front.choices) == 499
    return desk


def marked(desk: Desk) -> str:
    return desk.front.choices[desk.highlighted].whom


def test_page_keys_and_end_move_in_the_list_and_never_behind_it(desk_of_many: Desk) -> None:
    desk = targets(desk_of_many)
    before = desk.looking.selected, desk.looking.cursor, desk.looking.sheet_top, dict(desk.looking.scrolled)
    first, last = desk.front.choices[0].whom, desk.front.choices[-1].whom
    press(desk, "end")
    assert marked(desk) == last
    press(desk, "ctrl+n")
    assert marked(desk) == first, "after the last the first"
    press(desk, "pagedown")
    assert desk.highlighted == PAGE
    press(desk, "pageup", "pageup")
    assert marked(desk) == first
    for pane in "right", "left":
        press(desk, pane, "escape")
    assert (desk.looking.selected, desk.looking.cursor, desk.looking.sheet_top, dict(desk.looking.scrolled)) == before


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_page_down_turns_a_whole_page_of_the_list(size: tuple[int, int]) -> None:
    async with playing(five_hundred(), size) as player:
        await player.press("a")
        desk = player.screen.desk
        seen, many = player.text(), desk.looking.list_page
        assert "/ finds one by a part of its name" in seen
        assert many > 5
        await player.press("pagedown")
        assert desk.highlighted >= many and player.text() != seen and desk.looking.selected == ""
        await player.press("end")
        assert "Fighter 499" in player.text()


def test_one_of_499_is_found_by_a_part_of_its_name_and_taken() -> None:
    desk = targets(Desk(five_hundred()))
    press(desk, "/", *"337")
    assert desk.listing() is not None and marked(desk) == "fighter-337"
    assert desk.asking().hint == "1 of 1: enter takes Fighter 337"
    press(desk, "enter")
    assert desk.session.encounter["fighter-21"].actions[0].target == "fighter-337"


def test_a_search_finds_whoever_is_called_so_first_and_then_who_begins_so(desk_of_many: Desk) -> None:
    desk = targets(desk_of_many)
    press(desk, "/", *"fighter 4")
    assert marked(desk) == "fighter-4"
    press(desk, "down")
    assert marked(desk) in ("fighter-40", "fighter-41", "fighter-400")
    press(desk, "up")
    assert marked(desk) == "fighter-4"
    press(desk, *"x", "enter")
    assert desk.notice.refused and "fighter 4x" in desk.notice.text and desk.path
    press(desk, "down")
    assert desk.notice.refused, "the arrows have nothing to turn to"
    press(desk, "escape")
    assert desk.field is None and desk.path, "one step back is to the list"


def test_without_a_list_the_same_key_filters_the_log() -> None:
    desk = Desk(five_hundred())
    press(desk, "/")
    type_in(desk, "fighter 7")
    assert desk.log.filter == "fighter 7"
