"""How hurt players see a fighter hangs on the pools that can take it out of the fight alone, in every game."""

from __future__ import annotations

import pytest

from tests.lanes import sample
from tests.random_play import EXAMPLES, kind
from tests.tui.opening import example
from tracker.dice.source import SeededDice
from tracker.players.view import BADLY_HURT, FRESH, Showing, view
from tracker.session import Session
from tracker.storage.preparation import prepare


def looks(session: Session, name: str) -> str:
    return next(one.health for one in view(session.encounter, session.rules, Showing()).fighters if one.name == name)


def test_a_mage_out_of_breath_is_fresh_and_one_at_half_its_life_badly_hurt() -> None:
    people = [{"name": "Ann", "player": "Ana", "side": "x"}, {"name": "Bo", "side": "y"}]
    fight = prepare({"system": "ticks", "combatant": people})
    session = Session(fight.encounter, fight.rules, SeededDice(1))
    session.say("fix bo breath 0")
    assert looks(session, "Bo") == FRESH
    session.say("fix bo life 7")
    assert looks(session, "Bo") == BADLY_HURT


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_a_pool_shows_exactly_where_its_fighter_goes_down_without_it(name: str) -> None:
    start = example(name)
    start.say("begin")
    kinds = set()
    for one in start.encounter:
        if not one.able:
            continue
        for pool, points in zip(one.profile.pools, one.pools, strict=True):
            if pool.full <= 1 or points != pool.full:
                continue
            spent = Session(start.encounter, start.rules, SeededDice(1))
            spent.say(f"fix {one.id} {pool.name} ={pool.least}")
            fells = not spent.encounter[one.id].able
            half = Session(start.encounter, start.rules, SeededDice(1))
            half.say(f"fix {one.id} {pool.name} {pool.full // 2}")
            seen = half.encounter[one.id].able and [
                row.health for row in view(half.encounter, half.rules, Showing()).fighters if row.name == one.name
            ]
            if seen:
                assert seen == [BADLY_HURT if fells else FRESH], f"{one.name}: {pool.name}"
                kinds.add(fells)
    assert True in kinds
