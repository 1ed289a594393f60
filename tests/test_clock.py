"""Clocks: counts that go down, phases with names, rounds and passes, written, read and labelled."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.encounter.clocks import IN_PASSES, PHASES, SHOTS, countings
from tracker.clock.rounds import Passes
from tracker.clock.spans import WHOLE, Counting, TimeUnit


@given(countings(), st.integers(0, 20_000), st.integers(0, 20_000))
def test_every_moment_is_read_back_as_it_is_written(counting: Counting, count: int, now: int) -> None:
    unit = TimeUnit("shot", "shots", Fraction(1), counting)
    assert unit.read(unit.text(count)) == count
    assert unit.read(unit.text(count), now) == count
    assert unit.moment(count)


@given(countings(), st.integers(0, 20_000), st.integers(0, 20_000))
def test_the_second_number_alone_is_the_next_such_moment(counting: Counting, count: int, now: int) -> None:
    if not counting.of:
        return
    meant = TimeUnit("shot", "shots", Fraction(1), counting).read(counting.less(count), now)
    assert meant is not None and now <= meant < now + counting.base
    assert counting.less(meant) == counting.less(count)


def test_shots_count_down_and_begin_anew_with_each_sequence() -> None:
    assert [SHOTS.text(count) for count in (0, 1, 11, 12, 23, 24)] == ["1:12", "1:11", "1:1", "2:12", "2:1", "3:12"]
    assert SHOTS.moment(13) == "sequence 2, shot 11"
    assert [SHOTS.round_number(count) for count in (0, 11, 12, 24)] == [1, 1, 2, 3]
    assert [SHOTS.round_start(count) for count in (0, 11, 12, 30)] == [0, 0, 12, 24]
    assert [SHOTS.read(text) for text in ("1:0", "1:13", "0:12", "13", "0", "x", ":4", "4:")] == [None] * 8


def test_a_bare_shot_is_that_of_this_sequence_while_it_lies_ahead_and_else_of_the_next() -> None:
    now = SHOTS.read("2:7")
    assert now is not None
    assert [SHOTS.text(SHOTS.read(text, now) or 0) for text in ("7", "3", "8", "+3")] == ["2:7", "2:3", "3:8", "2:3"]


def test_phases_are_written_by_their_names() -> None:
    assert [PHASES.text(count) for count in (0, 1, 2, 3)] == ["1.missiles", "1.melee", "1.magic", "2.missiles"]
    assert PHASES.moment(4) == "round 2, melee"
    assert PHASES.read("3.MAGIC") == 8
    assert PHASES.read("melee", 2) == 4
    assert PHASES.read("2.m") is None and PHASES.read("2.2") is None


def test_passes_are_the_middle_one_of_three_numbers() -> None:
    assert [IN_PASSES.text(count) for count in (0, 19, 20, 59, 60)] == ["1.1:20", "1.1:1", "1.2:20", "1.3:1", "2.1:20"]
    assert IN_PASSES.moment(62) == "round 2, pass 1, initiative 18"
    assert IN_PASSES.read("1.4:3") is None and IN_PASSES.read("2.1:18") == 62
    assert IN_PASSES.read("18", 21) == 22


def test_a_total_loses_ten_from_pass_to_pass_and_a_huge_one_acts_at_the_top() -> None:
    passes = Passes(30)
    assert [30 * n + 30 - passes.left(23, n) for n in range(3)] == [*passes.turns(23)] == [7, 47, 87]
    assert passes.turns(10) == (20,) and passes.turns(0) == () and passes.turns(-3) == ()
    assert passes.turns(99) == (0, 30, 60, 90)
    assert passes.turn(23, 4) is None and passes.turn(23, -1) is None
    assert [passes.number(place) for place in (0, 29, 30, 119, 120)] == [0, 0, 1, 3, 0]


@pytest.mark.parametrize(
    "wrong",
    [
        {"base": 0},
        {"step": 0},
        {"first": -1},
        {"sign": ""},
        {"sign": "5"},
        {"sign": " "},
        {"base": 2, "names": ("one",)},
        {"base": 2, "names": ("one", "One")},
        {"base": 1, "names": ("one two",)},
        {"base": 1, "names": ("7",)},
        {"base": 1, "sign": "-", "names": ("a-b",)},
    ],
)
def test_a_clock_that_cannot_be_read_back_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="clock"):
        Counting(**{"base": 3, "sign": ":", **wrong})  # type: ignore[arg-type]


def test_a_ruler_names_what_a_step_divides_on_the_way_down() -> None:
    assert [*SHOTS.labels(0, 26, 5)] == [(0, "1:12"), (7, "5"), (12, "2:12"), (19, "5"), (24, "3:12")]
    assert [*SHOTS.labels(1, 30, 10)] == [(12, "2:12"), (24, "3:12")]
    assert [*SHOTS.labels(0, 40, 20)] == [(0, "1:12"), (24, "3:12")]
    assert [*SHOTS.labels(0, 30, 16)] == [(0, "1:12"), (12, "2:12"), (24, "3:12")], "no round is left out for a little"
    assert [*PHASES.labels(0, 7, 5)] == [(0, "1.missiles"), (6, "3.missiles")]
    assert [*WHOLE.labels(3, 21, 5)] == [(5, "5"), (10, "10"), (15, "15"), (20, "20")]


@given(countings(), st.integers(0, 300), st.integers(1, 30))
def test_the_labels_of_a_ruler_are_in_order_and_within_it(counting: Counting, first: int, step: int) -> None:
    unit = TimeUnit("shot", "shots", Fraction(1), counting)
    labels = [*unit.labels(first, first + 200, step)]
    counts = [count for count, _ in labels]
    assert counts == sorted(set(counts)) and all(first <= count <= first + 200 for count in counts)
    assert all(text in (unit.text(count), counting.less(count)) for count, text in labels)
