"""Dice: what notation means, what is refused, how faces are typed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.dice.notation import NotationError, closed, read
from tracker.dice.roll import opened, roll
from tracker.dice.source import DiceError, KnownDice, ScriptedDice, SeededDice
from tracker.dice.typed_faces import complete, typed


def test_numbers_dice_and_names_add_up_exactly() -> None:
    assert read("2d6+3").total((2, 5)) == 10
    assert read("2*PSE").total((), {"PSE": Fraction(12, 5)}) == Fraction(24, 5)
    assert read(" 1d8 + PSE ").total((8,), {"PSE": 2}) == 10
    assert read("13").total(()) == 13
    assert read("3.5*PSE").total((), {"PSE": 2}) == 7
    assert read("2d6").dice == (6, 6)


@pytest.mark.parametrize(
    "text",
    [
        "99999d99999",
        "101d6",
        "1d1001",
        "1d1",
        "10001",
        "",
        "x" * 90,
        "2d6d6",
        "1+" * 20 + "1",
        "2d",
        "2d6>6",
        "2d6>0",
        "d00>99",
        "2d6!>4",
        "5d10>6>5",
        "5d10>6>10",
        "1d100!101",
        "1d100!1",
        "1d20!p1",
        "2d20kh3",
        "2d20kl0",
        "^1d6",
        "3^1d6",
        "1d6^3",
        "1d6~PSE",
        "__import__",
    ],
)
def test_what_is_beyond_the_limits_or_unreadable_is_refused_in_a_sentence(text: str) -> None:
    if text == "__import__":
        text = "__import__('os')"
    with pytest.raises(NotationError) as caught:
        read(text)
    assert str(caught.value).endswith((".", "characters.", "*PSE."))


def test_dice_that_count_successes_add_one_for_each_face_that_is_over() -> None:
    pool = read("6d6>4")
    assert pool.total((6, 5, 4, 1, 5, 2)) == 3
    assert read("2d6>4+1").total((5, 1)) == 2
    assert read("6d6>4").dice == (6,) * 6 and roll(pool, ScriptedDice([1, 2, 3, 4, 5, 6])) == (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("text", "faces", "total", "first", "further"),
    [
        ("1d20!p6", (20, 6, 3), 20 + 5 + 2, (20,), (6, 3)),
        ("2d8!p", (8, 8, 1, 4), 8 + 7 + 0 + 4, (8, 4), (8, 1)),
        ("1d100!96", (97, 96, 4), 197, (97,), (96, 4)),
        ("d00!97+2", (98, 0), 100, (98,), (100,)),
        ("4d6kh3", (1, 4, 5, 6), 15, (1, 4, 5, 6), ()),
        ("10-2d20kl1", (15, 4), 6, (15, 4), ()),
        ("5d10>6>9", (7, 10, 3, 8, 10), 6, (7, 10, 3, 8, 10), ()),
        ("2*1d8!^1d6!-1", (3, 6, 6, 2), 27, (3, 6), (6, 2)),
        ("3d6~3d6+1d4", (1, 2, 3, 4, 5, 6, 2), 8, (1, 2, 3, 4, 5, 6, 2), ()),
    ],
)
def test_dice_that_go_on_are_kept_or_thrown_twice_fall_and_add_up(
    text: str, faces: tuple[int, ...], total: int, first: tuple[int, ...], further: tuple[int, ...]
) -> None:
    dice = read(text)
    assert roll(dice, ScriptedDice([face or 100 for face in faces])) == faces
    assert dice.total(faces) == total
    assert dice.first_faces(faces) == first
    assert opened(dice, first, ScriptedDice(further)) == faces
    assert read(closed(text)).dice == dice.dice


@pytest.mark.parametrize("text", ["2d20kh1", "3d6^3d6", "4d10>6>9"])
def test_a_sum_that_does_not_tell_its_dice_is_not_taken_for_them(text: str) -> None:
    with pytest.raises(NotationError, match="type every face"):
        typed(read(text), "=7")


@given(st.integers(1, 20), st.integers(1, 5), st.data())
def test_of_dice_that_count_successes_their_number_is_enough(dice: int, over: int, data: st.DataObject) -> None:
    pool = read(f"{dice}d6>{over}")
    successes = data.draw(st.integers(0, dice))
    faces = typed(pool, f"={successes}")
    assert pool.total(faces) == successes and len(faces) == dice and all(1 <= face <= 6 for face in faces)
    assert complete(pool, f"={successes}") is (successes * 10 > dice)


def test_what_is_missing_is_said_in_the_words_of_the_dice() -> None:
    with pytest.raises(NotationError, match="type the faces, or = and the sum"):
        typed(read("3d6"), "1 2")
    with pytest.raises(NotationError, match="type the faces, or = and the successes"):
        typed(read("3d6>4"), "1 2")


def test_an_opened_die_is_rolled_again_and_added() -> None:
    assert roll(read("d100!"), ScriptedDice([100, 100, 7])) == (100, 100, 7)
    assert roll(read("d100!"), ScriptedDice([100, 100, 7]), again=1) == (100, 100)
    assert read("d100!").total((100, 100, 7)) == 207


def test_a_chain_may_end_before_a_lower_face_and_leaves_the_other_dice_theirs() -> None:
    assert read("d100!").total((100, 100)) == 200
    assert read("2d6!+1").total((6, 6, 3)) == 16
    assert read("1d6!+2*1d4").total((6, 3)) == 12
    with pytest.raises(NotationError, match="missing"):
        read("2d6!").total((6,))


@pytest.mark.parametrize(
    ("notation", "text", "faces"),
    [
        ("d100", "37", (37,)),
        ("d100", "00", (100,)),
        ("d100", "100", (100,)),
        ("2d6", "35", (3, 5)),
        ("2d6", "3 5", (3, 5)),
        ("2d6", "3,5", (3, 5)),
        ("2d6", "=8", (4, 4)),
        ("2d6", "=12", (6, 6)),
        ("2d6", "=2", (1, 1)),
        ("3d8+2", "= 11", (4, 4, 3)),
        ("4d6>4", "6512", (6, 5, 1, 2)),
        ("d6>4", "5", (5,)),
    ],
)
def test_faces_are_typed_as_they_fell(notation: str, text: str, faces: tuple[int, ...]) -> None:
    assert typed(read(notation), text) == faces


@pytest.mark.parametrize(
    ("notation", "text"), [("2d6", "77"), ("d100", "101"), ("2d6", "=13"), ("2d6", "3"), ("d6", "x"), ("4d6>4", "=5")]
)
def test_faces_that_are_not_on_the_dice_are_refused(notation: str, text: str) -> None:
    with pytest.raises(NotationError):
        typed(read(notation), text)


@given(st.integers(1, 20), st.integers(2, 20), st.data())
def test_a_sum_is_spread_over_faces_that_exist(dice: int, sides: int, data: st.DataObject) -> None:
    total = data.draw(st.integers(dice, dice * sides))
    faces = typed(read(f"{dice}d{sides}"), f"={total}")
    assert sum(faces) == total and len(faces) == dice
    assert all(1 <= face <= sides for face in faces)


def test_the_same_seed_gives_the_same_faces_and_scripts_say_when_they_end() -> None:
    one, other = SeededDice(7), SeededDice(7)
    assert [one.face(100) for _ in range(50)] == [other.face(100) for _ in range(50)]
    script = ScriptedDice([3])
    assert (script.face(6), script.left, script.used) == (3, 0, 1)
    with pytest.raises(DiceError, match="used up"):
        script.face(6)
    with pytest.raises(DiceError, match="1 to 6"):
        ScriptedDice([9]).face(6)
    known = KnownDice([(6, 2), (100, 40)], ScriptedDice([5, 6]))
    assert [known.face(6) for _ in range(3)] == [2, 5, 6], (
        "another die than the one that fell is rolled, and all after it"
    )


@pytest.mark.parametrize(
    ("dice", "typed", "there"),
    [
        *[("d100", word, True) for word in ("37", "00", "01", "11", "99", "100")],
        *[("d100", word, False) for word in ("0", "3", "10", "000", "370", "=", "=3", "=10")],
        *[("2d6", word, True) for word in ("35", "11", "3 5", "=8", "=12")],
        *[("2d6", word, False) for word in ("3", "37", "3 ", "=1", "=13", "")],
        *[("d20", word, True) for word in ("3", "9", "05", "15", "20")],
        *[("d20", word, False) for word in ("0", "1", "2", "25")],
        *[("d10", word, True) for word in ("0", "2", "10")],
        *[("d10", "1", False), ("2d10+3", "3 1", False), ("2d10+3", "3 4", True), ("3d6", "123", True)],
    ],
)
def test_dice_are_complete_when_all_are_typed_and_no_further_digit_fits(dice: str, typed: str, there: bool) -> None:
    assert complete(read(dice), typed) is there


def test_nought_alone_is_not_a_hundred() -> None:
    with pytest.raises(NotationError, match="00 and 100 are a hundred"):
        typed(read("d100"), "0")


def test_each_opened_die_of_a_typed_throw_is_followed_by_what_falls_behind_its_highest() -> None:
    assert opened(read("2d6!+d4"), (6, 6, 4), ScriptedDice([6, 2, 3])) == (6, 6, 2, 6, 3, 4)
    assert opened(read("2d6!+d4"), (5, 1, 4), ScriptedDice([])) == (5, 1, 4)
    assert opened(read("2d6!"), (6, 1), ScriptedDice([6, 6]), again=1) == (6, 6, 1)
