"""Turn actions: what a fighter may do with its turn in every game: wait, pass, improvise, give up, retarget, cut in."""

from __future__ import annotations

from tracker.encounter.engine.condition_ends import end_those_through_turn
from tracker.encounter.engine.declarations import (
    ask_declaration,
    check_moment,
    close_moment,
    declare,
    end_action,
    end_wait,
    may_declare_at,
    wait_no_more,
)
from tracker.encounter.engine.step import StepBuilder
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.combatant import IMPROVISED, Action
from tracker.model.questions import Ask
from tracker.model.refusals import Refused

LONGEST_ACTION = 1_000_000
"""In counts, more than a day."""


def wait(draft: StepBuilder, command: cmd.Wait) -> None:
    """Let the moment go by and lie in wait, to act at any later moment.

    With a count `until` (-1: none) the fighter is asked at that count at the latest.
    """
    who, until, now = command.who, command.until, draft.encounter.count
    check_moment(draft, who)
    if 0 <= until <= now:
        in_words = draft.rules.unit.text
        raise Refused(f"{draft[who].name} cannot wait until {in_words(until)}: it is {in_words(now)} already.")
    draft.actor = who
    draft.rules.turns.on_turn_used(draft, who, acts=False)
    close_moment(draft, who, "wait")
    if draft.rules.turns.start_wait(draft, who):
        draft.emit(ev.WaitChanged(who=who, waiting=True))
        if until >= 0:
            may_declare_at(draft, who, until, "at the latest")
    elif until >= 0:
        raise Refused(f"In this game a wait ends by itself; `{who} wait` is the whole line.")


def passing(draft: StepBuilder, command: cmd.Pass) -> None:
    """Let the moment go by, in a game that knows passing."""
    check_moment(draft, command.who)
    if not draft.rules.abilities.passes:
        # The game may refuse in a sentence of its own.
        draft.rules.turns.pass_turn(draft, command.who)
        raise Refused(f"{draft[command.who].name} cannot pass in this game.")
    draft.actor = command.who
    draft.rules.turns.on_turn_used(draft, command.who, acts=False)
    close_moment(draft, command.who, "pass")
    end_those_through_turn(draft, command.who, passed=True)
    draft.rules.turns.pass_turn(draft, command.who)


def improvise(draft: StepBuilder, command: cmd.Improvise) -> None:
    """Begin something in the game master's own words that takes a number of counts."""
    shortest = draft.rules.abilities.shortest
    if not shortest <= command.counts <= LONGEST_ACTION:
        raise Refused(
            f"An action takes {shortest} to {LONGEST_ACTION} {draft.rules.unit.many}; {command.counts} is not possible."
        )
    if not command.text.strip():
        raise Refused(f'Put the action in quotes: {command.who} does "kicks the table" 12')
    draft.actor = command.who
    if draft.rules.turns.start_improvised(draft, command.who, command.text, command.counts):
        return
    check_moment(draft, command.who)
    draft.rules.turns.on_turn_used(draft, command.who, acts=True)
    declare(draft, command.who, Action(0, IMPROVISED, label=command.text, speed=command.counts))


def abort(draft: StepBuilder, command: cmd.Abort) -> None:
    """Give up what is under way. Its owner may declare again at once."""
    combatant = draft[command.who]
    if not combatant.actions:
        raise Refused(f"{combatant.name} has no action under way to give up.")
    _between(draft, f"{combatant.name} cannot give up")
    if why := draft.rules.turns.declaration_refusal(draft.encounter, command.who):
        raise Refused(why)
    draft.actor = command.who
    for action in combatant.actions:
        end_action(draft, command.who, action, "aborted")
    may_declare_at(draft, command.who, draft.encounter.count, "gave up what was under way")
    if draft.encounter.question is None:
        draft.straight_on = True


def retarget(draft: StepBuilder, command: cmd.Retarget) -> None:
    """Turn what is under way on another fighter, where the game allows it."""
    combatant, target = draft[command.who], draft[command.target]
    aimed = [action for action in combatant.actions if action.target]
    if not aimed:
        raise Refused(f"{combatant.name} has no action under way with a target.")
    if target.id == combatant.id or not target.able:
        raise Refused(f"{combatant.name} cannot turn on {target.name}, who {target.presence.words}.")
    _between(draft, f"{combatant.name} cannot turn on {target.name}")
    for action in aimed:
        if why := draft.rules.resolution.retarget_refusal(draft.encounter, command.who, action, target.id):
            raise Refused(why)
    draft.actor = command.who
    for action in aimed:
        label = draft.rules.resolution.label_towards(draft.encounter, command.who, action, target.id)
        draft.emit(
            ev.ActionChanged(who=command.who, action=action.id, label=label, target=target.id, why="turned on another")
        )


def act_now(draft: StepBuilder, command: cmd.ActNow) -> None:
    """Ask the fighter who acts out of turn at once. The question that was open stays open beneath it."""
    fighter, question = draft[command.who], draft.encounter.question
    if not draft.encounter.began:
        raise Refused(f"{fighter.name} cannot act yet: the fight has not begun; `begin` starts it.")
    _between(draft, f"{fighter.name} cannot act out of turn")
    if not fighter.able:
        raise Refused(f"{fighter.name} cannot act: it {fighter.presence.words}.")
    if fighter.actions:
        raise Refused(
            f"{fighter.name} cannot act: {fighter.actions[0].label} is under way; `{fighter.id} abort` gives it up."
        )
    if why := draft.rules.turns.declaration_refusal(draft.encounter, fighter.id):
        raise Refused(why)
    if question is not None and question.who == fighter.id:
        raise Refused(f"{fighter.name} already has the open question.")
    draft.actor = fighter.id
    if draft.rules.abilities.wait_gives_turn_up and fighter.waiting:
        end_wait(draft, fighter.id)
        return
    wait_no_more(draft, fighter.id)
    may_declare_at(draft, fighter.id, draft.encounter.count, "out of turn")
    ask_declaration(draft, fighter.id)


def _between(draft: StepBuilder, what: str) -> None:
    """Raise Refused with `what`, as in "Ann cannot act", while any question but that of a declaration is open."""
    question = draft.encounter.question
    if question is not None and question.ask is not Ask.DECLARE:
        raise Refused(f"{what} during a question. Answer it first, or undo: {question.text}")
