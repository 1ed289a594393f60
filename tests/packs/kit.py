"""What tests of packs share: a pack with one attack, Ann against Bob by it, and blows that nobody answers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from tracker.dice.source import ScriptedDice
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.model.state import DECLARE
from tracker.session import Session
from tracker.storage.preparation import Prepared, prepare

STRIKE = {"name": "strike", "target": True, "cost": 3, "roll": "1d6 + skill", "at_least": 5, "damage": "2"}
AS_IT_IS: Mapping[str, Any] = {}
BASE: dict[str, Any] = {
    "pack": 1,
    "name": "trial",
    "clock": {"unit": "beat"},
    "figures": {"skill": {"default": 2, "low": 0, "high": 9}},
    "pools": {"life": {"full": 10, "down": 0}, "breath": {"full": 3}},
    "action": [STRIKE, {"name": "rest", "cost": 2}],
}
"""A pack with one attack: 3 or more on the die hits for 2."""


PEOPLE: Sequence[Mapping[str, Any]] = ({"name": "Ann"}, {"name": "Bob", "side": "b"})


def table(
    *dice: int,
    action: Mapping[str, Any] = AS_IT_IS,
    also: Sequence[Mapping[str, Any]] = (),
    people: Sequence[Mapping[str, Any]] = PEOPLE,
    release: str = "now",
    **changes: Any,
) -> Session:
    """Ann against Bob by the pack above, with changes (None takes a key out of the attack); the dice as they fall.

    `also` are further actions.
    """
    attack = {key: value for key, value in {**STRIKE, **action}.items() if value is not None}
    pack = {**BASE, "action": [attack, *BASE["action"][1:], *also], **changes}
    fight = prepared(json.dumps({"system": "trial", "pack": pack, "combatant": [*people]}))
    return Session(replace(fight.encounter, release=release), replace(fight.rules), ScriptedDice(dice))


@lru_cache(maxsize=32)
def prepared(document: str) -> Prepared:
    """A fight before it begins; many tests play the same with other dice."""
    return prepare(json.loads(document))


def due(fight: Session, who: str) -> str:
    """When a fighter acts next, as the table writes it; empty for never."""
    entry = fight.encounter.agenda.find(who, DECLARE)
    return "" if entry is None else fight.rules.unit.text(entry.count)


def struck(events: Any) -> list[tuple[str, int]]:
    """What came of blows: the outcome and the points."""
    return [(event.outcome, event.damage) for event in events if isinstance(event, ev.Struck)]


def unanswered(session: Session) -> None:
    while (question := session.encounter.question) is not None and question.ask is Ask.CHOOSE:
        session.say(session.rules.abilities.orders.silent if session.rules.abilities.orders else "none")
