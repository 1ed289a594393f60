"""Clocks of packs: when a fighter acts first and again, waits, returns, and what comes of a moment beyond a round."""

from __future__ import annotations

from typing import Any

import pytest

from tests.encounter.table import say
from tests.packs.kit import due, table
from tracker.game_api.values import FirstCount
from tracker.model.refusals import Refused
from tracker.session import Session

SHOTS: dict[str, Any] = {"runs": "down", "unit": "shot", "round": 6}
RANKS: dict[str, Any] = {"runs": "rounds", "unit": "rank", "round": 4}
PASSES: dict[str, Any] = {"runs": "passes", "unit": "point", "round": 30}


def begun(clock: dict[str, Any], *dice: int, **more: Any) -> Session:
    fight = table(*dice, clock=clock, **more)
    say(fight, "begin")
    return fight


def acting(fight: Session) -> str:
    assert fight.encounter.question is not None
    return fight.encounter.question.who


def to_round(fight: Session, number: int) -> None:
    """Everybody waits or rests until a round has begun."""
    for _ in range(40):
        if fight.rules.unit.text(fight.encounter.count).startswith(f"{number}:"):
            return
        say(fight, "next" if fight.encounter.question is None else f"{acting(fight)} rest")
    raise AssertionError(f"round {number} never begins")


# The first moment


@pytest.mark.parametrize(
    ("clock", "at"),
    [
        ({"unit": "beat"}, "0"),
        ({"unit": "beat", "first": 5}, "5"),
        ({"unit": "beat", "first": "skill - 5"}, "0"),
        ({**SHOTS, "first": 6}, "1:6"),
        ({**SHOTS, "first": 9}, "1:6"),
        ({**SHOTS, "first": 1}, "1:1"),
        ({**SHOTS, "first": "skill - 2"}, "2:6"),
        ({**SHOTS, "initiative": "skill + 2"}, "1:4"),
        (RANKS, "1.1"),
        ({**RANKS, "first": 4}, "1.4"),
        ({**RANKS, "first": 7}, "1.4"),
        ({**RANKS, "first": 0}, "1.1"),
        ({**PASSES, "first": 25}, "1.1:25"),
        ({**PASSES, "first": 35}, "1.1:30"),
    ],
)
def test_the_first_moment_is_where_the_clock_puts_its_number(clock: dict[str, Any], at: str) -> None:
    assert due(begun(clock), "ann") == at


@pytest.mark.parametrize(
    ("clock", "soonest", "latest"),
    [
        ({"unit": "beat", "first": "skill + 3"}, 2, 14),
        ({"unit": "beat", "first": "0 - skill"}, 2, 2),
        ({**RANKS, "first": "skill"}, 2, 7),
        ({**SHOTS, "first": "skill"}, 2, 11),
    ],
)
def test_a_latecomer_acts_no_sooner_than_now_and_no_later_than_at_the_end_of_the_next_round(
    clock: dict[str, Any], soonest: int, latest: int
) -> None:
    fight = begun({**clock, "first": clock["first"]})
    say(fight, "event in 2 horn stop")
    while fight.encounter.count < 2:
        say(fight, "next" if fight.encounter.question is None else f"{acting(fight)} wait")
    sheet = fight.encounter["ann"].profile.sheet
    assert fight.rules.turns.first_count(fight.encounter, sheet) == FirstCount(soonest, latest)


@pytest.mark.parametrize(("ties", "first"), [({}, "ann"), ({"ties": "skill"}, "bob"), ({"ties": "0 - skill"}, "ann")])
def test_of_several_on_one_count_the_highest_by_the_clock_is_asked_first(ties: dict[str, str], first: str) -> None:
    people = [{"name": "Ann", "skill": 3}, {"name": "Bob", "side": "b", "skill": 4}]
    fight = begun({"unit": "beat", **ties}, people=people)
    say(fight, "next")
    assert acting(fight) == first


# The next moment


