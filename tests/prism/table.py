"""A table for tests of Prism: the three of the worked moment, scripted dice, lines said, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.campaign.reinforcements import stock
from tracker.dice.source import ScriptedDice
from tracker.games.prism.game import PRISM
from tracker.model import events as ev
from tracker.session import Session
from tracker.storage.preparation import prepare

BOB: dict[str, Any] = {
    "name": "Bob",
    "side": "heroes",
    "attributes": {"Initiative": 22, "Speed": 10, "Threshold": 5, "Coordination": 7},
    "pools": {"Energy": 20, "Stamina": 20, "Vitality": 15, "Trauma": 20},
    "skill": [
        {"name": "Pistol", "value": 8, "attribute": "Coordination"},
        {"name": "Dodge", "value": 3, "attribute": "Speed"},
    ],
    "weapon": [{"name": "Pistol", "skill": "Pistol", "modifier": 4, "harm": "trauma", "use": "firearm"}],
}
EVE: dict[str, Any] = {
    "name": "Eve",
    "side": "foes",
    "attributes": {"Initiative": 24, "Speed": 12, "Threshold": 4, "Strength": 7},
    "pools": {"Energy": 12, "Stamina": 12, "Vitality": 12, "Trauma": 12},
    "skill": [{"name": "Brawl", "value": 7, "attribute": "Strength"}],
    "weapon": [
        {"name": "Fist", "skill": "Brawl", "modifier": 2},
        {"name": "Shield", "skill": "Brawl", "modifier": 1, "deflects": True},
    ],
    "armour": [{"name": "Vest", "threshold": 15, "capacity": 30}],
}
DAN: dict[str, Any] = {
    "name": "Dan",
    "side": "foes",
    "attributes": {"Initiative": 18, "Speed": 18, "Threshold": 5, "Agility": 9, "Coordination": 7},
    "pools": {"Energy": 20, "Stamina": 15, "Vitality": 15, "Trauma": 18},
    "dodges": ["melee", "thrown", "firearms"],
    "skill": [
        {"name": "Dodge", "value": 5, "attribute": "Agility"},
        {"name": "Knife", "value": 6, "attribute": "Coordination"},
    ],
    "weapon": [{"name": "Knife", "skill": "Knife", "modifier": 3, "harm": "trauma"}],
}

UNSKILLED = {**BOB, "skill": BOB["skill"][:1]}
"""Bob without his Dodge."""


def table(*entries: dict[str, Any], dice: Sequence[int] = (), present: Any = True, **options: Any) -> Session:
    """A session that has not begun; a die of 0 is the 00. With `present` false it was begun by the rules of before."""
    house = {**options.get("house_rules", {})}
    stated = {"house_rules": {**PRISM.stated({})["house_rules"], **house}} if present else {}
    options = {**options, **stated}
    fight = prepare({"system": "prism", "combatant": list(entries), **options})
    return Session(fight.encounter, fight.rules, ScriptedDice([face or 100 for face in dice]), None, stock(fight))


def say(fight: Session, *lines: str) -> list[ev.Event]:
    """Carry out lines; their events."""
    return [event for line in lines for event in fight.say(line).events]


def asked(fight: Session) -> tuple[str, str]:
    """Who is asked, and about what."""
    question = fight.encounter.question
    return (question.who, question.what) if question is not None else ("", "")


def pools(fight: Session, who: str) -> dict[str, int]:
    """All points left."""
    one = fight.encounter[who]
    return {pool.name: now for pool, now in zip(one.profile.pools, one.pools, strict=True)}


def due(fight: Session, who: str) -> int | None:
    """The tick of the next turn."""
    entry = fight.encounter.agenda.find(who, "declare")
    return None if entry is None else entry.count


def rolls(events: Sequence[ev.Event]) -> list[tuple[str, int, int | None, str]]:
    """Who rolled what against what, and how it came out."""
    return [(one.who, one.total, one.chance, one.tier) for one in events if isinstance(one, ev.Rolled)]


def struck(events: Sequence[ev.Event]) -> list[tuple[str, str, str, int]]:
    """Who struck whom, how, and how much passed."""
    return [(one.who, one.target, one.outcome, one.damage) for one in events if isinstance(one, ev.Struck)]


def stabbed(*dice: int, bob: dict[str, Any] = UNSKILLED, dan: dict[str, Any] = DAN, **options: Any) -> Session:
    """Dan has stabbed at Bob on tick 4."""
    fight = table(bob, dan, dice=dice, **options)
    say(fight, "begin", "next", "bob pass", "next", "dan attack bob", "next")
    return fight


def offered(fight: Session) -> dict[str, tuple[str, str]]:
    """By the word of each answer: its price, and why it cannot be given."""
    question = fight.encounter.question
    assert question is not None
    return {one.word: (one.beside, one.refused) for one in fight.rules.choices.answers(fight.encounter, question)}


def notes(events: list[ev.Event]) -> list[str]:
    """What the log has been told in words."""
    return [event.text for event in events if isinstance(event, ev.Noted)]
