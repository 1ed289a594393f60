"""Declarations: how a combatant's moment becomes an action under way, and how that ends."""

from __future__ import annotations

from collections.abc import Callable

from tracker.encounter.engine.condition_ends import end_those_through_turn, end_those_until_acting
from tracker.encounter.engine.open_step import STRAIGHT_ON
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.engine.turn_order import may_have_turns
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.combatant import Action, Combatant
from tracker.model.questions import DECLARATION, Ask
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, LAND, Encounter, Rank

TARGET_OUT = "the target is out of the fight"
"""The reason why an action that landed has no effect."""
_WITHOUT_ACTING = ("wait", "pass")


def moment(encounter: Encounter, who: str) -> bool:
    """Return whether `who` may declare at the present count: its entry is due now, or it lies in wait."""
    due = encounter.agenda.find(who, DECLARE)
    return encounter[who].waiting or (due is not None and due.count == encounter.count)


def last_declared(combatant: Combatant) -> Action | None:
    """Return the action that a fighter declared last, under way or over. None before its first."""
    actions = (*combatant.actions, *((combatant.last,) if combatant.last is not None else ()))
    return max(actions, key=lambda action: (action.declared, action.id), default=None)


def check_moment(draft: StepBuilder, who: str) -> None:
    """Refuse when it is not the moment of `who`, or another question is open."""
    encounter, combatant = draft.encounter, draft[who]
    if not encounter.began:
        raise Refused(f"{combatant.name} cannot declare yet: the fight has not begun; `begin` starts it.")
    question = encounter.question
    if question is not None and question.ask is not Ask.DECLARE:
        raise Refused(f"{combatant.name} cannot declare now; answer the question first: {question.text}")
    if not combatant.able:
        raise Refused(f"{combatant.name} cannot declare: it {combatant.presence.words} and is no longer in the fight.")
    if why := draft.rules.turns.declaration_refusal(encounter, who):
        raise Refused(why)
    if draft.rules.abilities.wait_gives_turn_up and combatant.waiting:
        raise Refused(f"{combatant.name} waits and has given its moment up. `{who} acts` gives it a new one.")
    # The game lets a fighter declare a second action beside one of the same count.
    if draft.beside and beside(encounter, who):
        return
    if not moment(encounter, who):
        raise Refused(_not_now(encounter, combatant, draft.rules.unit.text))


def beside(encounter: Encounter, who: str) -> bool:
    """Return whether `who` has declared one action on this very count and may put a second one beside it."""
    actions = encounter[who].actions
    return len(actions) == 1 and actions[0].declared == encounter.count


def _not_now(encounter: Encounter, combatant: Combatant, when_text: Callable[[int], str]) -> str:
    """Return why a fighter may not declare: it has an action under way, or its count is another."""
    for action in combatant.actions:
        return (
            f"{combatant.name} cannot declare: {action.label} is under way until {when_text(action.lands)}; "
            f"`{combatant.id} abort` gives it up."
        )
    due = encounter.agenda.find(combatant.id, DECLARE)
    when = f"may declare at {when_text(due.count)}" if due else "has nothing due"
    return f"{combatant.name} cannot declare at {when_text(encounter.count)}: {when}."


def close_moment(draft: StepBuilder, who: str, answer: str) -> None:
    """End `who`'s moment: its questions are answered, also beneath that of another, its entry and its waiting end."""
    for question in reversed(draft.encounter.questions):
        if question.ask is Ask.DECLARE and question.who == who:
            draft.emit(ev.Answered(who=who, what=question.what, answer=answer))
    due = draft.encounter.agenda.find(who, DECLARE)
    if due is not None:
        draft.emit(ev.DueEnded(who=who, what=DECLARE, at=due.count))
    wait_no_more(draft, who)
    if answer not in _WITHOUT_ACTING:
        end_those_until_acting(draft, who)
    draft.straight_on = True


def wait_no_more(draft: StepBuilder, who: str) -> bool:
    """End the wait of `who`, with a line only if it did nothing else meanwhile. Return whether it waited."""
    if not draft[who].waiting:
        return False
    draft.emit(ev.WaitChanged(who=who, waiting=False, busy=draft[who].busy))
    return True


def end_wait(draft: StepBuilder, who: str) -> None:
    """Place the turn of a fighter who acts after a wait that gave its moment up.

    The other fighters are asked to declare after this step (STRAIGHT_ON).
    """
    draft.actor = who
    due = draft.encounter.agenda.find(who, DECLARE)
    if due is not None:
        draft.emit(ev.DueEnded(who=who, what=DECLARE, at=due.count, why="waits no longer"))
    wait_no_more(draft, who)
    draft.push(STRAIGHT_ON)
    draft.rules.turns.turn_after_wait(draft, who)


def declare(draft: StepBuilder, who: str, action: Action, rank: Rank = Rank.LANDING) -> None:
    """Put `action` under way from the present count. It lands `speed` counts later. Its id and counts are set here.

    With `rank` RESOLUTION it lands after all declarations on its count.
    """
    under_way = declare_at_once(draft, who, action)
    draft.emit(ev.DueAdded(who=who, what=LAND, at=under_way.lands, rank=rank, ref=str(under_way.id)))


