"""The swing of a fight that was recorded long ago, of which every moment is played on."""

from __future__ import annotations

import tracker
from tests.tui.opening import SAVES


def test_the_swing_of_a_fight_looks_at_states_that_were_recorded_long_ago() -> None:
    moves = tracker.open(SAVES / "finished-duel.fight.toml").swing(3)
    assert moves and all(move.before != move.after for move in moves)
