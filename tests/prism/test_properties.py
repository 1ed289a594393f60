"""Whatever is said: nobody drops off the chain or owes energy, all can be taken back and whatever is shown be shown."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.lanes import sample
from tests.prism.playing import play
from tests.prism.table import BOB, DAN, EVE, table
from tracker.dice.source import SeededDice
from tracker.encounter.engine.evolve import fold
from tracker.model.questions import Ask
from tracker.model.state import DECLARE
from tracker.session import Session
from tracker.testing import check_face

HOUSES: list[dict[str, Any]] = [
    {},
    {"house_rules": {"degrees": True, "objects": True, "damage_from": "quality"}},
    {"house_rules": {"ties": "initiative", "dodge_roll": "simple", "deflect_roll": True, "energy_recovery": 2}},
    {"house_rules": {"cycle": 3, "dodge_roll": "none", "defensive": "none", "vitality_zero": "note"}},
    {"house_rules": {"hold": False, "desperation_cost": 2, "complex_equal": True, "destroyed_at": "full"},
     "scene": {"modifier": 30}},
    {"house_rules": {"one_pool": True, "random_location": True, "ties_go_to": "reactor", "closeness_cap": False},
     "locations": ["head", *["torso"] * 9]},
]  # fmt: skip
SHIELD = {"name": "Shield", "skill": "Brawl", "deflects": True, "threshold": 4, "capacity": 9}
ANN = {**EVE, "name": "Ann", "side": "heroes", "weapon": [SHIELD], "player": "Mia"}


def a_fight(seed: int) -> Session:
    """Four at odds in one of several houses."""
    house = HOUSES[seed % len(HOUSES)]
    people = [{**BOB, "player": "Ana"} if seed % 2 else BOB, {**EVE, "orders": "attack again, deflect 2"}, DAN, ANN]
    if house.get("house_rules", {}).get("one_pool"):
        people = [{**one, "pools": {}} for one in people]
    session = table(*people, **house)
    session.dice = SeededDice(seed)
    return session


def check_chain(session: Session) -> None:
    """Whoever is able has a turn to come, an action under way, or is just being asked; nobody owes energy."""
    encounter, question = session.encounter, session.encounter.question
    for one in encounter:
        assert all(pool.least <= now <= pool.full for pool, now in zip(one.profile.pools, one.pools, strict=True))
        if encounter.began and one.able and (question is None or question.ask is Ask.DECLARE):
            assert encounter.agenda.find(one.id, DECLARE) is not None or one.actions, one.name


@pytest.mark.parametrize("seed", sample(range(36), each=lambda seed: seed % len(HOUSES)))
def test_a_random_fight_holds_together_and_can_be_taken_back(seed: int) -> None:
    session = a_fight(seed)
    start, draw = session.encounter, Random(seed).randrange
    for _ in range(6):
        play(session, draw, 10)
        check_chain(session)
        check_face(session)
    journal = session.journal
    folded = start
    for number in journal.done:
        folded = fold(folded, journal.steps[number].events)
    assert folded == session.encounter, "replaying the events gives the state that was shown"
    end, taken = session.encounter, 0
    while journal.done:
        session.undo()
        taken += 1
    assert session.encounter == start
    for _ in range(taken):
        session.redo()
    assert session.encounter == end
