"""A table for the kernel's tests: two or three people under a small game, with dice that are known."""

from __future__ import annotations

from collections.abc import Sequence

from tests.tiny_system import TinyOptions, TinyRules
from tracker.dice.source import ScriptedDice
from tracker.encounter import events as ev
from tracker.encounter.names import free_id
from tracker.encounter.seating import seat_entry
from tracker.encounter.state import Encounter
from tracker.session import Session
from tracker.views.telling import tell

PEOPLE = (("Ann", "one", ""), ("Bob", "two", ""))


def table(
    game: type[TinyRules] = TinyRules, dice: Sequence[int] = (), people: Sequence[tuple[str, str, str]] = PEOPLE
) -> Session:
    """A session that has not begun: name, side and player of everyone, and every die in order."""
    rules = game(TinyOptions())
    encounter = Encounter("A small fight")
    for name, side, player in people:
        taken = [combatant.id for combatant in encounter]
        encounter = seat_entry(encounter, rules, free_id(name, taken), name, {"side": side, "player": player})
    return Session(encounter, rules, ScriptedDice(dice))


def say(session: Session, *lines: str) -> list[ev.Event]:
    """Carry out lines; their events."""
    return [event for line in lines for event in session.say(line).events]


def told(session: Session, events: Sequence[ev.Event]) -> list[str]:
    """Events as the log has them."""
    words = (tell(event, lambda who: session.encounter[who].name, session.rules.unit) for event in events)
    return [one.text for one in words if one is not None]
