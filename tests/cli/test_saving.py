"""`tracker run --save` and `tracker log`: what is written, resumed, copied, and told afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import DUEL, call
from tracker.storage.fight_log.opening import logged_steps, open_fight
from tracker.storage.fight_log.writer import FightFile

OPENING = "34,2,3,55,1,1"


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """A duel that has begun."""
    path = tmp_path / "duel.fight.toml"
    reply = call("run", DUEL, "--dice", OPENING, "--save", path, given="begin\nnext\n")
    assert (reply.code, reply.err) == (0, "")
    return path


def test_without_save_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    call("run", DUEL, "--dice", OPENING, given="begin\n")
    assert list(tmp_path.iterdir()) == []


def test_what_is_saved_is_what_was_printed(fight: Path) -> None:
    assert [told.step.line for told in logged_steps(fight)] == ["begin", "34", "2 3", "next"]
    assert open_fight(fight, look=True).encounter.count == 11


def test_a_fight_is_resumed_and_left_alone_without_save(fight: Path) -> None:
    before = fight.read_bytes()
    reply = call("run", fight, "--json", given="brann attack gruk\n")
    assert reply.code == 0
    assert reply.records[-1]["combatants"][0]["actions"][0]["lands"] == 17
    assert fight.read_bytes() == before
    assert list(fight.parent.iterdir()) == [fight]


def test_saving_onto_itself_goes_on_in_the_file(fight: Path) -> None:
    assert call("run", fight, "--save", fight, given="brann attack gruk\nundo\n").code == 0
    steps = logged_steps(fight)
    assert [(told.step.line, told.in_force) for told in steps][-2:] == [("next", True), ("brann attack gruk", False)]


def test_saving_elsewhere_copies_the_fight_first(fight: Path, tmp_path: Path) -> None:
    before, other = fight.read_bytes(), tmp_path / "other.fight.toml"
    assert call("run", fight, "--save", other, given="brann attack gruk\n").code == 0
    assert fight.read_bytes() == before
    assert len(logged_steps(other)) == 5
    again = call("run", fight, "--save", other, given="")
    assert again.code == 2 and "exists already" in again.err


def test_an_encounter_is_never_saved_over_a_file(fight: Path) -> None:
    before = fight.read_bytes()
    reply = call("run", DUEL, "--save", fight, given="begin\n")
    assert reply.code == 2 and "is there already" in reply.err
    assert call("run", DUEL, "--save", DUEL, given="begin\n").code == 2
    assert fight.read_bytes() == before


def test_a_step_that_cannot_be_written_is_not_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: FightFile, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "duel.fight.toml"
    opening = call("run", DUEL, "--save", path, "--dice", OPENING, given="begin\n")
    assert opening.code == 0
    monkeypatch.setattr(FightFile, "_append", full)
    reply = call("run", path, "--save", path, given="next\n")
    assert reply.code == 2
    assert reply.out == ""
    assert "not saved since" in reply.err and "Traceback" not in reply.err


def test_the_log_tells_a_fight_with_what_was_taken_back(fight: Path) -> None:
    call("run", fight, "--save", fight, given="brann attack gruk\nundo\n")
    reply = call("log", fight)
    assert reply.code == 0
    assert reply.lines[0] == "A duel at the mill"
    assert "     0  Brann initiative 5 (2 3)" in reply.lines
    assert "   5~> brann attack gruk" in reply.lines
    assert any(line.startswith("    11~ Brann: ") for line in reply.lines)


def test_the_log_in_json_has_a_step_a_line(fight: Path) -> None:
    call("run", fight, "--save", fight, given="brann attack gruk\nundo\n")
    records = call("log", fight, "--format", "json").records
    assert [record["step"] for record in records] == [1, 2, 3, 4, 5]
    assert [record["undone"] for record in records] == [False, False, False, False, True]
    assert records[3]["events"][0] == {"count": 11, "kind": "TimeAdvanced", "who": "", "to": 11}


def test_an_encounter_has_no_log() -> None:
    reply = call("log", DUEL)
    assert reply.code == 2 and "this is an encounter" in reply.err


def test_a_torn_fight_is_told_with_a_warning(fight: Path) -> None:
    fight.write_bytes(fight.read_bytes()[:-20])
    reply = call("log", fight)
    assert reply.code == 0
    assert "breaks off" in reply.err
    assert "   3 > 2 3" in reply.lines and not any("next" in line for line in reply.lines)


def test_a_fight_changed_by_hand_is_refused_until_it_is_sealed_anew(fight: Path) -> None:
    fight.write_text(fight.read_text(encoding="utf-8").replace('line = "34"', 'line = "34 "'), encoding="utf-8")
    for words in (("run", fight), ("log", fight), ("sheet", fight)):
        reply = call(*words)
        assert reply.code == 2 and "seal" in reply.err, words
    checked = call("check", fight)
    assert checked.code == 2 and "--reseal" in checked.out
    assert call("check", "--reseal", fight).code == 0
    assert call("check", fight).code == 0
    assert call("run", fight).code == 0
