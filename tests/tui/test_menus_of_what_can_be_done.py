"""Menus of what can be done: a choice whose line would be refused says why beforehand, and is not the likely one."""

from __future__ import annotations

import re

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.plain_fights import crowd
from tests.tui.opening import declaring
from tests.tui.paper import Paper
from tests.tui.playing import press
from tracker.controller.choices.take_choice import take
from tracker.controller.controller import Controller
from tracker.game_api.values import Choice
from tracker.model.refusals import Refused
from tracker.session import Session, dry_run

CASES = [
    ("duel", "gruk", ("fix gruk prone on",), "lies on the ground", 4),
    ("duel", "gruk", ("fix gruk prone on",), "cannot close: prone", 1),
    ("duel", "gruk", (), "does not reach Brann", 2),
    ("brawl", "the-bard", (), "cannot advance: Bottle", 1),
]
"""A fight, who declares, what was said before, what it cannot do, and in at least how many choices."""


def in_menus(controller: Controller) -> list[Choice]:
    """Every choice of every menu behind the declaration that stands for a whole line."""
    paths, there = [choice.path for choice in controller.prompt.choices if choice.path and not choice.refused], []
    for path in paths:
        take(controller, Choice("", "", path=path))
        choices = [*controller.prompt.choices, *controller.prompt.options]
        there += [choice for choice in controller.prompt.choices if choice.line and not choice.unfinished]
        paths += [one.path for one in choices if one.path and not one.refused and one.path not in paths][:60]
        if len(paths) > 150:
            break
    controller.menu = None
    return there


@pytest.mark.parametrize(("game", "who", "lines", "why", "many"), sample(CASES, 3))
def test_what_would_be_refused_says_why_before_it_is_taken(
    game: str, who: str, lines: tuple[str, ...], why: str, many: int
) -> None:
    session = declaring(game, who)
    for line in lines:
        session.say(line)
    before = session.encounter
    refused = [choice for choice in in_menus(controller_of(session)) if why in choice.refused]
    assert len(refused) >= many and session.encounter is before
    for choice in refused:
        with pytest.raises(Refused) as reason:
            session.say(choice.line)
        # The menu names the key that helps, the refusal of a typed line the line.
        told, shown = (re.sub(r"`[^`]+`", "`…`", words) for words in (str(reason.value), choice.refused))
        assert told == shown and session.encounter is before


def prone() -> Session:
    session = declaring("duel", "gruk")
    session.say("fix gruk prone on")
    return session


def test_the_rest_can_be_done_and_the_likely_one_is_among_it() -> None:
    session = prone()
    controller = controller_of(session)
    open_now = [choice for choice in in_menus(controller) if not choice.refused]
    press(controller, "m")
    assert (
        controller.prompt.choices[0].refused
        and controller.prompt.likely is not None
        and not controller.prompt.likely.refused
    )
    assert len(open_now) > 5
    for choice in open_now:
        session.say(choice.line)
        session.say("undo")


def test_the_list_shows_the_reason_at_80_columns_and_its_key_changes_nothing() -> None:
    session = prone()
    player = Paper(session, (80, 24))
    player.press("m")
    assert "1 jogs 1.2 m/s  Gruk lies on" in player.text() and "▸5 crawls" in player.text()
    before = session.encounter
    runs = next(choice for choice in player.controller.prompt.choices if choice.line == "gruk runs")
    player.press(runs.key)
    assert session.encounter is before
    assert "Gruk lies on the ground: it crawls, or `esc g` gets up first." in " ".join(player.text().split())


def test_of_a_long_menu_the_first_are_rehearsed_and_the_others_refuse_when_they_are_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[str] = []

    def why_refused(_: Session, line: str) -> str:
        tried.append(line)
        return "Not now."

    monkeypatch.setattr(dry_run, "why_refused", why_refused)
    choices = tuple(Choice("", f"one {n}", line=f"brann attack {n}") for n in range(dry_run.MOST + 5))
    shown = dry_run.dry_run(crowd(2), choices)
    assert len(tried) == dry_run.MOST
    assert [bool(one.refused) for one in shown] == [True] * dry_run.MOST + [False] * 5
