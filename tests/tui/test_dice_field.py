"""The dice field goes on by itself, and its last digit can be corrected; a doubled key counts once and says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import Key

from tests import page_game
from tests.controllers import controller_of
from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import at_once
from tests.plain_fights import DUEL, fight, rolled
from tests.tui.playing import Player, playing, press
from tracker.controller.choices.question_view import asking
from tracker.controller.modes import Mode
from tracker.session import Session
from tracker.tui.screens.fight import FightScreen


def asked_for_a_hundred() -> Session:
    """Anna's blow lands on Gruk, and her dice are asked for."""
    table = at_once({**ANNA, "player": "Ana"}, GRUK)
    table.say("fix gruk count 60", "next", "anna attack gruk", "next", "gruk nothing")
    table.fall(3, 4)
    assert table.now.question is not None and table.now.question.dice.startswith("d100")
    return table.session


def test_two_digits_of_a_hundred_go_on_and_backspace_corrects_the_last() -> None:
    session = asked_for_a_hundred()
    asked, controller = session.encounter.question, controller_of(session)
    press(controller, "9", "7")
    assert session.encounter.question != asked and not controller.dice.text
    press(controller, "backspace")
    assert session.encounter.question == asked and controller.dice.text == "9"
    press(controller, "8")
    assert session.journal.steps[session.journal.done[-1]].line == "98"


def test_a_total_is_offered_for_several_dice_and_not_for_one() -> None:
    controller = controller_of(asked_for_a_hundred())
    assert "Type the roll, or" in asking(controller).hint
    press(controller, "9", "7")
    while controller.session.encounter.question.dice.startswith("d"):  # type: ignore[union-attr]
        press(controller, "enter")
    assert "Type the roll (=8 for the total), or" in asking(controller).hint


def test_dice_that_count_successes_take_how_many_there_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page_game.registered(tmp_path, monkeypatch, {'"2d6", need,': '"6d6>4", 1,'})
    session = page_game.opened(tmp_path, page_game.FIGHT.replace("aim = 6", 'player = "Ada"'))
    for line in ("begin", "next", "ann shoot goblin", "goblin wait", "next", "stand"):
        session.say(line)
    controller = controller_of(session)
    assert "(=8 for the successes)" in asking(controller).hint
    press(controller, "=", "3")
    ((_, fell),) = session.dice_of_last()
    assert (fell.dice, fell.total, sum(face > 4 for face in fell.faces)) == ("6d6>4", 3, 3)


def test_a_digit_after_the_arrows_begins_another_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choice = 'draft.ask(Ask.CHOOSE, target.id, "defence", text, ("stand", "duck"), about=who)'
    page_game.registered(tmp_path, monkeypatch, {choice: 'draft.ask_amount(target.id, "luck", text, 0, 30)'})
    session = page_game.opened(tmp_path)
    for line in ("begin", "next", "ann shoot goblin", "goblin wait", "next"):
        session.say(line)
    controller = controller_of(session)
    press(controller, "up", "up")
    assert controller.dice.text == "2"
    press(controller, "space", "equals_sign")
    assert controller.dice.text == "2", "a sign that is no digit changes nothing"
    press(controller, "1")
    assert controller.dice.text == "1"
    press(controller, "2")
    assert controller.dice.text == "12"
    press(controller, "up", "backspace", "9")
    assert controller.dice.text == "19", "what is corrected is gone on with"


def test_after_looking_about_it_is_still_corrected_but_not_after_the_next_answer() -> None:
    session = asked_for_a_hundred()
    controller = controller_of(session)
    press(controller, "9", "7", "f", "1", "backspace", "backspace")
    assert controller.dice.text in ("", "9")
    session = asked_for_a_hundred()
    controller = controller_of(session)
    press(controller, "9", "7")
    given = session.encounter
    press(controller, "enter")
    taken = session.encounter
    assert taken != given
    press(controller, "u", "y")
    assert session.encounter == taken
    press(controller, "backspace")
    assert not controller.dice.text, "something else was answered since: backspace takes back the whole action"
    assert session.encounter["anna"].actions == () and session.encounter.question is not None


@pytest.mark.parametrize(("keys", "line"), [("00", "00"), ("100", "100"), ("05", "05")])
def test_noughts(keys: str, line: str) -> None:
    session = asked_for_a_hundred()
    press(controller_of(session), *keys)
    assert session.journal.steps[session.journal.done[-1]].line == line


def test_nought_alone_and_ten_wait_and_nought_is_refused() -> None:
    session = asked_for_a_hundred()
    asked, controller = session.encounter.question, controller_of(session)
    press(controller, "0", "enter")
    assert session.encounter.question == asked and "00 and 100 are a hundred" in controller.notice.text
    press(controller, "escape", "1", "0")
    assert session.encounter.question == asked, "100 is still possible"
    press(controller, "enter")
    assert session.encounter.question != asked


def test_a_comma_does_nothing_in_it() -> None:
    controller = controller_of(asked_for_a_hundred())
    press(controller, "3", "comma")
    assert controller.dice.text == "3" and controller.mode is Mode.DICE


NOW = 1e9
"""Seconds, later than any drawing."""


def at(screen: FightScreen, key: str, time: float) -> None:
    event = Key(key, {"space": " "}.get(key, key if len(key) == 1 else None))
    event.time = time
    screen.debounce.drawn(screen.controller.seen, time)
    screen.on_key(event)


async def test_nine_presses_of_space_at_a_sixth_of_a_second_do_not_all_vanish() -> None:
    session = rolled(fight(DUEL))
    session.say("begin")
    for who, count in (("brann", 1), ("goblin-1", 60)):
        session.say(f"fix {who} count {count}")
    async with playing(session, slip=0.2) as player:
        screen = player.screen
        for n in range(9):
            at(screen, "space", NOW + 0 + 0.17 * n)
        assert session.encounter.question is not None
        assert "Answer the question first" in screen.controller.notice.text, "it is refused, not swallowed"


async def test_the_guard_says_that_it_swallowed_a_key_and_holds_for_that_question_only() -> None:
    session = rolled(fight(DUEL))
    async with playing(session, slip=0.2) as player:
        screen = player.screen
        at(screen, "enter", NOW + 0.0)
        done = len(session.journal.done)
        at(screen, "space", NOW + 0.05)
        assert len(session.journal.done) > done, "another key is no slip"
        asked = session.encounter.question
        at(screen, "space", NOW + 0.1)
        assert session.encounter.question is asked
        assert "A second space" in screen.controller.notice.text
        at(screen, "space", NOW + 0.26)
        assert "Answer the question first" in screen.controller.notice.text


async def test_an_enter_out_of_habit_behind_the_dice_answers_nothing() -> None:
    async with playing(asked_for_a_hundred(), slip=0.2) as player:
        screen, session = player.screen, player.screen.controller.session
        at(screen, "9", NOW + 0.0)
        at(screen, "7", NOW + 0.2)
        done = list(session.journal.done)
        at(screen, "enter", NOW + 0.5)
        assert session.journal.done == done and "The roll you typed counts already" in screen.controller.notice.text
        at(screen, "enter", NOW + 1.3)
        assert session.journal.done != done


async def test_a_quick_backspace_corrects_before_what_came_next_is_drawn() -> None:
    async with playing(asked_for_a_hundred(), slip=0.2) as player:
        assert isinstance(player, Player)
        for key in ("9", "7", "backspace"):
            player.screen.on_key(Key(key, key if len(key) == 1 else None))
        assert player.screen.controller.dice.text == "9"
