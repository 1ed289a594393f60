"""Kill −9 at random instants, headless and in a terminal: whatever was shown is in the file, and the fight goes on."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.campaign.tally import Tally
from tests.tui.terminal import LONG, ROOT, Terminal, terminal
from tracker.storage.fight_log.opening import open_fight

ENCOUNTER = """\
title = "Four who need nobody"
house_rules = { fumble = "note" }
[[combatant]]
from = "goblin"
number = 2
side = "raiders"
orders = "attack again"
[[combatant]]
from = "bandit"
number = 2
side = "robbers"
orders = "attack again"
"""
KEYS = ("\r", " ", "a", "1", "2", "p", "\r", " ", "u", "y", "w", "\r")
PROGRAM = """
import os, sys
from tracker.cli import main
from tracker.tui.screens.fight import FightScreen
shown = os.open({shown!r}, os.O_WRONLY | os.O_CREAT)
drawn = FightScreen.draw
def draw(self, *given, **named):
    drawn(self, *given, **named)
    os.pwrite(shown, b"%9d" % self.controller.session.journal.last, 0)
FightScreen.draw = draw
sys.exit(main(["play", {file!r}, "--seed", "1"]))
"""


def headless(tally: Tally, folder: Path, most: int = 600) -> None:
    """Kill `tracker run --save`; every event that was printed must be in the file."""
    encounter = folder / "four.toml"
    encounter.write_text(ENCOUNTER, encoding="utf-8")
    limits = [str(most), str(tally.seconds), str(tally.fewest)]
    words = [sys.executable, "-m", "tests.campaign.kennel", str(encounter), str(folder), *limits]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        tally.held("the kennel", done.stderr[-600:])
        return
    came = json.loads(done.stdout)
    tally.tried, tally.wrong = came["kills"], came["wrong"]
    tally.note(f"{came['lines']:,} printed events found again, {came['with_steps']} kills in the middle of a fight")
    if came["with_steps"] < came["kills"] // 4:
        tally.wrong.append("most kills should come in the middle of a fight")


def in_a_terminal(tally: Tally, folder: Path, most: int = 120) -> None:
    """Kill `tracker play` while keys fall; every step that was drawn must be in the file, and play goes on from it."""
    shown = folder / "shown"
    chance = random.Random(4)
    fight, steps, before = _table(folder, 0), 0, 0
    while tally.more(most):
        if tally.tried % 40 == 39:
            steps, before, fight = steps + before, 0, _table(folder, tally.tried)
        shown.write_text("")
        encounter = fight.with_name(fight.name.replace(".fight", ""))
        file = fight if fight.exists() else encounter
        with terminal(PROGRAM.format(shown=str(shown), file=str(file))) as played:
            played.until("saved")
            played.send(f":note try {tally.tried}\r")
            until_drawn(played, shown, before + 1)
            for key in chance.choices(KEYS, k=chance.randrange(3, 30)):
                played.send(key)
                played._read(chance.random() * 0.03)
            played.process.kill()
            played.process.wait()
        drawn = int(shown.read_text() or 0)
        opened = open_fight(fight)
        assert opened.fight_file is not None
        opened.fight_file.close()
        last = opened.journal.last
        tally.held(f"kill {tally.tried + 1}", "" if last >= drawn else f"step {drawn} was drawn, {last} is the last")
        before = last
    tally.note(f"{steps + before:,} steps in the files")


def until_drawn(played: Terminal, shown: Path, step: int) -> None:
    """Read until a frame with this step has been drawn: the fight has gone on from where it was killed."""
    end = time.monotonic() + LONG
    while int(shown.read_text() or 0) < step:
        assert time.monotonic() < end, f"step {step} is never drawn"
        played._read(0.02)


def _table(folder: Path, number: int) -> Path:
    """A duel of its own; where its fight will be."""
    encounter = folder / f"duel-{number}.toml"
    shutil.copy(ROOT / "saves" / "duel.toml", encounter)
    return encounter.with_name(f"duel-{number}.fight.toml")
