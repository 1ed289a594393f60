"""What was found when a fight was opened is said on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.opening import example
from tests.tui.playing import playing
from tests.tui.terminal import terminal
from tracker.cli.opening import onlooker_of, session_of
from tracker.controller.debounce import Debounce
from tracker.dice.source import SeededDice
from tracker.storage.fight_log.opening import open_fight

SAVES = Path(__file__).parents[2] / "saves"


async def test_a_torn_tail_is_told_on_the_screen(tmp_path: Path) -> None:
    torn = tmp_path / "duel.fight.toml"
    torn.write_bytes((SAVES / "finished-duel.fight.toml").read_bytes()[:-40])
    opened = open_fight(torn)
    assert opened.warnings and opened.fight_file is not None
    try:
        async with playing(session_of(opened, SeededDice(1)), (120, 36)) as player:
            assert opened.warnings[0][:30] in player.text()
    finally:
        opened.fight_file.close()


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


@pytest.mark.parametrize(("ahead", "key", "begins"), [(True, "enter", True), (True, "ctrl+j", True),
                                                      (False, "enter", False), (True, "space", False)])  # fmt: skip
async def test_an_enter_typed_ahead_begins_the_fight_and_answers_nothing(ahead: bool, key: str, begins: bool) -> None:
    async with playing(example("brawl"), (120, 36)) as player:
        debounce = player.screen.debounce = Debounce(0.0)
        debounce.ahead = ahead
        player._send(key)
        await player.drawn()
        encounter = player.screen.controller.session.encounter
        assert encounter.began is begins
        if begins:
            debounce = player.screen.debounce = Debounce(0.0)
            debounce.ahead = True
            player._send(key)
            await player.drawn()
            assert player.screen.controller.session.encounter == encounter, "what came before its question was drawn"


@pytest.mark.slow
def test_an_enter_typed_before_the_program_has_the_terminal_begins_the_fight(tmp_path: Path) -> None:
    path = tmp_path / "brawl.toml"
    path.write_bytes((SAVES / "brawl.toml").read_bytes())
    with terminal(f"import sys; from tracker.cli import main; sys.exit(main(['play', {str(path)!r}]))") as own:
        own.send("\r\r")
        own.until("The fight begins")
        own.quiet()
        own.send("\x11")
        assert own.ended() == 0
    assert len(open_fight(tmp_path / "brawl.fight.toml", look=True).journal.done) == 1
