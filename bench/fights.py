"""Fights to measure with: made here, of any size, so that nothing depends on a file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tracker.dice.source import SeededDice
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.fight_log.opening import start_fight
from tracker.storage.preparation import prepare

SWORD = {"name": "Short Sword", "skill": "Sword", "speed": 7, "damage": 1, "type": "cutting"}
SKILL = {"name": "Sword", "basis": ["PCA"], "rank": 3}


ACTIVE = 30
"""So many fight under standing orders, however many there are; the rest lie in wait, so that a key is as much work."""


def document(combatants: int, active: int = ACTIVE) -> dict[str, object]:
    """Two sides of equal size, hard to kill; the first `active` fight by standing orders."""
    people = [
        {
            "name": f"Fighter {number}",
            "side": "reds" if number % 2 else "blues",
            "stats": {"PEN": 40, "MEN": 40},
            "skill": [SKILL],
            "weapon": [SWORD],
            "orders": "attack again" if number <= active else "",
        }
        for number in range(1, combatants + 1)
    ]
    return {
        "format": 1,
        "title": f"{combatants} fighters",
        "system": "hybrid",
        "house_rules": {"fumble": "note"},  # nobody is there to say what a fumble comes to
        "combatant": people,
    }


def begun(combatants: int, seed: int = 1, active: int = ACTIVE) -> Session:
    """A fight that has begun, nothing written."""
    prepared = prepare(document(combatants, active))
    session = Session(prepared.encounter, prepared.rules, SeededDice(seed))
    session.say("begin")
    return session


def on_disk(
    path: Path, combatants: int, steps: int, seed: int = 1, players: Sequence[str] = (), noted: bool = False
) -> None:
    """A fight of at least `steps` steps in a file; all that is needed is played. The first are of `players`.

    With `noted` every second step is a note, so that a file has room for 50,000.
    """
    whole = document(combatants)
    for person, player in zip(whole["combatant"], players, strict=False):  # type: ignore[call-overload]
        person["player"] = player
    prepared = prepare(whole)
    file = start_fight(prepared, path)
    session = Session(prepared.encounter, prepared.rules, SeededDice(seed), file)
    for one in session.encounter:
        if one.typed:
            session.say(f"{one.id} rolled")
    session.say("begin")
    while len(session.journal.done) < steps:
        question = session.encounter.question
        if noted and len(session.journal.done) % 2:
            session.say(f"note step {len(session.journal.done) + 1}")
            continue
        try:
            session.say("next" if question is None else f"{question.who} wait")
        except Refused:
            session.say(f"note step {len(session.journal.done) + 1}")
    file.close()
