"""Effects of a pack's actions: on what they come, whom they meet, what they begin, end, take, give and put off."""

from __future__ import annotations

from typing import Any

import pytest

from tests.encounter.table import say
from tests.packs.kit import due, struck, table
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.session import Session
from tracker.text.numbers import plain_number

DAZED: dict[str, Any] = {"dazed": {"lasts": 4, "weighs": {"skill": -2}}}


def blow(
    *dice: int, effect: dict[str, Any] | None = None, pack: dict[str, Any] | None = None, **action: Any
) -> Session:
    """Ann has struck Bob, with an effect."""
    effects = {"effect": [effect]} if effect else {}
    fight = table(*dice, action={**effects, **action}, **(pack or {}))
    say(fight, "begin", "next", "ann strike bob", "next")
    return fight


def bears(fight: Session, who: str = "bob") -> set[str]:
    return {condition.key for condition in fight.encounter[who].conditions}


@pytest.mark.parametrize(
    ("on", "of_a_hit", "of_a_miss"),
    [({}, True, False), ({"on": "hit"}, True, False), ({"on": "miss"}, False, True), ({"on": "always"}, True, True)],
)
def test_an_effect_comes_on_a_hit_on_a_miss_or_always(on: dict[str, str], of_a_hit: bool, of_a_miss: bool) -> None:
    for die, comes in ((6, of_a_hit), (1, of_a_miss)):
        fight = blow(die, effect={"begins": "dazed", **on}, pack={"conditions": DAZED})
        assert bears(fight) == ({"dazed"} if comes else set())


@pytest.mark.parametrize(
    ("when", "die", "comes"),
    [
        ("margin >= 1", 3, False),
        ("margin >= 1", 4, True),
        ("margin > 1", 4, False),
        ("margin > 1", 5, True),
        ("damage >= 3", 6, False),
        ("damage >= 2", 6, True),
        ("hit", 6, True),
        ("target.life < 9", 6, False),
        ("target.life < 11", 6, True),
    ],
)
def test_an_effect_comes_while_its_condition_is_so_as_things_stood_when_the_blow_landed(
    when: str, die: int, comes: bool
) -> None:
    fight = blow(die, effect={"begins": "dazed", "when": when}, pack={"conditions": DAZED})
    assert bears(fight) == ({"dazed"} if comes else set())


@pytest.mark.parametrize(("who", "bearer"), [({}, "bob"), ({"who": "target"}, "bob"), ({"who": "self"}, "ann")])
def test_an_effect_is_on_the_target_or_on_the_one_who_acts(who: dict[str, str], bearer: str) -> None:
    fight = blow(6, effect={"begins": "dazed", **who}, pack={"conditions": DAZED})
    assert [each for each in ("ann", "bob") if bears(fight, each)] == [bearer]


def test_an_effect_of_an_action_without_a_target_is_on_the_one_who_acts() -> None:
    breathe = {"name": "breathe", "cost": 2, "effect": [{"gives": {"breath": 2}}]}
    fight = table(also=[breathe])
    say(fight, "fix ann breath 0", "begin", "next", "ann breathe", "next")
    assert (fight.encounter["ann"].pool("breath"), fight.encounter["bob"].pool("breath")) == (2, 3)


@pytest.mark.parametrize(("lasts", "counts"), [(4, 4), (1, 1), (0, 1), ("skill", 2), ("margin + 2", 5)])
def test_a_condition_lasts_its_counts_and_one_at_least(lasts: int | str, counts: int) -> None:
    fight = blow(6, effect={"begins": "dazed"}, pack={"conditions": {"dazed": {"lasts": lasts}}})
    (dazed,) = fight.encounter["bob"].conditions
    assert dazed.until == counts


def test_a_condition_until_the_round_ends_with_it() -> None:
    clock = {"runs": "rounds", "unit": "rank", "round": 4}
    fight = blow(6, effect={"begins": "dazed"}, pack={"conditions": {"dazed": {"until": "round"}}, "clock": clock})
    (dazed,) = fight.encounter["bob"].conditions
    assert dazed.until == 4 and fight.rules.unit.text(4) == "2.1"
    say(fight, "bob wait", "to 1.4")
    assert bears(fight) == {"dazed"}
    say(fight, "ann wait", "next")
    assert (fight.encounter.count, bears(fight)) == (4, set())


def test_an_effect_ends_a_condition_and_leaves_others() -> None:
    conditions = {"dazed": {"by_hand": True}, "wet": {"by_hand": True}}
    fight = table(6, action={"effect": [{"ends": "dazed"}]}, conditions=conditions)
    say(fight, "begin", "fix bob dazed on", "fix bob wet on", "next", "ann strike bob", "next")
    assert bears(fight) == {"wet"}


