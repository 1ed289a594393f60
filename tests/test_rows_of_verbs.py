"""The rows of verbs of every game and pack: a line is kept as text and read back, and completion knows its words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from tests.lanes import Cases, drawing, sample
from tests.random_play import ONE_OF_EACH, kind, lines_of, random_fight
from tests.tui.opening import example
from tracker.controller.typing.completion import candidates
from tracker.dice.source import SeededDice
from tracker.encounter.engine.multi_target import command_of, data_of
from tracker.encounter.language.parser import parse
from tracker.games.toolkit.verbs import ChoicesByRows, Verb, Verbs
from tracker.model.commands import Command, Do
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session

WITH_ROWS = [name for name in sample(ONE_OF_EACH, each=kind) if isinstance(example(name).rules.choices, ChoicesByRows)]
"""An example of each game whose verbs are rows."""
each_game = pytest.mark.parametrize("name", Cases(WITH_ROWS))


def rows_of(session: Session) -> Verbs[Any]:
    choices = session.rules.choices
    assert isinstance(choices, ChoicesByRows)
    return choices.rows


MOST_OF_A_VERB = 3
"""Commands of each verb that are tried."""


def commands(name: str) -> Iterator[tuple[Session, Do]]:
    """What the menus of a random fight offer, a few commands of each verb."""
    tried = Counter[str]()
    for session in random_fight(name, 3, 8):
        question = session.encounter.question
        if question is None or question.ask is not Ask.DECLARE:
            continue
        for choice in lines_of(session, question.who, ()):
            verb = choice.line.split()[1]
            if tried[verb] == MOST_OF_A_VERB:
                continue
            command = parse(session.encounter, session.rules, choice.line)
            if isinstance(command, Do):
                tried[verb] += 1
                yield session, command


def events(session: Session, command: Command) -> Any:
    """What a command does in this very state; the sentence when it is refused."""
    other = Session(session.encounter, session.rules, SeededDice(5))
    try:
        return [step.events for step in other.dispatch(command, "").steps]
    except Refused as refused:
        return refused.sentence


@each_game
def test_a_command_kept_as_text_is_read_back_and_does_the_same(name: str) -> None:
    checked = 0
    for session, command in commands(name):
        rows, text = rows_of(session), session.rules.choices.as_text(command)
        assert all(isinstance(word, str) for word in text.words)
        # Text ends where the last values are empty.
        values = rows.values_of(text)
        assert values == rows.values_of(command)[: len(values)]
        kept = command_of(json.loads(json.dumps(data_of(text))))
        assert kept == text
        assert events(session, kept) == events(session, command), command
        checked += 1
    assert checked >= MOST_OF_A_VERB


def words_of(row: Verb, session: Session, who: str) -> list[str]:
    return [word for argument in row.arguments for word in argument.words(session.encounter, who)]


@each_game
def test_each_word_of_an_argument_completes_behind_its_verb_unless_a_fighter_begins_so(name: str) -> None:
    session = example(name)
    people = [fighter.id for fighter in session.encounter]
    checked = 0
    for verb, row in rows_of(session).items():
        for word in words_of(row, session, people[0]):
            offered = candidates(session.encounter, session.rules, f"{people[0]} {verb} {word[:3]}")
            written = f'"{word}"' if " " in word else word
            assert written in offered or set(offered) & {*people}, (verb, word, offered)
            checked += 1
    assert checked


@each_game
def test_what_is_refused_for_its_words_shows_a_line_that_works_or_says_which_word_is_wrong(name: str) -> None:
    session = example(name)
    who = session.encounter.combatants[0].id
    for verb, row in rows_of(session).items():
        if not row.arguments:
            continue
        try:
            parse(session.encounter, session.rules, f"{who} {verb} flibbet flibbet flibbet flibbet")
        except Refused as refused:
            examples = (f"{who} {line}" for line in row.examples)
            shown = any(line in refused.sentence for line in examples)
            assert "flibbet" in refused.sentence or shown or verb in refused.sentence, refused


@each_game
def test_the_rule_of_each_row_is_in_the_book_of_its_game(name: str) -> None:
    session = example(name)
    ids = {rule.id for rule in session.rules.display.rule_book().rules}
    for verb, row in rows_of(session).items():
        known = row.rule in ids or any(id.startswith(f"{row.rule}-") for id in ids)
        assert known or not row.rule, (verb, row.rule)


ODD = ('""', '"" x', 'x ""', "+", "− +", "and", "and and", "with", "at at", "yards", "1/0", "²", "999999999999999999")
"""Ends of lines that mean nothing."""


@drawing
@each_game
def test_no_end_of_a_line_is_more_than_a_verb_of_any_game_can_bear(name: str) -> None:
    session = example(name)
    session.say("begin")
    who, foe = session.encounter.combatants[0].id, session.encounter.combatants[-1].id
    begun = ("", f" {foe}", f" {foe} 3")
    lines = [f"{who} {verb}{words} {odd}" for verb in rows_of(session).names for odd in ODD for words in begun]
    for line in sample(lines, len(lines) // 6):
        with suppress(Refused):
            parse(session.encounter, session.rules, line)
        with suppress(Refused):
            session.rules.display.explain(session.encounter, who, line.split()[1:])
