"""Swing: the steps at which the odds moved most are found without looking at every moment."""

from __future__ import annotations

from pathlib import Path

import pytest

import tracker
from tests.cli.calling import ROOT, call
from tracker.odds.turning_points import GRID, MOST_MOMENTS, Move, greatest, swing


@pytest.mark.parametrize("jump", [1, 7, 100, 999, 1_000])
def test_a_jump_is_found_at_its_very_step_wherever_it_is(jump: int) -> None:
    known = swing(1_000, lambda place: float(place >= jump))
    assert len(known) <= MOST_MOMENTS and known[jump] == 1.0 and known[jump - 1] == 0.0


def test_of_a_short_fight_every_moment_is_looked_at_once() -> None:
    seen: list[int] = []
    swing(4, lambda place: seen.append(place) or 0.5)  # type: ignore[func-returns-value]
    assert seen == [0, 1, 2, 3, 4] and len(seen) <= GRID


def test_the_three_greatest_moves_are_told_and_none_that_rounds_to_nothing() -> None:
    moves = [Move(n, "next", 0.5, after) for n, after in enumerate((0.9, 0.501, 0.1, 0.45, 0.52))]
    assert [move.n for move in greatest(moves)] == [0, 2, 3]


def test_the_command_and_the_api_name_the_step_that_has_decided_a_fight(tmp_path: Path) -> None:
    fight = tmp_path / "bridge.fight.toml"
    lines = "ann rolled\nbegin\nwolf damage 30\nann note hold\ngoblin-1 damage 30\ngoblin-2 damage 30\n"
    saves = ROOT / "saves" / "plain-skirmish.toml"
    assert call("run", saves, "--seed", "1", "--save", fight, given=lines).code == 0
    moves = tracker.open(fight).swing(20)
    assert "wolf damage 30" in [move.line for move in moves] and all(move.after > move.before for move in moves)
    assert all("damage 30" not in move.text for move in moves), "told as the table says it"
    assert any("Wolf" in move.text for move in moves)
    printed = call("odds", fight, "--swing", "--fights", "20", "--workers", "1").lines
    assert printed == ["Where the odds moved most:", *(f"  {move.text}" for move in moves)]
    refused = call("odds", saves, "--swing", "--workers", "1")
    assert refused.code == 1 and "its odds have not moved yet" in refused.err
