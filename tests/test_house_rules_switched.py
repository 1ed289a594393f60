"""Every house rule, switched in a fight that is played, changes first what its sentence says, and nothing before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.feats.table import BRUTE, MIRA
from tests.hybrid.kit import ANNA, GRUK, SWORD
from tests.prism.table import BOB, DAN, EVE
from tests.switched_rules import DOWN, DRAWN, GAMES, Played, Rule, drawn, first_difference, model, scripted, switched

PERCENT = r"Rolled \w+: (chance )?(tier )?(effect )?(margin )?sum"
"""A percentage, its sum, and what comes of it."""
SHOWN: dict[str, dict[str, str]] = {
    "hybrid": {
        "open_ended": "Rolled attack: faces total.*",
        "equal_succeeds": r"Rolled \w+: tier effect",
        "critical_failure": r"Rolled \w+: tier( effect)?",
        "skill_pools": PERCENT,
        "halve_stat_checks": PERCENT,
        "initiative_speed": "Rolled initiative: (total )?sum",
        "rank_speed": "ActionDeclared: (label )?speed lands( options)?|DefenceDeclared: counts",
        "florentine": f"{PERCENT}|Asked defence / Rolled attack",
        "defence_point": f"Asked defence: choices|{PERCENT}|Asked (defence|closing) / .*",
        "critical_ignores_armour": "Struck: .*sum",
        "down_at": r".* \[down\]",
        "ties": "Asked defence: .*then|Rolled attack / DueEnded land|Asked defence / .*|DueEnded land: who ref",
        "fumble": "Asked fumble / .*",
        "late_dodge": "Asked defence: choices",
        "arrows_parried": "Asked defence: choices",
        "grapple_armed": "a refusal",
        "must_close": "ActionDeclared: verb label speed lands weapon",
        "stat_tasks": PERCENT,
        "answers_rank_speed": "DefenceDeclared: counts",
        "wait": "Rolled initiative / DueAdded declare|MarkChanged owed / WaitChanged",
        "reading": "(ConditionGained retreating|MarkChanged kept out|Rolled attack|ConditionEnded off balance"
        "|Answered declaration|Asked defence) / .*|Asked defence: .*",
    },
    "phases": {
        "past_the_end": f"a refusal|{PERCENT}",
        "always_fails_from": r"Rolled \w+: tier( effect)?( margin)?",
        "contest_by": "Noted: text",
        "initiative": "DueAdded phase / DueAdded order",
        "rof": "DueAdded declare / ActionDeclared|ActionDeclared: label options",
        "movement": "a refusal",
        "defend": "a refusal",
        "failed_blow": "Struck / Rolled defence",
        "contest_both": "Struck / Rolled damage|Rolled location / Struck",
        "lethal": "PoolChanged HF: by to",
        "locations": "Rolled location / Asked location",
        "called": PERCENT,
        "thresholds": r"ConditionGained [\w-]+ / MarkChanged told",
        "shock_recovery": "PoolChanged (CH|HD|VI)(: by to| / .*)",
    },
    "prism": {
        "desperation_cost": "Asked (energy: step|reaction: text|late choice / Noted)|Rolled task: chance margin sum",
        "closeness_cap": "Rolled task: margin",
        "ties_go_to": "Rolled task: effect",
        "complex_equal": "Asked desperation: low|.* / Rolled dodge|Rolled dodge: .*",
        "degrees": r"Rolled \w+: tier",
        "cycle": "MarkChanged turn: value",
        "ties": "Asked reaction( to an action)?(: then| / DueEnded land)|DueEnded land / DueAdded declare",
        "move_energy": "PoolChanged EN.*|a refusal|a refusal's words",
        "defensive": "ConditionGained defensive / .*|Asked reaction energy: low|Asked reaction to an action: choices"
        "|DefenceDeclared: label",
        "dodge_energy": "Asked (reaction energy|energy to dodge it): low|DefenceDeclared: label"
        "|Asked reaction: (who text )?choices( about then)?|Asked reaction / .*",
        "second_action_energy": "PoolChanged EN / DueAdded declare|a refusal|a refusal's words",
        "dodge_roll": ".*Rolled dodge.*|(Asked late choice|DefenceDeclared|Noted) / .*",
        "thrown_from": "Asked reaction: choices|Asked reaction / Rolled attack|Rolled attack / Asked reaction",
        "firearms_from": "a refusal's words|Asked reaction: choices|Asked reaction / Rolled attack"
        "|Rolled attack / Asked reaction",
        "unskilled_dodge": "Asked reaction: choices",
        "free_dodge": "Asked reaction energy: low|Asked reaction: choices",
        "moves": "a refusal|a refusal's words",
        "react_to_actions": "Asked reaction to an action / .*",
        "deflect_roll": ".* / Rolled deflect",
        "objects": "Asked reaction: choices",
        "damage_from": r"PoolChanged [\w ]+: by to|Struck: label damage[ \w]* sum|Struck / PoolChanged \w+",
        "random_location": r"Struck: location|PoolChanged \w+ / PoolChanged \w+",
        "vitality_zero": "ConditionGained unconscious / -",
        "destroyed_at": r"ConditionGained destroyed \w+ / PoolChanged ST",
        "capped_threshold": r"PoolChanged \w+: by to( why)?",
        "hold": "a refusal|a refusal's words",
        "one_pool": "PoolChanged EN / PoolChanged ST",
        "energy_recovery": r"MarkChanged [\w ]+ / PoolChanged EN",
    },
    "feats": {
        "criticals": r"Rolled \w+: tier",
        "snow_twice": "words",
        "haste_fp": "PoolChanged FP: .*",
        "climbs": "a refusal|a refusal's words",
        "rest_seconds": "DueAdded rest: at",
        "all_out": "Rolled damage: label dice total",
        "every_second": "DueAdded declare / WaitChanged|DueEnded declare / Asked declaration",
        "exhausted": "MarkChanged way / Noted|DueAdded swimming / Noted|a refusal|a refusal's words",
        "down_at": r".* \[down\]",
        "jump_move": "Noted: text",
        "enhanced": "MarkChanged way: value",
        "halts": "Noted / DueAdded no air|WaitChanged / .*|Noted / .*",
        "knocked_out_lies": r"ConditionGained prone / .*",
        "unnoticed_wake": "- / WaitChanged|.* / WaitChanged",
    },
}
"""By game and house rule: the first difference that it makes, where it makes one, as a whole."""

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
"""House rules that no drawn fight shows: who fights, what is said, and the dice."""


SEEN = {
    ("hybrid", "equal_succeeds"): 8, ("hybrid", "must_close"): 7, ("hybrid", "stat_tasks"): 11,
    ("phases", "past_the_end"): 8, ("phases", "failed_blow"): 7, ("phases", "called"): 4,
    ("prism", "complex_equal"): 10, ("prism", "dodge_roll"): 9, ("prism", "vitality_zero"): 16,
    ("feats", "knocked_out_lies"): 20,
}  # fmt: skip
"""The number of a drawn fight that shows a house rule, where the first few do not; it is looked for there first."""
SWITCHED = [pytest.param(game, rule, id=f"{game} {rule}") for game in GAMES for rule in switched(game)]


NEEDS_ITS_FILE = ("one_pool",)
"""House rules with which the examples are no valid files."""


def fights(game: str, name: str) -> Iterator[Played]:
    """The scripted fights of a house rule, Hybrid's in both editions, then all that are drawn."""
    if (game, name) in SCRIPTS:
        people, lines, faces = SCRIPTS[game, name]
        for edition in ({}, {"edition": "1997"})[: 1 + (game == "hybrid")]:
            yield scripted({"system": game, "combatant": people, **edition}, lines, faces)
    first = SEEN.get((game, name), 0)
    for number in range(first, first + DRAWN):
        yield drawn(game, number % DRAWN)


