"""Points that a fighter spends on its own deeds are no harm: nothing red tells of them, in any game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.random_play import EXAMPLES, kind, random_fight
from tracker.model import events as ev
from tracker.session import Session
from tracker.text.cells import words
from tracker.views.focus import last_losses, last_steps
from tracker.views.outcome import lay_outcome

HARMS = ("hit by", "bleeding", "fumble", "inhaled water", "no air", "loss of blood", "PFT lost", "MFT lost")
"""Words of reasons for harm. The last two are also those of an effort, which says so."""


def changes(session: Session) -> Iterator[ev.PoolChanged]:
    """The losses of the last step and of those that followed by themselves."""
    for step in last_steps(session.journal):
        for event in step.events:
            if isinstance(event, ev.PoolChanged) and event.lost > 0:
                yield event


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_what_is_spent_is_red_neither_in_the_log_nor_in_the_result_nor_on_a_bar(name: str) -> None:
    last = None
    for session in random_fight(name, 7, 120):
        last = session
        lost = last_losses(session.journal)
        harmed = {(event.who, event.pool) for event in changes(session) if not event.spent}
        assert {(who, pool) for who, pools in lost.items() for pool in pools} == harmed
        lines = lay_outcome(8, session.encounter, session.journal, 98, session.rules.unit, session.rules)
        for line in lines:
            assert " spent" not in words(line) or all(span.role != "lost" or "−" in span.text for span in line)
    assert last is not None
    for entry in controller_of(last).runner.log.entries:
        for single in entry.single:
            if isinstance(single.event, ev.PoolChanged):
                assert (single.words.role == "hurt") == (single.event.lost > 0 and not single.event.spent)


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_the_price_of_a_declaration_or_an_answer_is_spent_and_harm_is_not(name: str) -> None:
    """The oracle: who loses points in the step of its own deed, by its words; and what is harm by its reason."""
    for session in random_fight(name, 8, 150):
        step = session.journal.steps[session.journal.done[-1]] if session.journal.done else None
        if step is None:
            continue
        deeds: set[tuple[str, str]] = set()
        for event in step.events:
            if isinstance(event, ev.DefenceDeclared):
                deeds.add((event.who, event.label))
            if isinstance(event, ev.PoolChanged) and event.lost > 0:
                assert (event.who, event.why) not in deeds or event.spent, event
                if any(why in event.why for why in HARMS[:-2]):
                    assert not event.spent, event


def test_a_dodge_in_ticks_costs_breath_which_is_told_in_no_red() -> None:
    for session in random_fight("ticks-ford", 1, 200):
        for step in last_steps(session.journal):
            for event in step.events:
                if isinstance(event, ev.PoolChanged) and event.why == "dodge":
                    assert event.spent and event.pool == "breath"
                    return
    raise AssertionError("nobody dodged")
