"""Offered answers: the choices a game offers for a question, computed once for the screen and for the answer itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tracker.model.questions import Question
from tracker.model.state import Encounter
from tracker.system_api.system import RuleSystem
from tracker.system_api.values import Choice


@dataclass
class _Latest:
    """The last choices that were computed, and what for."""

    encounter: Encounter | None = None
    question: Question | None = None
    rules: object = None
    choices: Sequence[Choice] = ()


_latest = _Latest()


def offered_answers(encounter: Encounter, rules: RuleSystem[Any], question: Question) -> Sequence[Choice]:
    """The choices for a question, refused ones among them.

    Chances of every defence are the dearest part of a key. The screen has them when it draws the question, and the
    answer needs the very same ones when it is checked, so the latest are kept. They are known by identity: these are
    frozen values, and comparing two fights costs more than computing the choices.
    """
    latest = _latest
    same = latest.encounter is encounter and latest.question is question and latest.rules is rules
    if not same:
        choices = rules.choices.answers(encounter, question)
        latest.encounter, latest.question, latest.rules, latest.choices = encounter, question, rules, choices
    return latest.choices


def weighed_answer(encounter: Encounter, rules: RuleSystem[Any], question: Question, word: str) -> Choice | None:
    """The choice with this word as orders weigh it: of the kept choices, else without what only a menu shows."""
    latest = _latest
    if latest.encounter is encounter and latest.question is question and latest.rules is rules:
        return next((choice for choice in latest.choices if choice.word == word), None)
    return rules.choices.weighed(encounter, question, word)
