"""A fight is on disk when it is shown, and comes back as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import tomli

from tests import contract
from tests.storage.table import FORD, ford, looked_at, resumed, sat_down, stand_up
from tests.tiny_system import TINY
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.storage import fight_file
from tracker.storage.checking import check, reseal
from tracker.storage.mistakes import BrokenSeal, Locked, Mistakes, StorageError
from tracker.storage.opening import open_fight, start_fight, steps_of
from tracker.storage.places import beside, file_name_for, fight_path_for


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint every seventh block, so that short fights have many."""
    monkeypatch.setattr(fight_file, "CHECKPOINT", 7)


def long_fight(tmp_path: Path, seed: int = 3) -> tuple[Session, Path]:
    """Sixty steps, some joined, some taken back, some brought back."""
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path, SeededDice(seed))
    contract.play(session, 40)
    session.say("join goblin x2")
    session.say("join new Thug heroes")
    for number in range(9):
        session.say(f"note line {number}")
    for _ in range(6):
        session.undo()
    for _ in range(2):
        session.redo()
    session.say('event 90 "Rain"')
    session.say("df -2 bad light")
    return session, path


def test_the_tiny_system_keeps_the_contract(tmp_path: Path) -> None:
    prepared = ford(tmp_path)
    contract.check_system(TINY, prepared.rules)
    session = contract.fight(prepared.encounter, prepared.rules, SeededDice(1))
    contract.play(session, 40)
    contract.check_refusals(session)
    contract.check_replay(session, prepared.encounter)
    contract.check_undo(session, prepared.encounter)


def test_after_every_step_the_file_holds_what_is_shown(tmp_path: Path, often: None) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    session.say("begin")
    for _ in range(45):
        line = contract.likely(session)
        session.say(line if session.encounter.question or len(session.encounter.agenda) > 1 else "note all wait")
        opened = looked_at(path)
        assert opened.encounter == session.encounter
        assert opened.journal.done == session.journal.done
    assert stand_up(session) == ""


def test_a_long_fight_comes_back_and_goes_on(tmp_path: Path, often: None) -> None:
    session, path = long_fight(tmp_path)
    assert stand_up(session) == ""
    opened = open_fight(path)
    assert opened.warnings == ()
    assert opened.encounter == session.encounter
    assert opened.journal.done == session.journal.done
    assert opened.journal.undone == session.journal.undone
    assert opened.journal.last == session.journal.last
    again = resumed(opened)
    again.say("note back again")
    assert stand_up(again) == ""
    assert looked_at(path).encounter == again.encounter
    assert check(path) == ()


def test_only_the_steps_after_the_last_checkpoint_are_read_at_first(tmp_path: Path, often: None) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    opened = looked_at(path)
    assert 0 < len(opened.journal.steps) <= 14
    again = resumed(opened)
    again.read_earlier()
    assert len(opened.journal.steps) < len(session.journal.steps)
    while again.read_earlier():
        pass
    assert opened.journal.steps == session.journal.steps
    assert list(opened.journal.steps) == sorted(opened.journal.steps)


def test_a_resumed_fight_can_be_taken_back_to_its_start(tmp_path: Path, often: None) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    opened = open_fight(path)
    again = resumed(opened)
    contract.check_undo(again, opened.prepared.encounter)
    contract.check_replay(again, opened.prepared.encounter)
    assert stand_up(again) == ""
    assert looked_at(path).encounter == session.encounter


def test_a_fight_left_far_back_in_its_past_opens_there(tmp_path: Path, often: None) -> None:
    session, path = long_fight(tmp_path)
    while len(session.journal.done) > 3:
        session.undo()
    stand_up(session)
    opened = open_fight(path)
    assert opened.encounter == session.encounter
    again = resumed(opened)
    for _ in range(20):
        again.redo()
        session.redo()
        assert again.encounter == session.encounter
    stand_up(again)


def test_the_log_has_the_undone_steps_too(tmp_path: Path, often: None) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    told = steps_of(path)
    assert [each.step for each in told] == list(session.journal)
    assert [each.step.n for each in told if each.in_force] == session.journal.done
    assert not all(each.in_force for each in told)


