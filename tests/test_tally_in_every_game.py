"""In every game the tally gives what was taken to who dealt it, and tells all that was lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.asking import answered
from tests.game_master import line_of_an_ordinary_game_master, sides_standing
from tests.lanes import one_a_game
from tests.line_mode.hearing import ENCOUNTERS, opened
from tracker.encounter.statistics.tally import tally
from tracker.encounter.statistics.victory import victors
from tracker.model import events as ev


@pytest.mark.parametrize("path", one_a_game(ENCOUNTERS), ids=lambda path: path.stem)
def test_in_every_game_what_was_taken_was_dealt_and_all_that_was_lost_is_told(path: Path) -> None:
    session = opened(path)
    for _ in range(250):
        if session.encounter.began and session.encounter.question is None and len(sides_standing(session)) < 2:
            break
        session.say(line_of_an_ordinary_game_master(session))
    done = [session.journal.steps[n] for n in session.journal.done]
    deeds = tally(done)
    lost = [event for step in done for event in step.events if isinstance(event, ev.PoolChanged) and event.by < 0]
    assert sum(sum(one.dealt.values()) for one in deeds.values()) == sum(
        sum(one.taken.values()) for one in deeds.values()
    )
    for one in deeds.values():
        assert 0 <= one.harm_dealt <= sum(one.dealt.values()) and 0 <= one.harm_taken <= sum(one.taken.values())
    assert sum(one.harm_dealt for one in deeds.values()) == sum(one.harm_taken for one in deeds.values())
    for who in {event.who for event in lost}:
        own = deeds[who].taken + deeds[who].spent
        assert sum(own.values()) == -sum(event.by for event in lost if event.who == who)
    if any(isinstance(event, ev.Struck) and event.damage for step in done for event in step.events) and lost:
        assert any(one.dealt for one in deeds.values()), "blows took something"
    words = answered(session, "summary each").words
    assert all(any(line.strip().startswith(f"{one.name} (") for line in words) for one in session.encounter)
    if len(sides_standing(session)) == 1:
        assert victors(session.encounter) in sides_standing(session)
