"""Chases and rescues are not forecast: a forecast plays every fight until one side stands."""

from __future__ import annotations

from pathlib import Path

import pytest

import tracker
from tests.cli.calling import ROOT, call

OTHERWISE = ("chase", "feats-rooftops", "feats-drowning")
"""The examples that are not decided by which side stands."""


@pytest.mark.parametrize("name", OTHERWISE)
@pytest.mark.parametrize("command", ["odds", "check --odds"])
def test_an_encounter_with_another_goal_is_not_forecast(name: str, command: str) -> None:
    word, *more = command.split()
    done = call(word, name, *more)
    assert "it is not decided by who stands" in done.out + done.err and "ahead" not in done.out


def test_a_sweep_of_an_encounter_with_another_goal_is_refused() -> None:
    with pytest.raises(ValueError, match="it is not decided by who stands"):
        tracker.sweep(tracker.open(ROOT / "saves" / "chase.toml"), {"nim.skill.rank": [1, 6]}, 2)


def without_goal(tmp_path: Path, name: str) -> tracker.Fight:
    """Return the example as an encounter that does not state its goal."""
    path = tmp_path / f"{name}.toml"
    text = (ROOT / "saves" / f"{name}.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('goal = "other"\n', ""), encoding="utf-8")
    return tracker.open(path, seed=1)


def test_a_chase_of_feats_is_known_by_its_gap(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="This is a chase: it has a `gap`"):
        without_goal(tmp_path, "feats-rooftops").odds(2)


def test_a_fighter_of_feats_on_the_move_makes_a_chase(tmp_path: Path) -> None:
    fight = without_goal(tmp_path, "feats-drowning")
    fight.odds(2, orders="attack nearest")
    fight.say("begin")
    while fight.encounter.question is None:
        fight.say("next")
    fight.say(f"{fight.encounter.question.who} run")
    with pytest.raises(ValueError, match="is on the move, so this is a chase"):
        fight.odds(2)


def test_a_fighter_of_hybrid_who_runs_makes_a_chase_until_it_halts(tmp_path: Path) -> None:
    fight = without_goal(tmp_path, "chase")
    fight.odds(2, orders="attack nearest")
    fight.say("begin")
    fight.say("nim runs")
    while fight.encounter["nim"].condition("moving") is None:
        fight.say("next")
    with pytest.raises(ValueError, match="Nim runs, so this is a chase"):
        fight.odds(2)
