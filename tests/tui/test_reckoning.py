"""The calculators on the screen and in lines: figures of whoever is selected, the answer of `tracker reckon`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.asking import answered
from tests.cli.calling import call
from tests.lanes import sample
from tests.random_play import ONE_OF_EACH, game
from tests.tui.paper import Paper
from tests.tui.playing import SIZES
from tracker.campaign.reinforcements import stock
from tracker.controller.pages.calculator import Reckoner
from tracker.dice.source import SeededDice
from tracker.game_api.target_keys import seat_key
from tracker.games import registry
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import read_encounter
from tracker.tui.screens.calculator import Reckoning

SAVES = Path(__file__).parents[2] / "saves"
EXAMPLES = {game(name): name for name in ONE_OF_EACH} | {"feats": "feats-drowning"}
FIRST = {"volume": "10", "load": "100", "weight": "2", "yards": "6", "reactor": "45", "other": "40", "roll": "33"}
FIRST |= {"modifier": "4", "stat": "12", "rof": "3", "attack": "40"}
"""What is typed where the sheet gives nothing and something must be."""


def session_of(name: str) -> Session:
    fight = read_encounter(SAVES / f"{name}.toml")
    return Session(fight.encounter, fight.rules, SeededDice(1), None, stock(fight))


def page(player: Paper) -> str:
    assert isinstance(player.desk.screen, Reckoning)
    return player.text()


@cache
def printed(system: str, *words: str) -> tuple[str, ...]:
    """The lines of `tracker reckon`; the same figures stand on many a sheet."""
    reply = call("reckon", "--system", system, *words)
    assert reply.code == 0, reply.err
    return tuple(line.rstrip() for line in reply.lines)


@pytest.mark.parametrize(("system", "name"), sample(EXAMPLES.items(), 4))
def test_each_calculator_can_be_reached_and_answers_as_the_command_line_does(system: str, name: str) -> None:
    """By key alone, for everybody; what stands in the fields, given to `tracker reckon`, prints the same lines."""
    session = session_of(name)
    assert [one.name for one in session.rules.sheets.reckoning(session.encounter, "")] == [
        one.name for one in registry.find(system).calculators()
    ]
    for combatant in session.encounter:
        calculators = session.rules.sheets.reckoning(session.encounter, combatant.id)
        for place, calculator in enumerate(calculators):
            reckoner = Reckoner(calculators, combatant.name)
            assert reckoner.press("", seat_key(place))
            words = []
            for at, argument in enumerate(calculator.arguments):
                if argument.required:
                    reckoner.point(at)
                    for sign in FIRST[argument.name]:
                        reckoner.press(sign, sign)
                    words += [f"--{argument.name}", FIRST[argument.name]]
                elif argument.default is not None:
                    words += [f"--{argument.name}", str(argument.default)]
            shown = ["".join(span.text for span in line).rstrip() for line in reckoner.answer(500)]
            assert shown == list(printed(system, calculator.name, *words))


def test_the_page_has_the_figures_of_whoever_is_selected_and_reckons_with_each_key() -> None:
    session = session_of("prism-corridor")
    for size in SIZES:
        player = Paper(session, size)
        player.press("1", "percent_sign")
        assert "Reckon, with the figures of Bob" in page(player)
        player.press("1")
        assert "tn" in page(player) and "percent            57" in page(player), "Pistol 8 × 7"
        player.press("down", "down", "minus", "6")
        assert "percent            51" in page(player)
        player.press("x")
        assert "'-6x' is no modifier: a whole number from -300 to 300" in page(player)
        player.press("backspace", "escape", "escape")
        assert not isinstance(player.desk.screen, Reckoning)
    assert session.journal.last == 0, "the fight stays as it is"


def test_a_choice_is_turned_by_arrows_and_found_by_its_letter() -> None:
    session = session_of("prism-corridor")
    player = Paper(session)
    player.press("1", "percent_sign", "4", "4", "3", *("down",) * 2)
    assert "damage             16" in page(player), "43 with the pistol's × 4 (S-DMG-1)"
    player.press("right")
    assert "deflected           4" in page(player)
    player.press("n")
    assert "deflected           4" not in page(player)


def test_a_line_reckons_too_with_or_without_somebody() -> None:
    session = session_of("phases-corridor")
    assert answered(session, "reckon kane chance level -2").words[:3] == (
        "base               92", "level              -2", "chance             46",
    )  # fmt: skip
    assert answered(session, "reckon chance skill 92 --level -3").words[2] == "chance             23"
    assert answered(session, "reckon locations hf 30 roll 27").words[-1] == "hit             chest"
    assert "chance: a chance from base and levels" in answered(session, "reckon").words[0]
    assert session.journal.last == 0
    for line, why in (
        ("reckon chance", "Give skill, the skill in percent."),
        ("reckon chance skil 3", 'chance takes no "skil"; did you mean "skill"?'),
        ("reckon chance skill", "Give a number after skill: chance skill 10"),
        ("reckon chance skill 9999", "'9999' is no skill: a whole number from 0 to 300"),
        ("reckon chance skill 50 aim heda", "'heda' is no aim; did you mean \"head\"?"),
        ("reckon chanse", '"chanse" is no number here; did you mean "chance"?'),
    ):
        with pytest.raises(Refused) as refused:
            answered(session, line)
        assert refused.value.sentence == why


def test_the_word_alone_opens_the_page_and_a_whole_line_the_answer() -> None:
    session = session_of("phases-corridor")
    player = Paper(session, (80, 24))
    player.press("colon")
    player.type("reckon")
    player.press("enter")
    assert "with the figures of" in page(player)
    player.press("escape", "colon")
    player.type("reckon kane shots")
    player.press("enter")
    assert "left in the phase    2" in player.text()


def test_names_may_stand_without_dashes_on_the_command_line() -> None:
    assert call("reckon", "--system", "feats", "jump", "running", "6", "--move", "5").lines == (
        call("reckon", "--system", "feats", "jump", "--running", "6", "--move", "5").lines
    )
