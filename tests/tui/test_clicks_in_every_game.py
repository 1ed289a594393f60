"""Clicks in every game: each choice that is asked and each key of each footer does by click what its key does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.tui.opening import Middling, example
from tests.tui.paper import Paper
from tests.tui.playing import Player, playing, press
from tracker.controller.controller import Controller
from tracker.controller.modes import Mode
from tracker.model.questions import Ask
from tracker.session import Session
from tracker.testing import likely
from tracker.tui.screens.fight import FightScreen

GAMES = ("brawl", "phases-ambush", "prism-corridor", "feats-rooftops", "plain-skirmish")


def asked(game: str) -> Session:
    """The first of a game who may declare is asked, at the first moment there is."""
    session = example(game, dice=Middling())
    session.say("begin")
    session.say(f"{session.encounter.combatants[0].id} acts")
    question = session.encounter.question
    assert question is not None and question.ask is Ask.DECLARE
    return session


def seen_by(controller: Controller) -> tuple[object, ...]:
    """What a key has come to: the fight, the menu, what is typed, and what is said."""
    return controller.session.encounter, controller.prompt.text, controller.menu, controller.field, controller.notice


async def shown(player: Player, session: Session) -> Controller:
    """The fight put on the screen anew, as if nothing had been pressed."""
    await player.turn_to(session)
    await player.drawn()
    return player.screen.controller


@pytest.mark.parametrize("game", sample(GAMES))
def test_each_choice_of_a_declaration_does_by_click_what_its_key_does(game: str) -> None:
    session = asked(game)
    start = session.encounter
    keys = [choice.key for choice in controller_of(session).prompt.choices]
    assert len(keys) > 1
    player = Paper(session, (80, 24))
    for key in keys:
        by_key = controller_of(session)
        choice = next(choice for choice in by_key.prompt.choices if choice.key == key)
        press(by_key, key)
        came_to = seen_by(by_key)
        while session.encounter != start:
            session.say("undo")
        player.turn_to(session)
        player.click(f"{key} {choice.label}")
        assert seen_by(player.controller) == came_to, choice.label
        while session.encounter != start:
            session.say("undo")


def until(name: str, ask: Ask) -> Session:
    """An example played on until something of this kind is asked."""
    session = example(name, dice=Middling())
    if ask is Ask.DICE:
        session.say(f"{session.encounter.combatants[0].id} typed")
    session.say("begin")
    for _ in range(60):
        question = session.encounter.question
        if question is not None and question.ask is ask:
            return session
        dodges = question is not None and "dodge" in question.choices
        session.say(f"{question.who} dodge" if question is not None and dodges else likely(session))
    raise AssertionError(f"{name} never asks {ask}")


def free(game: str) -> Session:
    session = asked(game)
    session.say("undo")
    return session


MODES: dict[Mode, tuple[Callable[[], Session], str]] = {
    Mode.BEGIN: (lambda: example("plain-skirmish"), ""),
    Mode.FREE: (lambda: free("brawl"), ""),
    Mode.DECLARE: (lambda: asked("phases-ambush"), ""),
    Mode.CHOOSE: (lambda: until("duel", Ask.CHOOSE), ""),
    Mode.AMOUNT: (lambda: until("prism-corridor", Ask.AMOUNT), ""),
    Mode.DICE: (lambda: until("ambush", Ask.DICE), ""),
    Mode.MENU: (lambda: free("prism-corridor"), ";"),
    Mode.FIELD: (lambda: free("feats-rooftops"), ":su"),
    Mode.WALK: (lambda: free("prism-armour"), "["),
}
"""A fight in which each mode is, and what is pressed to come there."""


@pytest.mark.parametrize("mode", sample(MODES))
async def test_each_key_of_each_footer_does_by_click_what_it_does_pressed(mode: Mode) -> None:
    fight, keys = MODES[mode]
    async with playing(fight(), (100, 30)) as player:
        keymap = player.screen.controller.keymap
        rows = [row for row in keymap.footer(mode) if row.id != "redo"]  # it stands there once something was undone
        assert len(rows) > 3
        for row in rows:
            came_to = []
            for click in (True, False):
                session = fight()
                controller = await shown(player, session)
                await player.type(keys)
                assert controller.mode is mode
                if click:
                    column = player.footer().index(f"{keymap.key(row.id)} {row.label}")
                    await player.pilot.click(offset=(column, 29))
                    await player.drawn()
                else:
                    await player.press(row.keys[0])
                came_to.append(
                    (seen_by(controller), controller.walked, controller.view.selected, type(player.app.screen))
                )
                if not isinstance(player.app.screen, FightScreen):
                    player.app.pop_screen()
                    await player.drawn()
            assert came_to[0] == came_to[1], f"{row.id} in {mode}"
