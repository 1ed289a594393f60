"""The cache of one value: kept for the very same objects, and for equal words and numbers."""

from __future__ import annotations

import pytest

from tracker.model.last_value import Last


def test_a_value_is_made_again_only_for_another_object_though_it_be_equal() -> None:
    kept: Last[list[int]] = Last()
    one, equal = [1], [1]
    first = kept.get(lambda: [0], one)
    assert kept.get(lambda: [1], one) is first and kept.is_for(one) and not kept.is_for(equal)
    assert kept.get(lambda: [2], equal) == [2]
    assert kept.get(lambda: [3], one) == [3], "only the last one is kept"


def test_words_and_numbers_are_compared_by_value_and_the_number_of_parts_counts() -> None:
    kept: Last[str] = Last()
    kept.get(lambda: "a", "".join(["bra", "nn"]), 10**9)
    assert kept.is_for("brann", 10**9) and not kept.is_for("brann") and not kept.is_for("brann", 10**9, None)
    assert not kept.is_for("gruk", 10**9) and not kept.is_for("brann", None)


def test_what_fails_is_not_kept_and_nothing_is_a_value() -> None:
    kept: Last[None] = Last()

    def fails() -> None:
        raise ZeroDivisionError

    assert not kept.is_for()
    with pytest.raises(ZeroDivisionError):
        kept.get(fails)
    assert not kept.is_for()
    assert kept.get(lambda: None) is None and kept.is_for()
