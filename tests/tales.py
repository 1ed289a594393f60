"""Tales: the players' log of a whole fight at once; the program tells it step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracker.encounter.hidden_fighters import seen
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.state import Encounter
from tracker.players.known_numbers import numbered
from tracker.players.log import Tale, told
from tracker.players.view import NO_NUMBERS, Showing, view
from tracker.session import Session


def tale_of(start: Encounter, steps: Iterable[Sequence[ev.Event]], rules: Rules, showing: Showing) -> Tale:
    """The tale of all `steps`, each as its events, from the start of the fight."""
    tale, state = Tale(start.count, numbers=numbered(start, NO_NUMBERS, seen)), start
    for events in steps:
        tale, state = told(tale, state, events, rules, showing)
    return tale


def tale_until_now(session: Session) -> Tale:
    """The tale of a fight that is being played."""
    steps = [session.journal.steps[n].events for n in session.journal.done]
    return tale_of(session.journal.states[0], steps, session.rules, Showing())


def names_shown(session: Session) -> list[str]:
    """The names by which players see the fighters now."""
    tale = tale_until_now(session)
    shown = view(session.encounter, session.rules, Showing(), tale.now, (), tale.numbers)
    return [one.name for one in shown.fighters]
