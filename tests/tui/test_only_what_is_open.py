"""A question lists only the answers that are open; the keys of the others say why they are not."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.tui.opening import EXAMPLE_OF, Middling, example
from tests.tui.paper import Paper
from tests.tui.playing import press
from tracker.controller.modes import Mode
from tracker.line_mode.listener import Listener
from tracker.model.questions import Ask
from tracker.session import Session


def struck() -> Session:
    """A blow is about to land on Gruk, who has answers that are open and others that are not."""
    session = example("duel")
    for line in ("begin", "fix brann count 1", "fix gruk count 60", "next", "brann attack gruk", "next"):
        session.say(line)
    question = session.encounter.question
    assert question is not None and question.ask is Ask.CHOOSE and question.who == "gruk"
    return session


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
def test_what_cannot_be_answered_stands_nowhere_and_its_key_says_why(size: tuple[int, int]) -> None:
    session = struck()
    question = session.encounter.question
    assert question is not None
    shut = [one for one in session.rules.choices.answers(session.encounter, question) if one.refused]
    assert shut, "a fight in which nothing is shut proves nothing"
    player = Paper(session, size)
    assert "✗" not in player.text()
    for choice in shut:
        player.press(choice.key)
        assert player.controller.notice.refused and player.controller.notice.text == choice.refused
        assert session.encounter.question is not None and session.encounter.question.who == "gruk"


@pytest.mark.parametrize("game", sample(EXAMPLE_OF))
def test_no_question_of_a_fight_lists_an_answer_that_cannot_be_given(game: str) -> None:
    session = example(EXAMPLE_OF[game], dice=Middling())
    session.say("begin")
    for _ in range(60):
        controller = controller_of(session)
        if controller.mode is Mode.CHOOSE:
            assert not any(one.refused for one in controller.prompt.choices), controller.prompt.text
            assert {one.key for one in controller.prompt.absent}.isdisjoint(
                one.key for one in controller.prompt.choices
            )
        before = session.encounter
        press(
            controller, "space" if controller.mode is Mode.FREE else "a" if controller.mode is Mode.DECLARE else "enter"
        )
        if controller.prompt.mode is Mode.MENU:
            press(controller, "enter")
        if session.encounter is before and session.encounter.question is not None:
            session.say(f"{session.encounter.question.who} wait")
        elif session.encounter is before:
            break


def test_by_ear_what_is_shut_is_told_on_demand() -> None:
    listener = Listener(struck())
    heard = [*listener.begins()]
    assert any("not open now; r: why" in line for line in heard)
    assert all(": " in line for line in listener.hear("r")) and "Everything" not in listener.hear("r")[0]
