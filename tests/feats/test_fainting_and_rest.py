"""Fainting and rest: who needs First Aid to wake, and when a fatigue point comes back (F-AIR-3, FQ 13, FQ 25)."""

from __future__ import annotations

import pytest

from tests.encounter.table import say
from tests.feats.table import due, points, waiting
from tracker.model.combatant import Presence
from tracker.session import Session

HEALER = {"skill": [{"name": "Swimming", "value": 14}, {"name": "First Aid", "value": 12}]}
QUICK = {"rest_seconds": 10, "halts": False}
FAINT = ("fix brute FP 0", "fix brute unconscious on")


def bears(fight: Session, who: str, *conditions: str) -> list[bool]:
    """Whether a fighter bears each of the conditions."""
    return [fight.encounter[who].condition(condition) is not None for condition in conditions]


def test_who_faints_afloat_in_water_is_drowned_though_it_never_went_under() -> None:
    fight = waiting(3, 3, 3, 6, 6, 4, mira={"pools": {"FP": 1}}, house_rules=QUICK)
    say(fight, "mira dive", "mira noair", "to 1")
    assert bears(fight, "mira", "drowning", "drowned") == [False, False]
    say(fight, "to 2")
    assert bears(fight, "mira", "unconscious", "drowning", "drowned") == [True, False, True]
    assert due(fight, "mira", "death") == 240, "the four minutes go on"


def test_who_faints_on_land_is_not_drowned_and_wakes_by_rest_alone() -> None:
    fight = waiting(6, 6, 4, mira={"pools": {"FP": 1}}, house_rules=QUICK)
    say(fight, "mira noair", "to 2", "mira air")
    assert bears(fight, "mira", "unconscious", "drowned") == [True, False]
    say(fight, "to 11")
    assert fight.encounter["mira"].presence is Presence.DOWN
    say(fight, "to 12")
    assert fight.encounter["mira"].presence is Presence.IN and points(fight)[1] == 1


@pytest.mark.parametrize("afterwards", [("to 300",), ("fix brute FP 12",), ("brute air", "to 300")])
def test_the_drowned_wake_neither_by_rest_nor_by_points_before_first_aid(afterwards: tuple[str, ...]) -> None:
    fight = waiting(6, 6, 5, 4, 4, 4, 3, 3, 3, mira=HEALER, house_rules=QUICK)
    say(fight, "fix brute water on", *FAINT, "mira rescue brute 5", "next", "mira wait")
    before = points(fight)[3]
    say(fight, *afterwards)
    assert bears(fight, "brute", "water", "unconscious", "drowned") == [False, True, True]
    assert points(fight)[3] == (12 if "fix" in afterwards[0] else before), "no point comes back either"
    say(fight, "mira firstaid brute")
    assert bears(fight, "brute", "drowned") == [False]
    if not points(fight)[3]:
        assert bears(fight, "brute", "unconscious") == [True], "and one point more wakes it"
        say(fight, "next", "mira wait", f"to {fight.encounter.count + 10}")
    assert bears(fight, "brute", "unconscious") == [False] and fight.encounter["brute"].able


@pytest.mark.parametrize("pace", ["run", "sprint", "climb tree"])
def test_no_fatigue_comes_back_to_who_runs_or_climbs(pace: str) -> None:
    fight = waiting(*[3] * 30, mira={"pools": {"FP": 5}}, house_rules=QUICK)
    say(fight, "mira air")
    assert due(fight, "mira", "rest") == 10
    say(fight, f"mira {pace}", "to 40")
    assert points(fight)[1] == 5 and due(fight, "mira", "rest") == 50, "the wait goes on"
    say(fight, "mira stop", "next", "mira wait", "to 50")
    assert points(fight)[1] == 6, "and standing still it comes"