def is_said(game: str, name: str, difference: str) -> bool:
    """Whether a difference is one that the house rule says; who falls by it may stand there too."""
    return any(re.fullmatch(SHOWN[game][name], words) for words in (difference, difference.removesuffix(DOWN)))


@pytest.mark.parametrize(("game", "rule"), SWITCHED)
def test_a_house_rule_switched_in_a_played_fight_changes_first_what_it_says(game: str, rule: Rule) -> None:
    (name,) = rule
    first = next(filter(None, (first_difference(fight, rule) for fight in fights(game, name))), "")
    assert first, f"no fight shows {rule}: script one"
    assert is_said(game, name, first), first


@pytest.mark.slow
@pytest.mark.parametrize(("game", "rule"), SWITCHED)
def test_every_drawn_fight_is_the_same_but_for_what_the_house_rule_says(game: str, rule: Rule) -> None:
    (name,) = rule
    if name in NEEDS_ITS_FILE:
        return
    differences = {first_difference(drawn(game, number), rule) for number in range(DRAWN)}
    assert not [one for one in differences if one and not is_said(game, name, one)]


def test_every_house_rule_of_every_game_has_a_row_and_no_other() -> None:
    assert {game: list(rows) for game, rows in SHOWN.items()} == {
        game: list(model(game).model_fields) for game in GAMES
    }
