"""Before a fight begins each lane has the first blow: its count, its weapon, its chance."""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.lanes import sample
from tests.random_play import EXAMPLES
from tests.tui.opening import example
from tests.tui.paper import Paper
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.views.timeline.ghosts import first_blows


def test_the_lane_of_a_fight_that_has_not_begun_says_who_is_quicker() -> None:
    player = Paper(example("duel"), (80, 24))
    assert "┊···········○6 bastard sword 60 %" in player.text()
    assert "┊···········○6 short sword 40 %" in player.text()
    assert "Ready? Everyone is aware of everyone." in player.text()
    player.press("enter")
    assert "○6 bastard sword" not in player.text(), "once it has begun the lanes have what is under way"


def test_who_is_not_aware_of_everyone_is_named_before_the_fight() -> None:
    session = example("duel")
    session.say("gruk unaware of brann")
    assert "Not aware of everyone: Gruk." in " ".join(Paper(session, (80, 24)).text().split())


def compared(name: str) -> int:
    """How many fighters of an example strike first with what their lane said; each takes as long as it said."""
    session = example(name)
    session.say("all rolled")
    ghosts = first_blows(session.encounter, session.rules).ghosts
    lanes = {ghost.who: (ghost.action.label, ghost.at - ghost.since) for ghost in ghosts if ghost.action is not None}
    with suppress(Refused):
        for fighter in session.encounter:
            session.say(f"{fighter.id} orders attack nearest")
        session.say("begin")
        for _ in range(20):
            session.say("next")
    first: dict[str, ev.ActionDeclared] = {}
    for event in (event for step in session.journal for event in step.events):
        if isinstance(event, ev.ActionDeclared):
            first.setdefault(event.who, event)
    alike = [
        who
        for who, event in first.items()
        if who in lanes and lanes[who][0].startswith((event.weapon.casefold() or "?", event.label.casefold()))
    ]
    for who in alike:
        assert first[who].speed == lanes[who][1], (who, first[who].label)
    return len(alike)


@pytest.mark.parametrize("name", sample(EXAMPLES, 3))
def test_a_first_blow_takes_as_many_counts_as_its_lane_said(name: str) -> None:
    compared(name)


@pytest.mark.parametrize(("name", "most"), [("goblin-warren", 10), ("segments-gatehouse", 5)])
def test_most_of_a_crowd_strike_first_with_what_their_lanes_said(name: str, most: int) -> None:
    assert compared(name) > most