def test_the_file_is_plain_toml_with_seals_last(tmp_path: Path) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    whole = tomli.loads(path.read_text("utf-8"))
    assert (whole["format"], whole["kind"]) == (1, "fight")
    assert list(whole["encounter"])[-1] == "seal"
    assert all(list(step)[-1] == "seal" for step in whole["step"])
    assert whole["step"][0]["line"] == "begin"
    assert [step["undo"] for step in whole["step"] if "undo" in step]


def test_editing_the_library_changes_no_played_fight(tmp_path: Path) -> None:
    session = sat_down(ford(tmp_path), tmp_path / "ford.fight.toml")
    stand_up(session)
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "g.toml").write_text('[[creature]]\nname = "Goblin"\nbody = { HP = 99 }\n')
    again = resumed(open_fight(tmp_path / "ford.fight.toml"))
    assert again.encounter["goblin-1"].full("HP") == 7
    again.say("join goblin")
    assert again.encounter["goblin-4"].full("HP") == 99
    stand_up(again)


def test_whatever_is_typed_can_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    for text in ('a "quoted" one', "\x1b[31m red", "\u202eback", "[[step]]", "seal = x", "ß 🐉 \\", "\ud83d"):
        session.say("note " + text.replace('"', ""))
    stand_up(session)
    assert "\x1b" not in path.read_text("utf-8")
    assert len(steps_of(path)) == 7


def test_what_is_there_already_is_not_overwritten(tmp_path: Path) -> None:
    prepared = ford(tmp_path)
    path = tmp_path / "ford.fight.toml"
    path.write_text("mine")
    with pytest.raises(StorageError, match="is there already"):
        start_fight(prepared, path)
    assert path.read_text() == "mine"


# Two programs


