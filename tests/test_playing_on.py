"""Play on until I am asked: one key goes on by itself to the next question, and by a setting so does an answer."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.controllers import controller_of
from tests.game_master import sides_standing
from tests.lanes import sample
from tests.random_play import EXAMPLES, kind
from tests.tui.opening import example
from tracker.controller.controller import Controller
from tracker.controller.handlers.answers import STANDS
from tracker.controller.handlers.history import play
from tracker.controller.input.default_keys import usual_keymap
from tracker.controller.input.keys import press
from tracker.controller.input.user_keymap import own_keys
from tracker.controller.modes import Mode
from tracker.controller.user_settings import Settings
from tracker.encounter.advance import nothing_due
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.session import Session

MOST = 400
"""Keys after which a fight that is tried is long enough."""


def at_table(name: str, plays_on: bool = False) -> Controller:
    """A controller of an example all of whose dice are rolled."""
    session = example(name)
    session.say("all rolled")
    controller = controller_of(session)
    controller.tune(Settings(play_on=plays_on))
    return controller


def let_it_play(controller: Controller, now: float = 0.0) -> float:
    """Let the clock run until the fight stands; return the time."""
    while controller.playback is not None:
        now += STANDS
        play(controller, now)
    return now


def key(controller: Controller, name: str) -> int:
    """Press a key and let what follows of itself follow; return 1, the keys pressed."""
    press(controller, name, name if len(name) == 1 else None)
    let_it_play(controller)
    return 1


def declared(session: Session) -> int:
    """How many actions have been declared."""
    events = (event for step in session.journal for event in step.events)
    return sum(isinstance(event, ev.ActionDeclared) for event in events)


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_it_stops_only_where_something_is_asked_or_nothing_is_left(name: str) -> None:
    controller, pressed, stopped = at_table(name), 0, 0
    session = controller.session
    while pressed < 60 and len(sides_standing(session)) > 1:
        before = controller.seen
        if controller.mode is Mode.FREE:
            pressed += key(controller, "greater_than_sign")
            asked = session.encounter.question is not None
            assert (
                asked or len(sides_standing(session)) < 2 or nothing_due(session.encounter, session.rules) is not None
            )
            stopped += asked
        else:
            pressed += key(controller, "enter")
        if controller.seen == before:  # there is nothing likely to repeat: this one waits
            question = session.encounter.question
            if question is None or question.ask is not Ask.DECLARE:
                break
            session.say(f"{question.who} wait")
    assert stopped, "it was asked on the way"


@pytest.mark.parametrize("name", ["duel", "plain-skirmish", "ticks-ford"])
def test_where_an_answer_plays_on_each_key_answers_and_a_turn_takes_two_at_most(name: str) -> None:
    controller = at_table(name, plays_on=True)
    session, turns = controller.session, Counter[int]()
    key(controller, "enter")
    for _ in range(MOST):
        question, likely = session.encounter.question, controller.prompt.likely
        if len(sides_standing(session)) < 2:
            break
        assert question is not None, "no key is left that only goes on"
        if question.ask is Ask.DECLARE and (likely is None or likely.refused):
            press(controller, "a", "a")
            while controller.mode is Mode.MENU:
                press(controller, "enter")
            assert controller.mode is not Mode.DECLARE
            let_it_play(controller)
            continue
        answers = question.ask is Ask.DECLARE or "hit" in question.text  # a fumble is no part of an ordinary turn
        turn = declared(session) + (question.ask is Ask.DECLARE)
        turns[turn] += key(controller, "enter") * answers
    assert len(turns) > 3 and max(turns.values()) <= 2, turns


def test_twelve_goblins_by_hand_take_eighty_keys_with_every_decision() -> None:
    """The first blow at each who has no orders for it is answered so from now on; all else is Enter."""
    controller = at_table("goblin-warren", plays_on=True)
    session, pressed = controller.session, 0
    while len(sides_standing(session)) > 1 and pressed < MOST:
        now, before = controller.prompt, controller.seen
        struck = now.mode is Mode.CHOOSE and "is about to be hit" in now.text
        if struck and not session.encounter[now.who].orders.answer:
            pressed += key(controller, "quotation_mark")
        elif now.mode is Mode.DECLARE and (now.likely is None or now.likely.refused):
            pressed += key(controller, "a")
            for _ in range(3):
                if controller.mode is Mode.MENU:
                    pressed += key(controller, "enter")
        else:
            pressed += key(controller, "enter" if now.mode is not Mode.FREE else "space")
        if controller.seen == before:
            pressed += key(controller, "w")
    assert sides_standing(session) == {"heroes"} and pressed <= 80, pressed


@pytest.mark.parametrize("plays_on", [False, True])
def test_any_key_stops_it_and_does_nothing_else(plays_on: bool) -> None:
    controller = at_table("goblin-warren", plays_on)
    for one in controller.session.encounter:
        controller.say(f"{one.id} orders attack nearest, nothing")
    press(controller, "enter")
    if not plays_on:
        press(controller, "greater_than_sign", ">")
    assert controller.playback is not None
    play(controller, 0.0)
    assert play(controller, STANDS) and not play(controller, STANDS * 1.5), "each event stands for its time"
    steps = controller.seen
    assert controller.playback is not None, "more is due"
    press(controller, "u", "u")
    assert controller.playback is None and controller.seen == steps, "it was chosen for another moment"
    press(controller, "u", "u")
    assert controller.seen != steps
    assert controller.playback is None, "to take back is no answer"


def test_an_event_that_stops_the_fight_stops_it() -> None:
    controller = at_table("plain-skirmish")
    press(controller, "enter")
    controller.say("event 1 the roof falls in stop")
    key(controller, "greater_than_sign")
    while (question := controller.session.encounter.question) is not None and question.ask is not Ask.HALT:
        controller.say(f"{question.who} wait")
        key(controller, "greater_than_sign")
    assert question is not None and "roof" in question.text


@pytest.mark.parametrize("name", sample(["duel", "prism-corridor", "feats-rooftops", "ticks-ford"], 2))
def test_an_answer_given_from_now_on_is_asked_for_no_more(name: str) -> None:
    controller = at_table(name, plays_on=True)
    session, first = controller.session, ""
    for _ in range(MOST):
        if len(sides_standing(session)) < 2:
            break
        question, words = session.encounter.question, session.rules.abilities.orders
        assert words is not None
        if question is not None and question.ask is Ask.CHOOSE and words.answers[0] in question.choices:
            assert question.who != first, "it answers by itself"
            if not first:
                first = question.who
                controller.view.highlight = [one.word for one in controller.prompt.choices].index(words.answers[0])
                key(controller, "quotation_mark")
                assert session.encounter[first].orders.answer == words.answers[0]
                continue
        before = controller.seen
        key(controller, "enter" if controller.mode is not Mode.FREE else "space")
        if controller.seen == before:
            key(controller, "a")
            while controller.mode is Mode.MENU:
                key(controller, "enter")
            if controller.seen == before:
                session.say(f"{session.encounter.question.who} wait" if session.encounter.question else "next")
    assert first


def test_a_usual_key_gives_way_to_the_users_own_and_its_action_keeps_the_other(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text('[keys]\nodds = ">"\n', encoding="utf-8")
    own = own_keys(path)
    assert own.diagnostics == ()
    keymap = usual_keymap(own.keys)
    row = keymap.row("greater_than_sign", Mode.FREE)
    assert row is not None and row.id == "odds" and keymap.by_id("until-asked").keys == ("f7",)
