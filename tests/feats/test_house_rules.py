"""Every ruling with a key is a house rule that does what it says, and what is done by hand or refused says so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.encounter.table import say, told
from tests.feats.table import BRUTE, chase, doing, due, points, waiting
from tracker.encounter.engine.evolve import evolve
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.refusals import Refused
from tracker.session import Session


def house(*dice: int, begun: bool = True, mira: dict[str, Any] | None = None, **rules: Any) -> Session:
    make = waiting if begun else chase
    return make(*dice, mira=mira, house_rules=rules)


def test_without_criticals_four_is_no_success_against_three() -> None:
    line = "mira climb -12 0.5"
    assert "critical success" in " ".join(told(house(), say(house(1, 1, 2), line)))
    assert "critical" not in " ".join(told(house(), say(house(1, 1, 2, criticals=False), line)))


def test_what_haste_on_a_climb_costs() -> None:
    fight = house(1, 1, 1, haste_fp=4)
    say(fight, "mira climb tree haste")
    assert points(fight)[1] == 7


def test_the_known_climbs_or_the_game_masters_own() -> None:
    with pytest.raises(Refused, match="Give a modifier and feet a second"):
        say(house(climbs="ask"), "mira climb tree")
    with pytest.raises(Refused, match="a known climb"):
        say(house(), "mira climb ladder")
    menu = house(climbs="ask")
    assert [choice.key for choice in menu.rules.choices.menu(menu.encounter, "mira", ("climb",)).choices] == ["o"]


def test_exhaustion_ends_a_run_or_is_only_told() -> None:
    fight = house(6, 6, 4, mira={"pools": {"FP": 1}})
    say(fight, "mira sprint", "to 16")
    assert doing(fight) == "" and due(fight, "mira", "declare") == 17
    fight = house(6, 6, 4, mira={"pools": {"FP": 1}}, exhausted="note")
    say(fight, "mira sprint", "to 16")
    assert doing(fight).startswith("sprinting")


def test_where_one_goes_down_and_what_all_out_adds() -> None:
    fight = house(down_at=-5)
    say(fight, "mira damage 16")
    assert fight.encounter["mira"].able
    say(fight, "mira damage 1")
    assert fight.encounter["mira"].presence is Presence.DOWN
    fight = house(3, 4, 4, 6, 2, all_out=4)
    say(fight, "mira slam brute 5 foe 3 strong", "brute none")
    assert points(fight)[2] == 14 - (6 - 1 + 4)


def test_the_idle_are_asked_every_second_or_only_when_selected() -> None:
    fight = chase()
    say(fight, "begin", "next", "mira concentrate", "brute wait", "next")
    assert due(fight, "mira", "declare") == 1
    fight = house(begun=False, every_second=False)
    say(fight, "begin", "next", "mira concentrate", "brute wait", "next")
    assert fight.encounter["mira"].waiting


def test_how_long_a_point_takes_to_come_back() -> None:
    fight = house(mira={"pools": {"FP": 5}}, rest_seconds=60, halts=False)
    say(fight, "mira noair", "to 2", "mira air", "to 182")
    assert points(fight)[1] == 3 + 3


def test_a_broken_sprint_slows_for_a_second_and_its_rolls_go_on() -> None:
    fight = house()
    say(fight, "mira sprint", "to 5", "mira swerve", "to 7")
    assert fight.rules.display.pool_outlook(fight.encounter, "mira") == "next roll 16 · 56 yd from Brute"
    assert due(fight, "mira", "stamina") == 16


def test_under_a_third_of_the_fatigue_every_move_is_halved() -> None:
    fight = house(mira={"pools": {"FP": 3}})
    say(fight, "mira run")
    assert doing(fight) == "running 2.1 yd/s"
    fight = house(mira={"pools": {"FP": 4}})
    say(fight, "mira run")
    assert doing(fight) == "running 4.2 yd/s"


def test_a_jump_is_measured_after_a_second_in_position() -> None:
    fight = house()
    with pytest.raises(Refused, match="must get in position first"):
        say(fight, "mira jump 4")
    say(fight, "mira concentrate", "next")
    events = say(fight, "next", "mira jump 4")
    assert "Mira clears 56 in up or 19 ft across (F-JUMP)" in " ".join(told(fight, events))


def test_a_dodge_takes_the_slammer_past_and_a_parry_takes_what_flies() -> None:
    fight = waiting(3, 4, 4, 3, 3, 3, brute={"dodge": 9, "parry": 9})
    say(fight, "mira slam brute 5")
    events = say(fight, "brute dodge")
    assert any("2 yd past" in line for line in told(fight, events)) and points(fight)[0] == 12
    fight = waiting(3, 3, 3, brute={"parry": 9})
    assert any("snatched" in line for line in told(fight, say(fight, "brute intercept")))


def test_a_shield_takes_what_would_be_ones_own_and_a_tackle_lies_down() -> None:
    shield = {"skill": [{"name": "Shield", "value": 12}],
              "thing": [{"name": "Shield", "weight": 15.0, "piece": "shield", "bonus": 2}]}  # fmt: skip
    fight = waiting(3, 4, 4, 3, 3, 3, 3, 3, mira=shield)
    say(fight, "mira slam brute 8 rush", "brute none")
    assert points(fight)[::2] == (12, 14 - (3 - 1 + 2))
    fight = waiting(6, 6, 6)
    say(fight, "mira slam brute 5 tackle")
    assert fight.encounter["mira"].condition("prone") is not None
    with pytest.raises(Refused, match="cannot rush without a shield"):
        say(waiting(), "mira slam brute 5 rush")
    with pytest.raises(Refused, match="cannot pounce without four legs"):
        say(waiting(), "mira slam brute 5 pounce")


def test_a_thing_is_taken_up_in_seconds_by_its_weight() -> None:
    things = [{"name": name, "weight": weight} for name, weight in (("light", 29.0), ("heavy", 58.0), ("huge", 232.0))]
    for name, seconds in (("light", 1), ("heavy", 2), ("huge", 4)):
        fight = waiting(mira={"thing": things})
        say(fight, f"mira ready {name}")
        assert due(fight, "mira", "land") == seconds
    with pytest.raises(Refused, match="cannot take up 232 lb with one hand"):
        say(waiting(mira={"thing": things}), "mira ready huge 1")


def test_shedding_gear_in_the_water_waits_for_the_first_success() -> None:
    fight = waiting(6, 6, 5, 3, 3, 3, 6, 6, 6, mira={"thing": [{"name": "mail", "weight": 30.0, "piece": "torso"}]})
    say(fight, "mira dive")
    with pytest.raises(Refused, match="after one successful Swimming roll"):
        say(fight, "mira shed mail")
    say(fight, "to 5", "mira shed mail", "next")
    assert fight.encounter["mira"].condition("drowning") is not None and points(fight)[1] == 9


def test_one_key_goes_past_what_is_no_longer_due_and_stops_where_something_happens() -> None:
    """Whoever is unconscious in the water swims no more: its next roll is passed over."""
    fight = waiting(6, 6, 6)
    say(fight, "fix brute water on", "mira leaves", "fix brute unconscious on")
    assert [entry.count for entry in fight.encounter.agenda] == [5, 240]
    assert told(fight, say(fight, "next")) == ["Brute: dead: four minutes without air"]
    assert fight.encounter.count == 240


def test_a_failed_rescue_may_be_tried_again_in_a_minute_a_critical_failure_breaks_it_off() -> None:
    fight = waiting(3, 3, 3, 4, 4, 4, mira={"skill": [{"name": "Swimming", "value": 12}]})
    say(fight, "fix brute water on", "mira rescue brute")
    assert points(fight)[1] == 10
    assert [(event.at, event.text) for event in fight.encounter.events] == [(60, "Mira may try again to rescue Brute")]
    with pytest.raises(Refused, match="may try to rescue Brute again at 60"):
        say(fight, "next", "mira rescue brute")
    fight = waiting(3, 3, 3, 6, 6, 6, mira={"skill": [{"name": "Swimming", "value": 12}]})
    say(fight, "fix brute water on", "mira rescue brute")
    assert points(fight)[1] == 5
    with pytest.raises(Refused, match="has broken off"):
        say(fight, "next", "mira rescue brute")


def test_a_thrown_thing_is_refused_when_it_is_not_in_hand_or_too_heavy() -> None:
    rock = {"thing": [{"name": "Rock", "weight": 6.0}, {"name": "Anvil", "weight": 400.0, "held": True}]}
    with pytest.raises(Refused, match="has no Rock in hand"):
        say(waiting(brute=rock), "brute throw Rock mira")
    with pytest.raises(Refused, match="cannot throw 400 lb: 312 lb at most"):
        say(waiting(brute=rock), "brute throw Anvil mira")
    fragile = {"thing": [{"name": "Rock", "weight": 6.0, "held": True, "fragile": True}]}
    fight = waiting(2, 2, 2, 4, 5, brute=BRUTE | fragile)
    say(fight, "brute throw Rock mira")
    assert any("Rock takes 4 points itself" in line for line in told(fight, say(fight, "mira none")))
    assert points(fight)[0] == 9


def test_the_sheet_pane_has_the_odds_and_the_figures_with_their_rules() -> None:
    fight = waiting()
    card = fight.rules.display.card(fight.encounter, "mira")
    assert card.facts[0] == "run 12 or less, 74.1 %"
    assert "Basic Lift (F-LIFT-1): 29 lb" in card.facts
    begun = chase()
    assert begun.rules.display.pool_outlook(begun.encounter, "mira") == ""


def test_an_activity_ended_by_hand_asks_for_no_more_rolls() -> None:
    fight = waiting(3, 3, 3)
    say(fight, "mira run", "brute climb tree")
    assert due(fight, "mira", "stamina") == 60
    say(fight, "fix mira run off", "fix brute climb off")
    assert due(fight, "mira", "stamina") is None and due(fight, "brute", "climbing") is None
    say(fight, "mira sprint")
    assert due(fight, "mira", "stamina") == 16, "the sprint's own"


def test_the_yards_of_an_activity_ended_by_hand_are_kept() -> None:
    fight = waiting(3, 3, 3)
    say(fight, "mira run", "brute run", "to 50")
    ahead = fight.rules.display.pool_outlook(fight.encounter, "brute")
    assert ahead.endswith("60 yd from Mira")
    say(fight, "fix mira run off")
    assert fight.rules.display.pool_outlook(fight.encounter, "brute") == ahead


def test_a_roll_left_over_from_an_activity_that_is_no_more_is_passed_over() -> None:
    fight = waiting()
    say(fight, "mira run")
    fight.encounter = evolve(
        fight.encounter, ev.ConditionEnded(who="mira", condition="run", label="running", why="by hand")
    )
    assert not [event for event in say(fight, "to 70") if isinstance(event, ev.Rolled)]
    assert due(fight, "mira", "stamina") is None, "as in fights of before"
