"""The worked moment of feats with its dice: a chase into a river, a rock, a slam; and what the clock asks by itself."""

from __future__ import annotations

import pytest

from tests.encounter.table import say, told
from tests.feats.table import chase, doing, due, points, waiting
from tracker.model.combatant import Presence
from tracker.model.refusals import Refused

QUIET = {"halts": False}
"""Nobody is asked before the clock goes on, so that it is looked at alone."""


def test_the_worked_moment() -> None:
    fight = chase(4, 5, 4, 3, 3, 4, 3, 4, 4, 2, 3, 4, 3, 3, 3, 2, 2, 3, 4, 3, 4, 4, 6, 2)
    say(fight, "begin", "next")
    assert fight.encounter.question is not None and fight.encounter.question.who == "mira"
    say(fight, "mira sprint", "brute sprint")
    assert (due(fight, "mira", "stamina"), due(fight, "brute", "stamina")) == (16, 16)
    say(fight, "to 16")
    assert "38 yd from Brute" in fight.rules.display.pool_outlook(fight.encounter, "mira")
    assert points(fight) == (12, 10, 14, 12)
    say(fight, "to 20", "mira dive")
    assert points(fight)[1] == 9 and due(fight, "mira", "swimming") == 25
    assert fight.rules.display.pool_outlook(fight.encounter, "brute").endswith("47.6 yd from Mira")
    say(fight, "brute stop", "next")
    assert fight.encounter.count == 21
    with pytest.raises(Refused, match="Out of reach: Brute throws Rock 21 yd at most, and the target is 47 yd away"):
        say(fight, "brute throw Rock mira")
    say(fight, "brute run", "to 25")
    assert fight.encounter["mira"].condition("drowning") is None and due(fight, "mira", "swimming") == 85
    say(fight, "to 36", "brute stop", "next", "brute wait", "to 85")
    assert due(fight, "mira", "swimming") == 385
    say(fight, "mira float", "to 90")
    assert doing(fight) == "floating"
    events = say(fight, "brute throw Rock mira -1 yards 10")
    assert "Brute throw Rock at Mira 7 (2 2 3) against 7: success" in told(fight, events)
    say(fight, "mira none")
    assert points(fight) == (9, 9, 14, 12)
    say(fight, "next", "brute wait", "to 100", "mira ashore", "next", "mira slam brute 5 foe 3")
    events = say(fight, "brute none")
    assert "Mira on Brute: hit, 5 against 2: the foe falls" in told(fight, events)
    assert points(fight) == (7, 9, 9, 12) and fight.encounter.count == 100
    assert fight.encounter["brute"].condition("prone") is not None


def test_the_slam_of_the_worked_moment() -> None:
    fight = chase(3, 4, 4, 6, 2, mira={"pools": {"HP": 9, "FP": 9}})
    say(fight, "begin", "next", "mira slam brute 5 foe 3", "none")
    assert points(fight) == (7, 9, 9, 12)
    assert fight.encounter["brute"].condition("prone") is not None
    assert fight.encounter["mira"].condition("prone") is None
    assert due(fight, "brute", "declare") == 1


def test_a_failed_climb_is_a_fall_and_a_rope_holds_unless_it_was_critical() -> None:
    fight = chase(5, 5, 5)
    say(fight, "begin", "next")
    events = say(fight, "mira climb tree")
    assert any("falls from 0 ft" in line for line in told(fight, events))
    assert fight.encounter["mira"].condition("prone") is not None
    fight = chase(4, 5, 5)
    say(fight, "begin", "next")
    events = say(fight, "mira climb tree secured haste")
    assert any("to the end of the rope" in line for line in told(fight, events))
    assert points(fight)[1] == 10


def test_no_air_costs_a_point_a_second_then_will_then_four_minutes() -> None:
    fight = waiting(6, 6, 5, mira={"pools": {"FP": 2}}, house_rules=QUIET)
    say(fight, "fix mira airless on", "to 2")
    assert points(fight)[1] == 0
    say(fight, "to 3")
    assert fight.encounter["mira"].presence is Presence.DOWN
    assert due(fight, "mira", "death") == 240
    say(fight, "mira air", "to 603")
    assert points(fight)[1] == 1 and fight.encounter["mira"].able


