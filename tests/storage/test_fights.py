"""A fight is on disk when it is shown, and comes back as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli

from tests.game_master import SAVES
from tests.storage.table import ford, long_fight, looked_at, resumed, sat_down, stand_up
from tracker import __version__
from tracker import testing as contract
from tracker.campaign.file_checks import check
from tracker.dice.source import SeededDice
from tracker.storage.fight_log.opening import logged_steps, open_fight, start_fight
from tracker.storage.preparation import read_encounter
from tracker.storage.toml.diagnostics import StorageError


def test_the_fight_at_the_ford_keeps_the_contract(tmp_path: Path) -> None:
    prepared = ford(tmp_path)
    contract.check_system(prepared.system, prepared.rules)
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
    told = logged_steps(path)
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
    (tmp_path / "library" / "g.toml").write_text('system = "plain"\n[[creature]]\nname = "Goblin"\nhit_points = 99\n')
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
    assert len(logged_steps(path)) == 7


def test_what_is_there_already_is_not_overwritten(tmp_path: Path) -> None:
    prepared = ford(tmp_path)
    path = tmp_path / "ford.fight.toml"
    path.write_text("mine")
    with pytest.raises(StorageError, match="is there already"):
        start_fight(prepared, path)
    assert path.read_text() == "mine"


@pytest.mark.parametrize("encounter", ["plain-skirmish", "ticks-ford"])
def test_the_head_says_which_release_wrote_it_and_a_head_without_one_keeps_the_older_rules(
    encounter: str, tmp_path: Path
) -> None:
    path = tmp_path / "new.fight.toml"
    start_fight(read_encounter(SAVES / f"{encounter}.toml"), path).close()
    assert tomli.loads(path.read_text("utf-8"))["game"]["release"] == __version__
    assert open_fight(path, look=True).encounter.release == __version__
    older = SAVES / "finished-ticks-ford.fight.toml"
    assert open_fight(older, look=True).encounter.release == ""