@pytest.mark.parametrize(
    ("clock", "cost", "at"),
    [
        ({"unit": "beat"}, 3, "3"),
        ({**SHOTS, "first": 6}, 3, "1:3"),
        ({**SHOTS, "first": 6}, 5, "1:1"),
        ({**SHOTS, "first": 6}, 6, "2:6"),
        (RANKS, 3, "1.4"),
        (RANKS, 4, "2.1"),
        ({**RANKS, "again": "round"}, 1, "2.1"),
        ({**RANKS, "again": "round", "first": 2}, 1, "2.2"),
        ({**SHOTS, "again": "round", "first": 5}, 1, "2:5"),
        ({**PASSES, "first": 25}, 10, "1.2:15"),
        ({**PASSES, "first": 25}, 24, "1.2:1"),
        ({**PASSES, "first": 25}, 25, "2.1:25"),
        ({**PASSES, "first": 25}, None, "1.2:15"),
        ({**PASSES, "first": 25, "lose": 20}, None, "1.2:5"),
        ({**PASSES, "first": 25, "again": "round"}, 1, "2.1:25"),
    ],
)
def test_who_has_acted_acts_again_when_its_cost_is_over_or_in_the_next_round(
    clock: dict[str, Any], cost: int | None, at: str
) -> None:
    fight = begun(clock, 1, action={"cost": cost})
    while fight.encounter.question is None:
        say(fight, "next")
    say(fight, "ann strike bob", "next")
    assert due(fight, "ann") == at


@pytest.mark.parametrize(("lands", "at"), [(2, "5"), (7, "7")])
def test_who_strikes_slowly_acts_again_when_its_cost_is_over_and_no_sooner_than_the_blow_lands(
    lands: int, at: str
) -> None:
    fight = begun({"unit": "beat"}, 6, action={"lands": lands, "cost": 5})
    say(fight, "next", "ann strike bob", "bob rest")
    while fight.encounter["ann"].actions:
        say(fight, "next" if fight.encounter.question is None else "bob rest")
    assert due(fight, "ann") == at


def test_who_waits_where_rounds_run_on_has_its_place_again_in_the_next_one() -> None:
    fight = begun({**RANKS, "first": 2})
    say(fight, "next", "ann wait")
    assert due(fight, "ann") == "2.2" and fight.encounter["ann"].waiting
    older = begun({**RANKS, "first": 2}, release="")
    say(older, "next", "ann wait")
    assert due(older, "ann") == ""


def test_who_waits_where_initiative_is_rolled_anew_rolls_with_the_next_round_and_waits_no_longer() -> None:
    fight = begun({**SHOTS, "initiative": "1d6", "anew": True}, 6, 2, 3, 4)
    say(fight, "next", "ann wait")
    to_round(fight, 2)
    assert (due(fight, "ann"), due(fight, "bob")) == ("2:3", "2:4")
    assert not fight.encounter["ann"].waiting


def test_without_rolling_anew_a_round_changes_no_initiative() -> None:
    fight = begun({**SHOTS, "initiative": "1d6"}, 6, 2)
    say(fight, "next")
    to_round(fight, 2)
    assert [fight.encounter[who].mark("initiative") for who in ("ann", "bob")] == [6, 2]


def test_who_is_down_rolls_no_initiative_with_the_round() -> None:
    fight = begun({**SHOTS, "initiative": "1d6", "anew": True}, 6, 2, 3)
    say(fight, "next", "bob damage 10")
    to_round(fight, 2)
    assert (due(fight, "ann"), due(fight, "bob")) == ("2:3", "")


# Coming back


def test_who_comes_back_acts_no_sooner_than_its_last_action_lets_it() -> None:
    fight = begun({"unit": "beat"}, 6)
    say(fight, "next", "ann strike bob", "next", "ann leaves", "ann returns")
    assert due(fight, "ann") == "3"
    older = begun({"unit": "beat"}, 6, release="")
    say(older, "next", "ann strike bob", "next", "ann leaves", "ann returns")
    assert due(older, "ann") == "0"


def test_who_comes_back_after_an_action_in_words_acts_no_sooner_than_that_is_over() -> None:
    fight = begun({"unit": "beat"})
    say(fight, "next", 'ann does "digs" 4', "ann leaves", "ann returns")
    assert due(fight, "ann") == "4"
    quick = begun({"unit": "beat"})
    say(quick, "next", 'ann does "shouts" 1', "ann leaves", "ann returns")
    assert due(quick, "ann") == "1"


