"""Endings in Feats: what a pace, a breath, a throw or a slam leaves behind when it is over, to the yard and second."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.encounter.table import say, told
from tests.feats.table import chase, due, points, waiting
from tracker.games.feats.fighter import Fighter
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.session import Session

ROCK: dict[str, Any] = {"name": "Rock", "weight": 2.0, "held": True}
CLIMBER: dict[str, Any] = {"skill": [{"name": "Climbing", "value": 12}]}


def way(fight: Session, who: str = "mira") -> Fraction:
    return Fighter(fight.encounter, who).covered


def on(fight: Session, *lines: str) -> list[str]:
    return told(fight, say(fight, *lines))


# The way


def test_a_sprint_that_began_late_gathers_speed_from_its_own_beginning() -> None:
    fight = waiting(mira={"enhanced": 2})
    say(fight, "to 3", "mira sprint", "to 4")
    assert way(fight) == 7
    say(fight, "mira carry 1", "to 5")
    assert way(fight) == 7 + 14, "the load is light: the run goes on gathering speed"
    say(fight, "to 6")
    assert way(fight) == 7 + 14 + 21


def test_a_sprint_ended_by_hand_keeps_its_way_and_the_next_gathers_speed_anew() -> None:
    fight = waiting(mira={"enhanced": 2})
    say(fight, "mira sprint", "to 1", "mira carry 1", "to 2")
    label = fight.encounter["mira"].conditions[0].label
    say(fight, f'mira is not "{label}"')
    assert way(fight) == 21
    say(fight, "to 4")
    assert way(fight) == 21
    say(fight, "mira sprint", "to 5")
    assert way(fight) == 28


def test_a_sprint_that_swerved_or_hopped_begins_with_its_move_again() -> None:
    for verb in ("swerve", "hop"):
        fight = waiting(mira={"enhanced": 2})
        say(fight, "mira sprint", "to 2", f"mira {verb}", "to 3")
        assert way(fight) == 7 + 14 + 7, verb


@pytest.mark.parametrize(("yards", "behind"), [(10, -10), (-4, 4), (0, 0)])
def test_a_gap_by_hand_is_so_far_behind_the_other(yards: int, behind: int) -> None:
    fight = waiting()
    say(fight, f"mira gap brute {yards}")
    assert way(fight) == behind
    say(fight, "brute run", "to 10", "mira gap brute 5")
    assert way(fight) == 30 - 5 and way(fight, "brute") == 30


def test_the_way_before_one_tires_is_at_the_old_speed() -> None:
    fight = waiting(mira={"pools": {"FP": 5}})
    say(fight, "mira run", "mira noair", "next")
    while fight.encounter.count < 3:
        say(fight, "next" if fight.encounter.question is None else f"{fight.encounter.question.who} wait")
    assert points(fight)[1] == 2
    assert way(fight) == 2 * Fraction(42, 10) + Fraction(21, 10), "three points are under a third of eleven"


def test_another_pace_ends_the_one_before_and_its_rolls() -> None:
    fight = waiting()
    say(fight, "mira sprint", "to 10", "mira run")
    assert [each.key for each in fight.encounter["mira"].conditions] == ["run"]
    assert due(fight, "mira", "stamina") == 70 and way(fight) == 7 + 9 * Fraction(84, 10)


def test_who_stops_waits_no_longer_and_declares_a_second_later() -> None:
    fight = waiting()
    say(fight, "mira run", "to 4")
    assert due(fight, "mira", "declare") is None
    say(fight, "mira stop")
    assert due(fight, "mira", "declare") == 5 and not fight.encounter["mira"].waiting
    assert due(fight, "mira", "stamina") is None and fight.encounter["mira"].conditions == ()


# Falls and breath


@pytest.mark.parametrize(
    ("secured", "dice", "words", "prone"),
    [
        ("", (4, 4, 5), "from 150 ft", True),
        (" secured", (4, 4, 5), "to the end of the rope", False),
        (" secured", (6, 6, 6), "from 150 ft", True),
    ],
)
def test_who_fails_a_climb_falls_as_far_as_it_has_climbed_or_to_the_end_of_its_rope(
    secured: str, dice: tuple[int, ...], words: str, prone: bool
) -> None:
    fight = waiting(3, 3, 4, *dice, mira=CLIMBER)
    say(fight, "to 3", f"mira climb 0 0.5{secured}")
    log = " ".join(on(fight, "to 303"))
    assert f"Mira falls {words} (F-CLIMB-2)" in log
    assert (fight.encounter["mira"].condition("prone") is not None) is prone
    assert fight.encounter["mira"].condition("climb") is None and due(fight, "mira", "climbing") is None


def test_a_rope_is_for_its_own_climb_alone() -> None:
    fight = waiting(3, 3, 4, 3, 3, 4, mira=CLIMBER)
    say(fight, "mira climb 0 0.5 secured", "mira stop", "next", "mira climb 0 0.5")
    assert fight.encounter["mira"].condition("secured") is None


def test_a_held_breath_that_runs_out_is_told_and_air_fails_from_then_on() -> None:
    fight = waiting(house_rules={"halts": False})
    say(fight, "mira hold heavy unprepared")
    assert due(fight, "mira", "out of breath") == 5
    log = on(fight, "to 6")
    assert "Mira is out of breath (F-BREATH-2)" in " ".join(log)
    assert fight.encounter["mira"].condition("airless") is not None and points(fight)[1] == 10


def test_a_new_breath_puts_an_end_to_the_one_before() -> None:
    fight = waiting()
    say(fight, "mira hold heavy unprepared", "mira hold rest unprepared")
    ends = [each.count for each in fight.encounter.agenda.of("mira") if each.what == "out of breath"]
    assert ends == [55]


def test_who_sets_out_to_climb_has_used_its_moment_and_acted_in_it() -> None:
    fight = waiting(3, 3, 3, mira=CLIMBER)
    say(fight, "brute is dazed until mira acts", "to 1", "mira acts")
    say(fight, "mira climb 0 0.5")
    assert due(fight, "mira", "declare") is None and not fight.encounter["brute"].conditions
    assert fight.encounter.question is None


# Throws and catches


def thrown(*dice: int, line: str, mira: dict[str, Any] | None = None, **brute: Any) -> tuple[Session, list[str]]:
    fight = waiting(*dice, mira={"thing": [ROCK], **(mira or {})}, brute=brute)
    return fight, on(fight, line)


def test_what_is_thrown_is_no_longer_in_hand_hit_or_miss() -> None:
    for dice in ((3, 3, 3), (6, 6, 5)):
        fight, _ = thrown(*dice, line="mira throw Rock area yards 5")
        assert not Fighter(fight.encounter, "mira").in_hand(Fighter(fight.encounter, "mira").thing("Rock"))


@pytest.mark.parametrize(
    ("dice", "words"), [((3, 3, 3), "Rock lands where it should, by 3"), ((5, 5, 5), "Rock goes astray by 3")]
)
def test_a_throw_into_an_area_says_how_well_and_is_over(dice: tuple[int, ...], words: str) -> None:
    fight, log = thrown(*dice, line="mira throw Rock area yards 5")
    assert words in " ".join(log)
    assert fight.encounter["mira"].actions == () and due(fight, "mira", "declare") == 1


def test_who_throws_while_it_runs_runs_no_longer_and_is_asked_a_second_later() -> None:
    fight = waiting(3, 3, 3, mira={"thing": [ROCK]})
    say(fight, "mira run", "to 2", "mira throw Rock area yards 5")
    assert due(fight, "mira", "declare") == 3 and fight.encounter["mira"].conditions == ()


@pytest.mark.parametrize(("pace", "chance"), [("", 12), ("brute run", 8)])
def test_who_waits_is_ready_to_catch_and_who_runs_is_not(pace: str, chance: int) -> None:
    fight = waiting(3, 3, 3, 3, 3, 3, mira={"thing": [ROCK]})
    say(fight, *filter(None, [pace]), "mira throw Rock brute to yards 5")
    rolled = [event for event in say(fight, "brute dx") if isinstance(event, ev.Rolled)]
    assert [(event.who, event.chance) for event in rolled] == [("brute", chance)]


@pytest.mark.parametrize(("dice", "words"), [((3, 3, 3), "snatched out of the air"), ((3, 3, 4), "it flies past")])
def test_a_parry_snatches_a_thing_out_of_the_air_or_lets_it_fly_past(dice: tuple[int, ...], words: str) -> None:
    assert words in on(waiting(*dice, brute={"parry": 9}), "brute intercept")


# Slams


def test_who_dashes_into_what_stands_behind_takes_its_own_damage_and_the_slam_is_over() -> None:
    fight = waiting(3, 4, 4, 3, 3, 3, 5, brute={"dodge": 9})
    log = on(fight, "mira slam brute 5 behind", "dodge")
    assert "what stands behind takes" in " ".join(log)
    assert fight.encounter["mira"].actions == () and due(fight, "mira", "declare") == 1
    assert points(fight)[0] < 12 and points(fight)[2] == 14


def test_a_gap_by_hand_is_kept_while_one_runs_on() -> None:
    fight = waiting()
    say(fight, "mira run", "brute run", "to 10", "mira gap brute 5")
    assert way(fight, "brute") - way(fight) == 5
    say(fight, "to 20")
    assert way(fight, "brute") - way(fight) == 5 - 10 * (Fraction(42, 10) - 3)


def test_who_leaves_has_nothing_more_to_do_with_air() -> None:
    fight = waiting(house_rules={"halts": False})
    say(fight, "mira noair")
    assert due(fight, "mira", "no air") == 1 and due(fight, "mira", "death") == 240
    say(fight, "mira leaves")
    assert due(fight, "mira", "no air") is None and due(fight, "mira", "death") is None


def test_the_dead_breathe_no_more() -> None:
    fight = waiting(*[3] * 900, mira={"stats": {"FP": 1000}}, house_rules={"halts": False})
    say(fight, "mira noair", "to 240")
    assert fight.encounter["mira"].condition("dead") is not None
    assert [each.what for each in fight.encounter.agenda.of("mira")] == []


def test_a_throw_that_misses_is_recorded_as_a_miss_and_is_over() -> None:
    fight = waiting(6, 6, 5, mira={"thing": [ROCK]})
    events = say(fight, "mira throw Rock brute yards 5")
    assert [event.outcome for event in events if isinstance(event, ev.Struck)] == ["missed"]
    assert fight.encounter["mira"].actions == () and due(fight, "mira", "declare") == 1


def test_who_dives_again_has_to_come_up_again_before_gear_can_be_shed() -> None:
    fight = waiting(3, 3, 3, 6, 6, 5, mira={"thing": [ROCK]})
    say(fight, "mira dive")
    assert Fighter(fight.encounter, "mira").afloat
    say(fight, "mira ashore", "mira dive")
    assert not Fighter(fight.encounter, "mira").afloat


def test_who_dies_unconscious_breathes_no_more_either() -> None:
    fight = waiting(*[6, 6, 5] * 9, mira={"pools": {"FP": 1}}, house_rules={"halts": False})
    say(fight, "mira noair", "to 240")
    assert {each.key for each in fight.encounter["mira"].conditions} >= {"dead", "unconscious"}
    assert fight.encounter.agenda.of("mira") == ()


def test_who_goes_down_while_it_runs_stops_running_because_it_is_down() -> None:
    fight = waiting()
    say(fight, "mira run", "to 2")
    events = say(fight, "mira damage 12")
    assert [(one.condition, one.why) for one in events if isinstance(one, ev.ConditionEnded)] == [("run", "down")]


def test_who_dives_has_used_its_moment_and_acted_in_it() -> None:
    fight = waiting(3, 3, 3)
    say(fight, "brute is dazed until mira acts", "to 1", "mira acts", "mira dive")
    assert due(fight, "mira", "declare") is None and not fight.encounter["brute"].conditions


@pytest.mark.parametrize(("line", "label"), [("mira lift 100", "100 lb"), ("mira lift 100 person brute", "Brute")])
def test_a_lift_names_its_weight_or_the_person(line: str, label: str) -> None:
    fight = waiting()
    say(fight, "fix brute grappled on", line)
    (action,) = fight.encounter["mira"].actions
    assert label in action.label and ("lb" in action.label) is (label != "Brute")


@pytest.mark.parametrize(
    ("load", "words"), [(0.0, "Rock is gone; the load without it is by hand"), (30.0, "28 lb, none: Rock shed")]
)
def test_what_is_shed_is_off_the_load_or_by_hand_where_only_a_level_is_given(load: float, words: str) -> None:
    of_load = {"load": load} if load else {"encumbrance": 1}
    fight = waiting(*[1] * 12, mira={"thing": [ROCK], **of_load})
    log = " ".join(on(fight, "mira dive", "mira shed Rock", "next", "next"))
    assert words in log
    state = Fighter(fight.encounter, "mira")
    assert not state.in_hand(state.thing("Rock"))


def test_a_rescue_that_fails_critically_is_broken_off_for_good() -> None:
    fight = waiting(6, 6, 6, brute={"traits": ["aquatic"]})
    log = on(fight, "fix brute water on", "mira rescue brute", "next")
    assert any("Mira must break off" in line for line in log)


def test_the_first_side_begins_a_chase_ahead_by_the_gap() -> None:
    fight = waiting(gap=20)
    assert (way(fight), way(fight, "brute")) == (20, 0)


def test_who_is_exhausted_is_told_so_where_the_house_only_notes_it() -> None:
    fight = waiting(mira={"pools": {"FP": 1}}, house_rules={"exhausted": "note", "halts": False})
    assert "Mira is exhausted: no fatigue points left (FQ 20)" in " ".join(on(fight, "mira run", "mira noair", "to 1"))
    assert fight.encounter["mira"].condition("run") is not None


def test_a_throw_without_thrust_on_the_sheet_is_a_hit_whose_points_are_by_hand() -> None:
    fight = waiting(3, 3, 3, mira={"thing": [ROCK]})
    events = say(fight, "mira throw Rock brute yards 5", "none")
    assert [(one.outcome, one.damage) for one in events if isinstance(one, ev.Struck)] == [("hit", 0)]


def test_a_swimmer_who_is_to_declare_is_asked_again_after_a_hidden_one_cut_in() -> None:
    """Thrown into the water at her turn, Mira has no turn in the order any more, but what she was asked stays open."""
    fight = chase(6, 6, 6, 3, 3, 3, 3, 3, 3, brute={"hidden": True})
    say(fight, "begin", "next", "fix mira water on")
    question = fight.encounter.question
    assert question is not None and (question.who, question.ask) == ("mira", Ask.DECLARE)
    say(fight, "brute acts", "brute wait")
    assert fight.encounter.question == question
    say(fight, "mira wait")
    assert fight.encounter.question is None
