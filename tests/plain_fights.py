"""Fights of the plain game for whatever needs some fight: a duel, two against two, a crowd."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.campaign.reinforcements import stock
from tracker.dice.source import ScriptedDice, SeededDice
from tracker.session import Session
from tracker.storage.preparation import prepare

Person = tuple[str, str, str]
"""Name, side and player; the player types the dice."""
DUEL: tuple[Person, ...] = (("Brann", "heroes", "Ana"), ("Goblin 1", "raiders", ""))
FORD: tuple[Person, ...] = (*DUEL[:1], ("Sela", "heroes", ""), *DUEL[1:], ("Goblin 2", "raiders", ""))
ARMED = {"hit_points": 38, "weapon": [{"name": "Sword", "attack": 4, "damage": "1d8+1"}, {"name": "Knife"}]}
"""What everybody has: sword and knife, and hit points for more than one blow."""


def fight(people: Sequence[Person] = FORD, *, dice: Sequence[int] = (), title: str = "Ambush at the ford") -> Session:
    """A session that has not begun; `dice` fall in order, without them any; the library is the game's own."""
    entries = [{"name": name, "side": side, "player": player, **ARMED} for name, side, player in people]
    prepared = prepare({"system": "plain", "title": title, "combatant": entries})
    source = ScriptedDice(dice) if dice else SeededDice(7)
    return Session(prepared.encounter, prepared.rules, source, stock=stock(replace(prepared, library_dirs=())))


def crowd(number: int) -> Session:
    """Many, of two sides; nobody's dice are typed."""
    return fight([(f"Fighter {n}", "heroes" if n % 2 else "raiders", "") for n in range(1, number + 1)])


def rolled(session: Session) -> Session:
    """The same session with nobody's dice typed in."""
    encounter = session.encounter
    for combatant in encounter.combatants:
        encounter = encounter.with_combatant(replace(combatant, typed=False))
    session.encounter = session.journal.states[0] = encounter
    return session
