"""Tests and results of packs: who rolls, what the dice show, and what follows between a hit and a miss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from tests.lanes import sample
from tests.packs.kit import PEOPLE, struck, table
from tracker.dice import notation
from tracker.dice.roll import roll as roll_dice
from tracker.dice.source import SeededDice
from tracker.games.packs import results
from tracker.model import events as ev
from tracker.session import Session
from tracker.storage.toml.diagnostics import InvalidFile

Row = Mapping[str, Any]
NATURAL: Sequence[Row] = (
    {"when": "natural == 1", "word": "fumble", "hit": False},
    {"when": "natural == 20", "word": "critical", "hit": True, "damage": "damage + 1d4"},
    {"margin": 5, "word": "solid"},
)
SHIELD: Sequence[Row] = (
    {"margin": -3, "when": "margin < 0", "word": "shield", "damage": "damage / 2", "pool": "breath"},
)


def blow(
    *dice: int, rows: Sequence[Row] = (), people: Sequence[Row] = PEOPLE, **keys: Any
) -> tuple[Session, list[Any]]:
    """Ann's blow at Bob with a d20 against 12; the fight after it and its events."""
    action = {"roll": "1d20 + skill", "at_least": 12, "damage": "4", "result": [*rows], **keys}
    fight = table(*dice, action=action, people=people)
    fight.say("begin")
    fight.say("ann strike bob")
    return fight, [*fight.say("next").events]


def words(events: Sequence[Any]) -> list[str]:
    return [event.tier for event in events if isinstance(event, ev.Rolled) and event.tier]


@pytest.mark.parametrize(
    ("dice", "word", "outcome"),
    [
        ((1,), "fumble", ("missed", 0)),
        ((20, 3), "critical", ("hit", 7)),
        ((15,), "solid", ("hit", 4)),
        ((10,), "hit", ("hit", 4)),
        ((9,), "missed", ("missed", 0)),
    ],
)
def test_the_first_row_that_holds_says_what_a_roll_is_and_does(
    dice: tuple[int, ...], word: str, outcome: tuple[str, int]
) -> None:
    _, events = blow(*dice, rows=NATURAL)
    assert (words(events), struck(events)) == ([word], [outcome])


@pytest.mark.parametrize(
    ("die", "missed", "outcome", "breath"), [(8, "shield", ("hit", 2), 1), (6, "missed", ("missed", 0), 3)]
)
def test_between_hit_and_miss_a_row_takes_the_damage_from_another_pool(
    die: int, missed: str, outcome: tuple[str, int], breath: int
) -> None:
    fight, events = blow(die, rows=SHIELD)
    assert (words(events), struck(events)) == ([missed], [outcome])
    assert (fight.encounter["bob"].pool("breath"), fight.encounter["bob"].pool("life")) == (breath, 10)


def test_a_roll_is_made_with_an_edge_for_and_against() -> None:
    for edge, outcome in ((1, "hit"), (-1, "missed"), (0, "missed")):
        _, events = blow(*((3, 18) if edge else (3,)), edge=str(edge))
        assert struck(events)[0][0] == outcome
        rolled = next(event for event in events if isinstance(event, ev.Rolled))
        assert rolled.dice == {1: "2d20kh1", -1: "2d20kl1", 0: "1d20"}[edge]


def test_a_target_that_passes_its_test_takes_half_and_one_that_fails_takes_all() -> None:
    test = {"who": "target", "roll": "1d20 + target.skill", "at_least": 14}
    rows = [{"when": "passed", "word": "saved", "damage": "damage / 2"}]
    for die, word, points in ((12, "saved", 2), (11, "failed", 4)):
        _, events = blow(die, rows=rows, roll=None, at_least=None, test=test)
        rolled = next(event for event in events if isinstance(event, ev.Rolled))
        assert (rolled.who, rolled.tier, struck(events)) == ("bob", word, [("hit", points)])


def test_a_player_whose_fighter_is_tested_is_asked_for_the_dice() -> None:
    test = {"who": "target", "roll": "1d20", "at_least": 10}
    fight, _ = blow(roll=None, at_least=None, test=test, people=[PEOPLE[0], {**PEOPLE[1], "player": "Ada"}])
    question = fight.encounter.question
    assert question is not None and (question.who, question.dice) == ("bob", "1d20")
    assert "10 or more, 55 %" in question.text
    assert struck(fight.say("10").events) == [("missed", 0)]