@pytest.mark.parametrize(("cost", "at"), [(3, "1:3"), (6, "2:6")])
def test_who_comes_back_in_the_round_in_which_it_acted_has_the_turn_that_it_had(cost: int, at: str) -> None:
    fight = begun({**SHOTS, "initiative": "4 + 2"}, 6, action={"cost": cost})
    say(fight, "next", "ann strike bob", "next")
    assert due(fight, "ann") == at
    say(fight, "ann leaves", "ann returns")
    assert due(fight, "ann") == at


def test_who_comes_back_in_a_later_round_is_placed_by_its_initiative_anew() -> None:
    fight = begun({**SHOTS, "initiative": "1d6", "anew": True}, 6, 2, 3, 4, 1)
    say(fight, "next")
    to_round(fight, 2)
    assert due(fight, "ann") == "2:3"
    say(fight, "ann leaves", "ann returns")
    assert due(fight, "ann") == "2:1"


def test_who_comes_back_in_a_later_pass_has_lost_as_much_as_the_others() -> None:
    fight = begun({**PASSES, "first": 25}, 6, action={"cost": None})
    say(fight, "next", "ann strike bob", "next", "bob wait", "next")
    assert fight.rules.unit.text(fight.encounter.count) == "1.2:15"
    say(fight, "bob leaves", "bob returns")
    assert due(fight, "bob") == "1.2:15"


# What ends with acting


def test_what_lasts_until_one_acts_ends_with_an_action_in_words_too() -> None:
    fight = table(conditions={"off": {"until": "acting", "by_hand": True}})
    say(fight, "begin", "next", "ann is off until ann acts")
    assert [each.key for each in fight.encounter["ann"].conditions]
    say(fight, 'ann does "shouts" 1')
    assert fight.encounter["ann"].conditions == ()


def test_waiting_is_no_acting() -> None:
    fight = table(conditions={"off": {"until": "acting", "by_hand": True}})
    say(fight, "begin", "next", "ann is off until ann acts", "ann wait")
    assert [each.key for each in fight.encounter["ann"].conditions]


# Phases


PHASED: dict[str, Any] = {
    "runs": "rounds",
    "unit": "rank",
    "phases": [{"name": "intent"}, {"name": "shots", "counts": 2}, {"name": "blows", "counts": 2}],
    "again": "round",
}


@pytest.mark.parametrize(
    ("phase", "lands", "at"), [("shots", 0, 1), ("shots", 1, 2), ("blows", 0, 3), ("intent", 0, 0)]
)
def test_an_action_of_a_phase_lands_so_many_counts_after_that_has_begun(phase: str, lands: int, at: int) -> None:
    fight = begun(PHASED, 6, action={"phase": phase, "lands": lands, "cost": None})
    say(fight, "next", "ann strike bob")
    assert [action.lands for action in fight.encounter["ann"].actions] == [at]


@pytest.mark.parametrize(("now", "refused"), [(2, False), (3, True)])
def test_an_action_of_a_phase_can_be_declared_until_that_is_over(now: int, refused: bool) -> None:
    fight = begun({**PHASED, "first": now + 1}, 6, action={"phase": "shots", "cost": None})
    say(fight, "next")
    assert fight.encounter.count == now and acting(fight) == "ann"
    if refused:
        with pytest.raises(Refused, match="Ann cannot strike now: shots is over in this round"):
            say(fight, "ann strike bob")
    else:
        say(fight, "ann strike bob")


# Orders


@pytest.mark.parametrize(
    ("orders", "breath", "verb"),
    [
        ("attack", 3, "strike"),
        ("attack", 1, "rest"),
        ("rest", 3, "rest"),
        ("attack, else rest", 1, "rest"),
    ],
)
def test_orders_do_what_they_name_and_pay_or_take_the_next_action_that_can_be_paid(
    orders: str, breath: int, verb: str
) -> None:
    fight = table(6, action={"pays": {"breath": 2}})
    say(fight, f"ann orders {orders}", f"fix ann breath {breath}", "begin", "next")
    last = fight.encounter["ann"].last or fight.encounter["ann"].actions[0]
    assert last.verb == verb


def test_orders_that_say_what_is_done_otherwise_get_no_action_without_a_target_in_its_place() -> None:
    fight = table(6, action={"pays": {"breath": 2}})
    say(fight, "ann orders attack, else ask", "fix ann breath 1", "begin", "next")
    assert acting(fight) == "ann" and fight.encounter["ann"].last is None
