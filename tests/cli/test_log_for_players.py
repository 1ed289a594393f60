"""`tracker log --for players`: nothing secret, nothing typed, and nobody whom none of their characters has noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import Reply, call

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
    reply = call("run", path, "--save", fight, "--dice", faces, given=lines)
    assert (reply.code, reply.err) == (0, "")
    return fight


def both(fight: Path, *more: str) -> tuple[Reply, Reply]:
    return call("log", fight, *more), call("log", fight, "--for", "players", *more)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_failed_passive_perception_tells_the_players_nothing(tmp_path: Path, form: str) -> None:
    fight = logged(tmp_path, 90, 60, 3, 3)
    master, players = both(fight, "--format", form)
    assert master.code == players.code == 0
    for word in ("noticing", "creeper attack", "ferryman"):
        assert word in master.out
        assert word not in players.out
    assert "The fight begins" in players.out
    first = next(line for line in players.lines if "Creeper" in line)
    assert "Creeper misses Anna" in first, "by its first act it is revealed, and nothing of it is told before"


def test_once_noticed_what_befalls_somebody_is_told(tmp_path: Path) -> None:
    master, players = both(logged(tmp_path, 3, lines=LINES + "fix creeper prone on\n"))
    assert any(line.endswith("Anna noticing Creeper 3 against 9: Solid Success (secret)") for line in master.lines)
    assert "Creeper: prone" in players.out
    assert "noticing" not in players.out


def test_questions_and_lines_typed_and_what_was_taken_back_are_left_out(tmp_path: Path) -> None:
    fight = logged(tmp_path, 3, lines=LINES + "fix anna prone on\nundo\n")
    master, players = both(fight)
    assert "> begin" in master.out and "? Creeper may declare" in master.out and "~" in master.out
    assert not any(sign in players.out for sign in (">", "?", "~"))
    assert "prone" not in players.out, "it was taken back"
    assert players.lines[-1].endswith("The fight begins")


def test_json_is_a_line_of_the_tale_a_line(tmp_path: Path) -> None:
    _, players = both(logged(tmp_path, 3), "--format", "json")
    assert players.records[0] == {"count": 0, "at": "0", "text": "The fight begins"}
    assert all(set(record) == {"count", "at", "text"} for record in players.records)


def test_what_will_happen_is_told_when_it_does(tmp_path: Path) -> None:
    waits = 'begin\nevent public 12 "The gate falls"\nevent 11 "Ogres arrive"\ncreeper orders "attack again"\n'
    master, players = both(logged(tmp_path, lines=waits), "--format", "json")
    assert all(word in master.out for word in ("The gate falls", "attack again"))
    assert not any(word in players.out for word in ("gate", "attack", "Ogres"))
    (tmp_path / "later").mkdir()
    _, later = both(logged(tmp_path / "later", lines=waits + "to 12\n"))
    assert "12  The gate falls" in [line.strip() for line in later.lines]
    assert "Ogres" not in later.out, "an event is the game master's own unless it is said aloud"


def test_whoever_joined_shows_no_sheet(tmp_path: Path) -> None:
    fight = logged(tmp_path, 2, 2, 2, lines="begin\njoin new Thug\n")
    master, players = both(fight, "--format", "json")
    assert any(event["kind"] == "Joined" and event["sheet"] for line in master.records for event in line["events"])
    assert {"count": 0, "at": "0", "text": "Thug joins"} in players.records and "sheet" not in players.out


def test_a_warning_about_the_file_says_nothing_to_the_players(tmp_path: Path) -> None:
    fight = logged(tmp_path, 3)
    with fight.open("ab") as file:
        file.write(b'\n[[step]]\nline = "creeper attack anna"')
    master, players = both(fight)
    assert "breaks off" in master.err and players.err == ""
