"""Fights that differ only in what is hidden are the same to every byte; whatever leaks a little is found.

A pair has the same steps; a played twin is the fight played again without the hidden one, and with it.
"""

from __future__ import annotations

from itertools import product

import pytest

from tests.lanes import sample, served
from tests.leaks.fights import EDITIONS, played
from tests.leaks.pairs import counted
from tests.leaks.played_twins import TWINS as PLAYED
from tests.leaks.played_twins import UNDER_ORDERS, twins_of
from tests.leaks.twins import TWINS, as_it_was
from tests.leaks.ways_out import Onlooker, ways_out
from tracker.games import registry


def test_every_game_of_the_registry_is_compared() -> None:
    assert {edition.partition(" ")[0] for edition in EDITIONS} == {*registry._BUILT_IN, *registry._PACKED}


@pytest.mark.parametrize("edition", sample(EDITIONS))
@pytest.mark.parametrize("fight", sample(range(2)))
def test_fights_that_differ_only_in_what_is_hidden_look_the_same(fight: int, edition: str) -> None:
    count = counted(edition, (fight,))
    assert count.leaks == () and count.pairs == len(TWINS)


@pytest.mark.parametrize(("orders", "edition"), sample(product((False, True), EDITIONS)))
@pytest.mark.parametrize("fight", sample(range(4)))
def test_a_fight_played_again_with_somebody_hidden_looks_the_same(fight: int, orders: bool, edition: str) -> None:
    """Absent, waiting, busy and otherwise called, moment by moment, with the names that the program gives."""
    twins = list(twins_of(edition, fight, orders))
    assert [str(twin) for twin in twins if twin.leak] == []
    assert [twin.twin for twin in twins] == list(UNDER_ORDERS if orders else PLAYED)
    assert all(twin.moments > 5 for twin in twins), "something was looked at"


@served
def test_what_is_compared_is_of_some_worth() -> None:
    """Every way out says something, names and counts of those who are seen, and no twin is the fight itself."""
    fight = played("phases", 1)
    onlooker = Onlooker(as_it_was(fight))
    for at in range(len(fight.steps)):
        onlooker.go_on(at)
    bytes_of = ways_out(onlooker)
    seen = [one.name for one in onlooker.scene().view.fighters]  # type: ignore[union-attr]
    assert len(bytes_of) == 26 and all(bytes_of.values())
    shown = [way for way, data in bytes_of.items() if all(name.encode() in data for name in seen)]
    assert len(shown) >= 9, shown
    errors = sorted(data[:4] for way, data in bytes_of.items() if way.startswith("share") and data[:4] != b"(200")
    assert errors == [b"(404", b"(404", b"(405"]


# One thing too many is told
