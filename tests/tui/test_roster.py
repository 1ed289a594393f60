"""Whom the encounter was found to hold is said at the start of play, and no more once the fight has begun."""

from __future__ import annotations

from pathlib import Path

from tests.tui.paper import Paper
from tests.tui.playing import every_size
from tracker.cli.opening import begin_fight
from tracker.dice.source import SeededDice
from tracker.session.opening import session_of
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.preparation import read_encounter

FORD = """
system = "plain"
[[combatant]]
name = "Ann"
[[combatant]]
name = "Sped"
side = "heros"
[[combatant]]
name = "Bob"
side = "heroes"
[[combatant]]
name = "Cid"
side = "heroes"
[[combatant]]
from = "goblin"
number = 6
[[combatant]]
from = "wolf"
"""


@every_size
def test_the_start_of_play_says_whom_the_file_holds(size: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_text(FORD.replace("heros", "heroes"))
    opened = begin_fight(read_encounter(path), tmp_path / "ford.fight.toml")
    session = session_of(opened, SeededDice(1))
    player = Paper(session, size)
    assert "Ann, 3 heroes, 6 goblins, a wolf." in player.text()
    player.press("enter")
    assert session.encounter.began and "6 goblins, a wolf" not in player.text()
    assert opened.fight_file is not None
    opened.fight_file.close()
    assert session_of(open_fight(tmp_path / "ford.fight.toml", look=True), SeededDice(1)).roster == ""


def test_the_start_of_play_says_what_was_perhaps_mistyped(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_text(FORD)
    (sentence,) = begin_fight(read_encounter(path), tmp_path / "ford.fight.toml").warnings
    assert sentence.startswith(f"{path}:7:1: warning: ") and sentence.endswith('did you mean "heroes"?')
