"""Decide: a command and the state give events, or a refusal. The only way a fight changes."""

from __future__ import annotations

from tracker.dice.notation import NotationError
from tracker.dice.source import DiceError, DiceSource
from tracker.encounter.advance import advance, land_at_once, straight_on, work
from tracker.encounter.by_orders import answer_by_orders, answer_ordered, declare_ordered, declare_unattended
from tracker.encounter.engine import answers, standing_orders, turn_actions
from tracker.encounter.engine.declarations import ask_declaration, moment
from tracker.encounter.engine.multi_target import SEVERAL, command_of, data_of
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.features import corrections, presence, rounds, sides
from tracker.encounter.features.groups import STUCK, alike, for_the_others, others_follow
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import ENTER, Ask, Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

_BRINGS_MORE = presence.MENDS | sides.CHANGES_SIDES | {ev.ConditionGained}
"""The events after which a fighter may be back, or the sides that stand may be others. Few steps have one of them."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The result of a command: its events, the state after them, the actor, and the activity that continues."""

    events: tuple[ev.Event, ...]
    encounter: Encounter
    actor: str
    then: tuple[cmd.Command, ...]


def decide(encounter: Encounter, command: cmd.Command, rules: Rules, dice: DiceSource, kept: bool = True) -> Decided:
    """Carry out `command` on `encounter`. Raises Refused and changes nothing when it cannot be done.

    Without `kept` the state after it continues to the same end, but no file can hold it, and a refusal may spoil
    `encounter`: for a fight that is played to its end and forgotten.
    """
    draft = StepBuilder(encounter, rules, dice, kept)
    try:
        _carry_out(draft, command)
        _work(draft)
        if rules.abilities.lands_at_once and not _others_of_group(encounter, draft, command):
            land_at_once(draft)
            _work(draft)
        # Only these events can bring a fighter back, or change which sides are left.
        if not _BRINGS_MORE.isdisjoint(map(type, draft.events)):
            _bring_back(draft, by_clock=isinstance(command, cmd.Advance) and not _landed(draft))
            sides.no_longer_last(draft)
            sides.part(draft, command)
            sides.fallen(draft)
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


def _bring_back(draft: StepBuilder, by_clock: bool) -> None:
    """Give fighters who are back a place in the order, once the answer is resolved.

    `by_clock` is whether time brought them back, not a command.
    """
    for who in presence.recover(draft, by_clock):
        question, asked = draft.encounter.question, draft.asked
        if not draft.encounter.began:
            continue
        if question is not None and question.ask is not Ask.DECLARE:
            draft.do_after(question, Task(ENTER, {"who": who}), f"{draft[who].name} is back after the answer")
            continue
        draft.asked = False
        draft.rules.turns.join(draft, who)
        _work(draft)
        draft.asked = draft.asked or asked


def _landed(draft: StepBuilder) -> bool:
    return any(isinstance(event, ev.ActionEnded) and event.how == "landed" for event in draft.events)


def _others_of_group(encounter: Encounter, draft: StepBuilder, command: cmd.Command) -> bool:
    """Return whether other members of a group now do what one has declared, so that all of it lands together."""
    return others_follow(command, for_the_others(encounter, draft.encounter, command))


def _carry_out(draft: StepBuilder, command: cmd.Command) -> None:
    """Carry out a command that passed its checks: by its kind, or by the game for a verb of the game."""
    if isinstance(command, cmd.Correction):
        corrections.carry_out(draft, command)
        return
    match command:
        case cmd.Advance():
            advance(draft, command)
        case cmd.Choose():
            answers.choose(draft, command)
        case cmd.GiveDice():
            answers.give_dice(draft, command)
        case cmd.GiveAmount():
            answers.give_amount(draft, command)
        case cmd.Do():
            draft.actor = command.who
            draft.rules.resolution.decide(draft, command)
        case cmd.Begin():
            _begin(draft)
        case cmd.Ordered():
            declare_ordered(draft, command, _carry_out)
        case cmd.Alone():
            _carry_out(draft, command.command)
        case cmd.AsGroup():
            _as_group(draft, command)
        case cmd.AnswerOrdered():
            answer_ordered(draft, command, _carry_out)
        case cmd.AskInstead():
            _ask_instead(draft, command)
        case cmd.Unattended():
            _unattended(draft)
        case cmd.Wait():
            turn_actions.wait(draft, command)
        case cmd.Pass():
            turn_actions.passing(draft, command)
        case cmd.StepAside():
            _step_aside(draft, command)
        case cmd.Improvise():
            turn_actions.improvise(draft, command)
        case cmd.Abort():
            turn_actions.abort(draft, command)
        case cmd.Retarget():
            turn_actions.retarget(draft, command)
        case cmd.ActNow():
            turn_actions.act_now(draft, command)
        case cmd.Together():
            draft.together = True
            draft.push(SEVERAL, rest=[data_of(_as_text(draft, single)) for single in command.commands])


def _as_text(draft: StepBuilder, command: cmd.Command) -> cmd.Command:
    return draft.rules.choices.as_text(command) if isinstance(command, cmd.Do) else command


