"""Formulas and chances: what they come to, what they refuse; each chance is held against all faces counted out."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tracker.games.packs import chances, formulas
from tracker.games.packs.formulas import Dice, FormulaError

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
        ("pool(1, 2)", "pool takes 3 values, not 2"),
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
    totals = formulas.shares(dice, (1, 2, 8, 5, 4, 6, 6, 3), 20)
    assert totals == (3, 8, 2, 9)
    assert formulas.number(formula, lambda name: 0, formulas.Totals(totals)) == 8 * 2 + 2 - 9


def test_a_roll_is_taken_apart_into_dice_and_a_number() -> None:
    thrown = formulas.thrown(formulas.read("10 - (1d6 - might) + 2d4"), lambda name: FIGURES[name])
    assert (thrown.dice, thrown.rest) == ("2d4-1d6", 15)


def counted(plus: tuple[Dice, ...], minus: tuple[Dice, ...], need: int) -> Fraction:
    """The chance by trying every face of every die."""
    dice = [(kind, 1) for kind in plus for _ in range(kind.count)]
    dice += [(kind, -1) for kind in minus for _ in range(kind.count)]
    hits = every = 0
    for faces in product(*(range(1, kind.sides + 1) for kind, _ in dice)):
        shown = sum(
            sign * (int(face >= kind.least) if kind.least else face)
            for face, (kind, sign) in zip(faces, dice, strict=True)
        )
        hits, every = hits + (shown >= need), every + 1
    return Fraction(hits, every)


@pytest.mark.parametrize(
    ("plus", "minus"),
    [
        ((Dice(2, 6),), ()),
        ((Dice(1, 6),), (Dice(1, 6),)),
        ((Dice(1, 8), Dice(2, 4)), (Dice(1, 6),)),
        ((Dice(4, 6, least=5),), ()),
        ((Dice(3, 6, least=5),), (Dice(2, 6, least=4),)),
    ],
)
def test_a_chance_is_that_of_all_faces_counted_out(plus: tuple[Dice, ...], minus: tuple[Dice, ...]) -> None:
    for need in range(-8, 18):
        assert chances.chance(plus, minus, need) == pytest.approx(float(counted(plus, minus, need)))


def test_an_opened_die_goes_on_and_many_dice_follow_the_normal_curve() -> None:
    assert chances.chance((Dice(1, 6, opened=True),), (), 7) == pytest.approx(1 / 6)
    assert chances.chance((Dice(1, 6, opened=True),), (), 8) == pytest.approx(5 / 36)
    assert chances.chance((Dice(100, 20),), (), 1050) == pytest.approx(0.5, abs=0.01)
    assert chances.chance((Dice(100, 20),), (), 1150) == pytest.approx(0.042, abs=0.005)
