"""A fresh interpreter that is sent states: it loads each, plays on from it, and sends back what it has.

`python -m tests.states_elsewhere` reads a pickled list of `Sent` from the standard input and writes one of `Back`.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tracker.dice.source import SeededDice
from tracker.game_api.rules import Rules
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.storage.preparation import read_encounter

SAVES = Path(__file__).parents[1] / "saves"
LINES = 6


class Sent(NamedTuple):
    """A state of an example, as bytes."""

    example: str
    state: bytes


class Back(NamedTuple):
    """The state as it was loaded, and the one that playing on from it came to."""

    loaded: bytes
    later: bytes


@cache
def rules_of(example: str) -> Rules:
    """The rules of an example, bound in this process."""
    return read_encounter(SAVES / f"{example}.toml").rules


def played_on(state: Encounter, rules: Rules) -> Encounter:
    """The state some lines later: the first answer to every question, and nobody declares anything but to wait."""
    session = Session(state, rules, SeededDice(5))
    for _ in range(LINES):
        try:
            session.say(_line(session))
        except Refused as refused:
            session.say(f"note {refused.sentence[:40]}")
    return session.encounter


def _line(session: Session) -> str:
    question = session.encounter.question
    if question is None:
        return "next"
    match question.ask:
        case Ask.DICE:
            return "roll"
        case Ask.AMOUNT:
            return str(question.high)
        case Ask.HALT:
            return question.choices[0]
        case Ask.CHOOSE:
            return f"{question.who} {question.choices[-1]}"
        case Ask.DECLARE:
            again = session.rules.choices.repeat_last(session.encounter, question.who)
            return again.line if again is not None and not again.refused else f"{question.who} wait"


def back(sent: Sequence[Sent]) -> list[Back]:
    """What this process makes of each of them."""
    loaded = [(pickle.loads(one.state), one.example) for one in sent]
    return [Back(pickle.dumps(state), pickle.dumps(played_on(state, rules_of(example)))) for state, example in loaded]


if __name__ == "__main__":
    sys.stdout.buffer.write(pickle.dumps([tuple(one) for one in back(pickle.load(sys.stdin.buffer))]))
