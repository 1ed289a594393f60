"""The examples that ship: each encounter plays to the last side standing, the finished fight to its recorded end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.asking import answered
from tests.game_master import SAVES, line_of_an_ordinary_game_master, sides_standing
from tests.lanes import sample
from tests.random_play import kind
from tracker.campaign.file_checks import check
from tracker.campaign.reinforcements import stock
from tracker.dice.source import SeededDice
from tracker.encounter.engine.evolve import fold
from tracker.encounter.engine.journal import Step
from tracker.encounter.statistics.tally import tally
from tracker.encounter.statistics.victory import victors
from tracker.model import events as ev
from tracker.session import Session
from tracker.storage.fight_log.opening import logged_steps, open_fight
from tracker.storage.preparation import read_encounter

ENCOUNTERS = sorted(path for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))


@pytest.mark.parametrize("path", sample(ENCOUNTERS, each=lambda path: kind(path.stem)), ids=lambda path: path.stem)
def test_an_example_plays_from_first_perception_to_the_last_side_standing_and_its_tally_is_right(path: Path) -> None:
    assert check(path) == ()
    prepared = read_encounter(path)
    session = Session(prepared.encounter, prepared.rules, SeededDice(5), None, stock(prepared))
    for _ in range(6000):
        if session.encounter.began and session.encounter.question is None and len(sides_standing(session)) < 2:
            break
        session.say(line_of_an_ordinary_game_master(session))
    assert len(sides_standing(session)) == 1
    assert_tally(session)


def assert_tally(session: Session) -> None:
    """What was taken was dealt, and all that was lost is told."""
    done = [session.journal.steps[n] for n in session.journal.done]
    deeds = tally(done)
    lost = [event for step in done for event in step.events if isinstance(event, ev.PoolChanged) and event.by < 0]
    assert sum(sum(one.dealt.values()) for one in deeds.values()) == sum(
        sum(one.taken.values()) for one in deeds.values()
    )
    for one in deeds.values():
        assert 0 <= one.harm_dealt <= sum(one.dealt.values()) and 0 <= one.harm_taken <= sum(one.taken.values())
    assert sum(one.harm_dealt for one in deeds.values()) == sum(one.harm_taken for one in deeds.values())
    for who in {event.who for event in lost}:
        own = deeds[who].taken + deeds[who].spent
        assert sum(own.values()) == -sum(event.by for event in lost if event.who == who)
    if any(isinstance(event, ev.Struck) and event.damage for step in done for event in step.events) and lost:
        assert any(one.dealt for one in deeds.values()), "blows took something"
    words = answered(session, "summary each").words
    assert all(any(line.strip().startswith(f"{one.name} (") for line in words) for one in session.encounter)
    assert victors(session.encounter) in sides_standing(session)


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
