"""Advancing: the next entry of the agenda is carried out, until a fighter must decide."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.clock.agenda import Due
from tracker.encounter.by_orders import others_by_orders
from tracker.encounter.engine import standing_orders
from tracker.encounter.engine.condition_ends import end_condition
from tracker.encounter.engine.declarations import ask_declaration, end_action, end_wait
from tracker.encounter.engine.dice_requests import ROLL, typed
from tracker.encounter.engine.multi_target import SEVERAL
from tracker.encounter.engine.open_step import STRAIGHT_ON
from tracker.encounter.engine.simultaneous_choice import GATHER, take_answer
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.engine.turn_order import in_order, may_have_turns, put_in_turn
from tracker.encounter.features import free_events, rounds
from tracker.encounter.features.groups import stuck
from tracker.encounter.features.presence import enter
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.combatant import IMPROVISED
from tracker.model.commands import Advance, AnswerOrdered, Ordered
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import ENTER, Ask, Question, Task
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, END, FREE_EVENT, ROUND, Encounter, Rank
from tracker.text.names import first_of

RESTART = "kernel.restart"
"""The kernel's own stage: a fighter comes back to the order."""
_OWN_STAGES = frozenset((ROLL, GATHER, free_events.HALT, STRAIGHT_ON, RESTART, ENTER))
"""The stages that the kernel carries out itself. All others are the game's."""
MOST_ENTRIES = 5_000
"""The most entries of the agenda that one step carries out. Only a clock that never asks again has more."""
OUT = "out of the fight"
"""The reason recorded when a moment leaves the agenda because its fighter may have no turn."""
PASSING = (Rank.EFFECT, Rank.RECOVERY, Rank.CLOSING)
"""The ranks carried out in passing, unless the game stops at an entry for its own sake."""


def work(draft: StepBuilder) -> None:
    """Carry out the stages still to do, until none is left or a question is open.

    A stage SEVERAL, of a command for several fighters, is left on the stack for the caller.
    """
    while draft.stack and not draft.asked and draft.stack[-1].stage != SEVERAL:
        task: Task = draft.stack.pop()
        if task.stage not in _OWN_STAGES:
            draft.rules.resolution.resume(draft, task)
        elif task.stage == ROLL:
            typed(draft, draft.rules, draft.dice, task.data)
        elif task.stage == GATHER:
            take_answer(draft, task.data)
        elif task.stage == free_events.HALT:
            free_events.answered(draft, task.data["event"], str(task.data["answer"]))
        elif task.stage == STRAIGHT_ON:
            draft.straight_on = True
        elif task.stage == RESTART:
            draft.rules.turns.schedule_next_turn(draft, task.data["who"], "landed")
        else:
            enter(draft, task.data["who"])
            if may_have_turns(draft.encounter, task.data["who"]):
                draft.rules.turns.join(draft, task.data["who"])


def advance(draft: StepBuilder, command: Advance) -> None:
    """Carry out what is due next (or up to `command.to`), stopping at a question, a landing or a free event.

    The fighter who is being asked, and has orders that declare or answer now, follows them.
    """
    back_in_time = command.to is not None and command.to < draft.encounter.count  # refused by `_check`
    _take_back_question_of_one_who_is_out(draft)
    question = draft.encounter.question
    if not back_in_time and question is not None and standing_orders.follows(draft.encounter, draft.rules):
        by_orders = Ordered(question.who) if question.ask is Ask.DECLARE else AnswerOrdered(question.who)
        draft.then = (by_orders, *((command,) if command.to is not None else ()))
        return
    _check(draft, command)
    for _ in range(MOST_ENTRIES):
        if draft.asked or _stops_at_next(draft, command):
            return
    moment, many = draft.rules.unit.text(draft.encounter.count), f"{MOST_ENTRIES:,}"
    draft.note(
        f"The clock stops at {moment}: {many} things came due one after another, and nobody was asked", secret=True
    )


