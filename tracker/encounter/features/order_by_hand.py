"""Order by hand: among the fighters who may declare at one count, the game master puts one a place earlier or later."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.engine.turn_order import PLACE, place_by_hand, put_in_turn
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, Encounter


def equals(encounter: Encounter, rules: Rules, who: str) -> list[str]:
    """Return all who may declare at the same count as a fighter, in their order. It is among them.

    Empty where it may not declare.
    """
    turn = encounter.agenda.find(who, DECLARE)
    if turn is None:
        return []
    tied = [due for due in encounter.agenda if (due.what, due.count, due.rank) == (DECLARE, turn.count, turn.rank)]
    return [due.who for due in put_in_turn(encounter, rules, tied)]


def why_not(encounter: Encounter, rules: Rules, who: str, by: int) -> str:
    """Return why a fighter cannot change its place, as a sentence. Empty where it can.

    `by` is -1 for a place earlier, 1 for a place later.
    """
    name, order = encounter[who].name, equals(encounter, rules, who)
    if not order:
        return f"{name} has no declaration to come, so there is no place to change."
    if len(order) < 2:
        turn = encounter.agenda.find(who, DECLARE)
        assert turn is not None
        return f"No other fighter may declare at {rules.unit.text(turn.count)}; `fix {who} count` moves {name}."
    if order[0 if by < 0 else -1] == who:
        return f"{name} is {'first' if by < 0 else 'last'} at its {rules.unit.one} already."
    return ""


def move(draft: StepBuilder, command: cmd.FixOrder) -> None:
    """Put a fighter a place earlier or later among those of its count. Raises Refused where it has none to change."""
    encounter = draft.encounter
    if why := why_not(encounter, draft.rules, command.who, command.by):
        raise Refused(why)
    order, turn = equals(encounter, draft.rules, command.who), encounter.agenda.find(command.who, DECLARE)
    assert turn is not None
    place = order.index(command.who)
    order[place], order[place + command.by] = order[place + command.by], order[place]
    for number, who in enumerate(order):
        draft.emit(ev.MarkChanged(who=who, mark=PLACE, value=place_by_hand(turn.count, number), why="order by hand"))
    way = "earlier" if command.by < 0 else "later"
    draft.note(f"{draft[command.who].name} declares {way}: {', '.join(draft[who].name for who in order)}", command.who)
