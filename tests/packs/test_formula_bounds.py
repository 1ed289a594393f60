"""Bounds of formulas: the limits of their text to the character, and what they can come to against all values tried."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb

import pytest

from tracker.dice.notation import LONGEST_TEXT, MOST_TERMS, Term
from tracker.dice.notation import read as read_dice
from tracker.dice.roll import roll
from tracker.dice.source import ScriptedDice
from tracker.games.packs import formulas, odds
from tracker.games.packs.actions import OPENED_AGAIN
from tracker.games.packs.formulas import FormulaError, dice

RANGES = {"a": (-2, 3), "b": (1, 4), "c": (-1, 1), "d": (0, 2), "e": (-3, 0), "f": (-3, -2), "z": (0, 0)}
"""Names with the least and the greatest whole number that each stands for."""


def ranges(name: str) -> formulas.Bounds:
    low, high = RANGES[name]
    return Fraction(low), Fraction(high)


def values(text: str) -> Iterator[Fraction]:
    """All values of a formula over all whole numbers of its names."""
    root = formulas.read(text).root
    names = sorted(set(formulas.names(root)))
    for numbers in product(*(range(RANGES[name][0], RANGES[name][1] + 1) for name in names)):
        scope = dict(zip(names, numbers, strict=True))
        yield Fraction(formulas.worked_out(root, lambda name, scope=scope: scope[name]))  # type: ignore[misc]


NUMBERS = (*RANGES, "3", "-3", "1")
MORE = ["min(a, b)", "max(a, b, c)", "up(b / 2)", "down(a / 2)", "round(b / 2)", "-(a)", "a + b * d", "3 - (b - a)"]


def assert_bounds(text: str) -> None:
    every = list(values(text))
    assert formulas.bounds(formulas.read(text).root, ranges) == (min(every), max(every)), text


@pytest.mark.parametrize("sign", "+-*/")
def test_the_bounds_of_two_values_are_the_least_and_the_greatest_of_all_they_come_to(sign: str) -> None:
    for one, other in permutations(RANGES, 2):
        assert_bounds(f"{one} {sign} {other}")


@pytest.mark.parametrize("text", MORE)
def test_the_bounds_of_a_formula_are_the_least_and_the_greatest_of_all_its_values(text: str) -> None:
    assert_bounds(text)


@pytest.mark.parametrize("sign", ["<", ">", "<=", ">=", "==", "!="])
def test_a_comparison_never_holds_where_no_values_make_it_so(sign: str) -> None:
    for one, other in permutations(NUMBERS, 2):
        text = f"{one} {sign} {other}"
        root = formulas.read(text).root
        assert formulas.never(root, ranges) is not any(values(text)), text
        assert formulas.bounds(root, ranges) == (0, 1)


@pytest.mark.parametrize(
    ("text", "never"),
    [("z", True), ("a", False), ("b", False), ("b * (b > 4)", True), ("(b > 4) * b", True), ("b * (b > 3)", False),
     ("z * a", True), ("z + z", True), ("a - a", False)],
)  # fmt: skip
def test_a_formula_is_never_anything_where_it_is_nought_whatever_its_names_are(text: str, never: bool) -> None:
    assert formulas.never(formulas.read(text).root, ranges) is never


@pytest.mark.parametrize(
    ("text", "can"),
    [("1 / a", True), ("1 / b", False), ("1 / c", True), ("1 / d", True), ("1 / e", True), ("1 / f", False),
     ("1 / z", True), ("1 * d", False), ("1 / (b - 1)", True), ("1 / (b - 5)", False), ("1 / a + b", True),
     ("b + 1 / a", True), ("max(1, 1 / a)", True), ("max(1, 1 / b)", False), ("1 / max(1, a)", False)],
)  # fmt: skip
def test_a_divisor_that_can_be_nought_is_seen_wherever_it_stands(text: str, can: bool) -> None:
    assert formulas.may_divide_by_zero(formulas.read(text).root, ranges) is can


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [("2d6", 2, 12), ("1d6!", 1, 126), ("pool(b, 6, 5)", 0, 4), ("pool(e, 6, 5)", 0, 1), ("3d6 - 1d4", -1, 17)],
)
def test_dice_have_the_bounds_of_their_faces_an_opened_one_goes_on_twenty_times(
    text: str, least: int, most: int
) -> None:
    assert formulas.bounds(formulas.read(text).root, ranges) == (least, most)


def test_what_divides_by_nought_comes_to_nought_and_what_is_huge_ends_at_the_largest() -> None:
    assert list(values("1 / z")) == [0]
    assert formulas.bounds(formulas.read("1000000 * b").root, ranges) == (1_000_000, 1_000_000)
    assert formulas.bounds(formulas.read("1000000 * f").root, ranges) == (-1_000_000, -1_000_000)


# The text


def read(text: str) -> str:
    """Why a formula cannot be read; empty when it can."""
    try:
        formulas.read(text)
    except FormulaError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("allowed", "refused", "why"),
    [
        ("1" + " " * 199, "1" + " " * 200, "a formula has at most 200 characters, not 201"),
        ("+".join(["1"] * 40) + " ", "+".join(["1"] * 41), "a formula has at most 80 parts"),
        ("(" * 16 + "1" + ")" * 16, "(" * 17 + "1" + ")" * 17, "a formula has at most 16 brackets within each other"),
        ("-" * 16 + "1", "-" * 17 + "1", "a formula has at most 16 brackets within each other"),
        ("up(" * 16 + "1" + ")" * 16, "up(" * 17 + "1" + ")" * 17, "at most 16 brackets within each other"),
        ("1000000", "1000001", "is too long; at most 1,000,000 and 4 places behind the point"),
        ("0000001", "00000001", "is too long"),
        ("0.0001", "0.00001", "is too long"),
        ("100d6", "101d6", "is too many dice: at most 100, each of 2 to 1,000 sides"),
        ("1d6", "0d6", "is too many dice"),
        ("1d100!2", "1d100!1", "goes on from no face of the die; write !2 to !100"),
        ("1d100!100", "1d100!101", "goes on from no face of the die"),
        ("1d20!p2", "1d20!p1", "goes on with a die of 2 to 1,000 sides"),
        ("4d6kh4", "4d6kh5", "keeps 1 to 4 of its dice"),
        ("4d6kl1", "4d6kl0", "keeps 1 to 4 of its dice"),
        ("1d(skill)", "1d(1d6)", "are rolled by no dice"),
        ("1d2", "1d1", "is too many dice"),
        ("1d1000", "1d1001", "is too many dice"),
        ("000000001d6", "0000000001d6", "is too many dice"),
        ("1d000000006", "1d0000000006", "is too many dice"),
        ("max(1, 2)", "max(1)", "max takes 2 to 8 values, not 1"),
        ("max(1,2,3,4,5,6,7,8)", "max(1,2,3,4,5,6,7,8,9)", "max takes 2 to 8 values, not 9"),
        ("up(1)", "up(1, 2)", "up takes 1 values, not 2"),
        ("pool(1, 6, 5)", "pool(1, 6)", "pool takes 3 to 4 values, not 2"),
    ],
)
def test_a_formula_is_read_up_to_its_limit_and_refused_beyond_it(allowed: str, refused: str, why: str) -> None:
    assert read(allowed) == ""
    assert why in read(refused)


def test_what_is_no_function_is_said_in_a_sentence_with_those_there_are() -> None:
    assert read("maxx(1, 2)") == '"maxx" is no function; there are min, max, best, round, up, down, pool'


# Dice


@pytest.mark.parametrize(
    ("text", "in_a_sum"),
    [("1d6 + skill - 2d4", True), ("1d6 * 2 + 1d4", False), ("1d4 + 1d6 * 2", False), ("pool(skill, 6, 5) + 1", True),
     ("pool(1d4, 6, 5)", False), ("best(1d8!, 1d6!) + 2", True), ("best(1d8 + 1, 1d6)", False), ("(skill)d6", True),
     ("max(1d6, 2)", False), ("max(1, 2) + 1d6", True), ("(1d6 > 3) + 1d6", False)],
)  # fmt: skip
def test_dice_are_in_a_sum_where_all_of_them_are_added_or_taken_off(text: str, in_a_sum: bool) -> None:
    assert formulas.in_a_sum(formulas.read(text).root, lambda name: False) is in_a_sum


def test_an_opened_die_goes_on_so_many_times_and_no_more() -> None:
    assert roll(read_dice("1d6!"), ScriptedDice([6] * 50), OPENED_AGAIN) == (6,) * 21
    assert formulas.shares((dice(1, 6, goes_on=6),), [6] * 21) == (126,)
    assert formulas.shares((dice(1, 6, goes_on=6), dice(1, 6)), [6, 6, 2, 5]) == (14, 5)
    assert formulas.shares((dice(1, 6, goes_on=6), dice(1, 6)), [6, 6, 2]) == (12, 2)
    assert formulas.shares((dice(3, 6, over=4),), [5, 6, 4]) == (2,)


def test_dice_are_too_many_beyond_the_kinds_that_are_rolled_at_once_or_the_longest_text() -> None:
    assert not formulas.too_many([dice(1, 6)] * MOST_TERMS) and formulas.too_many([dice(1, 6)] * (MOST_TERMS + 1))
    texts = {len(formulas.notation(dice)): dice for dice in _mixed()}
    longest = max(length for length in texts if length <= LONGEST_TEXT)
    shortest = min(length for length in texts if length > LONGEST_TEXT)
    assert longest == LONGEST_TEXT and not formulas.too_many(texts[longest]) and formulas.too_many(texts[shortest])


def _mixed() -> Iterator[list[Term]]:
    """Up to ten kinds of dice, short and long ones."""
    for short, middle, long in product(range(11), repeat=3):
        if 0 < short + middle + long <= 10:
            yield [*[dice(1, 6)] * short, *[dice(10, 100)] * middle, *[dice(100, 1000, over=899)] * long]


@pytest.mark.parametrize(("need", "share"), [(1480, 0.9), (1500, 0.5), (1530, 0.03)])
def test_the_curve_of_many_coins_is_that_of_all_their_faces(need: int, share: float) -> None:
    exact = sum(comb(1000, heads) for heads in range(need - 1000, 1001)) / 2**1000
    assert odds.chance((dice(1000, 2),), (), need) == pytest.approx(exact, abs=0.003)
    assert exact == pytest.approx(share, abs=0.03)


def test_an_opened_die_is_worked_out_exactly_up_to_the_widest_span_and_by_the_curve_beyond() -> None:
    assert odds.chance((dice(1, 375, goes_on=375),), (), 376) == pytest.approx(1 / 375)
    assert odds.chance((dice(1, 376, goes_on=376),), (), 377) > 0.01
    assert odds.chance((dice(1, 1500),), (), 1500) == pytest.approx(1 / 1500)


@pytest.mark.parametrize("need", [640, 667, 700])
def test_the_curve_of_a_great_pool_is_that_of_all_its_dice(need: int) -> None:
    exact = sum(comb(2000, hits) * 2 ** (2000 - hits) for hits in range(need, 2001)) / 3**2000
    assert odds.chance((dice(2000, 6, over=4),), (), need) == pytest.approx(exact, abs=0.005)
