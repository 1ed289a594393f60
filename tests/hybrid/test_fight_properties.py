"""Whatever is said: nobody drops out of the order, time never goes back, all can be taken back and redone."""

from __future__ import annotations

from random import Random

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.hybrid.crowd import a_fight
from tests.hybrid.playing import play
from tracker.encounter.engine.evolve import fold


@settings(max_examples=settings().max_examples // 4, phases=[Phase.explicit, Phase.generate])
@given(seed=st.integers(0, 2**32))
def test_a_whole_fight_taken_back_step_by_step_and_redone_gives_equal_states(seed: int) -> None:
    session = a_fight(seed)
    start = session.encounter
    play(session, Random(seed).randrange, 60)
    journal = session.journal
    steps = [journal.steps[n] for n in journal.done]
    folded = start
    for step in steps:
        folded = fold(folded, step.events)
        assert folded == journal.states[step.n], "replaying the events gives the state that was shown"
    states = [session.encounter]
    while journal.done:
        session.say("undo")
        states.append(session.encounter)
    assert session.encounter == start
    for state in reversed(states[:-1]):
        session.say("redo")
        assert session.encounter == state
