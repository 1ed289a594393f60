"""Every key of the footer, in every game, at many moments: it does something that is seen, or says why not."""

from __future__ import annotations

from functools import cache

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.tui.opening import EXAMPLE_OF, Middling, example
from tests.tui.paper import Paper
from tests.tui.playing import press
from tracker.controller.controller import Controller
from tracker.controller.keymap.key_names import shown
from tracker.controller.modes import Mode
from tracker.model.questions import Ask
from tracker.session import Session
from tracker.tui.widgets.footer import offered

Moment = tuple[tuple[str, ...], tuple[str, ...]]
"""The keys pressed from the beginning of the fight, those that open something the last of them."""
OPENED = (("semicolon",), ("colon",), ("j",), ("j", "n"), ("j", "l", "2"), ("slash",), ("left_square_bracket",), ("u",))
"""What is opened on a moment: menus, lines, the search, an earlier moment, what was taken back."""
MOST = 80
"""Keys after which each kind of question the game has was asked."""


def fresh(game: str) -> Session:
    session = example(EXAMPLE_OF[game], dice=Middling())
    session.say(f"{session.encounter.combatants[0].id} typed")
    return session


@cache
def moments(game: str) -> tuple[Moment, ...]:
    """The first moment of each mode of a fight in which everybody attacks, each with what can be opened there."""
    controller = controller_of(fresh(game))
    keys: list[str] = []
    met: dict[tuple[Mode, str], Moment] = {}
    for _ in range(MOST):
        question = controller.session.encounter.question
        kind = controller.mode, "" if question is None or controller.mode is Mode.MENU else question.ask
        met.setdefault(kind, (tuple(keys), ()))
        key = {Mode.FREE: "space", Mode.DECLARE: "a"}.get(controller.mode, "enter")
        before = controller.session.encounter, controller.menu
        press(controller, key)
        if (controller.session.encounter, controller.menu) == before:
            if question is None or question.ask is not Ask.DECLARE:
                break
            press(controller, "w")
            key = "w"
        keys.append(key)
    some = [keys for keys, _ in met.values()]
    return (*met.values(), *((some[0], opened) for opened in OPENED[:6]), *((some[-1], opened) for opened in OPENED))


CASES = [pytest.param(game, size, id=f"{game}-{size[0]}") for size in ((80, 24), (120, 36)) for game in EXAMPLE_OF]


@pytest.mark.parametrize("game", sample(EXAMPLE_OF, 2))
def test_the_moments_of_each_game_have_what_its_fights_ask(game: str) -> None:
    modes = {brought_to(game, moment).mode for moment in moments(game)}
    assert {Mode.BEGIN, Mode.FREE, Mode.DECLARE, Mode.MENU, Mode.FIELD, Mode.WALK} <= modes
    assert modes & {Mode.DICE, Mode.CHOOSE, Mode.AMOUNT}


def brought_to(game: str, moment: Moment) -> Controller:
    controller = controller_of(fresh(game))
    for keys in moment:
        press(controller, *keys)
    return controller


@pytest.mark.parametrize(("game", "size"), sample(CASES))
def test_every_key_the_footer_shows_does_something_or_says_why_not(game: str, size: tuple[int, int]) -> None:
    player = Paper(fresh(game), size)
    for moment in sample(moments(game), 2):
        rows = offered(brought_to(game, moment))
        assert rows, moment
        for row in rows:
            if row.id == "quit":
                continue
            player.turn_to(fresh(game))
            controller = player.controller
            for keys in moment:
                press(controller, *keys)
            player.screen.draw()
            where = f"{row.id} at {moment}, {controller.mode}"
            footer = player.footer()
            assert f"{shown(row.keys[0])} {row.label}" in footer, f"{where} is not in the footer: {footer}"
            before, screen = player.text(), player.desk.screen
            player.press("1" if row.id == "select" else row.keys[0])
            assert player.desk.screen is not screen or player.text() != before, f"{where} does nothing"
