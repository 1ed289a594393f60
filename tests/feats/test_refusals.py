"""Refusals of Feats: each with its sentence where it holds, and the same line carried out where it does not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.encounter.table import say
from tests.feats.table import waiting
from tracker.model.refusals import Refused
from tracker.session import Session

Changes = dict[str, Any]
ROCK: Changes = {"name": "Rock", "weight": 6.0, "held": True}
ANVIL: Changes = {"name": "Anvil", "weight": 200.0}
SHIELD: Changes = {"name": "Shield", "weight": 5.0, "piece": "shield", "held": True}
NURSE: Changes = {"skill": [{"name": "First Aid", "value": 12}]}
RIDER: Changes = {"skill": [{"name": "Riding", "value": 12}]}
DROWNED = ("fix brute water on", "fix brute unconscious on", "brute ashore")
AQUATIC: Changes = {"traits": ["aquatic"]}


def refusal(fight: Session, line: str) -> str:
    """The sentence with which a line is refused; empty when it is carried out."""
    try:
        say(fight, line)
    except Refused as refused:
        return refused.sentence
    return ""


State = tuple[tuple[str, ...], Changes, Changes]
"""Lines that are said before, and changes of Mira and of Brute."""
USUAL: State = ((), {}, {})
CASES: list[tuple[str, str, State, State | None]] = [
    ("mira swim", "Mira is not in deep water; `mira dive` takes it there.", USUAL, (("mira dive",), {}, {})),
    ("mira paddle", "Mira is not in deep water; `mira dive` takes it there.", USUAL, (("mira dive",), {}, {})),
    ("mira run", "Mira is in deep water. l: go ashore", (("mira dive",), {}, {}), USUAL),
    (
        "mira fly",
        "Mira is in deep water. l: go ashore",
        (("mira dive",), {"traits": ["wings"]}, {}),
        ((), {"traits": ["wings"]}, {}),
    ),
    (
        "mira swoop",
        'Mira cannot fly: its traits on the sheet do not include "wings".',
        USUAL,
        ((), {"traits": ["wings"]}, {}),
    ),
    (
        "mira run",
        "Mira is exhausted: no fatigue points left (FQ 20).",
        ((), {"pools": {"FP": 0}}, {}),
        ((), {"pools": {"FP": 1}}, {}),
    ),
    ("mira swim", "", (("mira dive",), {"pools": {"FP": 0}}, {}), None),
    ("mira run", "Mira is lying down. g: get up", (("fix mira prone on", "next"), {}, {}), USUAL),
    (
        "mira run",
        "Mira is grappled. Once it is free: `fix mira grappled off` (F-GRAB-2)",
        (("fix mira grappled on", "next"), {}, {}),
        USUAL,
    ),
    ("mira up", "Mira is already standing.", USUAL, (("fix mira prone on",), {}, {})),
    ("mira dive", "Mira is already in deep water.", (("mira dive",), {}, {}), USUAL),
    ("mira ashore", "Mira is not in deep water.", USUAL, (("mira dive",), {}, {})),
    ("mira stop", "Mira has no activity to stop.", USUAL, (("mira run",), {}, {})),
    ("mira swerve", "Mira is not sprinting.", (("mira run",), {}, {}), (("mira sprint",), {}, {})),
    ("mira swerve", "Mira is not sprinting.", USUAL, (("mira swoop",), {"traits": ["wings"]}, {})),
    ("mira unload", "Mira carries no load.", USUAL, ((), {"load": 1.0}, {})),
    ("mira concentrate", "Mira is already in position. n: jump", (("mira concentrate", "next"), {}, {}), USUAL),
    (
        "mira jump",
        "Mira must get in position first; `mira concentrate` takes 1 s (F-JUMP-3).",
        USUAL,
        (("mira concentrate", "next"), {}, {}),
    ),
    (
        "mira shed Rock",
        "Mira can shed gear only in deep water, after one successful Swimming roll (F-SWIM-3).",
        ((), {"thing": [ROCK]}, {}),
        (("mira dive",), {"thing": [ROCK]}, {}),
    ),
    (
        "mira throw Rock brute yards 2",
        "Mira has nothing in hand. e: ready a thing",
        ((), {"thing": [{**ROCK, "held": False}]}, {}),
        ((), {"thing": [ROCK]}, {}),
    ),
    (
        "mira throw Anvil brute yards 1",
        "Mira has no Anvil in hand. e: ready a thing (F-THROW-1)",
        ((), {"thing": [ROCK, ANVIL]}, {}),
        ((), {"thing": [ROCK, {**ANVIL, "held": True}]}, {}),
    ),
    (
        "mira throw Anvil brute yards 1",
        "Mira cannot throw 233 lb: 232 lb at most, 8 times its Basic Lift (F-THROW-1).",
        ((), {"thing": [{**ANVIL, "held": True, "weight": 233.0}]}, {}),
        ((), {"thing": [{**ANVIL, "held": True, "weight": 232.0}]}, {}),
    ),
    ("mira ready Rock", "Mira has Rock in hand already.", ((), {"thing": [ROCK]}, {}), (
        ("mira drop Rock",), {"thing": [ROCK]}, {}
    )),
    (
        "mira ready Anvil 1",
        "Mira cannot take up 59 lb with one hand (F-LIFT-2).",
        ((), {"thing": [{**ANVIL, "weight": 59.0}]}, {}),
        ((), {"thing": [{**ANVIL, "weight": 58.0}]}, {}),
    ),
    (
        "mira ready Anvil 2",
        "Mira cannot take up 233 lb with two hands (F-LIFT-2).",
        ((), {"thing": [{**ANVIL, "weight": 233.0}]}, {}),
        ((), {"thing": [{**ANVIL, "weight": 232.0}]}, {}),
    ),
    ("mira drop Rock", "Mira has no Rock in hand.", ((), {"thing": [{**ROCK, "held": False}]}, {}), (
        (), {"thing": [ROCK]}, {}
    )),
    ("mira firstaid brute", "Mira has no First Aid on the sheet.", USUAL, (DROWNED, NURSE, {})),
    ("mira firstaid brute", "Brute has no water in the lungs.", ((), NURSE, {}), (DROWNED, NURSE, {})),
    (
        "mira firstaid brute",
        "Brute is still in deep water and must be rescued first. m: rescue",
        (DROWNED[:2], NURSE, {}),
        (DROWNED, NURSE, {}),
    ),
    ("mira firstaid mira", "Mira cannot give itself first aid; choose another fighter.", ((), NURSE, {}), None),
    ("mira rescue mira", "Mira cannot rescue itself; choose another fighter.", USUAL, None),
    (
        "mira rescue brute",
        "Brute is not in deep water and needs no rescue.",
        USUAL,
        (("fix brute water on",), {}, AQUATIC),
    ),
    (
        "mira slam brute 5 pounce",
        "Mira cannot pounce without four legs; on two it is a flying tackle (F-SLAM-6).",
        USUAL,
        ((), {"traits": ["four legs"]}, {}),
    ),
    (
        "mira slam brute 5 tackle",
        "Mira has four legs: it pounces instead of tackling (F-SLAM-6).",
        ((), {"traits": ["four legs"]}, {}),
        USUAL,
    ),
    (
        "mira slam brute 5 rush",
        'Mira cannot rush without a shield: a thing with piece = "shield" (F-SLAM-6).',
        ((), {"thing": [ROCK], "skill": [{"name": "Shield", "value": 12}]}, {}),
        ((), {"thing": [ROCK, SHIELD], "skill": [{"name": "Shield", "value": 12}]}, {}),
    ),
    (
        "mira slam brute 5 rush",
        "Mira cannot rush with a shield: no Shield skill on the sheet (F-ROLL-2).",
        ((), {"thing": [SHIELD]}, {}),
        ((), {"thing": [SHIELD], "skill": [{"name": "Shield", "value": 12}]}, {}),
    ),
    (
        "mira slam brute 5 hp 20 by Riding",
        "Mira cannot steer: no Riding on the sheet. A mount takes Riding, a vehicle its own skill (F-SLAM-6).",
        USUAL,
        ((), RIDER, {}),
    ),
    (
        "mira slam brute 5 by Riding",
        "Give the hit points of what Mira steers, as in: mira slam … 12 hp 22 by Riding (F-SLAM-6).",
        ((), RIDER, {}),
        None,
    ),
    (
        "mira slam brute 5 tackle hp 20",
        "Mira steers with Riding: it may slam or pounce, but not tackle (F-SLAM-6).",
        ((), RIDER, {}),
        None,
    ),
    ("mira slam mira 5", "Mira cannot slam itself; choose another fighter.", USUAL, None),
    ("mira slam brute 5", "Brute has left.", (("brute leaves",), {}, {}), USUAL),
    (
        "mira throw Rock brute yards 1",
        "Brute has left.",
        (("brute leaves",), {"thing": [ROCK]}, {}),
        ((), {"thing": [ROCK]}, {}),
    ),
    (
        "mira lift 100 person brute",
        "Mira must grapple Brute first: `fix brute grappled on` (F-GRAB-2).",
        USUAL,
        (("fix brute grappled on",), {}, {}),
    ),
    (
        "mira lift 100 person brute",
        "Mira must grapple Brute first: `fix brute grappled on` (F-GRAB-2).",
        USUAL,
        ((), {}, {"side": "hunted"}),
    ),
    (
        "mira lift 100 person brute",
        "Mira must grapple Brute first: `fix brute grappled on` (F-GRAB-2).",
        USUAL,
        (("fix brute unconscious on",), {}, {}),
    ),
    ("mira intercept", "Mira cannot intercept: no parry on the sheet.", USUAL, ((), {"parry": 9}, {})),
    (
        "mira intercept",
        "Mira cannot intercept: it is out of the fight.",
        (("mira damage 12",), {"parry": 9}, {}),
        ((), {"parry": 9}, {}),
    ),
    ("mira lift 233", "Mira lifts 232 lb at most, 8 times its Basic Lift, not 233 (F-LIFT-2).", USUAL, (
        (), {"skill": [{"name": "Lifting", "value": 12}]}, {}
    )),
    ("mira shove 349", "Mira moves 348 lb at most this way, not 349 (F-GRAB-3).", USUAL, None),
    ("mira carry 436", "Mira carries 435 lb at most, 15 times its Basic Lift, not 436 (F-LIFT-2).", USUAL, None),
    (
        "mira pull 436",
        "Mira cannot move 436 lb of effective weight: 435 lb at most, 15 times its Basic Lift (F-DRAG-2).",
        USUAL,
        None,
    ),
]  # fmt: skip


def standing(state: State) -> Session:
    lines, mira, brute = state
    fight = waiting(*[3] * 60, mira=mira, brute=brute)
    say(fight, *lines)
    return fight


@pytest.mark.parametrize(("line", "sentence", "refused", "allowed"), CASES)
def test_a_line_is_refused_with_its_sentence_and_carried_out_where_that_does_not_hold(
    line: str, sentence: str, refused: State, allowed: State | None
) -> None:
    assert refusal(standing(refused), line) == sentence
    if allowed is not None:
        assert refusal(standing(allowed), line) == ""


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("mira shove 348", True),
        ("mira shove 349", False),
        ("mira shove 696 running", True),
        ("mira shove 697 running", False),
        ("mira lift 232", True),
        ("mira lift 544 with brute", True),
        ("mira lift 545 with brute", False),
        ("mira carry 435", True),
        ("mira pull 435", True),
    ],
)
def test_a_weight_is_moved_up_to_its_bound(line: str, allowed: bool) -> None:
    assert (refusal(standing(USUAL), line) == "") is allowed
