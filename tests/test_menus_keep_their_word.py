"""What a menu or a question offers is carried out when it is said, and what it refuses is refused in the same words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from hypothesis import settings

from tests.changes_by_hand import done_by_hand
from tests.hybrid.kit import duel
from tests.lanes import drawing, sample
from tests.random_play import EXAMPLES, a_line, menus_of
from tests.switched_rules import SWITCHED, Rule, drawn, opened
from tests.tui.opening import example
from tracker.dice.source import SeededDice
from tracker.game_api.values import Choice
from tracker.model import commands as cmd
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.players.seat import Option, offer
from tracker.session import Session

SAID = 12
"""Of so many choices of a question each is said every day."""


def refusal(session: Session, answer: str | cmd.Command) -> str:
    """Why a line or an answer is refused in this very state; empty when it is carried out."""
    other = Session(session.encounter, session.rules, SeededDice(5))
    try:
        other.say(answer) if isinstance(answer, str) else other.dispatch(answer, str(answer))
    except Refused as refused:
        return refused.sentence
    return ""


def offered(session: Session) -> Iterator[tuple[Choice, str | cmd.Command]]:
    """Every choice of what is asked, with what takes it."""
    question, encounter, choices = session.encounter.question, session.encounter, session.rules.choices
    if question is None:
        return
    if question.ask is Ask.CHOOSE:
        for choice in choices.answers(encounter, question):
            yield choice, cmd.Choose(question.who, choice.word)
    if question.ask is not Ask.DECLARE:
        return
    again = choices.repeat_last(encounter, question.who)
    if again is not None:
        yield again, again.line
    for menu in menus_of(session, question.who):
        for choice in (*menu.choices, *menu.options, *menu.absent):
            if choice.line and not choice.unfinished:
                yield choice, choice.line


def on_phones(session: Session) -> Iterator[tuple[Option, cmd.Command]]:
    """The answers to a question that a player's page offers; what it offers to declare hangs on what players know."""
    encounter, question = session.encounter, session.encounter.question
    if question is None or question.ask is not Ask.CHOOSE:
        return
    asked = offer(encounter, session.rules, encounter[question.who].profile.player, encounter.count)
    for option in asked.options if asked is not None else ():
        yield option, cmd.Choose(question.who, option.line)


def check(session: Session) -> int:
    """Say everything that is offered; gives how many choices there were."""
    checked = 0
    for choice, answer in sample(offered(session), SAID):
        why = refusal(session, answer)
        checked += 1
        assert bool(why) == bool(choice.refused), (choice, answer, why)
        # A refused answer also says which answers are possible.
        assert why.startswith(choice.refused), (choice, answer, why)
    for option, answer in on_phones(session):
        checked += 1
        assert option.refused or not refusal(session, answer), (option, refusal(session, answer))
    return checked


@drawing
@pytest.mark.parametrize("name", sample(EXAMPLES, 2))
@pytest.mark.parametrize("seed", sample(range(4)))
def test_everything_offered_is_carried_out_and_everything_refused_is_refused_as_it_says(name: str, seed: int) -> None:
    session, random, checked = example(name, seed), Random(f"{name} {seed}"), 0
    session.say("begin")
    for _ in range(settings().max_examples):
        if random.random() < 0.25:
            with suppress(Refused):
                session.say(done_by_hand(session, random))
        checked += check(session)
        with suppress(Refused):
            session.say(a_line(session, random))
    assert checked > settings().max_examples


@pytest.mark.parametrize(("game", "rule"), sample(SWITCHED, 3))
def test_a_menu_keeps_its_word_under_a_house_rule_that_is_switched(game: str, rule: Rule) -> None:
    session, random, checked = opened(drawn(game, 0).document, rule, SeededDice(3)), Random(str(rule)), 0
    session.say("begin")
    for _ in range(settings().max_examples // 2):
        for _ in range(2):
            with suppress(Refused):
                session.say(a_line(session, random))
        checked += check(session)
    assert checked or "down_at" in rule, "something is offered, unless nobody stands"


def test_who_lies_on_the_ground_is_told_so_by_every_entry_to_close() -> None:
    table = duel()
    table.say("fix anna prone on")
    menu = table.session.rules.choices.menu(table.now, "anna", ("close",))
    (close,) = [choice for choice in menu.choices if choice.label.startswith("close with")]
    assert close.refused == "Anna cannot close: prone; `anna stand` gets up."
