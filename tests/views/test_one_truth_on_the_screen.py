"""Several parts of the screen say the same of one moment: heading and rows, head line and agenda, blow and end."""

from __future__ import annotations

import re

import pytest
from hypothesis import settings

from tests.lanes import sample
from tests.random_play import EXAMPLES, menus_of, watched
from tracker.model.questions import Ask
from tracker.model.state import DECLARE, Rank
from tracker.narration.outcome import last_outcome
from tracker.session import Session
from tracker.text.cells import words
from tracker.views.headline import lay_head
from tracker.views.outcome import sentence

every_game = pytest.mark.parametrize("name", sample(EXAMPLES, 3))
seeds = pytest.mark.parametrize("seed", sample(range(8)))


def first_due(session: Session) -> str:
    """When what is due first is due, as the clock writes it: no point of a pool, no end of what closes by itself."""
    encounter, question = session.encounter, session.encounter.question
    for due in encounter.agenda:
        asked = question is not None and question.ask is Ask.DECLARE and (due.who, due.what) == (question.who, DECLARE)
        quiet = due.rank == Rank.CLOSING and not session.rules.resolution.next_stops_at(encounter, due)
        pool = due.rank == Rank.EFFECT and due.who in encounter and encounter[due.who].has_pool(due.ref)
        stops = session.rules.resolution.next_stops_at(encounter, due)
        if not (asked and due.count == encounter.count) and not quiet and (stops or not pool):
            return session.rules.unit.text(due.count)
    return ""


@every_game
@seeds
def test_the_head_line_begins_with_what_is_due_first(name: str, seed: int) -> None:
    for session in watched(name, seed, 8 * settings().max_examples):
        line = words(lay_head(session.encounter, session.rules, "a fight", "", 200))
        told, first = re.search(r"(?:next|then) [◆●+!]?(\d\S*) ", line), first_due(session)
        assert (told[1] if told is not None else "") == first, (line, first)


@every_game
@seeds
def test_a_heading_with_a_count_holds_for_the_rows_below_it(name: str, seed: int) -> None:
    for session in list(watched(name, seed, 4 * settings().max_examples))[::3]:
        question = session.encounter.question
        for menu in menus_of(session, question.who) if question is not None and question.ask is Ask.DECLARE else ():
            at = re.search(r"lands on count (\d+)( where it reaches)?", menu.title)
            counts = {choice.lands for choice in menu.choices if choice.whom and not choice.refused}
            if at is not None:
                assert int(at[1]) in counts and (at[2] is not None or counts == {int(at[1])}), menu


@every_game
@seeds
def test_what_became_of_a_target_is_told_behind_a_blow_that_hit_it(name: str, seed: int) -> None:
    for session in watched(name, seed, 8 * settings().max_examples):
        outcome = last_outcome(session.journal)
        for target in {blow.target for blow in outcome.blows} if outcome is not None else ():
            assert outcome is not None
            blows = [blow for blow in outcome.blows if blow.target == target]
            if {blow.outcome for blow in blows} < {"hit", "missed"}:
                continue
            told = sentence(session.encounter, outcome)
            clauses = [part for part in told.split("; ") if f"{session.encounter[target].name}" in part]
            assert not any(re.search(r"miss(es)? [^,:]+:", clause) for clause in clauses if ": " in clause), told
