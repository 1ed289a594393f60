"""`tracker reckon` and `tracker new --system`: what a game declares of itself on the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.calling import call
from tracker.dice.source import SeededDice
from tracker.game_api import calculator_arguments
from tracker.games.hybrid.calculators import chance
from tracker.session import Session
from tracker.storage.preparation import prepare


def test_a_calculator_reads_the_arguments_it_declares() -> None:
    reply = call("reckon", "--system", "hybrid", "chance", "--stat", "12", "--rank", "3", "--roll", "37", "--json")
    assert reply.code == 0
    assert json.loads(reply.out) == chance(None, (Fraction(12),), 3, roll=37)


@pytest.mark.parametrize(
    "line",
    [
        "--json --system feats throw --weight 7.5",
        "--system feats --json throw --weight 7.5",
        "--system feats throw --json --weight 7.5",
        "--system feats throw --weight 7.5 --json",
    ],
)
def test_json_stands_anywhere_on_the_line(line: str) -> None:
    reply = call("reckon", *line.split())
    assert (reply.code, reply.err) == (0, "")
    assert json.loads(reply.out)["hands"] == 1


def test_the_list_of_what_can_be_reckoned_comes_as_json_too() -> None:
    told = json.loads(call("reckon", "--system", "feats", "--json").out)
    assert "slam" in [one["name"] for one in told] and all(one["about"] for one in told)


def test_a_value_out_of_bounds_is_refused() -> None:
    assert call("reckon", "--system", "hybrid", "chance", "--stat", "1001").code == 2
    assert call("reckon", "--system", "hybrid", "luck").err.strip().endswith("there are chance, exchange.")
    assert 'unknown system "hybird"; did you mean "hybrid"?' in call("reckon", "--system", "hybird").err


@pytest.mark.parametrize(
    ("words", "figure", "worth"),
    [
        ("feats slam --yards 5.5 --foe-yards 2.25", "velocity", 7.75),
        ("feats drag --load 150.5", "effective", 150.5),
        ("feats throw --weight 7.5", "hands", 1),
        ("prism damage --roll 45 --modifier 1.5", "damage", 6),
    ],
)
def test_distances_masses_and_multiples_need_not_be_whole(words: str, figure: str, worth: float) -> None:
    assert json.loads(call("reckon", "--system", *words.split(), "--json").out)[figure] == worth


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("phases chance --skill 7.5", "'7.5' is no skill: a whole number from 0 to 300"),
        ("feats jump --move 5.5", "'5.5' is no move: a whole number from 0 to 1000"),
        ("feats slam --yards 0.5", "'0.5' is no yards: a number from 1 to 1000, such as 2.5"),
        ("feats throw --weight 1/3", "'1/3' is no weight: a number from 0 to 1000000, such as 1.5"),
        ("prism damage --roll 45 --modifier nan", "'nan' is no modifier: a number from 0 to 100, such as 1.5"),
    ],
)
def test_decimals_elsewhere_and_what_is_no_number_are_refused_in_a_sentence(words: str, why: str) -> None:
    reply = call("reckon", "--system", *words.split())
    assert reply.code == 2 and why in reply.err


def test_somebodys_own_modifier_that_is_not_whole_stands_in_the_calculator() -> None:
    given = {"combatant": [{"name": "Wren", "skill": [{"name": "Bow", "value": 8, "attribute": "Speed"}],
             "weapon": [{"name": "Longbow", "skill": "Bow", "modifier": 1.5}]}, {"name": "Odo"}]}  # fmt: skip
    fight = prepare({"system": "prism", **given})
    session = Session(fight.encounter, fight.rules, SeededDice(1))
    damage = next(one for one in fight.rules.sheets.reckoning(session.encounter, "wren") if one.name == "damage")
    record = damage.reckon({**calculator_arguments.given(damage, {"roll": "45"}), "at": None})
    assert record["damage"] == 6


def test_without_a_name_what_can_be_reckoned_is_listed() -> None:
    assert call("reckon").lines == [
        "tracker reckon --system hybrid chance: a chance and its thresholds, and what a roll against it means",
        "tracker reckon --system hybrid exchange: the chance to be hit of an attack against a parry or a disarming",
    ]


def test_new_writes_the_template_of_the_game_named(tmp_path: Path, nerve: Path) -> None:
    path = tmp_path / "own.toml"
    assert call("new", path, "--system", "nerve").code == 0
    schema, text = path.read_text(encoding="utf-8").split("\n", 1)
    assert schema == "#:schema ./nerve.encounter.schema.json"
    assert text.startswith('system = "nerve"\n\n[[combatant]]\nname = "Ann"\n')
    assert call("new", tmp_path / "other.toml", "--system", "nreve").code == 2
    assert not (tmp_path / "other.toml").exists()
    assert call("new", tmp_path / "usual.toml").code == 0
    assert "[[combatant]]" in (tmp_path / "usual.toml").read_text(encoding="utf-8")