def declare_at_once(draft: StepBuilder, who: str, action: Action) -> Action:
    """Declare `action` without a landing on the agenda: the game carries it out in this very step and ends it."""
    check_moment(draft, who)
    close_moment(draft, who, action.verb)
    number = draft.encounter.serial
    draft.emit(
        ev.ActionDeclared(
            who=who,
            action=number,
            verb=action.verb,
            label=action.label,
            speed=action.speed,
            lands=draft.encounter.count + action.speed,
            weapon=action.weapon,
            target=action.target,
            options=action.options,
            ordered=action.ordered or bool(draft.ordered),
            order=draft.ordered,
        )
    )
    draft.actor = who
    under_way = draft[who].action(number)
    assert under_way is not None
    return under_way


def may_declare_at(draft: StepBuilder, who: str, at: int, why: str = "") -> None:
    """Put `who`'s next moment on the agenda, replacing an earlier one.

    Nothing for a fighter who may not be in the order.
    """
    if not may_have_turns(draft.encounter, who):
        return
    old = draft.encounter.agenda.find(who, DECLARE)
    if old is not None:
        draft.emit(ev.DueEnded(who=who, what=DECLARE, at=old.count, why="replaced"))
    draft.emit(ev.DueAdded(who=who, what=DECLARE, at=at, rank=Rank.DECLARATION, why=why))


SOON = 10
"""The most counts that one member of a group waits for the others of its count."""


def place_at(draft: StepBuilder, who: str, placed: int, why: str) -> None:
    """Put the next moment of `who` where its roll has placed it (`placed`), or with its group of one count.

    In such a group it is the moment of the first member whom the same roll has placed. Without one it is the next
    moment of another member that comes at most SOON counts after its own.
    """
    name = draft[who].group
    if name and (group := draft.encounter.group(name)).one_count:
        of_this_roll = group.at == draft.encounter.count and who in group.placed
        turns = {due.who: due.count for due in draft.encounter.agenda if due.what == DECLARE and due.who != who}
        of_others = [
            turns[fighter.id] for fighter in draft.encounter if fighter.group == group.name and fighter.id in turns
        ]
        first = turns.get(group.placed[0]) if of_this_roll else None
        soon_after = [count for count in of_others if placed <= count <= placed + SOON]
        placed = min(soon_after, default=placed) if first is None else first
    may_declare_at(draft, who, placed, why)


def end_action(draft: StepBuilder, who: str, action: Action, how: str, why: str = "") -> None:
    """Take an action and its landing off. `how` it ends is `landed`, `aborted` or `lost`."""
    due = draft.encounter.agenda.find(who, LAND, str(action.id))
    if due is not None:
        draft.emit(ev.DueEnded(who=who, what=LAND, at=due.count, ref=due.ref))
    draft.emit(ev.ActionEnded(who=who, action=action.id, how=how, label=action.label, why=why))
    end_those_through_turn(draft, who)
    if how != "landed":
        draft.rules.turns.on_action_lost(draft, who)


def lose_pending(draft: StepBuilder, who: str, why: str) -> None:
    """End all that `who` has pending as lost: its actions, its next declaration and its wait."""
    for action in draft[who].actions:
        end_action(draft, who, action, "lost", why)
    due = draft.encounter.agenda.find(who, DECLARE)
    if due is not None:
        draft.emit(ev.DueEnded(who=who, what=DECLARE, at=due.count, why=why))
    wait_no_more(draft, who)


def delay(draft: StepBuilder, who: str, counts: int, why: str) -> None:
    """Delay all that `who` has pending by `counts`: its declaration, its actions, or the moment it waits for."""
    if wait_no_more(draft, who):
        may_declare_at(draft, who, draft.encounter.count + counts, why)
        return
    due = draft.encounter.agenda.find(who, DECLARE)
    if due is not None:
        draft.emit(ev.DueMoved(who=who, what=DECLARE, from_=due.count, to=due.count + counts, why=why))
    for action in draft[who].actions:
        landing = draft.encounter.agenda.find(who, LAND, str(action.id))
        if landing is not None:
            to = landing.count + counts
            draft.emit(ev.DueMoved(who=who, what=LAND, from_=landing.count, to=to, ref=landing.ref, why=why))


def ask_declaration(draft: StepBuilder, who: str) -> None:
    """Ask `who` for a declaration, which a command answers. An older question of the same kind is withdrawn."""
    for question in draft.encounter.questions:
        if question.ask is Ask.DECLARE and question.who == who:
            draft.emit(ev.Withdrawn(who=who, what=question.what, why="asked anew"))
    draft.ask(Ask.DECLARE, who, DECLARATION, draft.rules.turns.moment_text(draft.encounter, who))


def not_in_the_middle(draft: StepBuilder, what: str) -> None:
    """Refuse while a blow is being resolved: only a declaration may stand open."""
    question = draft.encounter.question
    if question is not None and question.ask is not Ask.DECLARE:
        raise Refused(f"{what} must wait. Answer the question first, or undo: {question.text}")


def lies_in_wait(encounter: Encounter, rules: Rules, who: str) -> bool:
    """Return whether a fighter only waits. One that runs, swims or flies may act at any moment, but does not wait."""
    return encounter[who].waiting and not rules.display.activity(encounter, who)
