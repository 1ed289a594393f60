"""A state leaves its process: another one loads it with nothing lost and goes on as this one does."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from tests import states_elsewhere
from tests.lanes import sample
from tests.random_play import EXAMPLES, kind, random_fight
from tests.states_elsewhere import Sent
from tracker.model.questions import Task
from tracker.model.state import Encounter
from tracker.storage.preparation import Prepared, read_encounter

MOST = 32 * 1024
"""Bytes that a state may have; the goblin warren is the largest fight there is to begin with."""
LINES = 30


def elsewhere(sent: list[Sent]) -> list[tuple[Encounter, Encounter]]:
    """Each state as a fresh interpreter loaded it, and as it was when that had played on."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.states_elsewhere"],
        input=pickle.dumps(sent),
        capture_output=True,
        cwd=Path(__file__).parents[1],
        check=False,
    )
    assert run.returncode == 0, run.stderr.decode()
    return [(pickle.loads(loaded), pickle.loads(later)) for loaded, later in pickle.loads(run.stdout)]


@pytest.mark.parametrize("name", sample(EXAMPLES))
def test_every_state_of_random_play_is_the_same_in_a_fresh_interpreter_and_goes_on_alike(name: str) -> None:
    states = [session.encounter for session in random_fight(name, 1, LINES)]
    assert len(states) > 10
    sent = [Sent(name, pickle.dumps(state)) for state in states]
    assert max(len(one.state) for one in sent) < MOST

    answers = elsewhere(sent)

    for state, (loaded, later) in zip(states, answers, strict=True):
        assert loaded == state
        assert later == states_elsewhere.played_on(state, states_elsewhere.rules_of(name))


def test_a_fresh_interpreter_loads_a_value_of_a_kind_it_has_made_none_of() -> None:
    load = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
    run = subprocess.run(
        [sys.executable, "-c", load], input=pickle.dumps(Task("kernel.roll")), capture_output=True, check=False
    )

    assert run.stdout.decode().strip() == "Task(stage='kernel.roll', data={})", run.stderr.decode()


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_a_state_is_no_larger_for_what_was_reckoned_from_it(name: str) -> None:
    prepared: Prepared = read_encounter(states_elsewhere.SAVES / f"{name}.toml")
    before = pickle.dumps(prepared.encounter)
    for one in prepared.encounter:
        prepared.rules.display.card(prepared.encounter, one.id)
        prepared.rules.sheets.sheet_record(prepared.encounter, one.id)

    assert len(pickle.dumps(prepared.encounter)) == len(before)
