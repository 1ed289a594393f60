"""Whatever is said: nobody drops out of the order, time never goes back, and everything can be taken back and redone."""

from __future__ import annotations

from random import Random

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.hybrid.playing import play
from tests.hybrid.table import BRANN, GOBLIN, Table
from tracker.dice.source import SeededDice
from tracker.encounter.evolve import fold
from tracker.session import Session

ARCHER = {
    "name": "Archer",
    "side": "raiders",
    "hidden": True,
    "weapon": [{"name": "Bow", "use": "missile", "type": "piercing", "damage": "1d6+8"}],
}
SELA = {
    "name": "Sela",
    "side": "heroes",
    "skill": [{"name": "Acrobatics", "basis": ["PAG"], "rank": 3}, {"name": "Knife", "basis": ["PCA"], "rank": 12}],
    "weapon": [
        {"name": "Knife", "skill": "Knife", "speed": 4, "damage": 9, "type": "piercing"},
        {"name": "Axe", "speed": 7, "damage": 20, "drawn": False},
    ],
}


def a_fight(seed: int) -> Session:
    goblin_2 = {**GOBLIN, "name": "Goblin 2", "orders": "attack again, parry"}
    session = Table(BRANN, SELA, GOBLIN, goblin_2, ARCHER).session
    session.dice = SeededDice(seed)
    return session


@settings(max_examples=40, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(seed=st.integers(0, 2**32))
def test_a_whole_fight_taken_back_step_by_step_and_redone_gives_equal_states(seed: int) -> None:
    session = a_fight(seed)
    start = session.encounter
    play(session, Random(seed).randrange, 120)
    journal = session.journal
    steps = [journal.steps[n] for n in journal.done]
    folded = start
    for step in steps:
        folded = fold(folded, step.events, session.rules)
        assert folded == journal.states[step.n], "replaying the events gives the state that was shown"
    states = [session.encounter]
    while journal.done:
        session.say("undo")
        states.append(session.encounter)
    assert session.encounter == start
    for state in reversed(states[:-1]):
        session.say("redo")
        assert session.encounter == state
