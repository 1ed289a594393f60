"""Groups: fighters who are played as one: placed by one roll, asked once for all, folded to a row.

The one roll is shared in `engine/dice_requests`, where each of the group asks for its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.encounter.names import plain
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.questions import Ask, Question
from tracker.model.state import DECLARE, Encounter

Declared = cmd.Do | cmd.Wait | cmd.Pass | cmd.Improvise
"""The declarations that one member of a group makes for all."""


STUCK = "group.aside"
"""The mark with the count at which a fighter could follow neither its group nor its orders and stepped aside."""


def stuck(encounter: Encounter, who: str) -> bool:
    """Return whether a fighter has stepped aside on this very count."""
    return encounter[who].marks.get(STUCK) == encounter.count


def names(encounter: Encounter) -> tuple[str, ...]:
    """Return the groups there are, in seat order."""
    return tuple(dict.fromkeys(fighter.group for fighter in encounter if fighter.group))


def named(encounter: Encounter, word: str) -> str:
    """Return the group of this name, any case. Empty when there is none, or a fighter has exactly that name."""
    text = plain(word)
    if not text or any(text in (plain(fighter.name), plain(fighter.id)) for fighter in encounter):
        return ""
    return next((name for name in names(encounter) if plain(name) == text), "")


def of(encounter: Encounter, who: str) -> str:
    """Return the group of a fighter. Empty without a group or such a fighter."""
    return encounter[who].group if who in encounter else ""


def told(encounter: Encounter, answer: cmd.Choose, alone: bool) -> cmd.Choose | cmd.Alone:
    """Return an answer, which is for all of a group who are asked alike, or for one alone."""
    return cmd.Alone(answer) if alone and asked(encounter) else answer


def asked(encounter: Encounter) -> str:
    """Return the group that is asked now and answers together, by the fighter who is asked. Empty: none."""
    question = encounter.question
    if question is None or question.ask is Ask.DICE or question.who not in encounter:
        return ""
    name = encounter[question.who].group
    return name if name and encounter.group(name).together else ""


def still_asked(before: Encounter, after: Encounter, events: Sequence[ev.Event]) -> bool:
    """Return whether the same fighter is still asked the same, after steps that took no time and answered nothing."""
    old, new = before.question, after.question
    if before.count != after.count:
        return False
    if old is None or new is None or any(isinstance(event, ev.Answered) and event.who == old.who for event in events):
        return False
    return (old.who, old.ask, old.what, old.about) == (new.who, new.ask, new.what, new.about)


def members(encounter: Encounter, name: str) -> tuple[Combatant, ...]:
    """Return all members of a group, in seat order."""
    return tuple(fighter for fighter in encounter if name and fighter.group == name)


def of_other_sides(encounter: Encounter, who: str, name: str) -> tuple[Combatant, ...]:
    """Return the members of a group on another side than `who`, itself of it or not: a group is of one side."""
    side = encounter[who].profile.side
    return tuple(member for member in members(encounter, name) if member.id != who and member.profile.side != side)


def alike(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return the others of its group who declare with `who`: able, without orders, and due to declare now.

    A fighter who has stepped aside declares for itself. Empty where the group does not act together.
    """
    fighter = encounter[who]
    if not fighter.group or not encounter.group(fighter.group).together:
        return ()
    return tuple(
        member.id
        for member in members(encounter, fighter.group)
        if member.id != who and member.able and not member.orders.does and due_now(encounter, member.id)
        if not stuck(encounter, member.id)
        if member.profile.side == fighter.profile.side  # an old fight may have a group of two sides
    )


def due_now(encounter: Encounter, who: str) -> bool:
    """Return whether it is the moment of `who` by the agenda. A fighter who lies in wait goes on doing so."""
    due = encounter.agenda.find(who, DECLARE)
    return due is not None and due.count == encounter.count


def for_the_others(before: Encounter, after: Encounter, command: cmd.Command) -> tuple[cmd.AsGroup, ...]:
    """Return the same declaration or answer, as commands for the others of the fighter's group.

    Empty where the group does not act together, or none of it is asked the same.
    """
    question = before.question
    if question is None or question.who not in before:
        return ()
    match command:
        case cmd.Do() | cmd.Wait() | cmd.Pass() | cmd.Improvise():
            if not _is_asked_to_declare(before, command.who) or due_now(after, command.who):
                return ()
            return _same_for_each(command, alike(after, command.who))
        case cmd.Choose(choice=choice):
            other = _asked_alike(after, question) or _asked_again(before, after, choice)
            fits = other is not None and choice in other.choices
            return (cmd.AsGroup(cmd.Choose(other.who, choice)),) if other is not None and fits else ()
        case cmd.GiveAmount(amount=amount):
            other = _asked_alike(after, question)
            fits = other is not None and other.fits(amount)
            return (cmd.AsGroup(cmd.GiveAmount(amount, other.who)),) if other is not None and fits else ()
        case cmd.AsGroup(command=answer) if not isinstance(answer, Declared):
            return for_the_others(before, after, answer)
        case _:
            return ()


def instead(encounter: Encounter, command: Declared, line: str) -> tuple[str, ...]:
    """Return the others who may do what `line` tells their group by its name. Empty where it tells no group."""
    if not _is_asked_to_declare(encounter, command.who):
        return ()
    return alike(encounter, command.who) if named(encounter, next(iter(line.split()), "")) else ()


def _is_asked_to_declare(encounter: Encounter, who: str) -> bool:
    """Return whether `who` is asked to declare, also beneath an interrupting question."""
    return any(question.ask is Ask.DECLARE and question.who == who for question in encounter.questions)


def others_follow(command: cmd.Command, others: Sequence[cmd.AsGroup]) -> bool:
    """Return whether more of the group declare after this, so that no other fighter is asked in between."""
    if isinstance(command, cmd.AsGroup):
        return isinstance(command.command, Declared) and not command.last
    return bool(others) and isinstance(others[0].command, Declared)


def _same_for_each(command: Declared, others: Sequence[str]) -> tuple[cmd.AsGroup, ...]:
    """Return the same declaration for each of the others. The last one has the mark `last`."""
    each = [cmd.AsGroup(replace(command, who=other)) for other in others]
    return (*each[:-1], replace(each[-1], last=True)) if each else ()


def _asked_alike(state: Encounter, question: Question) -> Question | None:
    """Return the open question when it is the same one, put to another of the group."""
    other, group = state.question, state[question.who].group
    if other is None or other.who not in state or other.who == question.who or not group:
        return None
    same = (other.ask, other.what) == (question.ask, question.what) and state[other.who].group == group
    return other if same and state.group(group).together else None


def _asked_again(before: Encounter, after: Encounter, choice: str) -> Question | None:
    """Return the open question if it asks the same fighter about another of the attacking group.

    Only the first choice, to do nothing, answers all of them at once. One that costs something is asked for each.
    """
    old, new = before.question, after.question
    if old is None or new is None or (old.ask, old.what, old.who) != (new.ask, new.what, new.who):
        return None
    if choice != old.choices[0] or old.about not in before or new.about not in after or old.about == new.about:
        return None
    group = after[new.about].group
    same = group and before[old.about].group == group and after.group(group).together
    return new if same else None
