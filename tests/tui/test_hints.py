"""Hints: where a line is to be finished, what follows is said in the game's own words and read whole at 80 columns."""

from __future__ import annotations

import re

import pytest

from tests.controllers import controller_of
from tests.tui.menu_walk import leads_to_menu
from tests.tui.opening import example
from tests.tui.paper import Paper
from tests.tui.playing import press
from tracker.controller.choices.question_view import asking
from tracker.controller.controller import Controller
from tracker.controller.menus.menu_path import menu_of_choice
from tracker.session import Session
from tracker.views.choices.question import lay_asking

GAMES = ("ambush", "phases-ambush", "prism-corridor", "feats-rooftops", "plain-skirmish")
OTHERS = {"brann", "sela", "gruk", "goblin-1", "mira", "eve", "tess", "bert", "ann", "pft", "pbd"}
"""Names and pools of one game or another, which no hint of a fight without them may have."""


def begun(game: str) -> Session:
    session = example(game)
    session.say("begin")
    return session


def to_be_finished(controller: Controller) -> list[str]:
    """Every line that the menus by hand and of events put for typing, and damage."""
    lines: list[str] = []
    for keys in (("2", ";"), ("!",)):
        press(controller, *keys)
        paths = [controller.menu]
        while paths:
            controller.menu = paths.pop()
            choices = controller.prompt.choices
            lines += [choice.line for choice in choices if choice.unfinished]
            paths += [
                menu_of_choice(choice, "")
                for choice in choices
                if leads_to_menu(choice) and not choice.line and not choice.refused
            ]
        controller.menu = None
    return list(dict.fromkeys(lines))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_to_be_finished_says_how_and_names_only_who_is_there(game: str) -> None:
    controller = controller_of(begun(game))
    fight = controller.session.encounter
    there = {word.casefold() for one in fight for word in (one.id, *(pool.name for pool in one.profile.pools))}
    lines = to_be_finished(controller)
    assert len(lines) > 12
    faulty = {}
    for line in lines:
        controller.field = None
        press(controller, ":", *line)
        hint = asking(controller).hint
        strangers = set(re.findall(r"[\w-]+", hint.casefold())) & (OTHERS - there)
        drawn = lay_asking(asking(controller), 80, 4).lines
        read = " ".join(span.text.strip() for row in drawn[1:] for span in row if span.text.strip())
        if not hint or read != hint or strangers:
            faulty[line] = f"{hint} {strangers or ''}"
    assert faulty == {}


@pytest.mark.parametrize("game", GAMES)
def test_damage_to_one_says_what_may_follow(game: str) -> None:
    session = begun(game)
    player = Paper(session, (80, 24))
    player.press("2", "minus")
    hint = asking(player.controller).hint
    assert f"{session.encounter.combatants[1].id} damage" in hint and hint[:60] in player.text()
