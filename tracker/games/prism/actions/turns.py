"""Turns of the chain: first turns, hidden intents, what ends and recovers as a turn opens, the next, held actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.encounter.engine import standing_orders
from tracker.encounter.engine.declarations import may_declare_at
from tracker.encounter.engine.simultaneous_choice import Inquiry
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.engine.turn_order import in_order
from tracker.game_api.values import FirstCount
from tracker.games.prism import timing
from tracker.games.prism.actions import wounds
from tracker.games.prism.fighter import BURNT, DEFENSIVE, DYING, FIRST, HELD, INTENT, TURN, UNCONSCIOUS, Fighter
from tracker.games.prism.sheet import Sheet
from tracker.games.toolkit import conditions, pool_changes, steps
from tracker.games.toolkit.fighters import Acting
from tracker.model import events as ev
from tracker.model.questions import Task
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, Encounter
from tracker.text.names import joined

RED, WHITE, BLUE = "red", "white", "blue"
MEANINGS = {RED: "offence", WHITE: "defence", BLUE: "neutral"}
"""The intents, the most usual first (S-CHAIN-4)."""
CARDS, PUT_FIRST = "cards", "first"
"""The verbs for allies who share a tick (S-CHAIN-5)."""
INTENTS = "prism.intents"
"""The stage that shows the intents which all have chosen unseen."""


def begin(draft: StepBuilder) -> None:
    """Schedule everyone's first turn by Initiative. Nothing is rolled, and no fighter acts on tick 0.

    Rules: S-CHAIN-1, S-CHAIN-2.
    """
    for who in in_order(draft.encounter):
        join(draft, who)
        wounds.fall(draft, who)


def join(draft: StepBuilder, who: str) -> None:
    """Schedule a newcomer's first turn by Initiative (S-CHAIN-2), or the next turn of a fighter who returns.

    The mark of the last turn is set one period earlier, so that the chain continues from there (S-CHAIN-3).
    """
    fighter, now = Fighter(draft.encounter, who), draft.encounter.count
    if TURN in fighter.now.marks:
        conditions.end(draft, who, UNCONSCIOUS, DYING)
        steps.mark(draft, who, TURN, now)
        may_declare_at(draft, who, now + fighter.period)
        return
    first = first_count(draft.encounter, fighter.sheet).soonest
    for mark in (TURN, BURNT):
        steps.mark(draft, who, mark, first - fighter.period)
    may_declare_at(draft, who, first)


def first_count(encounter: Encounter, sheet: object) -> FirstCount:
    """Return the tick of a newcomer's first turn, as both the soonest and the latest: nothing is rolled (S-CHAIN-2)."""
    assert isinstance(sheet, Sheet)
    soonest = encounter.count + timing.first_turn(sheet.attribute("Initiative"))
    return FirstCount(soonest, soonest)


def tie_order(encounter: Encounter, who: str) -> tuple[float, ...]:
    """Return the sort key among fighters of one tick: second actions, the one put first, Initiative, Speed and seat.

    Rules: S-CHAIN-4, S-CHAIN-5.
    """
    fighter = Fighter(encounter, who)
    put_first = fighter.now.mark(FIRST, -1) == encounter.count
    return tuple(map(float, (not fighter.second_open, not put_first, *by_initiative(fighter))))


def by_initiative(fighter: Fighter) -> tuple[int, int, int]:
    """Return the sort key of a fighter among those of one tick: Initiative, Speed and seat (S-CHAIN-4)."""
    sheet = fighter.sheet
    return -sheet.attribute("Initiative"), -sheet.attribute("Speed"), fighter.now.profile.seat


def go_on(draft: StepBuilder, who: str, why: str = "") -> None:
    """Schedule the fighter's next turn unless it has one. Declared actions take no time (S-CHAIN-3, S-TURN-1)."""
    if draft[who].able and draft.encounter.agenda.find(who, DECLARE) is None:
        fighter = Fighter(draft.encounter, who)
        may_declare_at(draft, who, timing.after(fighter.now.mark(TURN), fighter.period, draft.encounter.count))


def hold(draft: StepBuilder, who: str) -> bool:
    """Hold the action until the next turn, which keeps its tick (S-TURN, SQ 24). Raises Refused.

    True: the fighter lies in wait until it acts.
    """
    fighter = Fighter(draft.encounter, who)
    if not fighter.house.hold:
        raise Refused(f"{fighter.name} cannot hold an action: house rule hold = false. p: nothing this turn")
    if fighter.second_open:
        raise Refused(f"{fighter.name} cannot hold its second action. p: give it up")
    conditions.begin(draft, who, HELD, "held action")
    go_on(draft, who)
    return True


def opening(draft: StepBuilder, tied: Sequence[str]) -> None:
    """Open the turns of a tick: end what lasted until then, and ask opponents for unseen intents (S-CHAIN-4)."""
    # A fighter whose turn began on this tick is here again for its second action.
    new = [who for who in tied if draft[who].mark(TURN, -1) != draft.encounter.count]
    for who in new:
        _open_turn(draft, who)
    sides = {draft[who].profile.side for who in new}
    if len(new) > 1 and (len(sides) > 1 or "" in sides):
        _ask_intents(draft, new)


