"""Decide: a command and the state give events, or a refusal. The only way a fight changes."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.dice.notation import NotationError
from tracker.dice.source import DiceError, DiceSource
from tracker.encounter import by_hand, policy
from tracker.encounter import commands as cmd
from tracker.encounter import events as ev
from tracker.encounter.advance import IMPROVISED, advance, answer_by_orders, straight_on, work
from tracker.encounter.asking import turned_to
from tracker.encounter.combatant import Action
from tracker.encounter.declaring import (
    ask_declaration,
    check_moment,
    close_moment,
    declare,
    end_action,
    may_declare_at,
    moment,
)
from tracker.encounter.draft import Draft
from tracker.encounter.groups import for_the_others, others_follow
from tracker.encounter.orders import reason
from tracker.encounter.questions import Ask, Question
from tracker.encounter.refusals import Refused
from tracker.encounter.several import SEVERAL, command_of, data_of
from tracker.encounter.state import Encounter
from tracker.encounter.system import RuleSystem

LONGEST_ACTION = 1_000_000
"""Counts; more than a day."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What a command came to: its events, the state after them, whose action it was, and what goes on by itself."""

    events: tuple[ev.Event, ...]
    encounter: Encounter
    actor: str
    then: tuple[cmd.Command, ...]


def decide(encounter: Encounter, command: cmd.Command, rules: RuleSystem, dice: DiceSource) -> Decided:
    """Carry out `command` on `encounter`; raises Refused and changes nothing when it cannot be done."""
    draft = Draft(encounter, rules, dice)
    try:
        _carry_out(draft, command)
        _work(draft)
    except (NotationError, DiceError) as error:
        raise Refused(str(error)) from error
    others = for_the_others(encounter, draft.encounter, command)
    if others_follow(command, others):
        draft.straight_on = False
    if not draft.asked:
        _settle(draft)
        if draft.straight_on and draft.encounter.question is None:
            straight_on(draft)
    draft.then = (*others, *draft.then)
    if not others:
        answer_by_orders(draft, command)
    return Decided(tuple(draft.events), draft.encounter, draft.actor, draft.then)


def _carry_out(draft: Draft, command: cmd.Command) -> None:
    match command:
        case cmd.Advance():
            advance(draft, command)
        case cmd.Choose():
            _choose(draft, command)
        case cmd.GiveDice():
            _give_dice(draft, command)
        case cmd.GiveAmount():
            _give_amount(draft, command)
        case cmd.Do():
            draft.actor = command.who
            draft.rules.decide(draft, command)
        case cmd.Begin():
            _begin(draft)
        case cmd.Ordered():
            _ordered(draft, command)
        case cmd.Alone():
            _carry_out(draft, command.command)
        case cmd.AsGroup():
            _as_group(draft, command)
        case cmd.AnswerOrdered():
            _answer_ordered(draft, command)
        case cmd.AskInstead():
            _ask_instead(draft, command)
        case cmd.Wait():
            check_moment(draft, command.who)
            draft.actor = command.who
            draft.rules.point(draft, command.who, acts=False)
            close_moment(draft, command.who, "wait")
            if draft.rules.waits(draft, command.who):
                draft.emit(ev.WaitChanged(who=command.who, waiting=True))
        case cmd.Pass():
            _pass(draft, command)
        case cmd.Improvise():
            _improvise(draft, command)
        case cmd.Abort():
            _abort(draft, command)
        case cmd.Retarget():
            _retarget(draft, command)
        case cmd.ActNow():
            _act_now(draft, command)
        case cmd.Together():
            draft.together = True
            draft.push(SEVERAL, rest=[data_of(one) for one in command.commands])
        case (
            cmd.Leave()
            | cmd.Return()
            | cmd.Join()
            | cmd.SetAware()
            | cmd.SetHidden()
            | cmd.SetAlias()
            | cmd.Rename()
            | cmd.SetSide()
            | cmd.GiveModifier()
            | cmd.FixPool()
            | cmd.FixCount()
            | cmd.FixCondition()
            | cmd.GiveOrders()
            | cmd.SetGroup()
            | cmd.PlayGroup()
            | cmd.SetRoller()
            | cmd.SetEvent()
            | cmd.MoveEvent()
            | cmd.StrikeEvent()
            | cmd.Note()
        ):
            by_hand.carry_out(draft, command)


def _work(draft: Draft) -> None:
    """Carry out the stages still to do, and what is for several one after another, each after what the last set off."""
    work(draft)
    while draft.stack and not draft.asked:
        first, *rest = draft.stack.pop().data["rest"]
        if rest:
            draft.push(SEVERAL, rest=rest)
        _one_of_several(draft, command_of(first))
        work(draft)


def _one_of_several(draft: Draft, command: cmd.Command) -> None:
    """After a question it is too late to refuse: what cannot be done for one is told, and the others go on."""
    before, events, stack = draft.encounter, len(draft.events), draft.stack[:]
    try:
        _carry_out(draft, command)
    except Refused as refused:
        if draft.together:
            raise Refused(f"{refused.sentence} Nothing was done to the others either.") from refused
        draft.encounter, draft.stack = before, stack
        del draft.events[events:]
        draft.note(refused.sentence)


