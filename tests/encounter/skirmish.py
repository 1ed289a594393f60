"""A skirmish of the plain game: Ann with a sword, Bob with his fists, dice that are known; for kernel and session."""

from __future__ import annotations

from typing import TypeVar

import pytest

from tests.asking import typed
from tracker.dice.source import ScriptedDice
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import prepare

SWORD = {"name": "Sword", "attack": 4, "damage": "1d8+1"}
ANN = {"name": "Ann", "side": "heroes", "hit_points": 10, "defence": 14, "weapon": [SWORD]}
BOB = {"name": "Bob", "side": "foes", "hit_points": 6, "initiative": 2, "defence": 12}


def skirmish(*dice: int, **of_ann: object) -> Session:
    """Not begun yet."""
    fight = prepare({"system": "plain", "combatant": [{**ANN, **of_ann}, BOB]})
    return Session(fight.encounter, fight.rules, ScriptedDice(dice))


def begun(*dice: int, **of_ann: object) -> Session:
    """Ann rolled 15 for initiative, Bob 1 and has 3; Ann may declare."""
    session = skirmish(15, 1, *dice, **of_ann)
    session.say("begin")
    session.say("next")
    assert asked(session) == "ann"
    return session


def asked(session: Session) -> str:
    """Who is asked."""
    assert session.encounter.question is not None
    return session.encounter.question.who


def refused(session: Session, line: str) -> str:
    """The sentence with which a line is refused; nothing has changed."""
    before, done = session.encounter, list(session.journal.done)
    with pytest.raises(Refused) as caught:
        typed(session, line)
    assert session.encounter is before and session.journal.done == done
    return caught.value.sentence


Kind = TypeVar("Kind", bound=ev.Event)


def happened(session: Session, kind: type[Kind]) -> list[Kind]:
    """The events in force of one kind."""
    steps = (session.journal.steps[n] for n in session.journal.done)
    return [event for step in steps for event in step.events if isinstance(event, kind)]