@pytest.mark.parametrize(("takes", "left"), [(1, 2), (3, 0), (9, 0), ("damage", 1), (-2, 3)])
def test_an_effect_takes_points_down_to_none(takes: int | str, left: int) -> None:
    assert blow(6, effect={"takes": {"breath": takes}}).encounter["bob"].pool("breath") == left


def test_points_that_an_effect_takes_fell_as_those_of_a_blow_do() -> None:
    fight = blow(6, effect={"takes": {"life": 8}})
    assert fight.encounter["bob"].presence is Presence.DOWN
    assert blow(6, effect={"takes": {"life": 7}}).encounter["bob"].able


@pytest.mark.parametrize(("gives", "left"), [(1, 9), (2, 10), (5, 10)])
def test_an_effect_gives_points_up_to_the_full_ones(gives: int, left: int) -> None:
    assert blow(6, effect={"gives": {"life": gives}}).encounter["bob"].pool("life") == left


@pytest.mark.parametrize(("delays", "when"), [(0, "0"), (2, "2"), ("margin", "3"), (-3, "0")])
def test_an_effect_puts_off_what_its_bearer_does_next(delays: int | str, when: str) -> None:
    fight = blow(6, effect={"delays": delays, "takes": {"breath": 1}})
    assert due(fight, "bob") == when


@pytest.mark.parametrize(("delays", "when"), [(2, "1:2"), (3, "1:1"), (4, "2:6")])
def test_what_is_put_off_beyond_its_round_waits_for_the_next_one(delays: int, when: str) -> None:
    clock = {"runs": "down", "unit": "shot", "round": 6, "first": 4}
    fight = blow(6, effect={"delays": delays, "begins": "dazed"}, pack={"clock": clock, "conditions": DAZED})
    assert due(fight, "bob") == ("2:4" if when == "2:6" else when)


def test_an_effect_on_one_whom_the_blow_has_felled_does_not_come() -> None:
    fight = blow(6, damage="20", effect={"begins": "dazed", "gives": {"life": 5}}, pack={"conditions": DAZED})
    assert fight.encounter["bob"].presence is Presence.DOWN
    assert fight.encounter["bob"].pool("life") == 0 and bears(fight) == set()


# Results, damage, soak, places


RESULTS = [
    {"margin": -9, "word": "wild", "effect": 4},
    {"margin": 0, "word": "grazes", "effect": 1},
    {"margin": 3, "word": "bites", "effect": 2},
]


@pytest.mark.parametrize(("die", "damage"), [(3, 1), (5, 1), (6, 2)])
def test_the_highest_result_that_the_margin_reaches_gives_its_effect(die: int, damage: int) -> None:
    fight = table(die, action={"damage": "effect", "result": RESULTS})
    say(fight, "begin", "next")
    assert struck(say(fight, "ann strike bob", "next")) == [("hit", damage)]


@pytest.mark.parametrize(("die", "label"), [(2, "wild"), (6, "2 points")])
def test_a_miss_is_told_by_its_result(die: int, label: str) -> None:
    fight = table(die, action={"result": RESULTS})
    say(fight, "begin", "next")
    (event,) = [one for one in say(fight, "ann strike bob", "next") if isinstance(one, ev.Struck)]
    assert event.label == label


def test_a_miss_below_all_results_is_missed_and_has_no_effect() -> None:
    fight = table(2, action={"result": RESULTS[1:], "effect": [{"on": "miss", "takes": {"breath": "1 + effect"}}]})
    say(fight, "begin", "next")
    (event,) = [one for one in say(fight, "ann strike bob", "next") if isinstance(one, ev.Struck)]
    assert event.label == "missed" and fight.encounter["bob"].pool("breath") == 2


@pytest.mark.parametrize(
    ("damage", "soak", "points", "stopped", "label"),
    [
        ("2", "1", 1, 1, "1 point"),
        ("2", "2", 0, 2, "0 points"),
        ("2", "5", 0, 5, "0 points"),
        ("2", "-3", 2, 0, "2 points"),
        ("0 - 2", "0", 0, 0, "0 points"),
        ("4", "damage / 2", 2, 2, "2 points"),
    ],
)
def test_what_is_soaked_is_off_the_damage_and_neither_is_below_nought(
    damage: str, soak: str, points: int, stopped: int, label: str
) -> None:
    fight = table(6, action={"damage": damage, "soak": soak})
    say(fight, "begin", "next")
    (event,) = [one for one in say(fight, "ann strike bob", "next") if isinstance(one, ev.Struck)]
    assert (event.damage, event.stopped, event.label) == (points, stopped, label)
    assert fight.encounter["bob"].pool("life") == 10 - points


PLACES = {
    "dice": "1d6",
    "table": [
        {"up_to": 2, "name": "leg"},
        {"up_to": 4, "name": "arm", "soak": 2},
        {"up_to": 5, "name": "head", "damage": "damage - 9"},
    ],
}


