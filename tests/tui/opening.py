"""The examples that ship, prepared as the program prepares them, up to a moment of the fight."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from tracker.campaign.reinforcements import stock
from tracker.dice.source import DiceSource, SeededDice
from tracker.model.questions import Ask
from tracker.session import Session
from tracker.storage.preparation import Prepared, read_encounter

SAVES = Path(__file__).parents[2] / "saves"
EXAMPLE_OF = {
    "hybrid": "duel",
    "phases": "phases-corridor",
    "prism": "prism-corridor",
    "feats": "feats-rooftops",
    "plain": "plain-skirmish",
}
"""An example of each game."""


class Middling:
    """Dice that always show the face in the middle, so that the same is the same again."""

    def face(self, sides: int) -> int:
        """Half the sides, rounded up."""
        return (sides + 1) // 2


@cache
def _read(name: str) -> Prepared:
    """An example of the program's own, read once for all tests; nothing of it ever changes."""
    return read_encounter(SAVES / f"{name}.toml")


def example(name: str, seed: int = 3, dice: DiceSource | None = None) -> Session:
    """An example before it begins; all dice are rolled."""
    prepared = _read(name)
    prepared = replace(prepared, rules=replace(prepared.rules))  # with a memo of its own
    session = Session(prepared.encounter, prepared.rules, dice or SeededDice(seed), None, stock(prepared))
    for combatant in session.encounter:
        session.say(f"{combatant.id} rolled")
    return session


def declaring(name: str, who: str) -> Session:
    """An example begun, with `who` the first to declare, at count 1."""
    session = example(name)
    session.say("begin")
    for combatant in session.encounter:
        session.say(f"fix {combatant.id} count {1 if combatant.id == who else 40 + combatant.profile.seat}")
    session.say("next")
    question = session.encounter.question
    assert question is not None and (question.ask, question.who) == (Ask.DECLARE, who)
    return session


def skirmish() -> Session:
    """Ann and Bert against two goblins and a wolf; the plain game, begun, nothing asked."""
    session = example("plain-skirmish")
    session.say("begin")
    for combatant in session.encounter:
        session.say(f"fix {combatant.id} count {20 + combatant.profile.seat}")
    return session


def warren(seed: int = 1) -> Session:
    """Five heroes and twelve goblins of one group, not begun."""
    prepared = read_encounter(SAVES / "goblin-warren.toml", library_dirs=())
    return Session(prepared.encounter, prepared.rules, SeededDice(seed))


def due(session: Session) -> Session:
    """Whoever is of a group may declare at 20, all of them, and everybody else far later."""
    session.say("begin")
    for one in session.encounter:
        session.say(f"fix {one.id} count {20 if one.group else 90 + one.profile.seat}")
    return session
