"""What hangs on a condition is declared once, in its own room, whoever ends it."""

from __future__ import annotations

import pytest

from tracker.games.hybrid.actions.presence import LIFECYCLES
from tracker.games.hybrid.body import conditions as c

HUNG_ON = [
    *(*c.HELPLESS, c.PRONE, c.BLEEDING, f"{c.BLEEDING}-2", c.DODGING, c.DROPPING, c.HELD, c.GRAPPLING),
    *(c.PRESET, c.MOVING, c.BOUND, f"{c.CLOSED}goblin1"),
]


@pytest.mark.parametrize("key", HUNG_ON)
def test_a_condition_on_which_something_hangs_is_declared_in_one_room(key: str) -> None:
    assert len([lifecycle for lifecycle in LIFECYCLES if lifecycle.covers(key)]) == 1


@pytest.mark.parametrize("key", [c.JOLTED, c.OFF_BALANCE, c.EVADING, c.RETREATING, c.ADVANCED, c.ALL_OUT])
def test_nothing_hangs_on_what_only_weighs(key: str) -> None:
    assert not [lifecycle for lifecycle in LIFECYCLES if lifecycle.covers(key)]


@pytest.mark.parametrize("key", [c.BOUND, f"{c.CLOSED}goblin1", c.MOVING, c.PRONE, c.STUNNED, f"{c.BLEEDING}-1"])
def test_what_ends_with_its_bearers_part_in_the_fight_says_so_itself(key: str) -> None:
    (lifecycle,) = (lifecycle for lifecycle in LIFECYCLES if lifecycle.covers(key))
    assert lifecycle.left is not None
