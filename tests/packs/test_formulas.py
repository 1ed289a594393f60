"""Formulas and chances: what they come to, what they refuse; each chance is held against all faces counted out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from tracker.dice.notation import read as read_dice
from tracker.games.packs import formulas, odds
from tracker.games.packs.formulas import Best, FormulaError, Kind, dice

FIGURES = {"might": 5, "skill": 3, "target.defence": 12, "none": 0}


def value(text: str) -> int:
    return formulas.number(formulas.read(text), lambda name: FIGURES[name])


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("7 / 2", 4),
        ("down(7 / 2)", 3),
        ("up(7 / 3)", 3),
        ("round(5 / 2)", 3),
        ("-might + 1", -4),
        ("10 - 4 - 3", 3),
        ("12 ÷ 4 × 2 − 1", 5),
        ("min(might, skill, 9) + max(1, none)", 4),
        ("3 * (might >= 5) + (might > 5)", 3),
        ("(might = 5) + (might != 5) + (skill <= 3) + (skill < 3)", 2),
        ("target.defence / none", 0),
        ("0.5 * might", 3),
        ("999999 * 999999", 1_000_000),
    ],
)
def test_a_formula_comes_to_its_value_rounded_half_up(text: str, number: int) -> None:
    assert value(text) == number


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is empty"),
        ("2 +", "breaks off"),
        ("2 3", "one part too many"),
        ("(2 + 3", "a bracket is open"),
        ("2 + * 3", "stands where a value belongs (at character 5)"),
        ("2 $ 3", "is no part of a formula (at character 3)"),
        ("1 < 2 < 3", "one comparison follows another"),
        ("maxx(1, 2)", '"maxx" is no function'),
        ("max(1)", "max takes 2 to 8 values, not 1"),
        ("pool(1, 2)", "pool takes 3 to 4 values, not 2"),
        ("min", "is a function; write its values in brackets"),
        ("__import__('os')", "is no part of a formula"),
        ("101d6", "is too many dice"),
        ("1d1", "is too many dice"),
        ("12345678", "is too long"),
    ],
)
def test_what_is_no_formula_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FormulaError) as refused:
        formulas.read(text)
    assert sentence in str(refused.value)


def test_the_faces_of_one_roll_are_shared_out_to_the_dice_of_a_formula() -> None:
    formula = formulas.read("max(2d6, 1d8) * 2 + pool(3, 6, 5) - 1d6!")
    dice = tuple(formulas.dice_of(formula.root, lambda name: 0))
    assert formulas.notation(dice) == "2d6+1d8+3d6>4+1d6!"
    totals = formulas.shares(dice, (1, 2, 8, 5, 4, 6, 6, 3))
    assert totals == (3, 8, 2, 9)
    assert formulas.number(formula, lambda name: 0, formulas.Totals(totals)) == 8 * 2 + 2 - 9


def test_a_roll_is_taken_apart_into_dice_and_a_number() -> None:
    thrown = formulas.thrown(formulas.read("10 - (1d6 - might) + 2d4"), lambda name: FIGURES[name])
    assert (thrown.dice, thrown.rest) == ("2d4-1d6", 15)


FIGURES_OF_DICE: dict[str, formulas.Figure] = {**FIGURES, "weapon.damage": formulas.read("1d8+1")}


@pytest.mark.parametrize(
    ("text", "dice", "faces", "number"),
    [
        ("1d20!p6 + skill", "1d20!p6", (20, 6, 3), 20 + 5 + 2 + 3),
        ("2d8!p", "2d8!p", (8, 4, 3), 8 + 3 + 3),
        ("1d100!96", "1d100!96", (97, 96, 5), 198),
        ("4d6kh3 - 4d6kl1", "4d6kh3+4d6kl1", (1, 2, 5, 6, 3, 2, 4, 6), 13 - 2),
        ("1d(might * 2)!", "1d10!", (10, 4), 14),
        ("(skill)d6 + (might - 3)d(skill + 1)", "3d6+2d4", (1, 2, 3, 4, 1), 11),
        ("pool(might, 10, 7, 10)", "5d10>6>9", (10, 7, 6, 1, 10), 5),
        ("best(1d(might + 3)!, 1d6!)", "1d8!+1d6!", (8, 2, 6, 6, 1), 13),
        ("weapon.damage * (1 + (weapon.damage >= 7))", "1d8", (6,), 14),
        ("weapon.damage + weapon.damage / 2", "1d8", (5,), 9),
    ],
)
def test_dice_go_on_are_kept_or_counted_as_their_sign_says(
    text: str, dice: str, faces: tuple[int, ...], number: int
) -> None:
    formula = formulas.read(text)
    kinds = formulas.dice_of(formula.root, lambda name: FIGURES_OF_DICE[name])
    assert formulas.notation(kinds) == dice
    totals = formulas.Totals(formulas.shares(kinds, faces))
    assert formulas.number(formula, lambda name: FIGURES_OF_DICE[name], totals) == number


def test_a_figure_of_dice_that_a_roll_names_twice_is_rolled_once() -> None:
    thrown = formulas.thrown(formulas.read("weapon.damage + 1d6 + weapon.damage"), lambda name: FIGURES_OF_DICE[name])
    assert (thrown.dice, thrown.rest) == ("2*1d8+1d6", 2)
    gone = formulas.thrown(formulas.read("weapon.damage - weapon.damage"), lambda name: FIGURES_OF_DICE[name])
    assert (gone.dice, gone.rest) == ("", 0)


def test_an_edge_throws_the_first_dice_of_a_roll_twice() -> None:
    def with_edge(text: str, edge: int) -> str:
        return formulas.thrown(formulas.read(text), lambda name: FIGURES[name]).with_edge(edge).dice

    assert with_edge("1d20 + 1d4 + skill", 1) == "2d20kh1+1d4"
    assert with_edge("1d20 + skill", -2) == "2d20kl1"
    assert with_edge("3d6", 1) == "3d6^3d6"
    assert with_edge("1d20!p6", -1) == "1d20!p6~1d20!p6"
    assert with_edge("1d20", 0) == "1d20"


def totals(plus: tuple[Kind, ...], minus: tuple[Kind, ...]) -> list[Fraction]:
    """What every face of every die comes to, each throw added up as the kernel adds it."""
    thrown = read_dice(formulas.Thrown(plus, minus, 0).dice if plus else "0")
    return [thrown.total(faces) for faces in product(*(range(1, sides + 1) for sides in thrown.dice))]


@pytest.mark.parametrize(
    ("plus", "minus"),
    [
        ((dice(2, 6),), ()),
        ((dice(1, 6),), (dice(1, 6),)),
        ((dice(1, 8), dice(2, 4)), (dice(1, 6),)),
        ((dice(4, 6, over=4),), ()),
        ((dice(3, 6, over=4),), (dice(2, 6, over=3),)),
        ((dice(4, 4, keep=3),), (dice(2, 4, keep=-1),)),
        ((dice(3, 3, keep=2),), ()),
        ((dice(3, 10, over=6, twice=9),), ()),
        ((replace(dice(1, 8), factor=Fraction(2)),), (dice(1, 6),)),
        ((Best((dice(1, 8), dice(2, 4))),), (Best((dice(1, 6), dice(1, 6)), low=True),)),
    ],
)
def test_a_chance_is_that_of_all_faces_counted_out(plus: tuple[Kind, ...], minus: tuple[Kind, ...]) -> None:
    every = Counter(totals(plus, minus))
    for need in range(-8, 18):
        likely = Fraction(sum(count for total, count in every.items() if total >= need), every.total())
        assert odds.chance(plus, minus, need) == pytest.approx(float(likely))


def test_an_opened_die_goes_on_and_many_dice_follow_the_normal_curve() -> None:
    assert odds.chance((dice(1, 6, goes_on=6),), (), 7) == pytest.approx(1 / 6)
    assert odds.chance((dice(1, 6, goes_on=6),), (), 8) == pytest.approx(5 / 36)
    penetrating = dice(1, 20, goes_on=20, then=6, less=1)
    assert odds.chance((penetrating,), (), 20) == pytest.approx(1 / 20)
    assert odds.chance((penetrating,), (), 25) == pytest.approx(1 / 120)
    assert odds.chance((dice(1, 100, goes_on=96),), (), 97) == pytest.approx(5 / 100)
    assert odds.chance((dice(100, 20),), (), 1050) == pytest.approx(0.5, abs=0.01)
    assert odds.chance((replace(dice(100, 20), factor=Fraction(2)),), (), 2100) == pytest.approx(0.5, abs=0.01)
    assert odds.chance((dice(100, 20),), (), 1150) == pytest.approx(0.042, abs=0.005)
