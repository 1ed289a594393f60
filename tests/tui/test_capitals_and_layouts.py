"""Caps Lock and other alphabets: a capital without a meaning is its small letter, and a foreign letter is told why."""

from __future__ import annotations

import string

import pytest

from tests.controllers import controller_of
from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import at_once
from tests.lanes import sample
from tests.random_play import random_fight
from tests.tui.opening import EXAMPLE_OF, Middling, example
from tests.tui.paper import Paper
from tests.tui.playing import press
from tracker.controller.courses.course import meaning
from tracker.controller.input.default_keys import usual_keymap
from tracker.controller.input.keys import needs_drawn_prompt
from tracker.controller.keymap.key_names import other_layout, small
from tracker.session import Session
from tracker.tui.screens.text_page import Reading

OTHER_ALPHABETS = "фЙяіїЯωΣάשص字けกक"
OWN_ALPHABET = "aZéßØ1/ ·"


def after(session: Session, key: str) -> tuple[object, ...]:
    """What one key at a moment of a fight comes to."""
    controller = controller_of(Session(session.encounter, session.rules, Middling()))
    drawn_first = needs_drawn_prompt(controller, key, key)
    press(controller, key)
    return (
        drawn_first,
        controller.session.encounter,
        controller.session.journal.done,
        controller.menu,
        controller.field,
        controller.notice.text,
        controller.view.page.request,
    )


@pytest.mark.parametrize("name", sample(EXAMPLE_OF.values()))
def test_a_capital_that_no_choice_has_does_what_its_small_letter_does_in_every_game(name: str) -> None:
    for turn, session in enumerate(random_fight(name, 5, 20)):
        prompt = controller_of(session).prompt
        if turn % 5 == 0:
            for letter in sample([one for one in string.ascii_lowercase if not prompt.choice(one.upper())], 9):
                assert after(session, letter.upper()) == after(session, letter), (turn, letter)


def test_a_capital_attacks_as_its_small_letter_does() -> None:
    table = at_once(ANNA, GRUK)
    controller = controller_of(table.session)
    table.say("fix gruk count 60", "next")
    press(controller, "A")
    assert controller.menu is not None and not controller.notice.refused


def test_a_capital_is_itself_in_a_line_and_where_the_user_has_put_it() -> None:
    controller = controller_of(example("duel"))
    press(controller, ":", "A", "b")
    assert controller.field is not None and controller.field.text == "Ab"
    own = controller_of(example("duel"), keymap=usual_keymap({"theme": ("N",), "notes": ("n",)}))
    press(own, "N")
    assert "theme" in own.keymap.row("N", own.mode).id and not own.notice.refused  # type: ignore[union-attr]


@pytest.mark.parametrize("letter", OTHER_ALPHABETS)
def test_a_letter_of_another_alphabet_says_that_the_layout_is_the_reason_wherever_keys_are_refused(letter: str) -> None:
    controller = controller_of(example("duel"))
    press(controller, letter)
    assert controller.notice.refused and "layout" in controller.notice.text
    assert small(letter) in controller.notice.text
    controller.say("begin")
    press(controller, "[", letter)
    assert "layout" in controller.shown.notice.text
    assert "layout" in meaning(controller_of(example("duel")), letter, letter)


@pytest.mark.parametrize("letter", OWN_ALPHABET)
def test_a_latin_letter_or_a_sign_is_never_of_another_layout(letter: str) -> None:
    assert other_layout(letter) == ""


def test_pages_take_capitals_as_small_letters() -> None:
    player = Paper(example("duel"))
    player.press("question_mark", "J")
    page = player.desk.screen
    assert isinstance(page, Reading) and page.top == 1
    player.press("K", "slash", "J")
    assert page.top == 0 and "J" in str(page._sought)  # type: ignore[attr-defined]
