"""Every house rule, switched in a fight, changes first what its sentence says, that way, and nothing before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.feats.table import BRUTE, MIRA
from tests.hybrid.kit import ANNA, GRUK, SWORD
from tests.lanes import sample
from tests.prism.table import BOB, DAN, EVE
from tests.switched_rules import (
    DRAWN,
    GAMES,
    SHOWN,
    SWITCHED,
    Played,
    Rule,
    drawn,
    first_difference,
    is_said,
    model,
    scripted,
    switched,
)

CLIMBER = {**MIRA, "load": 100.0, "enhanced": 2, "pools": {"FP": 1}}
POOLED = {
    **ANNA,
    "skill": [{**SWORD, "pool": "blades"}, {"name": "Knife", "basis": ["PCA"], "rank": 6, "pool": "blades"}],
}
QUICK = {**EVE, "attributes": {**EVE["attributes"], "Speed": 30}}
PLATED = {**EVE, "armour": [{"name": "Plate", "threshold": 15, "capacity": 10}]}
WORN = {**EVE, "armour": [{"name": "Vest", "threshold": 15, "capacity": 30, "left": 0}]}
BEGUN = ("begin", "next", "mira wait", "brute wait")
CLOSED = ("begin", "fix gruk count 200", "fix anna count 11", "next", "anna close gruk", "next", "gruk nothing", "next")
STABBED = ("begin", "next", "bob pass", "next", "dan attack bob", "next", "dodge", "0")
STABBER = {**DAN, "dodges": [], "weapon": [{**DAN["weapon"][0], "use": "thrown"}]}
STABBER.pop("dodges")
THROWER = {**BOB, "weapon": [{**BOB["weapon"][0], "use": "thrown"}]}
SID = {"name": "Sid", "side": "crew", "skill": [{"name": "Sword", "value": 60}], "initiative": 60,
       "weapon": [{"name": "Sword", "skill": "Sword", "damage": "1d6"}]}  # fmt: skip
DOT = {
    "name": "Dot",
    "side": "boarders",
    "skill": [{"name": "Dodge", "value": 30, "stat": "reflexes"}],
    "bonuses": {"reflexes": 9},
}
SCRIPTS: dict[tuple[str, str], tuple[list[dict[str, Any]], tuple[str, ...], tuple[int, ...]]] = {
    ("feats", "snow_twice"): (
        [CLIMBER, BRUTE],
        (*BEGUN, 'reckon mira hike terrain "deep snow" weather "deeper snow"'),
        (),
    ),
    ("feats", "jump_move"): ([CLIMBER, BRUTE], (*BEGUN, "mira concentrate", "next", "mira jump 4", "next"), ()),
    ("feats", "enhanced"): ([MIRA | {"enhanced": 2}, BRUTE], (*BEGUN, "mira sprint", "to 4", "mira stop"), ()),
    ("feats", "unnoticed_wake"): ([CLIMBER, BRUTE], (*BEGUN, "mira hidden", "mira damage 12"), ()),
    ("hybrid", "open_ended"): (
        [ANNA, GRUK],
        ("begin", "fix gruk count 60", "fix anna count 11", "next", "anna attack gruk", "next", "gruk nothing", "next"),
        (1, 3, 3, 1, 3, 3, 100, 100, 30),
    ),
    ("hybrid", "skill_pools"): (
        [POOLED, GRUK],
        ("begin", "fix gruk count 60", "fix anna count 11", "next", "anna attack gruk", "next", "gruk nothing"),
        (1, 3, 3, 1, 3, 3),
    ),
    ("hybrid", "answers_rank_speed"): (
        [ANNA, GRUK],
        ("begin", "fix gruk count 60", "fix anna count 11", "next", "anna attack gruk", "next", "gruk parry"),
        (1, 3, 3, 1, 3, 3, 99, 3, 3),
    ),
    ("hybrid", "grapple_armed"): ([ANNA, GRUK], (*CLOSED, "anna grapple gruk"), (1, 3, 3, 1, 3, 3)),
    ("hybrid", "reading"): (
        [ANNA, GRUK],
        (
            "begin",
            "fix anna off balance on",
            "fix gruk count 60",
            "fix anna count 11",
            "next",
            "anna attack gruk",
            "to 12",
            "anna abort",
        ),
        (1, 3, 3, 1, 3, 3),
    ),
    ("phases", "always_fails_from"): (
        [{**SID, "skill": [{"name": "Sword", "value": 300}]}, DOT],
        ("begin", "next", "sid strike dot", "next", "next"),
        (97,) * 6,
    ),
    ("phases", "contest_by"): ([SID, DOT], ("begin", "next", "sid task Sword against dot Dodge"), (50, 20, 50, 10)),
    ("phases", "contest_both"): (
        [SID, DOT],
        ("begin", "next", "sid hold", "dot defend", "next", "sid strike dot"),
        (50, 20, 50, 10),
    ),
    ("prism", "closeness_cap"): (
        [BOB, DAN],
        ("begin", "mod 90 light", "bob contest Dodge dan Knife", "dan resist"),
        (13, 13),
    ),
    ("prism", "ties_go_to"): ([BOB, DAN], ("begin", "bob contest Dodge dan Knife", "dan resist"), (13, 25)),
    ("prism", "thrown_from"): (
        [THROWER, STABBER],
        ("begin", "next", "bob attack dan", "next", "absorb", "next", "dan attack bob", "next"),
        (20, 20),
    ),
    ("prism", "firearms_from"): (
        [BOB, QUICK],
        ("begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve", "next", "absorb"),
        (20,),
    ),
    ("prism", "destroyed_at"): ([BOB, WORN], ("begin", "eve damage 8 trauma torso"), ()),
    ("prism", "capped_threshold"): ([BOB, PLATED], ("begin", "eve damage 20 trauma torso"), ()),
    ("prism", "one_pool"): ([{**one, "pools": {}} for one in (BOB, DAN)], (*STABBED[:-1], "6"), (99,)),
}
"""House rules that no drawn fight shows, or none by itself: who fights, what is said, and the dice."""


SEEN = {"hybrid": 12, "phases": 8, "prism": 18, "feats": 2}
"""The number of the drawn fight that shows most house rules of a game."""
SEEN_ELSEWHERE: dict[str, dict[int, tuple[str, ...]]] = {
    "hybrid": {3: ("critical_failure", "florentine", "critical_ignores_armour")},
    "phases": {10: ("called",), 13: ("movement", "failed_blow"), 5: ("called",)},
    "prism": {21: ("complex_equal", "moves", "deflect_roll"), 4: ("hold",)},
    "feats": {0: ("criticals", "all_out"), 20: ("knocked_out_lies",)},
}
"""The numbers of those that show others; all the rest are looked through where neither does any longer."""


def scripts(game: str, name: str) -> Iterator[Played]:
    """The scripted fight of a house rule, Hybrid's in both editions."""
    people, lines, faces = SCRIPTS[game, name]
    for edition in ({}, {"edition": "1997"})[: 1 + (game == "hybrid")]:
        yield scripted({"system": game, "combatant": people, **edition}, lines, faces)