def test_the_second_program_hears_who_plays_and_may_look(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    with pytest.raises(Locked) as locked:
        open_fight(path)
    assert locked.value.pid == os.getpid()
    assert "is open already, in process" in locked.value.sentence
    assert looked_at(path).encounter == session.encounter
    stand_up(session)
    stand_up(resumed(open_fight(path)))
    assert not list(tmp_path.glob(".*.lock"))


def test_a_lock_dies_with_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    stand_up(sat_down(ford(tmp_path), path))
    program = (
        "import os, sys; from pathlib import Path; from tracker.storage.lock import Lock\n"
        "lock = Lock(Path(sys.argv[1])); os._exit(9)\n"
    )
    assert subprocess.run([sys.executable, "-c", program, str(path)], check=False).returncode == 9
    assert list(tmp_path.glob(".*.lock"))
    stand_up(resumed(open_fight(path)))


def test_an_edit_from_outside_is_noticed_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    session.say("begin")
    edited = path.read_bytes() + b"# mine\n"
    path.write_bytes(edited)
    session.say("note one")
    session.say("note two")
    assert session.recorder is not None
    trouble = session.recorder.trouble  # type: ignore[attr-defined]
    assert trouble == "not saved since step 2: ford.fight.toml was changed by somebody else, and is left as it is"
    assert "the steps since are in ford.fight.toml.unsaved.tail" in stand_up(session)
    assert path.read_bytes() == edited
    assert b"note two" in (tmp_path / "ford.fight.toml.unsaved.tail").read_bytes()


def test_a_file_that_was_put_in_its_place_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    copy = tmp_path / "copy"
    copy.write_bytes(path.read_bytes())
    copy.replace(path)
    session.say("begin")
    assert "was changed by somebody else" in stand_up(session)
    path.unlink()


def test_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    path.unlink()
    session.say("begin")
    assert "ford.fight.toml is gone: moved or deleted by somebody else" in stand_up(session)


# A game master's own edit


def test_reseal_accepts_an_edit_and_keeps_the_former_file(tmp_path: Path, often: None) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    edited = path.read_text("utf-8").replace('text = "line 1"', 'text = "line one, as I recall"').replace("\n", "\r\n")
    path.write_bytes(edited.encode())
    with pytest.raises(BrokenSeal):
        open_fight(path)
    sealed = reseal(path)
    assert sealed.steps == len(session.journal.steps)
    assert (tmp_path / sealed.former.name).read_bytes() == edited.encode()
    assert check(path) == ()
    assert any(
        event.text == "line one, as I recall"
        for t in steps_of(path)
        for event in t.step.events
        if hasattr(event, "text")
    )
    assert looked_at(path).encounter.count == session.encounter.count


def test_reseal_refuses_what_does_not_fit_and_changes_nothing(tmp_path: Path) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    for old, new, sentence in (
        ('{ kind = "Began" }', '{ kind = "Begun" }', 'step 1: unknown kind of event "Begun"; did you mean "Began"?'),
        ('who = "goblin-1"', 'who = "goblin-9"', 'step 2: there is nobody "goblin-9"'),
        ('presence = "down"', 'presence = "asleep"', "do not fit this fight"),
        ("\nn = 3\n", "\nn = 4\n", "block 4 follows block 2"),
        ("[[step]]\nn = 5", "[[step]]\nn = = 5", "this is not TOML"),
        ("mud = 5", "mud = 500", "mud must be at most 50, not 500"),
    ):
        text = path.read_text("utf-8")
        assert old in text
        edited = tmp_path / "edited.fight.toml"
        edited.write_text(text.replace(old, new, 1), "utf-8")
        before = edited.read_bytes()
        with pytest.raises(Mistakes) as found:
            reseal(edited)
        assert sentence in str(found.value), str(found.value)
        assert found.value.mistakes[0].line > 0
        assert edited.read_bytes() == before


def test_reseal_is_for_fights(tmp_path: Path) -> None:
    ford(tmp_path)
    with pytest.raises(Mistakes, match="this is not a fight"):
        reseal(tmp_path / "ford.toml")


# Joining


def test_goblins_that_join_go_on_counting(tmp_path: Path) -> None:
    session = sat_down(ford(tmp_path), tmp_path / "ford.fight.toml")
    session.say("join gob x2 Raiders")
    session.say("join new Thug")
    session.say("join new Thug")
    joined = [(c.id, c.name, c.profile.side) for c in session.encounter][4:]
    assert joined == [
        ("goblin-4", "Goblin 4", "raiders"),
        ("goblin-5", "Goblin 5", "raiders"),
        ("thug", "Thug", "raiders"),
        ("thug-2", "Thug 2", "raiders"),
    ]
    stand_up(session)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("join gobln", 'The library has no creature "gobln"; did you mean "Goblin"? `join new gobln` lets'),
        ("join new Th\u202eug", "The name holds the character U+202E (right-to-left override), which is refused."),
        ("join new " + "x" * 61, "A name has at most 60 characters, not 61."),
    ],
)
def test_who_cannot_join_is_told_why(tmp_path: Path, line: str, sentence: str) -> None:
    session = sat_down(ford(tmp_path), tmp_path / "ford.fight.toml")
    with pytest.raises(Exception) as refused:
        session.say(line)
    assert str(refused.value).startswith(sentence)
    stand_up(session)


# Places


def test_a_fight_lies_beside_its_encounter(tmp_path: Path) -> None:
    ford(tmp_path)
    path = fight_path_for(tmp_path / "ford.toml")
    assert path == tmp_path / "ford.fight.toml"
    path.write_text("")
    assert fight_path_for(tmp_path / "ford.toml", new=True) == tmp_path / "ford-2.fight.toml"
    assert fight_path_for(path, new=True) == tmp_path / "ford-2.fight.toml"


def test_where_nothing_can_be_written_it_lies_in_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "mine"))
    path = fight_path_for(tmp_path / "no such folder" / "ford.toml")
    assert path == tmp_path / "mine" / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    assert stand_up(session) == ""
    assert path.is_file()


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Ambush at the ford", "ambush-at-the-ford.toml"),
        ("../../etc/passwd", "etc-passwd.toml"),
        (".hidden", "hidden.toml"),
        ("CON", "con-fight.toml"),
        ("\x00/\u202e", "encounter.toml"),
        ("Fürst & Söhne", "fürst-söhne.toml"),
    ],
)
def test_a_title_becomes_a_safe_file_name(title: str, name: str) -> None:
    assert file_name_for(title) == name


def test_names_beside_a_fight_are_never_taken_twice(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    beside(path, "tail").write_text("one")
    assert beside(path, "tail").name == "ford.fight.toml.2.tail"


def test_the_ford_of_these_tests_is_right(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_text(FORD)
    assert check(path) == ()