def _stops_at_next(draft: StepBuilder, command: Advance) -> bool:
    """Carry out what is due next. Return whether the clock stops there."""
    due = draft.encounter.agenda.peek()
    if due is None or (command.to is not None and due.count > command.to):
        if command.to is not None and command.to > draft.encounter.count:
            draft.emit(ev.TimeAdvanced(to=command.to))
        return True
    if due.count > draft.encounter.count:
        draft.emit(ev.TimeAdvanced(to=due.count))
        # Where a count is a round itself, no entry of the agenda begins the round.
        if draft.rules.unit.one == draft.rules.unit.round_name:
            rounds.say_who_still_waits(draft)
    if due.rank == Rank.DECLARATION:
        if _pass_over(draft):
            return False
        _declaration(draft, (command,))
        return True
    recovery = due.rank == Rank.RECOVERY
    next_turn = _next_turn(draft.encounter) if due.what == ROUND else None
    stops_if_felt = due.rank in PASSING and draft.rules.resolution.next_stops_at(draft.encounter, due)
    entries, begun, actor = draft.encounter.agenda.ties(), len(draft.events), draft.actor
    ordered = _all_ordered(draft, entries)
    stop = _carry_out(draft, entries)
    work(draft)
    # A landing by orders without effect is nothing for the GM to look at: the clock goes on with the actor before.
    if ordered and not draft.asked and _landed_without_effect(draft.events[begun:]):
        stop, draft.actor = False, actor
    if command.to is not None:
        return False
    # Rest and rounds come again without end, so the clock stops at them where nothing else is due.
    stops_if_felt = stops_if_felt or (recovery and not _anything_else(draft.encounter))
    if due.what == ROUND and not draft.asked and _gives_nobody_a_turn(draft, next_turn):
        _say_who_has_no_turn(draft, due)
        return True
    stop = stop or (due.what == ROUND and not _anything_else(draft.encounter))
    return stop or (stops_if_felt and not _quiet(draft)) or not leads_anywhere(draft.encounter, draft.rules)


def _next_turn(encounter: Encounter) -> int | None:
    """Return the count of the next entry besides rounds and entries in passing. None without one."""
    return next((due.count for due in encounter.agenda if due.rank not in PASSING and due.what != ROUND), None)


def _gives_nobody_a_turn(draft: StepBuilder, before: int | None) -> bool:
    """Return whether the round that has just begun has no turn, since all turns were put off beyond it.

    `before` is the count of the next turn before the round began. A turn that has not moved since is not put off.
    """
    now, unit = _next_turn(draft.encounter), draft.rules.unit
    if now is None or (before is not None and now <= before):
        return False
    return now >= unit.round_start(draft.encounter.count) + unit.round


def _say_who_has_no_turn(draft: StepBuilder, due: Due) -> None:
    """Log that no fighter has a turn this round, with the names of the fighters who would have one."""
    names = [draft[who].name for who in in_order(draft.encounter)]
    shown = first_of(names, 3 if len(names) > 4 else 4)
    of_round = f"{draft.rules.unit.round_name} {due.ref}"
    draft.note(f"Nobody can have a turn in {of_round}: {shown} come too late for it", secret=True)


def _pass_over(draft: StepBuilder) -> bool:
    """Take moments of fighters who may have no turn off the present count. Return whether there were any.

    Fights of older releases have such moments.
    """
    out = [due.who for due in draft.encounter.agenda.ties() if not may_have_turns(draft.encounter, due.who)]
    for who in out:
        draft.cancel(who, (DECLARE,), OUT)
    return bool(out)


def _take_back_question_of_one_who_is_out(draft: StepBuilder) -> None:
    """Withdraw the question to declare of a fighter who may have no turn, and its moment."""
    question = draft.encounter.question
    if question is None or question.ask is not Ask.DECLARE or may_have_turns(draft.encounter, question.who):
        return
    draft.emit(ev.Withdrawn(who=question.who, what=question.what, why=OUT))
    draft.cancel(question.who, (DECLARE,), OUT)


def _all_ordered(draft: StepBuilder, entries: Sequence[Due]) -> bool:
    """Return whether the entries are landings, all of actions under standing orders."""
    actions = [draft[due.who].action(int(due.ref)) for due in entries if due.rank == Rank.LANDING]
    return len(actions) == len(entries) and all(action is not None and action.ordered for action in actions)


