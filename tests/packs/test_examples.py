"""Packs that use all of the language: without mistakes, played by anybody, replayed, and judged to the line."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.game_master import line_of_an_ordinary_game_master, sides_standing
from tests.lanes import sample
from tests.leaks.pairs import counted
from tests.packs.mutants import diagnostics, mutants, text_of
from tests.packs.random_fights import IN_THE_LANGUAGE, played
from tracker import testing
from tracker.campaign.file_checks import check
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.storage.preparation import read_encounter

examples = pytest.mark.parametrize("name", IN_THE_LANGUAGE)


@examples
def test_an_example_has_no_mistakes_and_its_encounter_none(name: str) -> None:
    assert diagnostics(text_of(name)) == ()
    assert check(IN_THE_LANGUAGE[name]) == ()


@examples
def test_an_example_is_played_by_orders_to_the_last_side(name: str) -> None:
    prepared = read_encounter(IN_THE_LANGUAGE[name], library_dirs=())
    session = Session(prepared.encounter, prepared.rules, SeededDice(5))
    for _ in range(600):
        if session.encounter.began and session.encounter.question is None and len(sides_standing(session)) < 2:
            return
        session.say(line_of_an_ordinary_game_master(session))
    raise AssertionError("nobody wins")


@pytest.mark.parametrize("seed", sample(range(40), 1))
@examples
def test_a_random_fight_of_an_example_keeps_its_state_sound_and_is_undone_and_replayed(name: str, seed: int) -> None:
    session, start = played(name, seed, 60)
    testing.check_face(session)
    testing.check_replay(session, start)
    testing.check_undo(session, start)


@pytest.mark.parametrize("seed", sample(range(60), 1))
@examples
def test_a_mistake_in_an_example_stands_on_its_line_and_a_slip_has_a_suggestion(name: str, seed: int) -> None:
    placed, hinted = Counter[bool](), Counter[bool]()
    for mutant in mutants(name, seed):
        here = [each for each in diagnostics(mutant.text) if each.line == mutant.line]
        placed[bool(here)] += 1
        if mutant.hinted:
            hinted[any("did you mean" in each.text for each in here)] += 1
    assert placed[False] == 0 < placed[True]
    assert hinted[False] <= 1 < hinted[True]


@pytest.mark.parametrize("name", sample(IN_THE_LANGUAGE, 1))
def test_what_is_hidden_of_a_fight_of_an_example_shows_on_no_way_out(name: str) -> None:
    count = counted(name, sample(range(2)))
    assert (count.same, count.leaks) == (count.pairs, ())


SLIPS = [
    (
        "countup-trial",
        'like = "attack"',
        'like = "atack"',
        'there is no action before it "atack"; did you mean "attack"?',
    ),
    ("countup-trial", 'acts = "jab"', 'acts = "jabb"', 'there is no action "jabb"; did you mean "jab"?'),
    ("countup-trial", 'on = "perfect defence"', 'on = "perfect defense"', 'did you mean "perfect defence"?'),
    ("countup-trial", 'at_most = "con / 2" }', 'at_most = "con / 2", at_least = 3 }', "a roll has one number"),
    ("d20-trial", 'while = "source.focus"', 'while = "source.focuss"', 'did you mean "source.focus"?'),
    ("d20-trial", 'absorbs = "life"', 'absorbs = "lif"', 'there is no pool "lif"; did you mean "life"?'),
    ("d20-trial", "pays = { action = 1 }", "pays = { third = 1 }", 'cost "0" can be 0, so time would stand still'),
    ("percent-trial", "every = 20", 'every = 20\non = "hit"', "on and every are both there; a trigger has one moment"),
    (
        "percent-trial",
        'name = "head", damage',
        'name = "the head", damage',
        "is typed to aim at it; it needs a word of its own",
    ),
]
"""Slips in what the language adds, each with the only sentence that it brings."""


@pytest.mark.parametrize(("name", "before", "after", "sentence"), SLIPS, ids=[after for _, _, after, _ in SLIPS])
def test_a_slip_in_the_language_is_told_alone_and_at_its_line(
    name: str, before: str, after: str, sentence: str
) -> None:
    text = text_of(name).replace(before, after, 1)
    (told,) = diagnostics(text)
    line = text.split("\n")[told.line - 1]
    key = "cost = 0" if "cost" in sentence else after.split("\n", maxsplit=1)[0]
    assert sentence in told.text and key in line
