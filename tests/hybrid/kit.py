"""The kit of Hybrid's tests: people everybody knows, fights to begin from, what was rolled, what was refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.asking import typed
from tests.hybrid.table import GOBLIN, Table, at_once
from tracker.game_api.values import Choice
from tracker.model import events as ev
from tracker.model.refusals import Refused

Entry = dict[str, Any]
"""A combatant as an encounter has it."""

SWORD: Entry = {"name": "Sword", "basis": ["PCA"], "rank": 7}
ANNA: Entry = {
    "name": "Anna",
    "side": "heroes",
    "skill": [SWORD],
    "weapon": [{"name": "Sword", "skill": "Sword", "speed": 10, "damage": 13, "type": "cutting"}],
}
GRUK: Entry = {**GOBLIN, "name": "Gruk"}
HOB: Entry = {**GRUK, "name": "Hob"}

KNIFE: Entry = {"name": "Knife", "skill": "Sword", "speed": 4, "damage": 9, "type": "piercing", "length": 0.3}
SPEAR: Entry = {"name": "Spear", "skill": "Spear", "speed": 9, "damage": 12, "type": "piercing", "length": 2.0}
ANNA_WITH_KNIFE: Entry = {**ANNA, "weapon": [KNIFE]}
GUARD: Entry = {
    **GRUK,
    "skill": [{"name": "Spear", "basis": ["PCA"], "rank": 5}],
    "weapon": [SPEAR, {**KNIFE, "skill": "Spear"}],
}

WRESTLING: Entry = {"name": "Wrestling", "basis": ["PCA"], "rank": 7}
ANNA_BARE: Entry = {**ANNA, "skill": [WRESTLING], "weapon": []}

BLAST: Entry = {"name": "Mind Blast", "skill": "Mind Blast", "speed": 12, "damage": 14, "use": "mental"}
SEER: Entry = {
    **ANNA,
    "stats": {"MST": 15, "PSI": 15, "MAG": 15},
    "skill": [{"name": "Mind Blast", "basis": ["MCA"], "rank": 6}],
    "weapon": [BLAST],
    "intent": "mental",
}

CLIMBING: Entry = {"name": "Climbing", "basis": ["PST", "PAG"], "rank": 5, "df": -1}
THIEF: Entry = {
    **ANNA,
    "skill": [
        SWORD,
        CLIMBING,
        {"name": "Athletics", "basis": ["PAG"], "rank": 10, "kind": "general"},
        {"name": "Ropes", "rank": 4, "kind": "support", "of": "Climbing", "task": "judge"},
        {"name": "Stealth", "basis": ["PAG"], "rank": 8},
        {"name": "Zero Gravity", "basis": ["PAG"], "rank": 3, "kind": "filter"},
        {"name": "Runes", "basis": ["MST", "MAW"], "rank": 2},
    ],
}


def with_weapon(**more: Any) -> Entry:
    """Anna, with these changes to her sword."""
    return {**ANNA, "weapon": [{**ANNA["weapon"][0], **more}]}


LONG = with_weapon(length=1.0)


def duel(anna: Entry = ANNA, gruk: Entry = GRUK, **options: Any) -> Table:
    """Anna may declare at 11, Gruk only at 60."""
    table = at_once(anna, gruk, **options)
    table.say("fix gruk count 60", "next")
    return table


def rolls(table: Table, what: str) -> list[ev.Rolled]:
    """The rolls of one kind so far."""
    return [event for event in table.events() if isinstance(event, ev.Rolled) and event.what == what]


def refused(table: Table, line: str) -> str:
    """The sentence with which a line is refused."""
    before = table.now
    with pytest.raises(Refused) as caught:
        typed(table.session, line)
    assert table.now == before, "nothing has changed"
    return caught.value.sentence


def closing(**options: Any) -> Table:
    """Anna's closing has come, and the guard is asked."""
    table = duel(ANNA_WITH_KNIFE, GUARD, **options)
    table.say("anna close gruk")
    assert table.now["anna"].actions[0].lands == 21, "a simple action"
    table.say("next")
    assert table.asked() == ("gruk", "closing")
    return table


def inside(**options: Any) -> Table:
    """Anna has been let in."""
    table = closing(**options)
    table.fall(3, 3)
    table.say("gruk nothing")
    return table


def near(table: Table) -> bool:
    """Whether Anna is closed in with Gruk."""
    return table.now["anna"].condition("closed:gruk") is not None


def bout(anna: Entry = ANNA_BARE, gruk: Entry = GRUK, **options: Any) -> Table:
    """Closed in; Anna may declare now, Gruk at 200."""
    table = at_once(anna, gruk, **options)
    table.say("fix gruk count 200", "next")
    table.fall(3, 3)
    table.say("anna close gruk", "next")
    if table.asked()[1] == "closing":
        table.say("gruk nothing")
    table.say("next")
    assert table.asked() == ("anna", "declaration")
    return table


def tried(table: Table, line: str, face: int, *more: int) -> None:
    """Anna does it, it comes to its end with this roll, and she may declare again."""
    table.fall(face, *more, 3, 3)
    table.say(line, "next")
    if table.asked() == ("gruk", "defence"):
        table.say("gruk nothing")
    table.say("next")


def held() -> Table:
    """Gruk is held with strength 20 and may declare."""
    table = bout()
    tried(table, "anna grapple gruk", 32)
    table.say("anna wait", "fix gruk count 60", "next")
    return table


editions = pytest.mark.parametrize("edition", ["current", "1997"])
current_tables = pytest.mark.parametrize("played_in", ["current"], indirect=True)
"""Marks a test whose figures, dice or words are of the current edition alone; all others are run in both."""


def offered(table: Table) -> dict[str, Choice]:
    """The ways to answer what is asked, by their words."""
    question = table.now.question
    assert question is not None
    return {choice.word: choice for choice in table.session.rules.choices.answers(table.now, question)}
