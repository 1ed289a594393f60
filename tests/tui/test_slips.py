"""Debounce: a key counts once what it answers was drawn, and not twice within the span of a slip."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tracker.controller.input.debounce import Debounce
from tracker.controller.user_settings import Settings

SPAN = 0.2
FIRST, SECOND = (1, 1), (2, 2)


def answered(key: str, time: float = 10.0) -> Debounce:
    debounce = Debounce(SPAN)
    debounce.acted(key, time, answered=True)
    return debounce


@pytest.mark.parametrize("key", ["space", "enter"])
def test_a_second_key_within_the_whole_span_does_not_count_and_says_so(key: str) -> None:
    debounce = answered(key)
    for after in (0.0, SPAN / 2, SPAN * 0.6, SPAN * 0.99):
        assert debounce.doubled(key, 10.0 + after) == (
            f"A second {key} so soon after the first does not count. Press it again to answer this question."
        )


@pytest.mark.parametrize("key", ["space", "enter"])
def test_a_second_key_after_the_span_counts(key: str) -> None:
    for after in (SPAN * 1.01, SPAN * 2, 60.0):
        assert answered(key).doubled(key, 10.0 + after) == ""


def test_the_span_is_the_one_of_the_settings_a_fifth_of_a_second() -> None:
    assert Settings().guard == 0.2
    debounce = Debounce(Settings().guard)
    debounce.acted("space", 0.0, answered=True)
    assert debounce.doubled("space", 0.19) and not debounce.doubled("space", 0.21)


def test_another_key_counts_at_once_and_so_does_the_same_of_those_that_do_not_go_on() -> None:
    assert answered("space").doubled("enter", 10.0) == ""
    assert answered("a").doubled("a", 10.0) == ""


def test_one_s_own_keys_that_go_on_are_guarded_instead() -> None:
    debounce = Debounce(SPAN, frozenset({"g"}))
    debounce.acted("g", 0.0, answered=True)
    assert debounce.doubled("g", 0.1)
    debounce.acted("space", 0.0, answered=True)
    assert not debounce.doubled("space", 0.1)


def test_a_key_that_answered_nothing_may_follow_at_once() -> None:
    debounce = Debounce(SPAN)
    debounce.acted("space", 10.0, answered=False)
    assert debounce.doubled("space", 10.0) == ""


def test_enter_behind_a_typed_roll_does_nothing_for_a_second() -> None:
    debounce = Debounce(SPAN)
    debounce.acted("7", 10.0, answered=True, typed_roll=True)
    for after in (0.0, 0.5, 0.99):
        assert "counts already" in debounce.habitual("enter", 10.0 + after)
    assert debounce.habitual("enter", 11.0) == "" and debounce.habitual("space", 10.0) == ""
    debounce.acted("7", 12.0, answered=True)
    assert debounce.habitual("enter", 12.0) == "", "a digit that chose a target typed no roll"


def test_a_key_of_ones_own_that_gives_dice_is_a_habit_too_and_no_guard_means_none() -> None:
    debounce = Debounce(SPAN, ends_roll=frozenset({"enter", "g"}))
    debounce.acted("7", 10.0, answered=True, typed_roll=True)
    assert debounce.habitual("g", 10.5)
    debounce.within = 0.0
    assert not debounce.habitual("g", 10.5)


def test_a_key_pressed_before_what_it_answers_was_drawn_does_not_count() -> None:
    debounce = Debounce(SPAN)
    assert debounce.drop(FIRST, 1.0) and debounce.before_anything(1.0)
    debounce.drawn(FIRST, 2.0)
    assert debounce.before_anything(1.9) and not debounce.before_anything(2.0)
    assert debounce.drop(FIRST, 1.9) and not debounce.drop(FIRST, 2.9)
    assert debounce.drop(SECOND, 4.0), "what is asked now was not drawn"


def test_drawing_the_same_again_does_not_put_off_the_keys_that_answer_it() -> None:
    debounce = Debounce(SPAN)
    debounce.drawn(FIRST, 2.0)
    debounce.drawn(FIRST, 9.0)
    assert not debounce.drop(FIRST, 2.5)
    debounce.drawn(SECOND, 10.0)
    assert debounce.drop(SECOND, 9.5)


def test_two_keys_at_two_questions_that_were_drawn_both_count() -> None:
    debounce = Debounce(SPAN)
    debounce.drawn(FIRST, 10.0)
    assert not debounce.drop(FIRST, 10.1) and not debounce.doubled("enter", 10.1)
    debounce.acted("enter", 10.1, answered=True)
    debounce.drawn(SECOND, 10.12)
    assert not debounce.drop(SECOND, 10.31) and not debounce.doubled("enter", 10.31)


@given(some.lists(some.floats(0.0, 0.29), min_size=1, max_size=6), some.floats(0.0, 2.0))
def test_of_keys_typed_in_one_go_none_counts_behind_one_that_does_not(gaps: list[float], drawn_at: float) -> None:
    debounce, time, dropped = Debounce(SPAN), 0.0, []
    for gap in gaps:
        time += gap
        if time >= drawn_at:
            debounce.drawn(FIRST, drawn_at)
        dropped.append(debounce.drop(FIRST, time))
    assert dropped in ([True] * len(gaps), [False] * len(gaps))
    assert not debounce.drop(FIRST, max(time, drawn_at) + 0.31) or drawn_at > time


def test_who_wants_no_guard_has_each_key_count_as_soon_as_its_question_is_drawn() -> None:
    debounce = Debounce(0.0)
    assert debounce.drop(FIRST, 1.0)
    debounce.drawn(FIRST, 1.01)
    assert not debounce.drop(FIRST, 1.02)