@pytest.mark.parametrize(
    ("die", "place", "points", "stopped"),
    [(2, "leg", 2, 1), (3, "arm", 1, 2), (4, "arm", 1, 2), (5, "head", 0, 1), (6, "head", 0, 1)],
)
def test_a_place_has_its_own_damage_and_soak_and_the_last_one_what_is_beyond(
    die: int, place: str, points: int, stopped: int
) -> None:
    fight = table(6, die, action={"damage": "3", "soak": "1", "places": True}, places=PLACES)
    say(fight, "begin", "next")
    (event,) = [one for one in say(fight, "ann strike bob", "next") if isinstance(one, ev.Struck)]
    assert (event.location, event.damage, event.stopped) == (place, points, stopped)
    assert event.label == f"{points} point{'' if points == 1 else 's'} to the {place}"


def test_damage_goes_to_the_pool_that_the_action_names() -> None:
    fight = blow(6, pool="breath")
    assert (fight.encounter["bob"].pool("breath"), fight.encounter["bob"].pool("life")) == (1, 10)


def test_an_action_without_a_roll_hits_and_its_damage_is_rolled() -> None:
    fight = table(4, action={"roll": None, "at_least": None, "damage": "1d6"})
    say(fight, "begin", "next")
    assert struck(say(fight, "ann strike bob", "next")) == [("hit", 4)]


def test_an_action_without_damage_tells_of_no_points() -> None:
    fight = table(6, 1, action={"damage": None, "effect": [{"begins": "dazed"}]}, conditions=DAZED)
    say(fight, "begin", "next")
    assert struck(say(fight, "ann strike bob", "next")) == [] and bears(fight) == {"dazed"}


def test_a_target_that_is_out_when_a_blow_lands_is_spared_and_its_striker_goes_on() -> None:
    fight = table(6, action={"lands": 2, "cost": 5})
    say(fight, "begin", "next", "ann strike bob", "bob leaves", "to 5")
    assert fight.encounter["ann"].actions == () and fight.encounter["bob"].pool("life") == 10
    assert fight.encounter.question is not None and fight.encounter.question.who == "ann"


@pytest.mark.parametrize(
    ("points", "rules", "words"),
    [(10, {}, "life 0"), (10, {"dead": -5}, "life 0"), (15, {"dead": -5}, "dead"), (14, {"dead": -5}, "life −4")],
)
def test_who_is_down_is_told_with_what_is_left_and_dead_from_there_on(
    points: int, rules: dict[str, int], words: str
) -> None:
    fight = table(pools={"life": {"full": 10, "least": -20, "down": 0, **rules}, "breath": {"full": 3}})
    say(fight, "begin")
    (gone,) = [one for one in say(fight, f"bob damage {points}") if isinstance(one, ev.PresenceChanged)]
    assert gone.why == words
    assert fight.rules.resolution.keeps_out(fight.encounter, "bob") == f"life {plain_number(10 - points)}"


def test_points_by_hand_leave_one_standing_above_where_its_pool_fells() -> None:
    fight = table()
    say(fight, "begin", "bob damage 9")
    assert fight.encounter["bob"].able and fight.rules.resolution.keeps_out(fight.encounter, "bob") == ""


@pytest.mark.parametrize(
    ("action", "label"),
    [
        ({}, "strike damage"),
        ({"label": "swing"}, "swing damage"),
        ({"label": "swing", "weapon": True}, "unarmed damage"),
    ],
)
def test_a_roll_of_damage_is_told_by_the_weapon_the_label_or_the_name(action: dict[str, Any], label: str) -> None:
    fight = table(6, 3, action={"damage": "1d6", **action}, weapon={"bite": {"default": 0}})
    say(fight, "begin", "next")
    labels = [one.label for one in say(fight, "ann strike bob", "next") if isinstance(one, ev.Rolled)]
    assert labels[-1] == label


def test_the_pools_with_down_are_those_that_fell() -> None:
    pools = table().encounter["ann"].profile.pools
    assert [(pool.name, pool.fells) for pool in pools] == [("life", True), ("breath", False)]


def test_a_blow_without_places_hits_none_though_the_pack_has_them() -> None:
    fight = table(6, places=PLACES)
    say(fight, "begin", "next")
    (event,) = [one for one in say(fight, "ann strike bob", "next") if isinstance(one, ev.Struck)]
    assert (event.location, event.label) == ("", "2 points")


@pytest.mark.parametrize(("delays", "when"), [(5, "1.1:20"), (24, "1.1:1"), (25, "2.1:25")])
def test_what_is_put_off_beyond_its_pass_waits_for_the_next_round(delays: int, when: str) -> None:
    clock = {"runs": "passes", "unit": "point", "round": 30, "first": 25}
    fight = blow(6, cost=None, effect={"delays": delays}, pack={"clock": clock})
    assert due(fight, "bob") == when
