"""Checkpoints grow with the change and not with the state: together they are never larger than the steps."""

from __future__ import annotations

from pathlib import Path

from tests.storage.table import ford, looked_at, resumed, sat_down, stand_up
from tracker.campaign.file_checks import reseal
from tracker.session import Session
from tracker.storage.fight_log.checkpoint_interval import CheckpointInterval
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.fight_log.reader import FightText
from tracker.storage.fight_log.writer import CHECKPOINT

GROWING = 300
"""Lines after each of which the state is larger: every one puts an event on the time axis."""


def bytes_of(path: Path) -> tuple[list[int], int]:
    """The sizes of the checkpoints of a fight, and of all its other blocks behind the head together."""
    fight = FightText(path)
    sizes = [end - start for start, end in fight.blocks]
    states = [sizes[place] for place in fight.checkpoints]
    return states, sum(sizes[1:]) - sum(states)


def grow(session: Session, lines: range) -> None:
    for number in lines:
        session.say(f'event {500 + number} "reason number {number}"')


def test_all_checkpoints_of_a_growing_state_together_are_no_larger_than_the_steps(tmp_path: Path, often: None) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    session.say("begin")
    grow(session, range(GROWING))
    stand_up(session)
    states, steps = bytes_of(path)
    assert len(states) >= 3 and max(states) > 3 * min(states), "the state has grown"
    assert sum(states) <= steps
    opened = looked_at(path)
    assert opened.encounter == session.encounter
    assert len(opened.journal.steps) < GROWING * 3 / 4, "it opens from a checkpoint"


def test_closing_and_opening_again_and_again_makes_no_more_checkpoints(tmp_path: Path, often: None) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    session.say("begin")
    for start in range(0, GROWING, 30):
        grow(session, range(start, start + 30))
        stand_up(session)
        session = resumed(open_fight(path))
    stand_up(session)
    states, steps = bytes_of(path)
    assert len(states) >= 3
    assert sum(states) <= steps


def test_a_fight_that_is_sealed_anew_has_no_larger_checkpoints(tmp_path: Path, often: None) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    session.say("begin")
    grow(session, range(GROWING))
    stand_up(session)
    path.write_text(path.read_text("utf-8").replace('reason number 3"', 'reason number three"'), "utf-8")
    reseal(path)
    states, steps = bytes_of(path)
    assert states and sum(states) <= steps


def test_a_small_state_has_its_checkpoint_after_a_hundred_blocks(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    session.say("begin")
    for number in range(3 * CHECKPOINT):
        session.say(f"note {number}: the rain goes on")
    stand_up(session)
    assert len(bytes_of(path)[0]) == 3


def test_a_checkpoint_that_is_too_large_is_asked_for_again_when_the_steps_have_grown_to_it() -> None:
    interval = CheckpointInterval()
    for _ in range(5):
        interval.add("é" * 10)
    assert interval.may_be_due(5) and not interval.may_be_due(6)
    assert not interval.accept("x" * 101), "100 bytes were written since"
    assert not interval.may_be_due(5)
    interval.add("x")
    assert interval.may_be_due(5) and interval.accept("x" * 101)
    assert (interval.blocks, interval.size) == (0, 0)
