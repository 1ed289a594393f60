"""What was found when a fight was opened is said on the screen."""

from __future__ import annotations

from pathlib import Path

from tests.ui.playing import playing
from tracker.cli.opening import session_of
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
