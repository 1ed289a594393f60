"""Tally: sums that commute, Wilson's intervals, deciles, and differences between the same fights."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.odds.fights import ending
from tracker.odds.playout import Ending
from tracker.odds.tally import Interval, Paired, Tally, difference, paired_of, tally_of, wilson

endings = st.lists(
    st.builds(
        ending,
        st.integers(0, 99),
        st.sampled_from(["heroes", "raiders", "", None]),
        st.integers(0, 60),
        st.integers(0, 100),
    )
)


@given(endings, endings)
def test_sums_commute_and_are_those_of_all_endings_at_once(some: list[Ending], others: list[Ending]) -> None:
    a, b = tally_of(some), tally_of(others)
    assert a + b == b + a == tally_of([*some, *others])


@pytest.mark.parametrize(
    ("hits", "fights", "low", "high"),
    [(0, 10, 0.0, 0.2775), (8, 10, 0.4902, 0.9433), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962)],
)
def test_the_intervals_are_wilsons(hits: int, fights: int, low: float, high: float) -> None:
    interval = wilson(hits, fights)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)
    assert interval.share == hits / fights


def test_of_no_fights_nothing_is_known() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
    assert Tally().over_at(5) is None and Tally().stopped() == 0


@given(st.integers(1, 500), st.data())
def test_the_share_lies_within_its_interval_and_that_within_0_and_1(fights: int, data: st.DataObject) -> None:
    interval = wilson(data.draw(st.integers(0, fights)), fights)
    assert 0.0 <= interval.low <= interval.share <= interval.high <= 1.0


def test_the_difference_of_two_shares_is_newcombes() -> None:
    change = difference(wilson(48, 80), wilson(56, 70))
    assert [round(bound, 3) for bound in (change.low, change.share, change.high)] == [0.052, 0.2, 0.334]
    assert difference(wilson(0, 0), wilson(0, 0)) == Interval(-1.0, 0.0, 1.0)


def test_deciles_are_the_counts_at_which_so_many_tenths_of_the_decided_fights_were_over() -> None:
    tally = tally_of([*(ending(count=count) for count in range(1, 11)), ending(winner=None, why="undecided")])
    assert [tally.over_at(decile) for decile in (1, 5, 9, 10)] == [1, 5, 9, 10]
    assert tally.undecided == {"undecided": 1} and tally.fights == 11


def test_what_is_left_is_counted_by_tenths_and_who_fell_has_nothing() -> None:
    tally = tally_of([ending(share=100), ending(share=59), ending(winner="raiders")])
    assert tally.left_of(0) == (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    assert tally.falls == (1, 2)


def test_a_difference_between_the_same_fights_counts_only_those_that_end_otherwise() -> None:
    before = [ending(winner=side) for side in ("heroes", "raiders", "raiders", "heroes", "raiders")]
    after = [ending(winner=side) for side in ("heroes", "heroes", "heroes", "raiders", "raiders")]
    paired = paired_of(before, after, "heroes")
    assert paired == Paired(5, 2, 1) and round(paired.difference.share, 2) == 0.2
    assert paired.difference.low < 0 < paired.difference.high


def test_many_fights_that_end_better_are_certain_to_be_better_and_none_is_certain_of_little() -> None:
    assert Paired(100, 20, 2).difference.low > 0
    assert Paired(5, 0, 0).difference.low < 0 < Paired(5, 0, 0).difference.high
