"""Letters: none that answers a blow is another thing at a declaration, where it would cost time or a posture.

Both are asked for by turns, so who presses the letter of a parry one question too early must not lie on the ground.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from tests.lanes import sample
from tests.random_play import EXAMPLES, game, kind, random_fight
from tests.tui.opening import example
from tracker.game_api.values import Choice
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session

Meanings = dict[str, set[str]]


def reason(choice: Choice) -> str:
    """Why a choice of a declaration may have the letter of an answer; empty where it may not."""
    if not choice.line:
        return "it only opens a menu, which escape closes"
    return "it only begins a line, which enter sends" if choice.unfinished else ""


def letters_of(session: Session) -> Iterator[tuple[str, str, str]]:
    """The letters of the open question: the letter, `answer` or why it may be one too, and what it does."""
    question, rules, encounter = session.encounter.question, session.rules, session.encounter
    if question is None or question.who not in encounter:
        return
    words = rules.abilities.orders
    try:
        if question.ask is Ask.CHOOSE and words is not None and words.answers[:1] == question.choices[:1]:
            for choice in rules.choices.answers(encounter, question):
                if choice.key.isalpha() and len(choice.key) == 1:
                    yield choice.key, "answer", choice.word.split()[0]
        elif question.ask is Ask.DECLARE:
            menu = rules.choices.menu(encounter, question.who, ())
            for choice in (*menu.choices, *menu.options, *menu.absent):
                if choice.key.isalpha() and len(choice.key) == 1:
                    does = choice.line.split()[1] if choice.line else choice.label
                    yield choice.key, reason(choice), does
    except Refused:
        return


def meanings(names: list[str], lines: int) -> tuple[Meanings, dict[str, Meanings]]:
    """The words of the answers to blows by letter; and what each letter does at a declaration, by why it may."""
    answers: Meanings = defaultdict(set)
    declared: dict[str, Meanings] = defaultdict(lambda: defaultdict(set))
    for name in names:
        for session in random_fight(name, 1, lines):
            for letter, why, does in letters_of(session):
                if why == "answer":
                    answers[letter].add(does)
                else:
                    declared[why][letter].add(does)
    return answers, declared


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_no_letter_of_an_answer_is_carried_out_as_something_else_at_a_declaration(name: str) -> None:
    fights = [name] if kind(name) == "pack" else [other for other in EXAMPLES if game(other) == game(name)]
    answers, declared = meanings(sample(fights, 2), 35)
    two = [
        f"{letter}: {', '.join(sorted(answers[letter]))} | {', '.join(sorted(does))} ({why or 'NOT ALLOWED'})"
        for why, each in sorted(declared.items())
        for letter, does in sorted(each.items())
        if letter in answers and does - answers[letter]
    ]
    print(f"{game(name)}: letters with two meanings", *two, sep="\n  ")
    assert not [line for line in two if "NOT ALLOWED" in line], "\n".join(two)


def lists(session: Session, path: tuple[Any, ...] = ()) -> Iterator[tuple[Choice, ...]]:
    """Every list of the open question, with what is refused or left out of it: of a declaration all its menus."""
    question, rules, encounter = session.encounter.question, session.rules, session.encounter
    if question is None or question.who not in encounter:
        return
    try:
        if question.ask is Ask.CHOOSE:
            yield rules.choices.answers(encounter, question)
        elif question.ask is Ask.DECLARE:
            menu = rules.choices.menu(encounter, question.who, path)
            yield (*menu.choices, *menu.options, *menu.absent)
            for choice in menu.choices:
                if choice.path and len(path) < len(choice.path) < 4:
                    yield from lists(session, choice.path)
    except Refused:
        return


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_a_key_stands_for_one_choice_of_a_list_be_it_refused_or_left_out(name: str) -> None:
    for number, session in enumerate(random_fight(name, 5, 90)):
        for choices in lists(session) if number % 3 == 0 else ():
            keys = [choice.key for choice in choices if choice.key]
            twice = {key for key in keys if keys.count(key) > 1}
            assert not twice, [(choice.key, choice.label) for choice in choices if choice.key in twice]


def test_a_foe_at_the_letter_of_a_trick_leaves_it_to_the_trick() -> None:
    session = example("goblin-warren")
    session.say("begin")
    for combatant in session.encounter:
        session.say(f"fix {combatant.id} count {1 if combatant.id == 'brann' else 40}")
    session.say("next")
    choices = session.rules.choices.menu(session.encounter, "brann", ("close",)).choices
    by_key = {choice.key: choice.label for choice in choices if choice.key}
    assert (by_key["d"], by_key["f"]) == ("disarm", "feint")
    assert sum(choice.label.startswith("close with Goblin") for choice in choices) == 12


def test_in_hybrid_p_parries_and_never_drops_prone() -> None:
    session = example("duel")
    session.say("begin")
    while session.encounter.question is None or session.encounter.question.ask is not Ask.DECLARE:
        question = session.encounter.question
        session.say("next" if question is None else "roll")
    who = session.encounter.question.who
    menu = session.rules.choices.menu(session.encounter, who, ())
    assert "p" not in {choice.key for choice in (*menu.choices, *menu.absent)}
    assert next(choice.key for choice in menu.choices if choice.name == "drop") == "P"
