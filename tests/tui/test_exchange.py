"""The exchange: both sheets of an open blow stand beside the fighters, the acting fighter's first."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.game_master import line_of_an_ordinary_game_master
from tests.tui.opening import example
from tests.tui.paper import Paper
from tests.tui.playing import press
from tracker.model.questions import Ask
from tracker.narration.exchange import exchange
from tracker.session import Session


def blow_in(name: str) -> Session:
    """An example at the first defence that is asked for."""
    session = example(name)
    for _ in range(200):
        question = session.encounter.question
        if question is not None and question.ask is Ask.CHOOSE and "about to be hit" in question.text:
            return session
        session.say(line_of_an_ordinary_game_master(session))
    raise AssertionError("no blow comes to a defence")


def test_of_a_defence_the_attacker_acts_and_whoever_is_asked_is_the_target() -> None:
    session = blow_in("duel")
    acting, target = exchange(session.encounter)
    assert session.encounter[acting].actions[0].target == target, "the blow is the acting fighter's, and at the other"
    assert session.encounter.question is not None and session.encounter.question.who == target


def test_with_nothing_open_there_is_no_exchange() -> None:
    session = example("duel")
    assert exchange(session.encounter) == ()
    session.say("begin")
    session.say("next")
    assert session.encounter.question is not None and session.encounter.question.ask is Ask.DECLARE
    assert exchange(session.encounter) == ()


@pytest.mark.parametrize("size", [(120, 36), (200, 50)])
def test_both_sheets_are_seen_with_what_is_in_force_and_the_log_has_what_they_leave(
    size: tuple[int, int],
) -> None:
    session = blow_in("duel")
    acting, target = (session.encounter[who].name for who in exchange(session.encounter))
    player = Paper(session, size)
    player.press("right", "left")
    seen = player.text()
    assert f"{acting} acts" in seen and f"target: {target}" in seen
    rows = [line for line in player.seen() if "│" in line]
    assert sum("Rolls" in line for line in rows) == 1
    if size[0] < 150:
        assert seen.index(f"{acting} acts") < seen.index(f"target: {target}") < seen.index("─ Rolls")
    else:
        assert any(f"{acting} acts" in line and f"target: {target}" in line for line in rows)


def test_a_pinned_sheet_stays_alone() -> None:
    session = blow_in("duel")
    player = Paper(session, (120, 36))
    controller = player.controller
    controller.view.select("brann")
    player.press("down")  # anything draws it
    assert "(pinned, esc: follow)" in player.text() and " acts ─" not in player.text()


@pytest.mark.parametrize("game", ["duel", "phases-corridor", "prism-corridor", "feats-rooftops", "ticks-ford"])
def test_a_pinned_sheet_follows_again_at_the_key_that_its_title_names(game: str) -> None:
    session = example(game, 1)
    session.say("begin")
    controller = controller_of(session)
    other = next(one.id for one in session.encounter if one.id != controller.view.sheet_of(session))
    due = controller.view.sheet_of(session)
    controller.view.select(other)
    assert controller.view.sheet_of(session) == other
    press(controller, "escape")
    assert controller.view.sheet_of(session) == due and not controller.view.selected
