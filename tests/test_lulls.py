"""Lulls in every game: where all under orders only let their turns pass, the clock stops and says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.lanes import sample
from tests.odds.fights import example, job
from tests.packs.kit import table
from tests.random_play import EXAMPLES, PACKED, game
from tracker.dice.source import SeededDice
from tracker.odds.playout import ONLY_TIME, play
from tracker.session import Session
from tracker.session.fight import ONLY_PASSING
from tracker.storage.preparation import Prepared


def unaware(name: str) -> Prepared:
    """An example in which all are to attack by orders, and no fighter has noticed a foe."""
    prepared = example(name)
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    for one in session.encounter:
        session.say(f"{one.id} rolled")
        session.say(f"{one.id} orders attack")
    sides = {one.id: one.profile.side for one in session.encounter}
    fighters = [
        replace(
            one,
            profile=replace(one.profile, player=""),
            unaware_of=frozenset(who for who, side in sides.items() if side != one.profile.side),
        )
        for one in session.encounter
    ]
    return replace(prepared, encounter=replace(session.encounter, combatants=tuple(fighters)))


@pytest.mark.parametrize("name", sample(EXAMPLES, each=game))
def test_where_all_only_let_turns_pass_next_stops_within_a_round_and_a_forecast_ends(name: str) -> None:
    prepared = unaware(name)
    passes = prepared.rules.abilities.passes
    if passes:
        assert play(job(prepared), 0).why == ONLY_TIME
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    session.say("begin")
    outcomes = [session.say("next") for _ in range(6)]
    assert all(len(outcome.steps) <= 20 * len(session.encounter.combatants) for outcome in outcomes)
    stops = [outcome.refused for outcome in outcomes if outcome.refused]
    assert stops == [ONLY_PASSING] * (6 if passes and name in PACKED else len(stops))
    assert session.say(f"to {session.rules.unit.text(session.encounter.count + 5)}").refused == "", "time may go by"


def test_a_fighter_without_skill_ends_its_turn_by_orders_once_and_the_clock_stops() -> None:
    session = table(
        clock={"runs": "down", "round": 6, "first": "3", "again": "turn"},
        pools={"life": {"full": 10, "down": 0}, "breath": {"full": 1, "refill": "turn"}},
        action={"cost": 0, "pays": {"breath": 1}, "needs": "skill > 5"},
    )
    for line in ("ann orders strike", "bob orders strike", "begin"):
        session.say(line)
    outcome = session.say("next")
    assert outcome.refused == ONLY_PASSING
    assert [step.line for step in outcome.steps][1:] == ["Ann follows orders", "Bob follows orders"]
    assert session.say("next").steps, "and `next` goes on"