def _begin(draft: Draft) -> None:
    if draft.encounter.began:
        raise Refused("The fight has begun already; `next` goes on.")
    if not draft.encounter.combatants:
        raise Refused("Nobody is there to fight; add a [[combatant]] to the encounter, or let somebody `join`.")
    draft.emit(ev.Began())
    draft.rules.begin(draft)
    for one in draft.encounter:
        for key in one.profile.lasting:
            if draft[one.id].condition(key) is not None:
                draft.rules.fixed(draft, one.id, key)


def _open(draft: Draft, ask: Ask, what: str) -> Question:
    question = draft.encounter.question
    if question is None or question.ask is not ask:
        instead = f"The open question is: {question.text}" if question else "No question is open; `next` goes on."
        raise Refused(f"{what} is not asked for now. {instead}")
    return question


def _choose(draft: Draft, command: cmd.Choose) -> None:
    if draft.encounter.question is not None and draft.encounter.question.ask is Ask.HALT:
        _take_in(draft, draft.encounter.question, command.choice)
        return
    question = _open(draft, Ask.CHOOSE, f'"{command.choice}"')
    if question.who != command.who and question.unseen:
        question = turned_to(draft, question, command.who)
    if question.who != command.who:
        asked = draft[question.who].name
        raise Refused(f"{draft[command.who].name} is not asked now; {asked} is: {question.text}")
    choices = draft.rules.choices(draft.encounter, question)
    chosen = next((choice for choice in choices if choice.word == command.choice), None)
    open_now = ", ".join(choice.word for choice in choices if not choice.refused)
    if chosen is None:
        raise Refused(f'"{command.choice}" does not answer: {question.text} Open are: {open_now}.')
    if chosen.refused:
        raise Refused(f"{chosen.refused} Open are: {open_now}.")
    _answer(draft, question, command.choice)


def _take_in(draft: Draft, question: Question, word: str) -> None:
    """A stopping event is answered."""
    if word not in question.choices:
        raise Refused(f'"{word}" does not answer: {question.text} Open are: {", ".join(question.choices)}.')
    _answer(draft, question, word)


def _give_dice(draft: Draft, command: cmd.GiveDice) -> None:
    question = _open(draft, Ask.DICE, f"A die ({command.text})" if command.text else "A roll")
    _answer(draft, question, command.text)
    if command.secret:
        draft.stack[-1] = draft.stack[-1].with_data(hidden=True)


def _give_amount(draft: Draft, command: cmd.GiveAmount) -> None:
    question = _open(draft, Ask.AMOUNT, f"A number ({command.amount})")
    if command.who and question.who != command.who:
        if question.unseen:
            question = turned_to(draft, question, command.who)
        if question.who != command.who:
            asked = draft[question.who].name
            raise Refused(f"{draft[command.who].name} is not asked now; {asked} is: {question.text}")
    if not question.fits(command.amount):
        raise Refused(f"{command.amount} does not answer: {question.text} It takes {question.bounds}.")
    _answer(draft, question, str(command.amount), amount=command.amount)


def _pass(draft: Draft, command: cmd.Pass) -> None:
    check_moment(draft, command.who)
    if not draft.rules.abilities.passes:
        draft.rules.passes(draft, command.who)
        raise Refused(f"{draft[command.who].name} cannot pass in this game.")
    draft.actor = command.who
    draft.rules.point(draft, command.who, acts=False)
    close_moment(draft, command.who, "pass")
    draft.rules.passes(draft, command.who)


def _answer(draft: Draft, question: Question, answer: str, **more: int) -> None:
    order = draft.ordered and draft[question.who].orders.text
    draft.emit(ev.Answered(who=question.who, what=question.what, answer=answer, order=order))
    draft.stack = list(question.then)
    draft.stack[-1] = draft.stack[-1].with_data(answer=answer, **more)


def _ordered(draft: Draft, command: cmd.Ordered) -> None:
    check_moment(draft, command.who)
    orders = draft.rules.orders(draft.encounter, command.who)
    if orders is None:
        ask_declaration(draft, command.who)
        return
    before, events = draft.encounter, len(draft.events)
    draft.actor, draft.ordered = command.who, reason(draft[command.who].orders)
    try:
        match orders:
            case cmd.Do():
                draft.rules.decide(draft, orders)
            case _:
                _carry_out(draft, orders)
                draft.straight_on = True
    except Refused as refused:
        draft.encounter = before
        del draft.events[events:]
        draft.stack.clear()
        draft.note(f"{draft[command.who].name}'s orders cannot be followed: {refused.sentence}", command.who)
        ask_declaration(draft, command.who)


def _as_group(draft: Draft, command: cmd.AsGroup) -> None:
    """What one of a group cannot do as the others do is told, and it is asked itself."""
    who = command.command.who
    before, events = draft.encounter, len(draft.events)
    try:
        _carry_out(draft, command.command)
    except Refused as refused:
        draft.encounter = before
        del draft.events[events:]
        draft.stack.clear()
        draft.asked = False
        draft.note(f"{draft[who].name} cannot do as its group: {refused.sentence}", who)
        draft.straight_on = draft.encounter.question is None


