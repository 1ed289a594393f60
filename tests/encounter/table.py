"""A table for the kernel's tests: two or three people under the plain game or a variant of it, dice that are known."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.dice.source import ScriptedDice
from tracker.encounter import events as ev
from tracker.encounter.names import free_id
from tracker.encounter.seating import seat_entry
from tracker.encounter.state import Encounter
from tracker.session import Session
from tracker.systems.kit import d20
from tracker.systems.kit.rules import Whole
from tracker.systems.plain.game import ABILITIES, UNIT, Face, Keeping, Offers, Sheets
from tracker.systems.plain.play import Play
from tracker.systems.plain.sheet import Options
from tracker.views.telling import tell

PEOPLE = (("Ann", "one", ""), ("Bob", "two", ""))


class Plain(Offers, Face, Sheets, Keeping, Play, d20.Dice[Options], Whole[Options]):
    """The plain game in one class, to be varied: what a test overrides is all that differs from the real one."""

    unit = UNIT
    abilities = ABILITIES


def table(
    game: type[Plain] = Plain, dice: Sequence[int] = (), people: Sequence[tuple[str, str, str]] = PEOPLE
) -> Session:
    """A session that has not begun: name, side and player of everyone, and every die in order."""
    rules = game(Options())
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
