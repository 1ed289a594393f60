"""What a player is offered on a page: everything offered is an answer, and nothing else is."""

from __future__ import annotations

import pytest

from tests.random_play import random_fight, typed
from tests.tui.opening import example
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.players.seat import ROLL, leaves, offer

SMALL = ["plain-skirmish", "ticks-ford"]


@pytest.mark.parametrize("name", SMALL)
def test_what_is_offered_is_an_answer_and_what_is_not_is_refused(name: str) -> None:
    kinds = set()
    for session in random_fight(name, 3, 60):
        encounter, question = session.encounter, session.encounter.question
        if question is None or not question.who:
            continue
        asked = offer(encounter, session.rules, encounter[question.who].profile.player, encounter.count)
        if asked is None:
            continue
        kinds.add(asked.ask)
        record = asked.record()
        assert record["ask"] == asked.ask.value and len(record["choices"]) == len(asked.options)
        assert asked.ask is not Ask.DICE or asked.answer(ROLL).line == ROLL
        for option in leaves(asked.options):
            assert option.refused or asked.answer(option.word).word == option.word
        with pytest.raises(Refused):
            asked.answer("no such answer")
    assert Ask.DECLARE in kinds


def test_dice_of_a_player_are_numbers_that_can_have_fallen() -> None:
    session = typed(example("plain-skirmish"))
    session.say("begin")
    for _ in range(20):
        question = session.encounter.question
        if question is not None and question.ask is Ask.DICE:
            break
        session.say("next" if question is None else f"{question.who} wait")
    encounter = session.encounter
    assert encounter.question is not None
    asked = offer(encounter, session.rules, encounter[encounter.question.who].profile.player, encounter.count)
    assert asked is not None and asked.ask is Ask.DICE
    low, high = asked.record()["faces"][0]
    assert asked.answer(str(low)).line == str(low)
    for wrong in ("", "twelve", str(high + 1), f"{low} {low} {low}"):
        with pytest.raises(Refused):
            asked.answer(wrong)
