"""The worked moment by keys alone, and the same fight line by line through `tracker run`: the same events."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tests.tui.paper import Paper
from tracker.cli import main
from tracker.dice.source import ScriptedDice
from tracker.session import Session
from tracker.storage.fight_log import event_codec
from tracker.storage.preparation import read_encounter

FORD = """
format = 1
title = "Two at the ford"
system = "hybrid"

[house_rules]
must_close = false

[[combatant]]
name = "Brann"
side = "heroes"
player = "Ana"
skill = [{ name = "Long Sword", basis = ["PCA"], rank = 7, df = -1 }]
weapon = [{ name = "Bastard Sword", skill = "Long Sword" }]

[[combatant]]
name = "Goblin 1"
side = "raiders"
skill = [{ name = "Short Sword", basis = ["PCA"], rank = 1 }]
weapon = [{ name = "Short Sword", skill = "Short Sword" }]

[[combatant]]
name = "Goblin 2"
side = "raiders"
"""
FELL = {
    "Brann's opening": [10, 3, 3],
    "the goblins' openings": [10, 3, 3, 10, 2, 2],
    "Goblin 1's attack": [15],
    "Brann's parry": [46],
    "where it lands, bleeding, shock": [20],
    "Goblin 1's initiative": [3, 4],
    "Brann's attack and where it lands": [1, 1],
    "bleeding, shock, recovery": [90, 99, 5, 6],
    "Brann's initiative": [3, 5],
}
TYPED = ("Brann's opening", "Brann's parry", "Brann's attack and where it lands", "Brann's initiative")
LINES = [
    "begin",
    "fix brann count 11",
    "fix goblin1 count 11",
    "fix goblin2 count 8",
    "next",
    "goblin2 dodge",
    "next",
    "brann attack goblin1",
    "goblin1 attack brann",
    "next",
    "brann parry",
    "next",
    "goblin1 nothing",
]


Events = list[dict[str, object]]


def headless(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Events:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(LINES)))
    dice = ",".join(str(face) for faces in FELL.values() for face in faces)
    assert main(["run", str(path), "--json", "--dice", dice]) == 0, capsys.readouterr().err
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return [event for event in events if event["kind"] != "State"]


def test_keys_and_lines_give_the_same_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ford.toml"
    path.write_text(FORD, encoding="utf-8")
    by_lines = headless(path, monkeypatch, capsys)
    prepared = read_encounter(path)
    dice = ScriptedDice(face for name, faces in FELL.items() if name not in TYPED for face in faces)
    session = Session(prepared.encounter, prepared.rules, dice)
    player = Paper(session)
    player.press("enter", "1", "0", "enter", "3", "3")
    for line in LINES[1:4]:
        session.say(line)
    player.screen.draw()
    player.press("space", "d", "space")
    assert "Brann" in player.text()
    player.press("a", "2")
    player.press("a", "1")
    assert session.encounter.question is None, "both are under way"
    player.press("space")
    assert session.encounter.count == 17
    player.press("p", "4", "6")
    player.press("space")
    assert session.encounter.count == 18
    player.press("enter", "0", "1", "0", "1")
    player.press("3", "5")
    journal = session.journal
    by_keys = [event_codec.keys_of_event(event) for n in journal.done for event in journal.steps[n].events]
    kinds = [event["kind"] for event in by_lines]
    assert kinds == [event["kind"] for event in by_keys]
    for lined, keyed in zip(by_lines, by_keys, strict=True):
        spelling = ("then", "answer") if keyed["kind"] == "Answered" else ("then",)
        same = {name: value for name, value in keyed.items() if name not in spelling}
        told = {name: value for name, value in lined.items() if name in same}
        assert json.loads(json.dumps(same)) == told
    goblin = session.encounter["goblin-1"]
    assert goblin.condition("unconscious") is not None and goblin.condition("prone") is not None
    recovery = session.encounter.agenda.find("goblin-1", "recover")
    assert recovery is not None and recovery.count == 18 + 11 + 45
