"""Dice that the tracker rolls for a fighter whose player rolls real ones are marked, and one undo asks for them."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import settings

from tests.controllers import controller_of
from tests.hybrid.table import BRANN, GOBLIN, at_once
from tests.lanes import sample
from tests.random_play import EXAMPLES, a_line, kind, typed
from tests.tui.opening import example
from tests.tui.playing import press
from tracker.model.events import Rolled
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.narration.log_lines import BY_PROGRAM
from tracker.text.cells import words
from tracker.views.outcome import lay_outcome


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_a_blank_enter_rolls_and_says_so_and_one_undo_gives_the_question_back(name: str) -> None:
    session, random = typed(example(name)), Random(name)
    session.say("begin")
    controller, rolled = controller_of(session), 0
    for _ in range(6 * settings().max_examples):
        before = session.encounter
        if before.question is None or before.question.ask is not Ask.DICE:
            with suppress(Refused):
                session.say(a_line(session, random))
            continue
        who, last = before.question.who, session.journal.last
        press(controller, "enter")
        # Orders may go on in further steps of the same line.
        done = range(last + 1, session.journal.last + 1)
        (roll, *_) = [event for n in done for event in session.journal.steps[n].events if isinstance(event, Rolled)]
        rolled += 1
        assert roll.for_player and roll.who == who and roll.by == "rolled"
        newest = next(
            entry.words.text
            for place in reversed(range(controller.runner.log.count()))
            for entry in controller.runner.log.entry(place).single
            if entry.event is roll
        )
        assert newest.endswith(BY_PROGRAM)
        press(controller, "u")
        assert session.encounter == before
        session.say("redo")
    assert rolled > 2


def test_typed_dice_and_those_of_the_game_masters_fighters_are_not_marked() -> None:
    table = at_once(BRANN, GOBLIN, house_rules={"must_close": False})
    assert not any(event.for_player for event in table.events() if isinstance(event, Rolled))


def test_the_outcome_of_a_blow_says_whose_dice_the_tracker_rolled() -> None:
    table = at_once(BRANN, GOBLIN, house_rules={"must_close": False})
    table.say("next", "brann attack goblin-1", "goblin-1 attack brann", "fix goblin-1 count 40", "next")
    table.fall(1, 50, 50, 3, 3, 3, 3, 3)
    controller = controller_of(table.session)
    while table.now.question is not None and table.now.question.ask is not Ask.DECLARE:
        press(controller, "enter")
    first = words(lay_outcome(4, table.now, table.session.journal, 120)[0])
    assert f"{BY_PROGRAM} for Brann" in first and "hits Goblin 1" in first