def _landed_without_effect(events: Sequence[ev.Event]) -> bool:
    """Return whether these events of a landing only take off an action whose target is gone."""
    expected = ev.DueEnded | ev.DueAdded | ev.ActionEnded | ev.Rolled
    ends = {event.how for event in events if isinstance(event, ev.ActionEnded)}
    return ends == {"aborted"} and all(isinstance(event, expected) for event in events)


def _quiet(draft: StepBuilder) -> bool:
    """Return whether the entry had no effect but to leave the agenda."""
    return all(isinstance(event, ev.TimeAdvanced | ev.DueEnded) for event in draft.events)


def _answering(encounter: Encounter, question: Question) -> str:
    """Return the lines that answer the open question, for a refusal to continue."""
    match question.ask:
        case Ask.DECLARE:
            return f"declare for {encounter[question.who].name}, or `{question.who} wait`"
        case Ask.CHOOSE | Ask.HALT:
            return f"answer it with {' or '.join(question.choices)}"
        case Ask.DICE:
            return f"type the roll of {question.dice}, or `roll`"
        case Ask.AMOUNT:
            return f"answer it with a number, {question.bounds}"


def _check(draft: StepBuilder, command: Advance) -> None:
    """Refuse to continue: before the beginning, while a question is open, back in time, or where nothing is due."""
    encounter = draft.encounter
    if not encounter.began:
        raise Refused("The fight has not begun; `begin` starts it.")
    if encounter.question is not None and encounter.question.ask is Ask.HALT:
        raise Refused(f"{encounter.question.text} – first `{encounter.question.choices[0]}`, or undo.")
    if encounter.question is not None:
        raise Refused(f"Answer the question first: {_answering(encounter, encounter.question)}, or undo.")
    if command.to is not None:
        time_text = draft.rules.unit.text
        if command.to < encounter.count:
            raise Refused(
                f"The fight is at {time_text(encounter.count)} already; `undo` goes back to {time_text(command.to)}."
            )
        return
    if nothing := nothing_due(encounter, draft.rules):
        raise Refused(_why_nothing(nothing))


def _anything_else(encounter: Encounter) -> bool:
    """Return whether more is due than rounds, recoveries and effects, which may come again and again without end."""
    return any(due.rank not in PASSING and due.what != ROUND for due in encounter.agenda)


def leads_anywhere(encounter: Encounter, rules: Rules) -> bool:
    """Return whether anything is due that `next` continues to."""
    for due in encounter.agenda:  # spelled out: the first entry answers it nearly always, and each `next` asks twice
        if due.what == ROUND:
            if any(combatant.able for combatant in encounter):
                return True
        elif due.rank not in (Rank.EFFECT, Rank.CLOSING) or rules.resolution.next_stops_at(encounter, due):
            return True
    return False


@dataclass(frozen=True, slots=True)
class NothingDue:
    """The reason why there is nothing to continue to: no fighter is able, or all able ones wait or have no moment."""

    anybody_able: bool
    waiting: tuple[str, ...]
    """The names of the able fighters who wait, in the order of the encounter."""


def nothing_due(encounter: Encounter, rules: Rules) -> NothingDue | None:
    """Return why `next` has nothing to continue to. None where it has."""
    if leads_anywhere(encounter, rules):
        return None
    able = [combatant for combatant in encounter if combatant.able]
    return NothingDue(bool(able), tuple(combatant.name for combatant in able if combatant.waiting))


def _why_nothing(nothing: NothingDue) -> str:
    """Return the reason why nothing is due, with the lines that would help."""
    if not nothing.anybody_able:
        return "No fighter is left in the fight; bring one back, add one, or undo."
    if nothing.waiting:
        verb = "waits" if len(nothing.waiting) == 1 else "wait"
        return f"Nothing is due: {', '.join(nothing.waiting)} {verb}. Let one of them act, or use `to` and a count."
    return "Nothing is due and no fighter waits; add a fighter, bring one back, or use `to` and a count."


