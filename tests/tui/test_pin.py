"""A pinned sheet: it stays while nothing else is asked, and follows again once the pinned one is no part of that."""

from __future__ import annotations

import pytest

from tests.tui.opening import EXAMPLE_OF, example, skirmish
from tests.tui.playing import playing, press, type_in
from tracker.controller.controller import Desk
from tracker.model.questions import Ask
from tracker.tui.widgets.sheet import SheetPane
from tracker.views.focus import in_focus


async def test_the_sheet_of_whoever_is_asked_follows_after_a_pin_by_itself() -> None:
    async with playing(skirmish(), (120, 36)) as player:
        sheet = player.screen.query_one(SheetPane)
        await player.press("space", "5")
        assert sheet.text()[0].split()[1] == "Wolf"
        await player.press("space")
        assert sheet.text()[0].split()[1] == "Ann"
        assert player.screen.desk.looking.selected == "wolf", "what is done by hand is still for the selected one"
        await player.press("5")
        assert sheet.text()[0].split()[1] == "Wolf", "selected again it is pinned again"
        await player.press("escape")
        assert sheet.text()[0].split()[1] == "Ann"


def test_a_pin_stays_while_the_same_is_asked_whatever_is_done_by_hand_meanwhile() -> None:
    desk = Desk(skirmish())
    press(desk, "space", "space", "5", "-")
    type_in(desk, "2")
    press(desk, "-")
    type_in(desk, "1")
    wolf = desk.session.encounter["wolf"]
    assert wolf.full("HP") - wolf.pool("HP") == 3 and desk.looking.sheet_of(desk.session) == "wolf"


def test_a_pin_stays_on_whoever_is_asked_or_aimed_at() -> None:
    desk = Desk(skirmish())
    press(desk, "space", "1", "space")
    assert desk.looking.pinned and desk.looking.sheet_of(desk.session) == "ann"


@pytest.mark.parametrize("game", EXAMPLE_OF)
def test_while_something_is_asked_only_who_is_part_of_it_is_pinned_after_a_step(game: str) -> None:
    session = example(EXAMPLE_OF[game])
    desk = Desk(session)
    for turn in range(30):
        desk.looking.select(session.encounter.combatants[turn % len(session.encounter.combatants)].id)
        asked = session.encounter.question
        if asked is None:
            press(desk, "enter" if not session.encounter.began else "space")
        elif asked.ask is Ask.DECLARE:
            desk.say(f"{asked.who} wait")
        else:
            press(desk, "enter")
        question = session.encounter.question
        if question is not None and question != asked:
            assert desk.looking.sheet_of(session) in in_focus(session.encounter, session.rules), (turn, question.text)