def fights(game: str, name: str) -> Iterator[Played]:
    """The scripted fights of a house rule, if it has any, then all that are drawn, those that show it first."""
    if (game, name) in SCRIPTS:
        yield from scripts(game, name)
    elsewhere = [number for number, names in SEEN_ELSEWHERE[game].items() if name in names]
    for number in dict.fromkeys((*elsewhere, SEEN[game], *range(DRAWN))):
        yield drawn(game, number)


@pytest.mark.parametrize(("game", "rule"), sample(SWITCHED, 12, each=lambda case: case.values[0]))
def test_a_house_rule_switched_in_a_played_fight_changes_first_what_it_says(game: str, rule: Rule) -> None:
    (name,) = rule
    first = next(filter(None, (first_difference(fight, rule) for fight in fights(game, name))), "")
    assert first, f"no fight shows {rule}: script one"
    assert is_said(game, rule, first), first


@pytest.mark.parametrize(("game", "name"), SCRIPTS)
def test_a_scripted_fight_shows_its_house_rule_by_itself_in_each_edition(game: str, name: str) -> None:
    rules = [rule for rule in switched(game) if name in rule]
    for fight in scripts(game, name):
        differences = [(rule, difference) for rule in rules if (difference := first_difference(fight, rule))]
        assert differences, (fight.document.get("edition"), rules)
        assert all(is_said(game, rule, difference) for rule, difference in differences)


def test_every_house_rule_of_every_game_has_a_row_and_no_other() -> None:
    assert {game: list(rows) for game, rows in SHOWN.items()} == {
        game: list(model(game).model_fields) for game in GAMES
    }