def _ask_intents(draft: StepBuilder, fighters: Sequence[str]) -> None:
    """Ask fighters who share the tick for unseen intents. One with standing orders shows red without being asked."""
    ordered = [who for who in fighters if standing_orders.declares(draft.encounter, draft.rules, who) is not None]
    in_turn = _in_order(draft, fighters)
    text = f"unseen: red, white or blue? {joined([draft[who].name for who in in_turn])} share the tick."
    asked = [Inquiry(who, f"{draft[who].name}, {text}", tuple(MEANINGS)) for who in in_turn if who not in ordered]
    then = Task(INTENTS, {"ordered": ordered})
    if asked:
        draft.gather(INTENT, asked, then)
    else:
        draft.stack.append(then.with_data(answers={}))


def sharing(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return the allies who are still to declare on this tick without intents, `who` among them (S-CHAIN-5).

    Empty where the fighter shares the tick with no such ally.
    """
    side = encounter[who].profile.side
    allies = tuple(
        ally.id for ally in encounter if side and ally.profile.side == side and _opens_tick(Fighter(encounter, ally.id))
    )
    return allies if who in allies and len(allies) > 1 else ()


def _opens_tick(fighter: Fighter) -> bool:
    """Return whether the fighter's turn is on this tick, without an action or an intent so far."""
    due = fighter.encounter.agenda.find(fighter.who, DECLARE)
    on_tick = due is not None and due.count == fighter.encounter.count
    return on_tick and not fighter.now.actions and not fighter.intent


def show_cards(acting: Acting) -> None:
    """Let allies who share a tick show intents like opponents (S-CHAIN-5, SQ 39). Raises Refused without an ally."""
    draft, allies = acting.draft, _allies(acting)
    _withdraw_questions(draft)
    _ask_intents(draft, allies)
    # The declarations of the tick continue after the intents.
    draft.straight_on = True


def put_first(acting: Acting) -> None:
    """Let the fighter declare before the allies who share its tick (S-CHAIN-5, SQ 39). Raises Refused without one."""
    draft, who, allies = acting.draft, acting.who, _allies(acting)
    question = draft.encounter.question
    if question is not None and question.who == who:
        raise Refused(f"{acting.name} is the one who declares now.")
    _withdraw_questions(draft)
    for ally in allies:
        if draft[ally].mark(FIRST, -1) == draft.encounter.count:
            steps.mark(draft, ally, FIRST, -1)
    steps.mark(draft, who, FIRST, draft.encounter.count)
    # The declarations of the tick go on in the new order.
    draft.straight_on = True


def _allies(acting: Acting) -> Sequence[str]:
    """Return the allies who share the fighter's tick, itself among them. Raises Refused without one."""
    allies = sharing(acting.draft.encounter, acting.who)
    if not allies:
        raise Refused(
            f"{acting.name} shares its turn with no ally who is still to declare without an intent (S-CHAIN-5)."
        )
    return allies


def _withdraw_questions(draft: StepBuilder) -> None:
    """Withdraw the open questions, whose fighters may no longer be the next."""
    for question in reversed(draft.encounter.questions):
        draft.emit(ev.Withdrawn(who=question.who, what=question.what, why="the order of allies"))


def _in_order(draft: StepBuilder, fighters: Sequence[str]) -> list[str]:
    return sorted(fighters, key=lambda who: draft.rules.turns.tie_order(draft.encounter, who))


def _open_turn(draft: StepBuilder, who: str) -> None:
    """Open a turn: a held action and *defensive* end, and energy comes back (SQ 27).

    It comes back only where none was burnt since the last turn.
    """
    conditions.end(draft, who, DEFENSIVE)
    conditions.end(draft, who, HELD)
    if draft[who].waiting:
        draft.emit(ev.WaitChanged(who=who, waiting=False))
    fighter = Fighter(draft.encounter, who)
    if fighter.now.mark(BURNT, -1) < fighter.now.mark(TURN):
        pool_changes.give(
            draft, who, fighter.energy_pool, fighter.house.energy_recovery, "nothing burnt since its last turn"
        )
    steps.mark(draft, who, TURN, draft.encounter.count)
    if fighter.now.marks.get(INTENT):
        steps.mark(draft, who, INTENT, "")


def show(draft: StepBuilder, data: Mapping[str, Any]) -> None:
    """Show all intents together (S-CHAIN-4).

    `data["ordered"]` are the fighters under orders, who show red without being asked. `data["answers"]` the others'.
    """
    shown = {**dict.fromkeys(data["ordered"], RED), **data["answers"]}
    in_turn = _in_order(draft, list(shown))
    for who in in_turn:
        steps.mark(draft, who, INTENT, str(shown[who]))
    draft.note(f"Intents: {', '.join(f'{draft[who].name} {shown[who]}' for who in in_turn)}")
