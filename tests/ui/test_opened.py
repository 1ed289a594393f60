"""What was found when a fight was opened is said on the screen."""

from __future__ import annotations

from pathlib import Path

from tests.ui.playing import playing
from tracker.cli.opening import onlooker_of, session_of
from tracker.dice.source import SeededDice
from tracker.storage import open_fight

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
            while player.screen.desk.session.encounter != session.encounter:
                await player.drawn()
            await player.press("space")
            assert "only looked at" in player.text() and len(session.journal.undone) == 1
    finally:
        opened.fight_file.close()
