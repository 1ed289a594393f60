"""A pinned sheet: it stays while nothing else is asked, and follows again once the pinned one is no part of that."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.tui.opening import EXAMPLE_OF, example, skirmish
from tests.tui.paper import Paper
from tests.tui.playing import press, type_in
from tracker.model.questions import Ask
from tracker.tui.widgets.sheet import SheetPane
from tracker.views.focus import in_focus


def test_the_sheet_of_whoever_is_asked_follows_after_a_pin_by_itself() -> None:
    player = Paper(skirmish(), (120, 36))
    sheet = player.screen.query_one(SheetPane)
    player.press("space", "5")
    assert sheet.text()[0].split()[1] == "Wolf"
    player.press("space")
    assert sheet.text()[0].split()[1] == "Ann"
    assert player.controller.view.selected == "wolf", "what is done by hand is still for the selected one"
    player.press("5")
    assert sheet.text()[0].split()[1] == "Wolf", "selected again it is pinned again"
    player.press("escape")
    assert sheet.text()[0].split()[1] == "Ann"


def test_a_pin_stays_while_the_same_is_asked_whatever_is_done_by_hand_meanwhile() -> None:
    controller = controller_of(skirmish())
    press(controller, "space", "space", "5", "-")
    type_in(controller, "2")
    press(controller, "-")
    type_in(controller, "1")
    wolf = controller.session.encounter["wolf"]
    assert wolf.full("HP") - wolf.pool("HP") == 3 and controller.view.sheet_of(controller.session) == "wolf"


def test_a_pin_stays_on_whoever_is_asked_or_aimed_at() -> None:
    controller = controller_of(skirmish())
    press(controller, "space", "1", "space")
    assert controller.view.pinned and controller.view.sheet_of(controller.session) == "ann"


@pytest.mark.parametrize("game", EXAMPLE_OF)
def test_while_something_is_asked_only_who_is_part_of_it_is_pinned_after_a_step(game: str) -> None:
    session = example(EXAMPLE_OF[game])
    controller = controller_of(session)
    for turn in range(30):
        controller.view.select(session.encounter.combatants[turn % len(session.encounter.combatants)].id)
        asked = session.encounter.question
        if asked is None:
            press(controller, "enter" if not session.encounter.began else "space")
        elif asked.ask is Ask.DECLARE:
            controller.say(f"{asked.who} wait")
        else:
            press(controller, "enter")
        question = session.encounter.question
        if question is not None and question != asked:
            assert controller.view.sheet_of(session) in in_focus(session.encounter, session.rules), (
                turn,
                question.text,
            )
