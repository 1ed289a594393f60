"""Playout: one fight by orders from any state, the same for the same number, until one side stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.lanes import drawing, sample
from tests.odds.fights import duel, example, job, options_of, setup_of
from tracker.dice.source import SeededDice
from tracker.encounter.decide import Decided
from tracker.encounter.decide import decide as decide_command
from tracker.encounter.features.sides import standing_sides
from tracker.model.orders import NONE
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.odds import playout
from tracker.odds.job import Job, job_of, with_orders
from tracker.odds.playout import Ending, play, play_batch
from tracker.session import Session
from tracker.storage.preparation import prepare


def test_the_same_number_ends_the_same_and_another_number_or_seed_has_other_dice() -> None:
    assert play(job(), 3) == play(job(), 3)
    assert len({(play(job(), n).count, play(job(), n).points) for n in range(12)}) > 1
    assert [play(job(seed=1), n) for n in range(8)] != [play(job(seed=2), n) for n in range(8)]


def test_a_batch_has_its_fights_in_order_with_the_seconds_they_took() -> None:
    batch = play_batch(job(), range(2, 5))
    assert [ending.n for ending in batch.endings] == [2, 3, 4] and batch.seconds > 0


def test_the_winner_stands_alone_and_who_fell_has_nothing_left() -> None:
    ending = play(job(), 0)
    assert ending.winner in ("heroes", "raiders") and sum(ending.standing) == 1
    loser = ending.standing.index(False)
    assert ending.shares[loser] == 0 and ending.why == "" and ending.count > 0


def test_a_fight_is_played_from_where_it_stands() -> None:
    prepared = duel()
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    session.say("begin")
    session.say("bo damage 5")
    won = sum(play(job_of(session.encounter, "plain", {}), n).winner == "heroes" for n in range(20))
    assert won > sum(play(job(), n).winner == "heroes" for n in range(20))


def test_a_fight_at_an_open_question_of_a_player_goes_on_by_orders_and_dice_of_the_program() -> None:
    prepared = duel()
    typed = tuple(replace(fighter, typed=True) for fighter in prepared.encounter)
    session = Session(replace(prepared.encounter, combatants=typed), prepared.rules, SeededDice(1))
    session.say("begin")
    assert session.encounter.question is not None
    assert play(job_of(session.encounter, "plain", {}), 0).winner is not None


def test_a_fight_whose_time_runs_out_is_undecided() -> None:
    ending = play(replace(job(), limit=0), 0)
    assert (ending.winner, ending.why) == (None, "undecided")


def test_what_no_orders_answer_is_met_and_told() -> None:
    prepared = duel()
    without = with_orders(prepared.encounter, lambda fighter: NONE)
    ending = play(replace(job_of(without, "plain", {}), limit=5), 0)
    assert (ending.winner, ending.assumed) == (None, ("declaration",))
    assert play(job(), 0).assumed == ()


def test_a_free_event_that_stops_the_fight_at_the_table_does_not_stop_a_playout() -> None:
    prepared = duel(scheduled=[{"at": 1, "text": "The bridge burns", "stop": True}])
    assert play(job(prepared), 0).winner is not None


@pytest.mark.parametrize("name", ["feats-rooftops", "phases-ambush", "plain-skirmish"])
def test_fights_of_other_games_are_played_to_their_ends_under_every_policy(name: str) -> None:
    prepared = example(name)
    for sent in setup_of(prepared).jobs:
        assert play(sent, 0).winner is not None


def test_who_lies_unconscious_does_not_stand() -> None:
    prepared = example("feats-rooftops")
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    session.say("begin")
    assert list(standing_sides(session.encounter, session.rules)) == ["hunted", "watch"]
    for fighter in session.encounter:
        if fighter.profile.side == "hunted":
            session.say(f"{fighter.id} is unconscious")
    assert list(standing_sides(session.encounter, session.rules)) == ["watch"]
    assert play(job_of(session.encounter, "feats", options_of(prepared)), 0).winner == "watch"


def last_state(monkeypatch: pytest.MonkeyPatch, job: Job, n: int, kept: bool) -> tuple[Ending, Encounter]:
    """How a fight ends, and its last state."""
    states: list[Encounter] = []

    def decide(*given: Any) -> Decided:
        decided = real(*given)
        states.append(decided.encounter)
        return decided

    real = decide_command
    with monkeypatch.context() as patched:
        patched.setattr(playout, "decide", decide)
        return playout._play(job, n, kept), states[-1]


@drawing
@pytest.mark.parametrize(
    "name", sample(["duel", "ambush", "feats-rooftops", "plain-skirmish", "phases-ambush", "prism-corridor"], 3)
)
def test_a_fight_that_nobody_keeps_ends_in_the_very_state_of_one_that_is_kept(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in sample(setup_of(example(name)).jobs):
        assert last_state(monkeypatch, each, 0, kept=False) == last_state(monkeypatch, each, 0, kept=True)


def test_a_refusal_in_a_fight_that_nobody_keeps_has_it_played_again_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[bool] = []

    def decide(encounter: Encounter, command: Any, rules: Any, dice: Any, keep: bool) -> Decided:
        kept.append(keep)
        if not keep and encounter.count:
            raise Refused("Not now.")
        return real(encounter, command, rules, dice, keep)

    real = decide_command
    told = play(job(), 3)
    monkeypatch.setattr(playout, "decide", decide)
    assert play(job(), 3) == told
    assert kept == sorted(kept) and {*kept} == {False, True}


def breathless(orders: str) -> Job:
    """A job of two who have breath for one blow each, and then can only rest."""
    pack = {
        "pack": 1,
        "name": "breathless",
        "clock": {"unit": "tick"},
        "pools": {"life": {"full": 30, "down": 0}, "breath": {"full": 12}},
        "action": [
            {"name": "strike", "target": True, "cost": 3, "damage": "1", "pays": {"breath": 10}},
            {"name": "rest", "cost": 1},
        ],
    }
    sides = [{"name": name, "side": name, "orders": orders} for name in ("A", "B")]
    return job(prepare({"pack": pack, "combatant": sides}))


@pytest.mark.parametrize("orders", ["attack", "attack, else wait", "attack, else rest", "attack, else ask"])
def test_a_fight_in_which_only_time_passes_ends_with_that_word_long_before_its_last_count(orders: str) -> None:
    ending = play(breathless(orders), 0)
    assert (ending.winner, ending.why) == (None, playout.ONLY_TIME)
    assert ending.count < 300
