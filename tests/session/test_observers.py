"""Observers: whatever follows a fight is told of each line that changes it, once, when it is recorded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.asking import answered
from tests.controllers import controller_of
from tests.encounter.skirmish import begun
from tests.lanes import sample
from tests.random_play import EXAMPLES, kind, random_fight
from tests.storage.table import ford, sat_down, stand_up
from tracker.controller.error_boundary import ReportedError
from tracker.encounter.engine.journal import Commit, Step, UndoRedo
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.atomic import write_whole
from tracker.storage.fight_log.opening import open_fight
from tracker.views import records


def copy_as_json(session: Session, path: Path) -> None:
    """Keep a copy of the fight as JSON, as the recipe of CONTRIBUTING has it."""

    def write(commit: Commit) -> None:
        write_whole(path, json.dumps(records.of_state(commit.encounter, session.rules)).encode())

    session.on_commit.append(write)


def test_a_copy_of_the_fight_as_json_follows_each_line(tmp_path: Path) -> None:
    session, path = begun(2, 14), tmp_path / "copy.json"
    copy_as_json(session, path)
    for line in ("bob orders attack", "ann attack bob", "undo", "redo", "note it rains"):
        session.say(line)
        assert json.loads(path.read_text()) == json.loads(
            json.dumps(records.of_state(session.encounter, session.rules))
        )


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_the_commits_of_a_fight_are_its_record_in_every_game(name: str) -> None:
    told: list[Commit] = []
    for session in random_fight(name, 5, 25):
        if not session.on_commit:
            session.on_commit.append(told.append)
            first = session.journal.last
    blocks = [block for commit in told for block in commit.blocks]
    assert [block.n for block in blocks] == list(range(first + 1, session.journal.last + 1))
    assert all(session.journal.steps[block.n] == block for block in blocks if isinstance(block, Step))
    assert told[-1].encounter is session.encounter
    turned = [block for block in blocks if isinstance(block, UndoRedo)]
    assert all((block.undo or block.redo) in session.journal.steps for block in turned)


def test_a_line_is_told_once_with_all_that_follows_and_a_query_or_a_refusal_not_at_all() -> None:
    session, told = begun(2, 14), list[Commit]()
    session.on_commit.append(told.append)
    session.say("bob orders attack")
    told.clear()
    last = session.journal.last
    session.say("ann wait")
    (commit,) = told
    assert [block.n for block in commit.blocks] == [last + 1, last + 2], "the order of Bob follows in the same commit"
    answered(session, "summary")
    with pytest.raises(Refused):
        session.say("ann attack nobody")
    assert told == [commit]


def test_an_observer_hears_of_a_line_only_after_the_record_has_it(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    session, seen = sat_down(ford(tmp_path), path), list[int]()
    session.on_commit.append(lambda commit: seen.append(open_fight(path, look=True).journal.last))
    session.say("begin")
    session.say("note it rains")
    assert seen[-1] == session.journal.last and len(seen) == 2
    stand_up(session)


def test_an_observer_that_fails_is_reported_and_the_line_is_taken_back() -> None:
    session = begun()
    controller = controller_of(session, report=lambda text: "Reported.")
    done, before = list(session.journal.done), session.encounter

    def fail(commit: Commit) -> None:
        raise ZeroDivisionError

    session.on_commit.append(fail)
    with pytest.raises(ReportedError, match=r"Nothing changed\. Reported\."):
        controller.runner.errors.guard(lambda: controller.say("note it rains"), "The note")
    assert session.journal.done == done and session.encounter == before