def test_a_breath_is_held_and_ends_in_no_air() -> None:
    fight = chase(house_rules=QUIET)
    say(fight, "begin", "next", "mira hold heavy", "brute wait", "next", "next", "mira wait")
    assert fight.encounter.count == 1
    assert "out of breath at 12" in fight.rules.display.pool_outlook(fight.encounter, "mira")
    say(fight, "to 13")
    assert points(fight)[1] == 10


def test_who_falls_or_dies_holds_no_breath_any_more() -> None:
    fight = waiting(house_rules=QUIET)
    say(fight, "mira hold heavy unprepared")
    assert fight.encounter["mira"].condition("breath") is not None
    say(fight, "mira damage 12", "to 8")
    assert fight.encounter["mira"].condition("breath") is None and due(fight, "mira", "out of breath") is None
    fight = waiting(mira={"stats": {"FP": 1000}}, house_rules=QUIET)
    say(fight, "mira noair", "to 200", "mira hold rest unprepared")
    assert due(fight, "mira", "out of breath") == 250
    say(fight, "to 240")
    assert fight.encounter["mira"].condition("breath") is None and due(fight, "mira", "out of breath") is None


def test_four_minutes_are_death_and_two_may_harm() -> None:
    fight = waiting(mira={"stats": {"FP": 1000}}, house_rules=QUIET)
    say(fight, "mira noair", "to 240")
    assert fight.encounter["mira"].condition("dead") is not None
    fight = waiting(6, 6, 5, mira={"stats": {"FP": 1000}}, house_rules=QUIET)
    say(fight, "mira noair", "to 121", "mira air")
    assert fight.encounter["mira"].condition("dulled") is not None


def test_a_load_over_ten_basic_lifts_costs_a_point_a_second_until_it_is_set_down() -> None:
    fight = waiting(mira={"load": 291.0, "pools": {"FP": 3}})
    say(fight, "to 3")
    assert points(fight)[1] == 0 and fight.encounter["mira"].marks["load"] == "0"
    say(fight, "to 10")
    assert points(fight)[1] == 0
    fight = waiting(mira={"load": 290.0})
    say(fight, "to 10")
    assert points(fight)[1] == 11


def test_a_rescue_and_first_aid() -> None:
    swimmer = {"skill": [{"name": "Swimming", "value": 14}, {"name": "First Aid", "value": 12}]}
    fight = waiting(6, 6, 5, 6, 6, 5, 4, 4, 4, 3, 3, 3, mira=swimmer, brute={"pools": {"FP": 1}}, house_rules=QUIET)
    say(fight, "fix brute water on")
    assert fight.encounter["brute"].condition("drowning") is not None and points(fight)[3] == 0
    say(fight, "to 1")
    assert fight.encounter["brute"].presence is Presence.DOWN and due(fight, "brute", "death") == 241
    with pytest.raises(Refused, match="cannot rescue itself"):
        say(fight, "mira rescue mira")
    with pytest.raises(Refused, match="still in deep water"):
        say(fight, "mira firstaid brute")
    say(fight, "mira rescue brute 5")
    assert fight.encounter["brute"].condition("water") is None
    assert due(fight, "brute", "death") is None
    say(fight, "next", "mira firstaid brute")
    assert fight.encounter["brute"].condition("drowned") is None


def test_the_yards_between_two_are_put_right_by_hand() -> None:
    fight = waiting()
    say(fight, "mira sprint", "to 4", "brute gap mira 12")
    assert fight.rules.display.pool_outlook(fight.encounter, "mira").endswith("12 yd from Brute")
    say(fight, "brute gap mira 40")
    assert fight.rules.display.pool_outlook(fight.encounter, "mira").endswith("40 yd from Brute")