def _carry_out(draft: StepBuilder, entries: Sequence[Due]) -> bool:
    """Carry out entries of one count and rank: landings all at once, of others the first. Return whether to stop."""
    first = entries[0]
    if first.rank in (Rank.LANDING, Rank.RESOLUTION):
        _land(draft, entries)
        return True
    # The game has an order for effects of one count.
    if len(entries) > 1 and first.rank in PASSING:
        first = min(entries, key=lambda due: (*draft.rules.resolution.effect_order(draft.encounter, due), due.serial))
    draft.emit(ev.DueEnded(who=first.who, what=first.what, at=first.count, ref=first.ref))
    if first.what == FREE_EVENT:
        free_events.happen(draft, first)
        return True
    if first.what == ROUND:
        rounds.begin(draft, first)
        return False
    if first.what == END:
        condition = draft[first.who].condition(first.ref)
        if condition is not None:
            end_condition(draft, first.who, condition, "over")
        return False
    draft.rules.resolution.on_due(draft, (first,))
    return False


def _land(draft: StepBuilder, entries: Sequence[Due]) -> None:
    """End improvised actions that land, each by itself. The game gets all other landings of the count at once."""
    rest: list[Due] = []
    for due in entries:
        action = draft[due.who].action(int(due.ref))
        if action is not None and action.verb == IMPROVISED:
            end_action(draft, due.who, action, "landed")
            draft.actor = due.who
            draft.push(RESTART, who=due.who)
        else:
            rest.append(due)
    if rest:
        draft.actor = rest[0].who
        draft.rules.resolution.on_due(draft, tuple(rest))


def _declaration(draft: StepBuilder, afterwards: tuple[Advance, ...] = ()) -> None:
    """Let the next fighter on this count declare: by its orders, or by asking the GM.

    The commands `afterwards` follow in the next steps, if nothing is asked.
    """
    if _ask_before_declarations(draft):
        return
    if not _may_declare_now(draft):  # the opening may end the last fighter's turn: a condition that kills as it begins
        draft.then = afterwards
        return
    who = next_to_declare(draft)
    if draft.rules.abilities.wait_gives_turn_up and draft[who].waiting:
        end_wait(draft, who)
        work(draft)
        draft.then = () if draft.asked else afterwards
        return
    if standing_orders.declares(draft.encounter, draft.rules, who) is not None:
        draft.then = (Ordered(who), *afterwards)
        return
    ask_declaration(draft, who)


def _ask_before_declarations(draft: StepBuilder) -> bool:
    """Ask the game's questions that come before the declarations of a count. Return whether one is open now."""
    tied = [due.who for due in draft.encounter.agenda.ties() if due.what == DECLARE]
    draft.rules.turns.before_declarations(draft, tied)
    if draft.stack:
        # At the bottom: after the last answer the declarations follow in the same step.
        draft.stack.insert(0, Task(STRAIGHT_ON))
        work(draft)
    return draft.asked


def next_to_declare(draft: StepBuilder) -> str:
    """Return who declares next: of those who may on the next count, the one the rules put first.

    A fighter whose orders cannot be followed comes after the others of its group who have orders that can.
    """
    tied = (due for due in draft.encounter.agenda.ties() if due.what == DECLARE)
    turn = [due.who for due in put_in_turn(draft.encounter, draft.rules, tied)]
    if stuck(draft.encounter, turn[0]):
        others = others_by_orders(draft, turn[0])
        return next((who for who in turn if who in others), turn[0])
    return turn[0]


def straight_on(draft: StepBuilder) -> None:
    """Ask the others who may declare on this count at once, after a declaration."""
    if _may_declare_now(draft):
        _declaration(draft)


def _may_declare_now(draft: StepBuilder) -> bool:
    """Return whether a declaration is due next, at the present count."""
    due = draft.encounter.agenda.peek()
    return due is not None and due.count == draft.encounter.count and due.rank == Rank.DECLARATION


def land_at_once(draft: StepBuilder) -> None:
    """Land what takes no time in the step of its declaration, in a game in which that needs no `next`.

    The fight stops there, as after any landing: no further fighter is asked in this step.
    """
    due = draft.encounter.agenda.peek()
    if not draft.straight_on or draft.asked or draft.encounter.question is not None or due is None:
        return
    action = draft[due.who].action(int(due.ref)) if due.rank == Rank.LANDING else None
    if action is not None and action.speed == 0 and action.declared == due.count == draft.encounter.count:
        draft.straight_on = False
        _carry_out(draft, draft.encounter.agenda.ties())
