"""Odds in every game: what is shown before a roll is what is rolled against, conditions in one's own words included."""

from __future__ import annotations

import shlex

import pytest

from tests.asking import explained
from tests.attacking import asked_to_attack, priced
from tests.controllers import controller_of
from tests.tui.opening import example
from tests.tui.playing import press
from tracker import testing as contract
from tracker.controller.choices.question_view import asking
from tracker.model import events as ev
from tracker.model.questions import Ask, Roll
from tracker.session import Session

ATTACKS = [
    ("ambush", "attack"),
    ("duel", "attack"),
    ("phases-ambush", "fire"),
    ("prism-corridor", "attack"),
    ("feats-rooftops", "slam"),
    ("plain-skirmish", "attack"),
]
"""A fight of each game and edition, and the verb that attacks in it."""


ROLLED = {"fire": "attack", "attack": "attack", "slam": "slam"}
"""What the roll of each is called."""


def rolls_since(session: Session, steps: int) -> list[ev.Rolled]:
    """What was rolled against a chance after so many steps."""
    events = [event for n in session.journal.done[steps:] for event in session.journal.steps[n].events]
    return [event for event in events if isinstance(event, ev.Rolled) and event.chance is not None]


def odds_of(session: Session, event: ev.Rolled) -> str:
    """The odds of a roll that fell, as its game writes them."""
    return session.rules.dice.odds(Roll(event.who, event.what, event.label, event.dice, event.chance))


@pytest.mark.parametrize(("name", "verb"), ATTACKS)
@pytest.mark.parametrize("weight", [-3, 2])
def test_the_odds_shown_are_those_rolled_against_with_a_condition_in_ones_own_words(
    name: str, verb: str, weight: int
) -> None:
    session, who = asked_to_attack(name, verb)
    before = priced(session, who, verb)
    assert before is not None
    session.say(f'{who} is "soaked through" {weight:+d}')
    shown = priced(session, who, verb)
    assert shown is not None and shown.line == before.line and shown != before
    assert any(
        "soaked through" in line for line in explained(session, who, shown.about or tuple(shlex.split(shown.line)[1:]))
    )
    steps = len(session.journal.done)
    session.say(shown.line)
    while not (own := [roll for roll in rolls_since(session, steps) if roll.who == who and roll.what == ROLLED[verb]]):
        session.say(contract.likely(session))
    told = f"{shown.told} {shown.beside}"
    assert [figure for figure in odds_of(session, own[0]).split(", ") if figure not in told] == []
    assert sum("soaked through" in line for line in own[0].sum) == 1


OWN = ("parry", "block", "dodge", "disarm")
"""Answers whose odds are the defender's; others tell how likely the blow is to land."""
ANSWERED = [("duel", "attack", 15), ("feats-rooftops", "slam", 3)]
"""What three points of a condition take off a chance in percent, or off a number of the sheet."""


@pytest.mark.parametrize(("name", "verb", "less"), ANSWERED)
def test_the_ways_to_meet_a_blow_are_shown_with_what_the_defender_bears(name: str, verb: str, less: int) -> None:
    session, who = asked_to_attack(name, verb)
    attack = priced(session, who, verb)
    assert attack is not None
    session.say(attack.line)
    while (question := session.encounter.question) is None or question.ask is not Ask.CHOOSE:
        session.say(contract.likely(session))

    def first_numbers() -> dict[str, int]:
        choices = session.rules.choices.answers(session.encounter, question)
        works = {one.word: one.works for one in choices if one.word in OWN and one.works is not None}
        told = {word: (one.needs.text if one.needs is not None else one.words) for word, one in works.items()}
        return {word: int("".join(filter(str.isdigit, text))) for word, text in told.items()}

    unhurt = first_numbers()
    session.say(f'{question.who} is "soaked through" -3')
    assert unhurt and first_numbers() == {word: number - less for word, number in unhurt.items()}


@pytest.mark.parametrize(("name", "worth"), [("duel", "(1 is a DF, 5 %)"), ("phases-ambush", "(1 is a level)")])
def test_where_a_point_is_more_than_one_of_the_die_the_line_of_a_condition_says_so(name: str, worth: str) -> None:
    session = example(name)
    session.say("begin")
    controller = controller_of(session)
    press(controller, ";", "c", "o")
    assert worth in asking(controller).hint


def test_what_a_fighter_of_hybrid_resists_with_is_told_with_its_own_condition() -> None:
    session = example("duel")
    session.say('brann is "blinded by flour" -4')
    for what in ("shock", "knockback", "bleeding"):
        assert "DF −4 blinded by flour: −20" in explained(session, "brann", (what,))
