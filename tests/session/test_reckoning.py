"""What the plain game can reckon: bounds, defaults out of somebody's figures, and the answer in lines."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

import pytest
from hypothesis import settings

from tests.asking import answered
from tests.encounter.skirmish import begun, refused
from tracker.game_api import calculator_arguments
from tracker.game_api.calculators import Figure, calculator
from tracker.game_api.sheets import Argument
from tracker.games import registry
from tracker.model.refusals import Refused


def test_the_answer_has_the_number_its_odds_and_what_a_roll_comes_to() -> None:
    rules, encounter = (fight := begun()).rules, fight.encounter
    calculators = rules.sheets.reckoning(encounter, "")
    assert calculator_arguments.answer(calculators, ()) == (
        "attack: the needs of an attack, its chance, and the meaning of a roll",
    )
    lines = calculator_arguments.answer(calculators, ("attack", "attack", "4", "--defence", "12", "roll", "7"))
    assert [line.split() for line in lines] == [["needed", "8"], ["percent", "65"], ["outcome", "missed"]]
    assert "hit" in calculator_arguments.answer(calculators, ("attack", "attack", "4", "defence", "12", "roll", "8"))[2]


def test_somebodys_figures_are_the_defaults() -> None:
    """Ann's sword is +4, Bob's defence 12."""
    fight = begun()
    (attack,) = fight.rules.sheets.reckoning(fight.encounter, "ann")
    assert {argument.name: argument.default for argument in attack.arguments} == {
        "attack": 4, "defence": 12, "roll": None,
    }  # fmt: skip
    assert [line.split()[-1] for line in calculator_arguments.answer((attack,), ("attack",))] == ["8", "65"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("atack",), '"atack" is no calculator here; there are attack.'),
        (("attack",), "Give defence, what must be reached."),
        (("attack", "defence", "41"), "'41' is no defence: a whole number from 1 to 40"),
        (("attack", "defence", "x"), "'x' is no defence: a whole number from 1 to 40"),
        (("attack", "defense", "12"), 'attack takes no "defense"; did you mean "defence"?'),
        (("attack", "defence"), "Give a number after"),
    ],
)
def test_what_cannot_be_reckoned_is_told_with_what_would_work(words: tuple[str, ...], why: str) -> None:
    fight = begun()
    with pytest.raises(Refused) as caught:
        calculator_arguments.answer(fight.rules.sheets.reckoning(fight.encounter, ""), words)
    assert why in caught.value.sentence


def test_a_choice_is_one_of_its_words_and_a_figure_that_does_not_fit_is_no_default() -> None:
    place = Argument("place", "where", choices=("arm", "leg"))
    assert calculator_arguments.value(place, "leg") == "leg"
    with pytest.raises(Refused, match='did you mean "leg"'):
        calculator_arguments.value(place, "lge")
    assert calculator_arguments.bounds(place) is None and calculator_arguments.bounds(Argument("n", "", low=2)) == (
        2,
        calculator_arguments.MOST,
    )
    calculators = begun().rules.sheets.reckoning(begun().encounter, "")
    (primed,) = calculator_arguments.primed(calculators, {"defence": 99, "attack": 3})
    assert [argument.default for argument in primed.arguments] == [3, None, None]


def test_a_game_with_nothing_to_reckon_says_so() -> None:
    with pytest.raises(Refused, match="has no calculators"):
        calculator_arguments.answer((), ("attack",))


def test_the_line_reckons_in_the_fight_and_changes_nothing() -> None:
    fight = begun()
    before, last = fight.encounter, fight.journal.last
    told = answered(fight, "reckon ann attack")
    assert fight.encounter is before and fight.journal.last == last
    assert told.title == "Reckoned: attack" and [line.split()[-1] for line in told.words] == ["8", "65"]
    assert refused(fight, "reckon atack") == '"atack" is no number here; did you mean "attack"?'


def test_a_figure_without_its_type_is_told_by_its_name() -> None:
    def odds(rules: object, dice: Annotated[int, Figure("how many")], need: int = 1) -> Mapping[str, Any]:
        """How likely it is."""
        return {}

    with pytest.raises(TypeError, match="odds: need lacks a Figure"):
        calculator(odds, None)


HOSTILE = ("", " ", "-", "0", "-1", "1e3", "١٢", "1/0", "1/2", "12,,13", "nan", "9" * 40, "12.5", "−5", "\u202e", "Yes")


@pytest.mark.parametrize("game", [*registry._BUILT_IN, *registry._PACKED])
def test_whatever_is_written_for_a_figure_is_answered_or_refused_in_a_sentence(game: str) -> None:
    random = Random(game)
    for one in registry.find(game).calculators():
        for _ in range(10 * settings().max_examples):
            texts = {}
            for argument in one.arguments:
                usual = argument.choices or [str(random.randint(*(calculator_arguments.bounds(argument) or (0, 9))))]
                texts[argument.name] = random.choice([random.choice(HOSTILE), random.choice(usual)])
            try:
                calculator_arguments.figures(one.reckon(calculator_arguments.given(one, texts)))
            except Refused as refused:
                assert " " in refused.sentence, texts