def test_other_is_what_the_other_has_rolled() -> None:
    rows = [{"when": "other.natural == 6", "word": "perfect defence", "hit": False}]
    for die, outcome in ((6, "missed"), (5, "hit")):
        _, events = blow(die, 20, rows=rows, at_least="1d6 + target.skill")
        assert struck(events)[0][0] == outcome


@pytest.mark.parametrize(
    ("roll", "at_least", "rows"),
    sample(
        [
            ("1d20 + skill", "12", NATURAL),
            ("1d20", "1d6 + target.skill", [{"when": "other.natural == 6", "word": "perfect", "hit": False}, *NATURAL]),
            ("2d6 + skill", "9", [{"when": "doubles", "word": "doubles", "hit": True}]),
            ("2d20kh1", "12", [{"when": "natural == 20", "word": "never", "hit": False}]),
            ("1d20 + 1d4", "16", [{"when": "(natural == 20) + (rolled == 7)", "word": "odd", "hit": True}]),
        ],
        2,
    ),
)
def test_the_chance_that_a_menu_shows_is_that_of_all_faces_tried(roll: str, at_least: str, rows: Sequence[Row]) -> None:
    fight = table(action={"roll": roll, "at_least": at_least, "result": [*rows]})
    fight.say("begin")
    sides = {"1d20 + skill": [20], "1d20": [6, 20], "2d6 + skill": [6, 6], "2d20kh1": [20, 20], "1d20 + 1d4": [20, 4]}[
        roll
    ]
    hits = every = 0
    for faces in product(*(range(1, side + 1) for side in sides)):
        tried = table(*faces, 1, 1, action={"roll": roll, "at_least": at_least, "result": [*rows]})
        tried.say("begin")
        tried.say("ann strike bob")
        hits, every = hits + (struck(tried.say("next").events)[0][0] == "hit"), every + 1
    lines = fight.rules.display.explain(fight.encounter, "ann", ["strike", "bob"])
    assert lines[-1] == f"{round(100 * hits / every)} %"


@pytest.mark.parametrize(
    ("roll", "edge"), sample(product(["1d6!", "2d4!p", "best(1d6!, 1d4!)", "pool(3, 6, 5)"], [1, -1]), 3)
)
def test_the_chance_with_an_edge_weighs_rows_that_name_what_dice_that_go_on_show(roll: str, edge: int) -> None:
    rows = [{"when": "natural == 4", "word": "four", "hit": True}, {"when": "tops", "word": "top", "hit": False}]
    fight = table(action={"roll": roll, "at_least": 5, "result": rows, "edge": str(edge)})
    (strike, *_) = fight.rules.sheets.reckoning(fight.encounter, "ann")
    record = strike.reckon({each.name: each.default for each in strike.arguments})
    dice, source, hits, fights = notation.read(record["dice"]), SeededDice(1), 0, 4000
    rule = fight.rules.display.options.pack.actions["strike"]
    for _ in range(fights):
        faces = roll_dice(dice, source)
        total = int(dice.total(faces))
        known = results.shown(record["dice"], faces) | {"rolled": total}
        row = results.row(rule.result, total - 5, results.scope_of(known))
        hits += bool(row.hit) if row is not None else total >= 5
    sigma = (record["percent"] * (100 - record["percent"]) / fights) ** 0.5
    assert abs(100 * hits / fights - record["percent"]) < 0.5 + 4 * sigma


def test_a_calculator_knows_the_edge_the_rows_that_hit_by_themselves_and_who_is_tested() -> None:
    def chance(**action: Any) -> Any:
        fight = table(action={"roll": "1d20", "at_least": 18, **action})
        (strike, *_) = fight.rules.sheets.reckoning(fight.encounter, "ann")
        record = strike.reckon({each.name: each.default for each in strike.arguments})
        return record["percent"]

    assert chance() == 15
    assert chance(edge="skill > 1") == 28, "two dice of which the higher counts: 1 - 0.85²"
    assert chance(result=[{"when": "natural >= 10", "word": "solid", "hit": True}]) == 55
    test = {"who": "target", "roll": "1d20", "at_least": 18}
    assert chance(roll=None, at_least=None, test=test) == 85


def test_what_hangs_on_dice_has_no_dice_of_its_own() -> None:
    with pytest.raises(InvalidFile, match="rolls dice for the number or the sides of dice"):
        table(action={"damage": "1d(weapon.damage)", "weapon": True}, weapon={"damage": {"default": "1d6"}})
