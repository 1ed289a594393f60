"""The exchange: who acts and who is acted on while a blow is open."""

from __future__ import annotations

from tracker.model.questions import Ask
from tracker.model.state import Encounter

_OPEN = (Ask.CHOOSE, Ask.DICE, Ask.AMOUNT)
"""The kinds of question in the middle of a resolution."""


def exchange(encounter: Encounter) -> tuple[str, ...]:
    """Return the ids of the acting fighter and of its target while a question about both is open. Else nothing.

    Of the two, the only one with an action against the other that lands now acts. Otherwise a choice is asked of
    the target, and dice and amounts are asked of the actor.
    """
    question = encounter.question
    if question is None or question.ask not in _OPEN or question.who == question.about:
        return ()
    if question.who not in encounter or question.about not in encounter:
        return ()
    asked, other = question.who, question.about
    asked_acts, other_acts = _lands_on(encounter, asked, other), _lands_on(encounter, other, asked)
    acts_first = asked_acts if asked_acts != other_acts else question.ask is not Ask.CHOOSE
    return (asked, other) if acts_first else (other, asked)


def _lands_on(encounter: Encounter, who: str, target: str) -> bool:
    return any(action.target == target and action.lands <= encounter.count for action in encounter[who].actions)
