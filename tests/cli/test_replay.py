"""`tracker replay`: recordings of a fight, what is refused, and what reaches the screen; the fight stays as it is."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.calling import DUEL, ROOT, call
from tests.cli.showing import Shown
from tests.tui.emulator import Emulator
from tracker.cli.opening import session_of
from tracker.controller.controller import Controller
from tracker.controller.debounce import Debounce
from tracker.controller.replay import Replay, place_at
from tracker.dice.source import SeededDice
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.paths import fight_called
from tracker.tui.frame_capture import filmed
from tracker.tui.screens.replay import ReplayScreen

FIGHT = ROOT / "saves" / "finished-duel.fight.toml"
SVG = "{http://www.w3.org/2000/svg}"


def test_a_moving_picture_of_half_a_minute_has_at_most_100_kb_and_the_same_bytes_twice(tmp_path: Path) -> None:
    before = FIGHT.read_bytes()
    for name in ("one.svg", "two.svg"):
        assert call("replay", FIGHT, "--svg", tmp_path / name).code == 0
    picture = (tmp_path / "one.svg").read_bytes()
    assert picture == (tmp_path / "two.svg").read_bytes()
    assert 20_000 < len(picture) <= 100_000
    text = picture.decode()
    assert "animation:30s" in text and text.count("@keyframes") > 10
    assert "<script" not in text and "url(" not in text and "/tmp" not in text
    ET.fromstring(text)
    assert FIGHT.read_bytes() == before


def test_a_recording_shows_on_a_terminal_what_the_screen_showed_and_marks_the_turning_points(tmp_path: Path) -> None:
    path = tmp_path / "duel.cast"
    reply = call("replay", FIGHT, "--cast", path, "--size", "80x24", "--from", "30", "--to", "40")
    assert reply.code == 0 and "kB)" in reply.err
    head, *events = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    times = [at for at, _, _ in events]
    assert times == sorted(times) and times[-1] == head["duration"]
    assert [data for _, kind, data in events if kind == "m"] == ["Biggest hit: Brann on Gruk"]
    terminal = Emulator(80, 24)
    for _, kind, data in events:
        if kind == "o":
            terminal.feed(data.encode())
    session = session_of(open_fight(FIGHT, look=True), SeededDice(1))
    replay = Replay(session, 0.0, place_at(session, 30), place_at(session, 41))
    shown = ["".join(cell.sign for cell in row).rstrip() for row in filmed(replay, (80, 24)).frames[-1].rows]
    assert ["".join(sign for sign, _ in row).rstrip() for row in terminal.rows_seen()] == shown


def test_seconds_say_how_long_a_recording_lasts_and_speed_how_fast(tmp_path: Path) -> None:
    lengths = {}
    for name, words in (("usual", ()), ("fast", ("--speed", "4")), ("five", ("--seconds", "5"))):
        path = tmp_path / f"{name}.cast"
        assert call("replay", FIGHT, "--to", "19", "--size", "80x24", "--cast", path, *words).code == 0
        lengths[name] = json.loads(path.read_text("utf-8").splitlines()[0])["duration"]
    assert lengths["five"] == 5.0
    assert lengths["usual"] == pytest.approx(4 * lengths["fast"], abs=0.01)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((DUEL,), "this is an encounter without a fight"),
        (("nothing.fight.toml",), "there is no such file"),
        ((FIGHT, "--from", "soon", "--svg", "a.svg"), "--from takes a count such as"),
        ((FIGHT, "--from", "40", "--to", "10", "--svg", "a.svg"), "--to 10 lies before --from 40"),
        ((FIGHT, "--seconds", "5"), "--seconds is for a recording"),
        ((FIGHT, "--svg", "a.toml"), "a .toml file is an encounter or a fight"),
        ((FIGHT, "--svg", "a.svg", "--cast", "a.svg"), "need two files"),
        ((FIGHT, "--svg", "-"), "- is no name for a file; give the recording a name such as fight.svg."),
        ((FIGHT, "--cast", "."), ". is no name for a file"),
        ((FIGHT, "--svg", "no/such/folder/a.svg"), "cannot be written: there is no folder no/such/folder"),
        ((FIGHT, "--size", "wide"), "columns and rows such as 120x36"),
        ((FIGHT, "--size", "20x5"), "from 40 to 300"),
        ((FIGHT, "--seconds", "0"), "from 1 to 3600"),
        ((FIGHT, "--speed", "3"), "invalid choice"),
        ((FIGHT,), "tracker replay needs a terminal; with --svg FILE or --cast FILE it needs none."),
    ],
)
def test_what_cannot_be_replayed_is_refused_with_the_reason(
    words: tuple[object, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    reply = call("replay", *words)
    assert reply.code == 2 and sentence in " ".join(reply.err.split())
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "duel.svg"
    path.write_text("mine", encoding="utf-8")
    reply = call("replay", FIGHT, "--svg", path)
    assert reply.code == 2 and "exists already and was not changed" in reply.err
    assert path.read_text("utf-8") == "mine"


def test_a_fight_without_a_step_says_how_it_begins(tmp_path: Path) -> None:
    fight = tmp_path / "duel.fight.toml"
    assert call("run", DUEL, "--save", fight, given="").code == 0
    reply = call("replay", fight, "--svg", tmp_path / "duel.svg")
    assert reply.code == 2 and "this fight has no steps yet; `tracker play" in reply.err


def test_a_bare_name_means_ones_own_fight_here_then_in_the_data_folder_then_a_finished_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert fight_called("finished-duel").resolve() == FIGHT and fight_called("brawl") == Path("brawl")
    (tmp_path / "data").mkdir()
    assert call("run", DUEL, "--save", tmp_path / "data" / "duel.fight.toml", given="begin\n").code == 0
    assert fight_called("duel") == tmp_path / "data" / "duel.fight.toml" == fight_called("duel.fight.toml")
    assert "The fight begins" in call("log", "duel").out and call("card", "duel").out.startswith("<svg")
    (tmp_path / "duel.fight.toml").write_bytes(FIGHT.read_bytes())
    assert fight_called("duel") == Path("duel.fight.toml")
    assert fight_called("./duel") == Path("./duel"), "a path is what it says"


def test_on_a_terminal_the_screen_replays_from_the_count_that_is_asked_for(shown: Shown) -> None:
    assert call("replay", "finished-duel", "--from", "32", "--speed", "2").code == 0
    assert shown.session is not None
    screen = shown.given["screen"](Controller(shown.session), Debounce(0.0), lambda: 7.0)
    assert isinstance(screen, ReplayScreen)
    assert (screen.replay.place, screen.replay.speed) == (screen.replay.first, 2.0)
    assert screen.controller.session.encounter.count == 32
    assert not screen.replay.tick(7.1), "the clock of the screen counts from when it is shown"