def _answer_ordered(draft: Draft, command: cmd.AnswerOrdered) -> None:
    given = policy.answer(draft.encounter, draft.rules)
    question = draft.encounter.question
    if given is None or question is None or question.who != command.who:
        raise Refused(f"{draft[command.who].name} is not asked anything that its orders answer.")
    draft.ordered = reason(draft[command.who].orders)
    _carry_out(draft, given)


def _ask_instead(draft: Draft, command: cmd.AskInstead) -> None:
    if draft.encounter.question is not None or not moment(draft.encounter, command.who):
        raise Refused(f"{draft[command.who].name} may not declare at {draft.rules.unit.text(draft.encounter.count)}.")
    ask_declaration(draft, command.who)


def _improvise(draft: Draft, command: cmd.Improvise) -> None:
    shortest = draft.rules.abilities.shortest
    if not shortest <= command.counts <= LONGEST_ACTION:
        raise Refused(
            f"An action takes {shortest} to {LONGEST_ACTION} {draft.rules.unit.many}; {command.counts} is not possible."
        )
    if not command.text.strip():
        raise Refused('Say what is done, in quotes: brann does "kicks the table" 12')
    draft.actor = command.who
    if draft.rules.improvises(draft, command.who, command.text, command.counts):
        return
    check_moment(draft, command.who)
    draft.rules.point(draft, command.who, acts=True)
    declare(draft, command.who, Action(0, IMPROVISED, label=command.text, speed=command.counts))


def _abort(draft: Draft, command: cmd.Abort) -> None:
    combatant = draft[command.who]
    if not combatant.actions:
        raise Refused(f"{combatant.name} has nothing under way to give up.")
    _between(draft, f"{combatant.name} cannot give up")
    if why := draft.rules.may_declare(draft.encounter, command.who):
        raise Refused(why)
    draft.actor = command.who
    for action in combatant.actions:
        end_action(draft, command.who, action, "aborted")
    may_declare_at(draft, command.who, draft.encounter.count, "gave up what was under way")
    if draft.encounter.question is None:
        draft.straight_on = True


def _retarget(draft: Draft, command: cmd.Retarget) -> None:
    combatant, target = draft[command.who], draft[command.target]
    aimed = [action for action in combatant.actions if action.target]
    if not aimed:
        raise Refused(f"{combatant.name} has nothing under way that is aimed at somebody.")
    if target.id == combatant.id or not target.able:
        raise Refused(f"{combatant.name} cannot turn on {target.name}, who {target.presence.words}.")
    _between(draft, f"{combatant.name} cannot turn on {target.name}")
    for action in aimed:
        if why := draft.rules.may_turn(draft.encounter, command.who, action, target.id):
            raise Refused(why)
    draft.actor = command.who
    for action in aimed:
        draft.emit(
            ev.ActionChanged(
                who=command.who, action=action.id, label=action.label, target=target.id, why="turned on another"
            )
        )


def _act_now(draft: Draft, command: cmd.ActNow) -> None:
    """Whoever acts out of turn is asked at once; who was being asked is asked again after it."""
    one, question = draft[command.who], draft.encounter.question
    if not draft.encounter.began:
        raise Refused(f"{one.name} cannot act yet: the fight has not begun; `begin` starts it.")
    _between(draft, f"{one.name} cannot act out of turn")
    if not one.able:
        raise Refused(f"{one.name} cannot act: it {one.presence.words}.")
    if one.actions:
        raise Refused(f"{one.name} cannot act: {one.actions[0].label} is under way; `{one.id} abort` gives it up.")
    if why := draft.rules.may_declare(draft.encounter, one.id):
        raise Refused(why)
    if question is not None and question.who == one.id:
        raise Refused(f"{one.name} is being asked already.")
    draft.actor = one.id
    if question is not None:
        draft.emit(ev.Withdrawn(who=question.who, what=question.what, why=f"{one.name} acts out of turn"))
    if one.waiting:
        draft.emit(ev.WaitChanged(who=one.id, waiting=False))
    may_declare_at(draft, one.id, draft.encounter.count, "out of turn")
    ask_declaration(draft, one.id)


def _between(draft: Draft, what: str) -> None:
    """Refuses while something is being resolved; a declaration question does not stand in the way."""
    question = draft.encounter.question
    if question is not None and question.ask is not Ask.DECLARE:
        raise Refused(f"{what} while a question is open ({question.text}); answer it, or take a step back with undo.")


def _settle(draft: Draft) -> None:
    """A declaration question whose owner has no longer the moment is withdrawn."""
    question = draft.encounter.question
    if question is None or question.ask is not Ask.DECLARE:
        return
    if not moment(draft.encounter, question.who) or draft.rules.may_declare(draft.encounter, question.who):
        draft.emit(ev.Withdrawn(who=question.who, what=question.what, why="the moment is gone"))
        draft.straight_on = True


__all__ = ["Decided", "decide"]
