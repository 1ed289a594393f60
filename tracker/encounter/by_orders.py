"""Standing orders carried out: a fighter under orders declares and answers without being asked.

What the orders say at a moment is in `engine/standing_orders`, which changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from tracker.encounter.engine import answers, standing_orders
from tracker.encounter.engine.declarations import ask_declaration, check_moment
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.features.groups import STUCK, stuck
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.orders import ATTACK, reason
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE

CarryOut = Callable[[StepBuilder, cmd.Command], None]
"""A function that carries out a command that passed its checks. It raises Refused."""


def declare_ordered(draft: StepBuilder, command: cmd.Ordered, carry_out: CarryOut) -> None:
    """Declare by preset or orders. What they cannot do is noted and taken back, and the fighter is asked.

    A preset is an action that a trigger has set off. It comes before the orders. `carry_out` carries out a command of
    every game.
    """
    check_moment(draft, command.who)
    preset = draft.rules.turns.triggered_declaration(draft.encounter, command.who)
    orders = preset or standing_orders.declaration(draft.encounter, draft.rules, command.who)
    if orders is None:
        ask_declaration(draft, command.who)
        return
    draft.actor, draft.ordered = command.who, "" if preset else _reason(draft, command.who, orders)
    try:
        with draft.attempt():
            _declare(draft, orders, carry_out)
    except Refused as refused:
        instead = None if preset else standing_orders.otherwise(draft.encounter, draft.rules, command.who)
        if instead is not None and instead != orders and _declares_instead(draft, command.who, instead, carry_out):
            return
        name = draft[command.who].name
        what = f"What {name} preset cannot be done" if preset else f"{name}'s orders cannot be followed"
        if not stuck(draft.encounter, command.who):
            draft.note(f"{what}: {refused.sentence}", command.who)
        if not preset and others_by_orders(draft, command.who):
            draft.emit(ev.MarkChanged(who=command.who, mark=STUCK, value=draft.encounter.count))
            draft.straight_on = True
        else:
            ask_declaration(draft, command.who)


def declare_unattended(draft: StepBuilder, who: str, carry_out: CarryOut) -> None:
    """Let `who` declare by its orders. If those cannot be followed it lets time pass, and at last lies in wait.

    Raises the first refusal if none of these can be done. `carry_out` carries out a command of every game.
    """
    by_orders = standing_orders.declares(draft.encounter, draft.rules, who)
    instead = standing_orders.otherwise(draft.encounter, draft.rules, who)
    refusal = ""
    for command in (by_orders, instead, *standing_orders.idle(draft.rules, who)):
        draft.actor, draft.ordered = who, _reason(draft, who, command) if command in (by_orders, instead) else ""
        try:
            if command is not None:
                with draft.attempt():
                    _declare(draft, command, carry_out)
                return
        except Refused as refused:
            refusal = refusal or refused.sentence
    raise Refused(refusal)


def _declares_instead(draft: StepBuilder, who: str, instead: cmd.Command, carry_out: CarryOut) -> bool:
    """Declare the orders' second choice when the first cannot be carried out. Return whether that worked."""
    draft.ordered = _reason(draft, who, instead)
    try:
        with draft.attempt():
            _declare(draft, instead, carry_out)
    except Refused:
        return False
    return True


def _reason(draft: StepBuilder, who: str, command: cmd.Command | None) -> str:
    """Return the orders that a command follows, in a word or two.

    For a verb other than the one ordered it is `VERB in place of ORDERED`, except in fights of older releases.
    """
    orders, words = draft[who].orders, draft.rules.abilities.orders
    verb = command.verb if isinstance(command, cmd.Do) else ""
    as_ordered = words is None or verb == orders.does or (orders.does == ATTACK and verb in words.attacks)
    if words is None or not draft.encounter.release or as_ordered or verb not in words.does:
        return reason(orders)
    return f"{verb} in place of {orders.does}"


def _declare(draft: StepBuilder, command: cmd.Command, carry_out: CarryOut) -> None:
    """Carry out a declaration by orders. A verb of the game says itself whether the others go straight on."""
    if isinstance(command, cmd.Do):
        draft.rules.resolution.decide(draft, command)
    else:
        carry_out(draft, command)
        draft.straight_on = True


def answer_ordered(draft: StepBuilder, command: cmd.AnswerOrdered, carry_out: CarryOut) -> None:
    """Answer the open question as its fighter's orders say. Refused where they say nothing of it.

    `command.given` is the answer where it was found before. `carry_out` carries out a command of every game.
    """
    given = command.given or standing_orders.answer(draft.encounter, draft.rules)
    question = draft.encounter.question
    if given is None or question is None or question.who != command.who:
        raise Refused(f"{draft[command.who].name} has no question that its orders answer.")
    draft.ordered = reason(draft[command.who].orders)
    draft.hindrance = standing_orders.hindrance(
        draft.encounter, draft.rules, given.choice if isinstance(given, cmd.Choose) else ""
    )
    if command.given is not None and isinstance(given, cmd.Choose) and given.choice in question.choices:
        answers.answer(draft, question, given.choice)  # it has been weighed in this very state
    else:
        carry_out(draft, given)


def answer_by_orders(draft: StepBuilder, command: cmd.Command) -> None:
    """Put the answer by orders to the question just asked among the next commands, if the orders have one.

    A `command` to advance to a count is put after it, so that it goes on.
    """
    if not draft.asked or isinstance(command, cmd.AskInstead):
        return
    question = draft.encounter.question
    given = standing_orders.answer(draft.encounter, draft.rules) if question is not None else None
    if question is not None and given is not None:
        afterwards = (command,) if isinstance(command, cmd.Advance) and command.to is not None else ()
        draft.then = (cmd.AnswerOrdered(question.who, given), *draft.then, *afterwards)


def others_by_orders(draft: StepBuilder, who: str) -> tuple[str, ...]:
    """Return the others of its group who may declare on this count by orders that have not failed yet."""
    encounter, group = draft.encounter, draft[who].group
    due = [entry.who for entry in encounter.agenda.ties() if entry.what == DECLARE and entry.count == encounter.count]
    return tuple(
        other
        for other in due
        if other != who and group and encounter[other].group == group and not stuck(encounter, other)
        if standing_orders.declares(encounter, draft.rules, other) is not None
    )
