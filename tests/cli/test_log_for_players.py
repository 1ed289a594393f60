"""`tracker log --for players`: nothing secret, nothing typed, and nobody whom none of their characters has noticed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import Said, call

AMBUSH = """\
[[combatant]]
name = "Anna"
player = "Ada"
[[combatant]]
name = "Creeper"
side = "foes"
hidden = true
"""
ANNAS, CREEPERS = (50, 3, 3), (50, 1, 1)
"""Perception and initiative at the beginning."""
LINES = "begin\nsecret note The ferryman is bribed\nfix anna count 60\nnext\ncreeper attack anna\nnext\n"


def logged(tmp_path: Path, *dice: int, lines: str = LINES) -> Path:
    path, fight = tmp_path / "ambush.toml", tmp_path / "ambush.fight.toml"
    path.write_text(AMBUSH, encoding="utf-8")
    faces = ",".join(map(str, (*ANNAS, *CREEPERS, *dice)))
    said = call("run", path, "--save", fight, "--dice", faces, given=lines)
    assert (said.code, said.err) == (0, "")
    return fight


def both(fight: Path, *more: str) -> tuple[Said, Said]:
    return call("log", fight, *more), call("log", fight, "--for", "players", *more)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_failed_passive_perception_tells_the_players_nothing(tmp_path: Path, form: str) -> None:
    fight = logged(tmp_path, 90, 60, 3, 3)
    master, players = both(fight, "--format", form)
    assert master.code == players.code == 0
    for word in ("noticing", "Creeper", "creeper", "ferryman"):
        assert word in master.out
        assert word not in players.out
    assert "anna" in players.out.casefold() and "perception" in players.out


def test_once_noticed_somebody_is_told_of(tmp_path: Path) -> None:
    master, players = both(logged(tmp_path, 3))
    assert any(line.endswith("Anna noticing Creeper 3 against 9: Solid Success (secret)") for line in master.lines)
    assert "Anna is aware of Creeper" in players.out
    assert "noticing" not in players.out


def test_questions_and_lines_typed_and_what_was_taken_back_are_left_out(tmp_path: Path) -> None:
    fight = logged(tmp_path, 3, lines=LINES + "undo\nnote Anna waits for rain\n")
    master, players = both(fight)
    assert "> begin" in master.out and "? Creeper may declare" in master.out and "~" in master.out
    assert not any(sign in players.out for sign in (">", "?", "~"))
    assert "aware" not in players.out, "it was taken back"
    assert "Anna waits for rain" in players.out


def test_the_lines_of_json_keep_their_shape(tmp_path: Path) -> None:
    master, players = both(logged(tmp_path, 3), "--format", "json")
    for line in players.records:
        assert line["line"] == "" and line["undone"] is False
        assert all(not event.get("secret") for event in line["events"])
    assert list(players.records[0]) == list(master.records[0])
    answered = [event["answer"] for line in master.records for event in line["events"] if event["kind"] == "Answered"]
    assert answered and "Answered" not in json.dumps(players.records)


def test_what_will_happen_is_told_when_it_does(tmp_path: Path) -> None:
    waits = 'begin\nevent 12 "The gate falls"\ncreeper orders "attack again"\n'
    master, players = both(logged(tmp_path, lines=waits), "--format", "json")
    assert all(word in master.out for word in ("The gate falls", "attack again"))
    assert not any(word in players.out for word in ("gate", 'orders": "attack', 'DueAdded", "who": ""'))
    (tmp_path / "later").mkdir()
    _, later = both(logged(tmp_path / "later", lines=waits + "to 12\n"))
    assert "  12  ! The gate falls" in [line.removeprefix("  ") for line in later.lines]


def test_whoever_joined_shows_no_sheet(tmp_path: Path) -> None:
    fight = logged(tmp_path, 2, 2, 2, lines="begin\njoin new Thug\n")
    master, players = both(fight, "--format", "json")

    def sheets(said: Said) -> list[str]:
        events = [event for line in said.records for event in line["events"]]
        return [event["sheet"] for event in events if event["kind"] == "Joined"]

    assert "Thug" in sheets(master)[0] and sheets(players) == [""]
