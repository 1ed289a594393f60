"""Offered answers: the choices a game offers for a question, computed once for the screen and for the answer itself."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.game_api.rules import Rules
from tracker.game_api.values import Choice
from tracker.model.questions import Question
from tracker.model.state import Encounter


def offered_answers(encounter: Encounter, rules: Rules, question: Question) -> Sequence[Choice]:
    """Return the choices for a question, refused ones among them.

    Chances of every defence are the dearest part of a key. The screen has them when it draws the question, and the
    answer needs the very same ones when it is checked, so the latest are kept.
    """
    return rules.memo.offered.get(lambda: rules.choices.answers(encounter, question), encounter, question)


def weighed_answer(encounter: Encounter, rules: Rules, question: Question, word: str) -> Choice | None:
    """Return the choice with this word, as standing orders compare it. None without one.

    It is one of the choices computed last, if they are for this question. Else the game makes it without what only a
    menu shows.
    """
    if rules.memo.offered.is_for(encounter, question):
        choices = offered_answers(encounter, rules, question)
        offered = next((choice for choice in choices if choice.word == word), None)
        if offered is not None:
            return offered
    return rules.choices.weighed(encounter, question, word)
