"""The examples that ship: each encounter plays to the last side standing, the finished fight to its recorded end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.game_master import SAVES, line_of_an_ordinary_game_master, sides_standing
from tests.lanes import one_a_game
from tracker.campaign.file_checks import check
from tracker.campaign.reinforcements import stock
from tracker.dice.source import SeededDice
from tracker.encounter.engine.evolve import fold
from tracker.encounter.engine.journal import Step
from tracker.session import Session
from tracker.storage.fight_log.opening import logged_steps, open_fight
from tracker.storage.preparation import read_encounter

ENCOUNTERS = sorted(path for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))


@pytest.mark.parametrize("path", one_a_game(ENCOUNTERS), ids=lambda path: path.stem)
def test_an_example_plays_from_first_perception_to_the_last_side_standing(path: Path) -> None:
    assert check(path) == ()
    prepared = read_encounter(path)
    session = Session(prepared.encounter, prepared.rules, SeededDice(5), None, stock(prepared))
    for _ in range(6000):
        if session.encounter.began and session.encounter.question is None and len(sides_standing(session)) < 2:
            break
        session.say(line_of_an_ordinary_game_master(session))
    assert len(sides_standing(session)) == 1


def test_the_finished_fight_replays_to_its_recorded_end(tmp_path: Path) -> None:
    path = tmp_path / "finished-duel.fight.toml"
    path.write_bytes((SAVES / path.name).read_bytes())
    opened = open_fight(path)
    try:
        start = opened.prepared.encounter
        told = list(logged_steps(path, opened.prepared.rules))
        in_force: list[Step] = [entry.step for entry in told if entry.in_force]
        state = start
        for step in in_force:
            state = fold(state, step.events)
        assert state == opened.encounter
        assert state["gruk"].presence.value == "down"
        assert state["brann"].able
        assert len(in_force) < len(told), "a step taken back stays in the file"
    finally:
        assert opened.fight_file is not None
        opened.fight_file.close()
