"""Standing orders in every game: fights fought by nobody else, and what one does of its own accord in each."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.game_master import answered
from tests.lanes import sample
from tests.random_play import kind
from tracker.dice.source import SeededDice
from tracker.encounter.engine.evolve import fold
from tracker.encounter.engine.journal import Step
from tracker.encounter.engine.standing_orders import answer, declares
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import read_encounter

SAVES = Path(__file__).parents[1] / "saves"
FIGHTS = (
    "ambush",
    "duel",
    "brawl",
    "phases-ambush",
    "prism-corridor",
    "prism-armour",
    "feats-rooftops",
    "plain-skirmish",
)
ACTS = ("attack", "attack nearest", "attack weakest, keep", "attack strongest, spread", "attack attacker")
RETREATS = ("", ", flee under 40", ", surrender at half", ", flee under 20, surrender at half")


def session_of(name: str, seed: int = 1) -> Session:
    prepared = read_encounter(SAVES / f"{name}.toml", library_dirs=())
    return Session(prepared.encounter, prepared.rules, SeededDice(seed))


def everybody_under_orders(name: str, seed: int = 1) -> Session:
    """A fight begun in which all attack whoever sits nearest and let blows come."""
    session = session_of(name, seed)
    words = session.rules.abilities.orders
    assert words is not None
    for one in session.encounter:
        session.say(f"{one.id} rolled")
        session.say(f"{one.id} orders {', '.join(['attack nearest', *words.answers[:1]])}")
    session.say("begin")
    return session


def played(session: Session, keys: int) -> None:
    """`next` and first answers, until one side is left, nothing is due, or so many lines were said."""
    session.say("begin")
    for _ in range(keys):
        if session.encounter.question is not None:
            answered(session)
            continue
        if len({one.profile.side for one in session.encounter if one.able}) < 2:
            return
        try:
            session.say("next")
        except Refused:
            return


@pytest.mark.parametrize("name", sample(FIGHTS, each=kind))
@settings(
    max_examples=max(2, settings().max_examples // 25),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_whatever_the_orders_the_fight_goes_on_and_every_order_is_allowed(name: str, data: st.DataObject) -> None:
    session = session_of(name, data.draw(st.integers(1, 10_000), "seed"))
    words = session.rules.abilities.orders
    assert words is not None
    answers = ("", *(f", {one}" for one in words.answers), *(f", {one} above 40" for one in words.answers[1:]))
    start = session.encounter
    for one in start:
        act = (
            data.draw(st.sampled_from(ACTS))
            + data.draw(st.sampled_from(RETREATS))
            + data.draw(st.sampled_from(answers))
        )
        session.say(f"{one.id} rolled")
        session.say(f"{one.id} orders {act}")
    played(session, 40)
    told = [event for n in session.journal.done for event in session.journal.steps[n].events]
    assert fold(start, told) == session.encounter
    assert any(isinstance(event, ev.ActionDeclared) and event.ordered and event.order for event in told)
    assert not any(isinstance(event, ev.Noted) and "cannot be followed" in event.text for event in told)


@pytest.mark.parametrize("name", FIGHTS)
def test_a_fight_in_which_everybody_has_orders_asks_nobody_what_to_declare(name: str) -> None:
    session = everybody_under_orders(name)
    for _ in range(12):
        question = session.encounter.question
        if question is not None:
            assert question.ask is not Ask.DECLARE or declares(session.encounter, session.rules, question.who) is None
            assert answer(session.encounter, session.rules) is None
            answered(session)
        elif len({one.profile.side for one in session.encounter if one.able}) > 1 and len(session.encounter.agenda):
            session.say("next")


HOLDERS = ("ambush", "duel", "phases-ambush", "prism-corridor", "feats-rooftops", "plain-skirmish")
"""One of each game and edition, in which the first who is asked waits."""


def gone_on(session: Session) -> None:
    """`next`, or the first answer to what is asked."""
    if session.encounter.question is not None:
        answered(session)
    else:
        session.say("next")


def ordered_steps(session: Session) -> list[Step]:
    return [step for step in map(session.step, session.journal.done) if step.mode == "orders"]


@pytest.mark.parametrize("name", HOLDERS)
def test_whoever_waits_takes_up_orders_given_later_as_soon_as_its_game_allows(name: str) -> None:
    """At the present count; in phases waiting is holding, so in the next sub-phase; in Hybrid after initiative."""
    session = session_of(name, 3)
    for one in session.encounter:
        session.say(f"{one.id} rolled")
        session.say(f"{one.id} orders none")
    session.say("begin")
    while session.encounter.question is None or session.encounter.question.ask is not Ask.DECLARE:
        gone_on(session)
    who, held = session.encounter.question.who, int(session.rules.unit.one == "sub-phase")
    session.say(f"{who} wait")
    count = session.encounter.count
    session.say(f"{who} orders attack nearest")
    assert not session.encounter[who].actions and not ordered_steps(session), "orders may still be finished"
    while not ordered_steps(session):
        gone_on(session)
    first = ordered_steps(session)[0]
    declared = [event for event in first.events if isinstance(event, ev.ActionDeclared)]
    if session.rules.abilities.wait_gives_turn_up:
        assert first.actor == who and first.at > count
    else:
        assert (first.actor, first.at) == (who, count + held)
    assert [(event.who, event.order) for event in declared] == [(who, "attack nearest")]
    assert not session.encounter[who].waiting


def test_whoever_is_asked_for_its_intent_shows_red_by_orders_given_meanwhile_and_attacks_by_them() -> None:
    session = session_of("prism-corridor")
    session.say("begin")
    session.say("next")
    question = session.encounter.question
    assert question is not None and (question.who, question.what) == ("eve", "intent")
    session.say("eve orders attack bob")
    assert session.encounter.question == question, "orders may still be finished"
    (step, *_) = session.say("next").steps
    assert (step.mode, step.line) == ("orders", "Eve answers by orders")
    question = session.encounter.question
    assert question is not None and (question.who, question.what) == ("bob", "intent")
    session.say("bob white")
    assert session.encounter["eve"].marks["intent"] == "red"
    assert [(one.target, one.ordered) for one in session.encounter["eve"].actions] == [("bob", True)]


def test_of_several_who_are_asked_for_intents_those_with_orders_given_meanwhile_are_not_asked_further() -> None:
    session = session_of("prism-corridor")
    session.say("begin")
    session.say("next")
    session.say("bob orders attack eve")
    session.say("eve blue")
    assert (session.encounter["eve"].marks["intent"], session.encounter["bob"].marks["intent"]) == ("blue", "red")


def test_orders_that_only_meet_blows_leave_the_intent_to_the_game_master() -> None:
    session = session_of("prism-corridor")
    session.say("begin")
    session.say("next")
    session.say("eve orders answer dodge")
    with pytest.raises(Refused, match="Answer the question first"):
        session.say("next")


@pytest.mark.parametrize("name", ["ambush", "duel", "prism-corridor", "feats-rooftops"])
def test_next_lets_whoever_is_asked_to_meet_a_blow_answer_by_orders_given_meanwhile(name: str) -> None:
    session = session_of(name, 3)
    words = session.rules.abilities.orders
    assert words is not None
    for one in session.encounter:
        session.say(f"{one.id} rolled")
    session.say("begin")
    first = words.answers[0]
    while (question := session.encounter.question) is None or first not in question.choices:
        if question is not None and question.ask is Ask.DECLARE:
            session.say(f"{question.who} orders attack nearest")
            session.say("next")
            session.say(f"{question.who} orders none")
        else:
            gone_on(session)
    session.say(f"{question.who} orders answer {first}")
    (step, *_) = session.say("next").steps
    assert step.mode == "orders"
    assert any(isinstance(event, ev.Answered) and event.order for event in step.events)


@pytest.mark.parametrize("name", FIGHTS)
def test_next_stops_after_the_blows_by_orders_of_one_count_so_that_they_can_be_told(name: str) -> None:
    session = everybody_under_orders(name, 3)
    for _ in range(12):
        if session.encounter.question is not None:
            answered(session)
            continue
        if len({one.profile.side for one in session.encounter if one.able}) < 2 or not len(session.encounter.agenda):
            return
        steps = session.say("next").steps
        assert len({step.at for step in steps if any(isinstance(event, ev.Struck) for event in step.events)}) <= 1


@pytest.mark.parametrize("name", ["duel", "phases-corridor", "prism-corridor", "feats-rooftops", "plain-skirmish"])
def test_giving_a_target_leaves_how_blows_are_met_as_it_was(name: str) -> None:
    """Whoever is asked how it meets a blow goes on being asked, though it is ordered meanwhile whom to attack."""
    session = session_of(name, 5)
    words = session.rules.abilities.orders
    assert words is not None and not words.silent
    if not words.answers:
        return
    for one in session.encounter.combatants[1:]:
        session.say(f"{one.id} orders attack nearest")
    session.say("begin")
    other = [what for _, what, _ in words.replies]
    for _ in range(300):
        question = session.encounter.question
        if question is not None and words.answers[0] in question.choices and question.what not in other:
            break
        if question is not None:
            answered(session)
        else:
            session.say("next")
    question = session.encounter.question
    assert question is not None and words.answers[0] in question.choices, "nobody was struck at"
    assert answer(session.encounter, session.rules) is None
    session.say(f"{question.who} orders attack nearest")
    assert session.encounter.question == question and answer(session.encounter, session.rules) is None
    session.say(f"{question.who} orders attack nearest, {words.answers[0]}")
    assert answer(session.encounter, session.rules) is not None