def _work(draft: StepBuilder) -> None:
    """Carry out the stages still to do, then the command for each further target, with its consequences."""
    work(draft)
    while draft.stack and not draft.asked:
        first, *rest = draft.stack.pop().data["rest"]
        if rest:
            draft.push(SEVERAL, rest=rest)
        _one_of_several(draft, command_of(first))
        work(draft)


def _one_of_several(draft: StepBuilder, command: cmd.Command) -> None:
    """Carry out one of the commands of a line for several fighters.

    Its refusal refuses the whole line if all are done `together`. Otherwise the others may be done already, so it is
    logged.
    """
    try:
        with draft.attempt():
            _carry_out(draft, command)
    except Refused as refused:
        if draft.together:
            raise Refused(f"{refused.sentence} The others are unchanged too.") from refused
        draft.note(refused.sentence)


def _begin(draft: StepBuilder) -> None:
    """Begin the fight, and apply the consequences of conditions borne from before it."""
    if draft.encounter.began:
        raise Refused("The fight has begun already; `next` goes on.")
    if not draft.encounter.combatants:
        raise Refused("The fight has no fighters; add a [[combatant]] to the encounter, or use `join`.")
    draft.emit(ev.Began())
    rounds.schedule(draft)
    for fighter in draft.encounter:
        presence.enter(draft, fighter.id)
    draft.rules.turns.begin(draft)
    for fighter in draft.encounter:
        for key in fighter.profile.lasting:
            if draft[fighter.id].condition(key) is not None:
                draft.rules.resolution.apply_consequences(draft, fighter.id, key)


def _step_aside(draft: StepBuilder, command: cmd.StepAside) -> None:
    """Ask another member instead of a fighter who cannot do as its group does, and who is asked later."""
    who, question = command.who, draft.encounter.question
    if question is None or question.ask is not Ask.DECLARE or question.who != who:
        raise Refused(f"{draft[who].name} has no declaration to step aside from now.")
    others = alike(draft.encounter, who)
    if not others:
        raise Refused(f"No other fighter of {draft[who].name}'s group may declare now; declare for {draft[who].name}.")
    draft.emit(ev.Withdrawn(who=who, what=question.what, why="steps aside"))
    # The mark tells that the group does not declare for this fighter at this count.
    draft.emit(ev.MarkChanged(who=who, mark=STUCK, value=draft.encounter.count))
    reason = f": {command.why}" if command.why else ""
    draft.note(f"{draft[who].name} steps aside, {draft[others[0]].name} declares for the group first{reason}", who)
    ask_declaration(draft, others[0])


def _as_group(draft: StepBuilder, command: cmd.AsGroup) -> None:
    """Carry out for one member what its group was told. A refusal is logged, and the member is asked separately."""
    who = command.command.who
    try:
        with draft.attempt():
            _carry_out(draft, command.command)
    except Refused as refused:
        draft.note(f"{draft[who].name} cannot do as its group: {refused.sentence}", who)
        draft.straight_on = draft.encounter.question is None


def _unattended(draft: StepBuilder) -> None:
    """Answer the open question without the GM. Refused only where a declaration leaves nothing to do."""
    question = draft.encounter.question
    if question is None:
        raise Refused("No question is open; `next` goes on.")
    match question.ask:
        case Ask.HALT:
            answers.choose(draft, cmd.Choose(question.who, question.choices[0]))
        case Ask.DICE:
            answers.give_dice(draft, cmd.GiveDice())
        case Ask.CHOOSE | Ask.AMOUNT:
            if standing_orders.answer(draft.encounter, draft.rules) is not None:
                answer_ordered(draft, cmd.AnswerOrdered(question.who), _carry_out)
            else:
                _carry_out(draft, standing_orders.least(draft.encounter, draft.rules, question))
        case Ask.DECLARE:
            declare_unattended(draft, question.who, _carry_out)


def _ask_instead(draft: StepBuilder, command: cmd.AskInstead) -> None:
    """Ask a fighter to declare in spite of its orders. Refused where it may not declare now."""
    question = draft.encounter.question
    if question is not None and question.ask is Ask.DECLARE and question.who == command.who:
        return
    given_up = draft.rules.abilities.wait_gives_turn_up and draft[command.who].waiting
    if question is not None or given_up or not moment(draft.encounter, command.who):
        raise Refused(f"{draft[command.who].name} may not declare at {draft.rules.unit.text(draft.encounter.count)}.")
    ask_declaration(draft, command.who)


def _settle(draft: StepBuilder) -> None:
    """Withdraw each declaration question, latest first, whose fighter may no longer declare now.

    It ends at a question of another kind.
    """
    for question in reversed(draft.encounter.questions):
        if question.ask is not Ask.DECLARE:
            return
        refused = draft.rules.turns.declaration_refusal(draft.encounter, question.who)
        if moment(draft.encounter, question.who) and not refused:
            continue
        draft.emit(ev.Withdrawn(who=question.who, what=question.what, why="the moment is gone"))
        draft.straight_on = True
