"""Nothing of the rules in words is imported before they are asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.lanes import sample

ROOT = Path(__file__).parents[3]
PLAYED = """
import sys
from pathlib import Path
import tracker.cli.play, tracker.tui.app, tracker.tui.screens.fight
from tracker.controller.input import keys
from tracker.controller.controller import Controller
from tracker.controller.input.default_keys import usual_keymap
from tracker.dice.source import SeededDice
from tracker.session.opening import look, session_of

parts = (
    "rule_book", "rule_files", "rule_search", "rule_page", "rules_at_hand", "rules_in_words",
    "turning_term", "sqlite3",
)
session = session_of(look(Path(sys.argv[1])), SeededDice(1))
controller = Controller(session, usual_keymap())
for line in ("begin", "next", "next", "why " + session.encounter.combatants[0].id, "summary"):
    controller.say(line)
loaded = sorted(name for name in sys.modules if name.rpartition(".")[2] in parts)
print(loaded)
session.rules.display.rule_book()
print(len([name for name in sys.modules if name.rpartition(".")[2] in parts]) > len(loaded))
"""


@pytest.mark.parametrize("fight", sample(["duel.toml", "plain-skirmish.toml", "ticks-ford.toml"]))
def test_a_fight_without_a_look_at_the_rules_imports_nothing_of_them(fight: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, str(ROOT / "saves" / fight)], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("[]\nTrue\n", "")
