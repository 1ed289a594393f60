"""The end of a fight: announced when one side is left, and a page of what everybody did, by key, line and click."""

from __future__ import annotations

import pytest

from tests.ui.opening import example
from tests.ui.playing import Player, every_size, playing
from tracker.session import Session
from tracker.ui.screens.reading import Reading
from tracker.ui.widgets.question import QuestionPane


def over(name: str = "duel") -> Session:
    session = example(name)
    session.say("begin")
    first = session.encounter.combatants[0].profile.side
    for one in session.encounter:
        if one.profile.side != first:
            session.say(f"{one.id} surrenders")
    return session


def question(player: Player) -> str:
    return "\n".join(player.screen.query_one(QuestionPane).text())


@every_size
@pytest.mark.parametrize("name", ["duel", "prism-corridor", "phases-ambush", "feats-drowning", "plain-skirmish"])
async def test_it_is_announced_and_the_page_is_one_key_in_every_game(name: str, size: tuple[int, int]) -> None:
    session = over(name)
    steps = len(session.journal.done)
    side = session.encounter.combatants[0].profile.side
    async with playing(session, size) as player:
        assert f"Only {side} " in question(player) and "w what the fight came to" in question(player)
        await player.press("w")
        assert isinstance(player.app.screen, Reading) and "How the fight went" in player.text()
        assert session.encounter.combatants[0].name in player.text()
        await player.press("escape")
        assert "what the fight came to" in question(player) and len(session.journal.done) == steps


async def test_it_is_a_click_and_a_line_as_well() -> None:
    async with playing(over()) as player:
        row, line = next((at, line) for at, line in enumerate(question(player).splitlines()) if "came to" in line)
        await player.pilot.click("#question", offset=(line.index("came to"), row))
        await player.drawn()
        assert "still in it: Brann" in player.text()
        await player.press("escape", "colon")
        await player.type("summary")
        await player.press("enter")
        assert "still in it: Brann" in player.text()


async def test_while_it_is_undecided_nothing_is_announced_and_the_page_is_there_all_the_same() -> None:
    session = example("duel")
    session.say("begin")
    async with playing(session) as player:
        assert "may be over" not in question(player)
        await player.press("w")
        assert "still in it: Brann, Gruk" in player.text()
        await player.press("escape")
        session.say("gruk falls")
        session.say("brann falls")
        player.screen.draw()
        await player.pilot.pause()
        assert "Nobody is left" in question(player)
        await player.press("u")
        assert "Only heroes are left" in question(player)


async def test_the_page_tells_what_was_dealt_taken_and_spent() -> None:
    session = example("duel", 11)
    for line in ("begin", "fix brann count 1", "next", "brann attack gruk", "next", "nothing", "gruk falls"):
        session.say(line)
    async with playing(session) as player:
        await player.press("w")
        text = player.text()
        assert "1 blow" in text and "declared 1 action, under way for 6 counts" in text
        assert "check" in text and "succeeded; best" in text
