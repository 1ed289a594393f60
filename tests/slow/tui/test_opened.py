"""A fight that another program plays, and keys that are typed before anything is drawn."""

from __future__ import annotations

from pathlib import Path

from tests.tui.opening import SAVES
from tests.tui.playing import playing
from tracker.cli.opening import onlooker_of
from tracker.controller.input.debounce import Debounce
from tracker.dice.source import SeededDice
from tracker.session.opening import session_of
from tracker.storage.fight_log.opening import open_fight


async def test_a_fight_that_another_program_plays_is_followed_on_the_screen(tmp_path: Path) -> None:
    path = tmp_path / "duel.fight.toml"
    path.write_bytes((SAVES / "finished-duel.fight.toml").read_bytes())
    opened = open_fight(path)
    assert opened.fight_file is not None
    session = session_of(opened, SeededDice(1))
    try:
        async with playing(onlooker_of(open_fight(path, look=True), SeededDice(1)), (120, 36)) as player:
            assert "A horn in the hills" not in player.text()
            session.say("note A horn in the hills")
            while "A horn in the hills" not in player.text():
                await player.drawn()
            session.say("undo")
            while player.screen.controller.session.encounter != session.encounter:
                await player.drawn()
            await player.press("space")
            assert "this view only follows" in player.text() and len(session.journal.undone) == 1
    finally:
        opened.fight_file.close()


async def test_what_was_found_when_a_fight_was_opened_is_not_hidden_by_keys_typed_ahead(tmp_path: Path) -> None:
    torn = tmp_path / "duel.fight.toml"
    torn.write_bytes((SAVES / "finished-duel.fight.toml").read_bytes()[:-40])
    opened = open_fight(torn)
    assert opened.fight_file is not None
    try:
        async with playing(session_of(opened, SeededDice(1)), (120, 36)) as player:
            player.screen.debounce = Debounce(0.2)
            player._send("enter")
            await player.drawn()
            text = " ".join(player.text().split())
            assert opened.warnings[0][:30] in text and "Keys typed before this was drawn" in text
    finally:
        opened.fight_file.close()
