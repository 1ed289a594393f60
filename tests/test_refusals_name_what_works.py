"""Every verb of every game can be refused; a refusal changes nothing, names who, and what it recommends is no dead end.

What it recommends is a line in backticks, the verb of one, or a key with what it does, as in `w: hold`. That line is
carried out, or it is refused for another reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from tests.lanes import sample
from tests.random_play import ONE_OF_EACH, kind, random_fight
from tests.tui.opening import example
from tracker.encounter.language.fight_commands import COMMANDS, QUERIES
from tracker.encounter.language.fighter_commands import FIGHTER
from tracker.game_api.choice_keys import EVERYWHERE
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session

LINES = 24
"""Lines that are played of a fight; before each of them every verb is tried, on other days some verbs."""
TRIED = 20
RECOMMENDED = re.compile(r"`([^`]+)`")
KEY = re.compile(r"[.;] (\S): ([a-z][\w ]+)(?:, [^.;]+)?(?: \([A-Z][^)]*\))?$")
"""A key, what it does, and behind it perhaps its price and the rule."""
ENDS = (".", "?", ")", "`", "!")
PLACEHOLDER = re.compile(r"…|\b[A-Z]+\b")
"""Stands in a recommended line for what is to be filled in."""
TAKES_BACK = ("undo", "redo", "undo-action", "veto", "back")


def states(name: str, seed: int) -> Iterator[Session]:
    """A fight before it begins and at each moment of a random play of it."""
    yield example(name, seed)
    yield from random_fight(name, seed, LINES)


def lines_of(session: Session, random: Random) -> list[str]:
    """Each verb of the one who is asked, and of the fight: alone, with a fighter, with nonsense or with too much."""
    people = [fighter.id for fighter in session.encounter]
    behind = ("", "4", "OTHER", "OTHER 4", "OTHER OTHER", "flibbet", "999999", "OTHER flibbet", "-1 OTHER 0 0 0")
    question = session.encounter.question
    asked = question.who if question is not None and question.who else random.choice(people)
    verbs = [f"{asked} {verb}" for verb in sorted({*session.rules.choices.verbs(), *FIGHTER})]
    return [
        f"{words} {random.choice(behind)}".replace("OTHER", random.choice(people)).strip()
        for words in (*verbs, *(word for word in COMMANDS if word not in TAKES_BACK))
    ]


def recommended(session: Session, line: str, sentence: str) -> Iterator[str]:
    """The lines that a refusal recommends; a verb alone is meant of the fighter whose line is refused."""
    for words in RECOMMENDED.findall(sentence):
        first = words.split()[0]
        if PLACEHOLDER.search(words) or first in QUERIES:
            continue
        question = session.encounter.question
        if first in session.encounter.seats or first in COMMANDS or (question and words in question.choices):
            yield words
        elif first in session.rules.choices.verbs() and (who := line.partition(" ")[0]) in session.encounter.seats:
            yield f"{who} {words}"


def refusal(session: Session, line: str) -> str:
    """The sentence with which a line is refused; empty when it is carried out, and then it is taken back."""
    before, steps = session.encounter, len(session.journal.done)
    try:
        session.say(line)
    except Refused as refused:
        assert session.encounter is before and len(session.journal.done) == steps, f"{line!r} is refused in part"
        return refused.sentence
    while len(session.journal.done) > steps:
        session.say("undo")
    return ""


def refused_lines(name: str, seed: int) -> Iterator[tuple[Session, str, str]]:
    random = Random(f"{name} {seed}")
    for session in states(name, seed):
        for line in sample(lines_of(session, random), TRIED):
            sentence = refusal(session, line)
            if sentence:
                yield session, line, sentence


@pytest.mark.parametrize("seed", sample(range(8)))
@pytest.mark.parametrize("name", sample(ONE_OF_EACH, each=kind))
def test_a_refusal_is_a_sentence_that_names_who_or_what_was_said_and_what_works(name: str, seed: int) -> None:
    refusals = 0
    for session, line, sentence in refused_lines(name, seed):
        refusals += 1
        assert_names_who_or_what(session, line, sentence)
        assert_key_is_open(session, line, sentence)
        for works in recommended(session, line, sentence):
            assert refusal(session, works) != sentence, (line, sentence)
    assert refusals > 20


def assert_names_who_or_what(session: Session, line: str, sentence: str) -> None:
    first, *others = line.split()
    assert sentence[0].isupper() or not sentence[0].isalpha(), (line, sentence)
    assert sentence.endswith(ENDS) or RECOMMENDED.search(sentence) or KEY.search(sentence) or ":" in sentence
    named = [first, *others, *(one.name for one in session.encounter)]
    of_the_fight = any(word in sentence for word in ("begin", "question", "fight", "undo"))
    assert any(word in sentence for word in named) or of_the_fight, (line, sentence)


def assert_key_is_open(session: Session, line: str, sentence: str) -> None:
    """A key that is recommended to the one who is asked is a key of the menu, with that word, and open."""
    key, question = KEY.search(sentence), session.encounter.question
    who = line.partition(" ")[0]
    if key is None or key[1] in EVERYWHERE or question is None or question.ask is not Ask.DECLARE:
        return
    if question.who == who:
        menu = session.rules.choices.menu(session.encounter, who, ())
        offered = {choice.key: choice for choice in (*menu.choices, *menu.options)}
        assert key[1] in offered, (line, sentence)
        assert offered[key[1]].refused != sentence, (line, sentence)
        assert key[2].split()[0] in offered[key[1]].label, (line, sentence)


def test_who_swims_on_land_is_told_the_line_that_takes_it_into_water() -> None:
    session = example("feats-rooftops")
    session.say("begin")
    assert refusal(session, "tess swim") == "Tess is not in deep water; `tess dive` takes it there."
    session.say("next")
    assert not refusal(session, "tess dive")


@pytest.mark.parametrize("name", sample(ONE_OF_EACH, each=kind))
def test_every_verb_of_a_game_can_be_refused(name: str) -> None:
    session = example(name)
    session.say("begin")
    who, foe = session.encounter.combatants[0].id, session.encounter.combatants[-1].id
    never = []
    for verb in session.rules.choices.verbs():
        tries = ("", "flibbet flibbet flibbet", f"{foe} flibbet 99999999", "999999999 0 0 0 0 0")
        if not any(refusal(session, f"{who} {verb} {rest}".strip()) for rest in tries):
            never.append(verb)
    assert not never
