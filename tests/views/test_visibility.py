"""The signs of hiding say what the players see: ◌ unseen by them, ◐ seen though somebody is unaware of it."""

from __future__ import annotations

import pytest

from tests.tui.opening import EXAMPLE_OF, SAVES, example
from tests.tui.playing import playing
from tracker.dice.source import SeededDice
from tracker.encounter.hidden_fighters import seen
from tracker.session import Session
from tracker.storage.preparation import read_encounter
from tracker.views.hidden_signs import HIDDEN, UNNOTICED, hiding


def ambush() -> Session:
    """Heroes with players, and an archer of the raiders whom none of them has noticed."""
    prepared = read_encounter(SAVES / "ambush.toml", library_dirs=())
    session = Session(prepared.encounter, prepared.rules, SeededDice(3))
    assert not seen(session.encounter, "archer")
    return session


def test_who_has_shown_itself_bears_another_sign_with_those_who_are_unaware_of_it() -> None:
    session = ambush()
    assert (hiding(session.encounter)["archer"].sign, hiding(session.encounter)["archer"].words) == (HIDDEN, "hidden")
    heroes = [one for one in session.encounter if one.profile.side != session.encounter["archer"].profile.side]
    session.say(f"{heroes[0].id} aware of archer")
    how = hiding(session.encounter)["archer"]
    assert seen(session.encounter, "archer") and how.sign == UNNOTICED
    assert how.words == f"unaware of it: {', '.join(one.name for one in heroes[1:])}"
    session.say("archer revealed")
    assert "archer" not in hiding(session.encounter)


@pytest.mark.parametrize("game", EXAMPLE_OF)
def test_the_sign_of_the_game_master_is_what_the_players_see_whoever_hides(game: str) -> None:
    session = example(EXAMPLE_OF[game])
    for one in session.encounter.combatants:
        foes = [other for other in session.encounter if other.profile.side != one.profile.side]
        for line in (f"{one.id} hidden", f"{foes[0].id} aware of {one.id}", f"{one.id} revealed"):
            if any(one.id in other.unaware_of for other in foes) != line.endswith("hidden"):
                session.say(line)
            signs = hiding(session.encounter)
            for other in session.encounter:
                told = other.id in signs and signs[other.id].sign == HIDDEN
                assert told == (not seen(session.encounter, other.id)), (line, other.name)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_row_and_lane_bear_the_sign_and_the_row_says_who_is_unaware(size: tuple[int, int]) -> None:
    session = ambush()
    async with playing(session, size) as player:
        player.screen.controller.view.select("archer")
        player.screen.draw()
        await player.drawn()
        rows = 1 + (size[0] == 80)  # on the board, and where that has no bars in the pane of bars
        assert sum("◌Archer" in line for line in player.seen()) == rows
        session.say("sela aware of archer")
        player.screen.draw()
        await player.drawn()
        assert sum("◐Archer" in line for line in player.seen()) == rows and "◌" not in player.text()
