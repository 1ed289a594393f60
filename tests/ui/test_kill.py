"""Killed at random moments in a terminal: every step that was drawn is on disk, and the fight goes on."""

from __future__ import annotations

import random
from pathlib import Path

from tests.ui.terminal import terminal
from tracker.storage import open_fight

KILLS = 24
KEYS = ["\r", " ", "a", "1", "2", "p", "\r", " ", "u", "y", "w", "\r"]
SAVES = Path(__file__).parents[2] / "saves"
PROGRAM = """
import os, sys
from tracker.cli import main
from tracker.ui.screens.fight import FightScreen
shown = os.open({shown!r}, os.O_WRONLY | os.O_CREAT)
drawn = FightScreen.draw
def draw(self, *given, **named):
    drawn(self, *given, **named)
    os.pwrite(shown, b"%9d" % self.desk.session.journal.last, 0)
FightScreen.draw = draw
sys.exit(main(["play", {file!r}]))
"""


def test_nothing_that_was_shown_is_lost_to_kill_9(tmp_path: Path) -> None:
    encounter, shown = tmp_path / "duel.toml", tmp_path / "shown"
    encounter.write_bytes((SAVES / "duel.toml").read_bytes())
    fight = tmp_path / "duel.fight.toml"
    chance = random.Random(4)
    steps = 0
    for _ in range(KILLS):
        file = fight if fight.exists() else encounter
        with terminal(PROGRAM.format(shown=str(shown), file=str(file))) as played:
            played.until("saved")
            for key in chance.choices(KEYS, k=chance.randrange(3, 30)):
                played.send(key)
                played._read(chance.random() * 0.03)
            played.process.kill()
            played.process.wait()
        drawn = int(shown.read_text() or 0)
        opened = open_fight(fight)
        try:
            assert opened.journal.last >= drawn, "what was drawn is in the file"
            steps = opened.journal.last
        finally:
            assert opened.fight_file is not None
            opened.fight_file.close()
    assert steps > KILLS, "the fight went on through all of it"
