"""Joiners: number, creature and side in one line; the side is shown, and turned to another, before anybody joins."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.tui.opening import EXAMPLE_OF, example, skirmish
from tests.tui.paper import Paper
from tests.tui.playing import press, type_in
from tracker.games import registry
from tracker.model.refusals import Refused
from tracker.session import Session


def newcomers(session: Session, before: int) -> list[tuple[str, str]]:
    return [(one.name, one.profile.side) for one in session.encounter.combatants[before:]]


@pytest.mark.parametrize("game", EXAMPLE_OF)
def test_number_creature_and_side_work_in_the_field_and_as_a_line_without_an_x(game: str) -> None:
    creature = registry.find(game).builtin()["creature"][-1]["name"]
    joined = []
    for way in ("field", "line", "old line"):
        session = example(EXAMPLE_OF[game])
        before, side = len(session.encounter.combatants), session.encounter.combatants[0].profile.side
        controller = controller_of(session)
        if way == "field":
            press(controller, "j", "l")
            type_in(controller, f"2 {creature.lower()} {side}")
        else:
            session.say(f'join 2 "{creature}" "{side}"' if way == "line" else f'join "{creature}" x2 "{side}"')
        joined.append(newcomers(session, before))
        assert [own for _, own in joined[-1]] == [side, side]
    assert joined[0] == joined[1] == joined[2]


def test_a_creature_of_several_words_and_a_side_need_neither_quotes_nor_comma() -> None:
    for line in ("join 2 goblin archer heroes", "join goblin archer x2 heroes", 'join "goblin archer heroes" x2'):
        session = example("duel")
        session.say(line)
        assert newcomers(session, 2) == [("Goblin Archer 1", "heroes"), ("Goblin Archer 2", "heroes")]
    session = example("duel")
    session.say("join 2 goblin raiders Sneak")
    assert newcomers(session, 2) == [("Sneak 1", "raiders"), ("Sneak 2", "raiders")]


def test_what_is_no_side_of_the_fight_is_no_side_unless_a_comma_makes_it_one() -> None:
    controller = controller_of(example("duel"))
    press(controller, "j", "l")
    type_in(controller, "2 goblin archr")
    assert (
        controller.notice.refused
        and "goblin archr" in controller.notice.text
        and len(controller.session.encounter.combatants) == 2
    )
    press(controller, "escape", "escape", "j", "l")
    type_in(controller, "2 goblin, archr")
    assert newcomers(controller.session, 2) == [("Goblin 1", "archr"), ("Goblin 2", "archr")]
    with pytest.raises(Refused, match="Give the creature"):
        controller.session.say("join x3")


@pytest.mark.parametrize(("kind", "text", "name"), [("l", "wolf", "Wolf 2"), ("n", "Thug", "Thug")])
def test_the_side_is_shown_before_enter_and_the_arrows_turn_it(kind: str, text: str, name: str) -> None:
    player = Paper(skirmish(), (80, 24))
    session = player.controller.session
    before = len(session.encounter.combatants)
    player.press("j", kind)
    assert "↑↓: another side" in player.text()
    player.type(text)
    assert "side: raiders" in player.text() and "may first declare between" in player.text()
    player.press("down")
    assert "side: heroes" in player.text()
    player.press("up", "up", "down", "down", "down")
    assert "side: raiders" in player.text()
    player.press("up", "enter")
    assert newcomers(session, before) == [(name, "heroes")]


def test_the_side_turned_to_goes_before_one_that_is_typed() -> None:
    controller = controller_of(skirmish())
    press(controller, "j", "l", *"2 wolf raiders", "down", "enter")
    assert newcomers(controller.session, 5) == [("Wolf 2", "heroes"), ("Wolf 3", "heroes")]
