"""What orders weigh of an answer is what the menu says of it: the same reason against it, and the same chance."""

from __future__ import annotations

import pytest

from tests.lanes import sample
from tests.random_play import EXAMPLES, kind, random_fight
from tracker.game_api.rules import Rules
from tracker.model.events import Asked
from tracker.model.questions import Ask, Question
from tracker.model.state import Encounter

HYBRID = ("duel", "psychic-duel", "wrestling", "brawl", "ambush", "gunfight", "chase", "goblin-warren")


def assert_alike(encounter: Encounter, rules: Rules, question: Question) -> None:
    offered = rules.choices.answers(encounter, question)
    for choice in offered:
        first = next(other for other in offered if other.word == choice.word)
        weighed = rules.choices.weighed(encounter, question, choice.word)
        assert weighed is not None, choice.word
        assert (weighed.word, weighed.refused, weighed.chance) == (first.word, first.refused, first.chance)
    assert rules.choices.weighed(encounter, question, "no such word") is None


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_an_answer_is_weighed_by_orders_as_its_menu_has_it(name: str) -> None:
    for seed in sample((7, 8)):
        for session in random_fight(name, seed, 40):
            question = session.encounter.question
            if question is not None and question.ask is Ask.CHOOSE:
                assert_alike(session.encounter, session.rules, question)


@pytest.mark.parametrize("name", sample(HYBRID, 2))
def test_a_defender_is_asked_with_the_words_of_all_defences_that_the_menu_does_not_refuse(name: str) -> None:
    for session in random_fight(name, 9, 60):
        question = session.encounter.question
        if question is None or question.what != "defence":
            continue
        last = session.step(session.journal.done[-1]).events[-1]
        if isinstance(last, Asked):
            offered = session.rules.choices.answers(session.encounter, question)
            assert question.choices == tuple(choice.word for choice in offered if not choice.refused)
