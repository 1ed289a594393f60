"""What is taken back is named as what was done, never as the line that was said; redo is offered when there is any."""

from __future__ import annotations

import re

import pytest

from tests.controllers import controller_of
from tests.game_master import line_of_an_ordinary_game_master
from tests.lanes import sample
from tests.tui.opening import EXAMPLE_OF, Middling, declaring, example, skirmish
from tests.tui.paper import Paper
from tests.tui.playing import press, type_in
from tracker.controller.controller import Controller
from tracker.controller.modes import Mode
from tracker.games.toolkit.target_menu import foes
from tracker.model.questions import Ask
from tracker.session import Session
from tracker.tui.widgets.footer import offered

WORDS = ("next", "roll", "secret", "begin", "redo", "undo")
"""What a line begins with that no action is called."""


def undone(controller: Controller) -> str:
    """What the next undo says it took back."""
    press(controller, "u")
    assert controller.notice.text.startswith("Undone: "), controller.notice
    return controller.notice.text.removeprefix("Undone: ")


def test_undo_names_an_attack_a_wait_an_answer_and_how_far_time_went() -> None:
    controller = controller_of(declaring("duel", "brann"))
    press(controller, "a")
    press(controller, *(("2",) if controller.prompt.mode == "menu" else ()))
    assert controller.session.encounter["brann"].actions
    assert undone(controller) == "Brann attacks Gruk"
    press(controller, "y")
    assert controller.notice.text == "Redone: Brann attacks Gruk"
    press(controller, "u", "w")
    assert undone(controller) == "Brann waits"
    assert undone(controller) == "moved on to count 1"


def test_undo_names_the_blow_that_landed_and_what_was_changed_by_hand() -> None:
    controller = controller_of(skirmish())
    press(controller, "space", "space", "a", "3", "space")
    assert undone(controller) == "Ann's blow on Goblin 1"
    press(controller, "3", "-")
    type_in(controller, "4")
    assert undone(controller).startswith("Goblin 1 hit points −4")


def test_undo_names_an_answer_in_words_and_not_as_it_is_typed() -> None:
    session = example("prism-armour", dice=Middling())
    session.say("begin")
    while (question := session.encounter.question) is None or "deflect-sword" not in question.choices:
        if question is None:
            session.say("next")
        elif question.ask is Ask.DECLARE:
            session.say(f"{question.who} attack {foes(session.encounter, question.who)[0].id}")
        else:
            session.say(f"{question.who} {question.choices[0]}")
    session.say(f"{question.who} deflect-sword")
    assert undone(controller_of(session)) == "Sir Odo: deflect sword"


def test_undo_of_a_run_does_not_call_it_waiting() -> None:
    session = declaring("feats-rooftops", "tess")
    session.say("tess run")
    assert undone(controller_of(session)) == "Tess: run"
    session.say("tess wait")
    assert undone(controller_of(session)) == "Tess waits"


def test_undo_of_what_led_to_a_question_says_who_was_asked_and_not_what() -> None:
    session = declaring("prism-corridor", "bob")
    session.say("bob typed")
    controller = controller_of(session)
    press(controller, "t", "p")
    assert session.encounter.question is not None and session.encounter.question.ask is Ask.DICE
    assert undone(controller) == "Bob rolls"


@pytest.mark.parametrize("game", sample(EXAMPLE_OF, 2))
def test_no_undo_of_a_whole_fight_names_a_line(game: str) -> None:
    session = example(EXAMPLE_OF[game], dice=Middling())
    played(session, 40)
    controller = controller_of(session)
    lines = {step.line for step in session.journal}
    while controller.session.journal.done:
        for told in undone(controller).split("; "):
            assert told not in lines and told.split()[0] not in WORDS, told
            assert "`" not in told and "?" not in told, "a label quotes no question and no line"
            assert not any(one.id != one.name and told.startswith(f"{one.id} ") for one in session.encounter), told


def played(session: Session, steps: int) -> None:
    """So many lines of a fight in which everybody attacks the first foe as soon as it may."""
    session.say("begin")
    for _ in range(steps):
        question = session.encounter.question
        if question is None and not len(session.encounter.agenda):
            return
        if question is None:
            session.say("next")
        elif question.ask is Ask.DICE:
            session.say("roll")
        elif question.ask in (Ask.CHOOSE, Ask.HALT):
            session.say(f"{question.who} {question.choices[0]}".strip())
        elif question.ask is Ask.AMOUNT:
            session.say(f"{question.who} {question.low}")
        else:
            controller = controller_of(session)
            press(controller, "a")
            if controller.prompt.mode is Mode.MENU:
                left = (one.key for one in controller.prompt.choices if not one.refused)
                press(controller, next(left, "escape"))
            if session.encounter.question is question:
                session.say(f"{question.who} wait")


def test_redo_stands_in_the_footer_only_while_something_can_be_brought_back() -> None:
    player = Paper(example("plain-skirmish"), (80, 24))
    assert "y redo" not in player.footer()
    player.press("enter", "u")
    assert "y redo" in player.footer()
    player.press("y")
    assert "y redo" not in player.footer()
    player.press("u", "enter")
    assert "y redo" not in player.footer() and all(row.id != "redo" for row in offered(player.controller))


@pytest.mark.parametrize("name", sample(["duel", "phases-corridor", "ticks-ford"]))
def test_undo_in_the_footer_says_what_it_takes_back(name: str) -> None:
    session = example(name, 3)
    player = Paper(session, (200, 50))
    for _ in range(12):
        session.say(line_of_an_ordinary_game_master(session))
        player.screen.draw()
        quoted = re.search(r'u undo "([^"…]+)', player.footer())
        assert quoted is not None, player.footer()
        player.press("u")
        assert player.controller.notice.text.startswith(f"Undone: {quoted[1]}")
        player.press("y")
