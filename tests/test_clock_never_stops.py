"""The clock never stops for good: after anything done by hand at any question, `next` goes on or an answer is open."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import settings

from tests.changes_by_hand import done_by_hand
from tests.lanes import sample
from tests.random_play import EXAMPLES, a_line, answers, kind, typed
from tests.tui.opening import SAVES, example
from tracker.dice.source import SeededDice
from tracker.encounter.advance import nothing_due
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE
from tracker.session import Session
from tracker.storage.preparation import prepare, read_encounter


def goes_on(session: Session, place: int) -> None:
    """Either `next` is carried out, or one of the answers is; nothing is due only where the reason is said."""
    question = session.encounter.question
    tried = [*answers(session), *(["next"] if question is not None else [])]
    refusals: list[str] = []
    for answer in tried:
        other = Session(session.encounter, session.rules, SeededDice(place))
        try:
            if isinstance(answer, str):
                other.say(answer)
            else:
                other.dispatch(answer, str(answer))
        except Refused as refused:
            refusals.append(refused.sentence)
            continue
        assert other.journal.done, f"{answer} changes nothing"
        return
    stands = question is None and nothing_due(session.encounter, session.rules)
    assert stands, (question, tried, refusals)


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
@pytest.mark.parametrize("seed", sample(range(20)))
def test_after_anything_done_by_hand_next_goes_on_or_an_answer_is_open(name: str, seed: int) -> None:
    session, random = typed(example(name, seed)), Random(f"{name} {seed}")
    session.say("begin")
    for place in range(4 * settings().max_examples):
        for _ in range(random.choice((0, 0, 1, 2))):
            try:
                session.say(done_by_hand(session, random))
            except Refused:
                continue
            goes_on(session, place)
        line = a_line(session, random) if random.random() < 0.9 else "next"
        with suppress(Refused):
            session.say(line)
        goes_on(session, place)


def test_a_rat_that_is_put_down_between_the_opening_rolls_does_not_hold_the_clock() -> None:
    document = read_encounter(SAVES / "segments-gatehouse.toml", library_dirs=()).document
    document["combatant"][0]["player"] = "Ana"
    prepared = prepare(document)
    session = Session(prepared.encounter, prepared.rules, SeededDice(2))
    for line in ("begin", "fix cellar-rat-3 blood 0", "roll"):
        session.say(line)
    assert session.encounter.agenda.find("cellar-rat-3", DECLARE) is None
    for line in ("next", "quill wait", "next"):
        session.say(line)
    assert session.encounter.count > 4
