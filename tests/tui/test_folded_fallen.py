"""The fallen in one line by a key, and how a list is used, said until one was used."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.tui.opening import declaring
from tests.tui.paper import Paper
from tests.tui.playing import Player, press
from tracker.controller.choices.question_view import asking
from tracker.controller.user_settings import Settings
from tracker.session import Session
from tracker.views.timeline.scales import SCALES

HOW = "Press its key"


def two_down() -> Session:
    session = declaring("brawl", "hanna")
    for line in ("brawler-1 falls", "brawler-2 falls"):
        session.say(line)
    return session


def fighters_of(player: Paper | Player) -> list[str]:
    return player.screen._timeline.text()


def test_the_key_folds_the_fallen_where_there_is_room_and_again_gives_each_a_row() -> None:
    player = Paper(two_down(), (120, 50))
    assert not any("2 down:" in line for line in fighters_of(player))
    player.press("underscore")
    folded = fighters_of(player)
    assert any("2 down: Brawler 1 and 2" in line for line in folded)
    assert not any(line.lstrip(" ►").startswith(("5▼", "6▼")) for line in folded)
    player.press("underscore")
    assert not any("2 down:" in line for line in fighters_of(player))


def test_whoever_is_selected_keeps_a_row_though_the_fallen_are_folded() -> None:
    session = two_down()
    session.say("brawler-3 falls")
    player = Paper(session, (120, 50))
    player.press("underscore")
    player.controller.view.select("brawler-1")
    player.screen.draw()
    lines = fighters_of(player)
    assert any("Brawler 1 " in line and "▂" in line for line in lines)
    assert any("2 down: Brawler 2 and 3" in line for line in lines)


@pytest.mark.parametrize("instructions", ["once", "always"])
def test_how_a_list_is_used_is_said_until_a_choice_was_taken_from_one_or_always(instructions: str) -> None:
    controller = controller_of(declaring("brawl", "hanna"))
    controller.tune(Settings(instructions=instructions))
    press(controller, "a")
    assert HOW in asking(controller).hint
    press(controller, controller.prompt.choices[0].key)
    press(controller, "1", "semicolon")
    assert controller.listing() is not None
    assert (HOW in asking(controller).hint) is (instructions == "always")


def test_a_wide_timeline_takes_four_columns_a_count_until_a_scale_is_chosen() -> None:
    player = Paper(two_down(), (200, 50))
    assert player.controller.view.shown_scale == SCALES.index(4)
    player.press("comma")
    assert "2 columns a count" in player.text()
    player.press("comma", "full_stop", "full_stop")
    assert "4 columns a count" in player.text()
    player.resize(120, 36)
    assert player.controller.view.shown_scale == SCALES.index(4), "what was chosen stays"
    player = Paper(two_down(), (120, 36))
    assert player.controller.view.shown_scale == SCALES.index(2)


def test_a_key_that_takes_nothing_leaves_the_instructions() -> None:
    controller = controller_of(declaring("brawl", "hanna"))
    press(controller, "a", "escape", "a")
    assert HOW in asking(controller).hint


@pytest.mark.parametrize(("down", "why"), [((), "nobody is"), (("brawler-1",), "Brawler 1 alone is")])
def test_the_key_says_so_where_too_few_are_out_of_the_fight(down: tuple[str, ...], why: str) -> None:
    session = declaring("brawl", "hanna")
    for who in down:
        session.say(f"{who} falls")
    controller = controller_of(session)
    press(controller, "underscore")
    assert controller.notice.text == f"The fallen share one line from 2 on; {why} out of the fight."
    press(controller, "underscore")
    assert "rows" in controller.notice.text and not controller.view.fallen_folded


def test_the_key_says_what_it_did() -> None:
    controller = controller_of(two_down())
    press(controller, "underscore")
    assert controller.notice.text == "The fallen share one line."
