"""What tests of packs share: a pack with one attack, Ann against Bob by it, and blows that nobody answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.dice.source import ScriptedDice
from tracker.model.questions import Ask
from tracker.session import Session
from tracker.storage.preparation import prepare

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


def table(*dice: int, action: Mapping[str, Any] = AS_IT_IS, **changes: Any) -> Session:
    """Ann against Bob by the pack above, with changes (None takes a key out of the attack); the dice as they fall."""
    attack = {key: value for key, value in {**STRIKE, **action}.items() if value is not None}
    pack = {**BASE, "action": [attack, *BASE["action"][1:]], **changes}
    fight = prepare({"system": "trial", "pack": pack, "combatant": [{"name": "Ann"}, {"name": "Bob", "side": "b"}]})
    return Session(fight.encounter, fight.rules, ScriptedDice(dice))


def unanswered(session: Session) -> None:
    while (question := session.encounter.question) is not None and question.ask is Ask.CHOOSE:
        session.say(session.rules.abilities.orders.silent if session.rules.abilities.orders else "none")
