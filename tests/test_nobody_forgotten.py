"""Nobody is forgotten: who leaves, falls, heals, waits or comes late is asked when it may act, and never otherwise."""

from __future__ import annotations

from random import Random

import pytest

from tests.encounter.table import Plain, say, table
from tests.everyday import few
from tests.game_master import answered
from tests.random_play import ONE_OF_EACH, a_line
from tests.tui.opening import example
from tracker.encounter.decide import decide
from tracker.encounter.engine.evolve import evolve
from tracker.model import events as ev
from tracker.model.commands import Advance
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, Rank
from tracker.session import Session

every_game = pytest.mark.parametrize("name", ONE_OF_EACH)
seeds = pytest.mark.parametrize("seed", few(range(10), 1))
OUT = ("leaves", "surrenders", "down")


def assert_nobody_out_has_a_turn(session: Session) -> None:
    """Nobody who is out is asked to declare, or has a moment to come."""
    encounter = session.encounter
    question = encounter.question
    if question is not None and question.ask is Ask.DECLARE:
        assert encounter[question.who].able, f"{question.who} is asked and {encounter[question.who].presence.words}"
    moments = [due.who for due in encounter.agenda if due.what == DECLARE and not encounter[due.who].able]
    assert not moments, f"{moments} are out and have a turn to come"


def goes_on(session: Session, random: Random, lines: int) -> None:
    """The fight is played by its menus, and nobody who is out has a turn; it ends where `next` is refused."""
    for _ in range(lines):
        assert_nobody_out_has_a_turn(session)
        line = a_line(session, random)
        try:
            session.say(line)
        except Refused:
            if line == "next":
                return


def is_asked(session: Session, who: str, lines: int = 60) -> bool:
    """Whether a fighter is asked to declare soon, while everybody else waits."""
    for _ in range(lines):
        question = session.encounter.question
        if question is None:
            session.say("next")
        elif question.ask is Ask.DECLARE and question.who == who:
            return True
        else:
            answered(session)
    return False


@seeds
@every_game
def test_who_is_out_before_the_fight_begins_is_never_asked(name: str, seed: int) -> None:
    session, random = example(name, seed), Random(seed)
    out = random.sample([fighter.id for fighter in session.encounter], k=min(2, len(session.encounter.combatants) - 1))
    for who in out:
        session.say(f"{who} {random.choice(OUT)}")
    session.say("begin")
    for who in out:
        assert not session.encounter[who].able
    session.say("next")
    goes_on(session, random, 20)


@every_game
def test_who_comes_back_after_being_out_before_the_beginning_is_asked(name: str) -> None:
    session = example(name)
    who = session.encounter.combatants[0].id
    session.say(f"{who} leaves")
    session.say("begin")
    session.say(f"{who} returns")
    assert is_asked(session, who)


def test_who_left_before_the_fight_rolls_for_no_place_and_is_not_asked() -> None:
    session = table(Plain, dice=(5, 4), people=(("Ann", "x", ""), ("Bo", "y", ""), ("Cy", "y", "")))
    say(session, "cy leaves", "begin", "next")
    question = session.encounter.question
    assert question is not None and question.who == "ann"
    say(session, "ann guard", "next", "bo guard", "next")
    assert is_asked(session, "bo") and session.encounter.count == 2


def test_a_moment_that_an_older_release_gave_to_one_who_is_out_is_passed_over() -> None:
    session = table(Plain, dice=(5, 4, 20), people=(("Ann", "x", ""), ("Bo", "y", ""), ("Cy", "y", "")))
    say(session, "begin", "cy leaves")
    stale = evolve(session.encounter, ev.DueAdded(who="cy", what=DECLARE, at=1, rank=Rank.DECLARATION), session.rules)
    after = decide(stale, Advance(), session.rules, session.dice).encounter
    assert after.question is not None and after.question.who == "ann"
    asked = ev.Asked(ask="declare", who="cy", what="declaration", text="Cy may declare.")
    after = decide(evolve(stale, asked, session.rules), Advance(), session.rules, session.dice).encounter
    assert after.question is not None and after.question.who == "ann"
