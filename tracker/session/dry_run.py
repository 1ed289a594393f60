"""Dry run: the outcome of a line or an answer without carrying it out. The fight stays as it is."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import partial
from typing import Any

from tracker.dice.source import SeededDice
from tracker.encounter.decide import decide
from tracker.encounter.engine.journal import Journal
from tracker.encounter.features import groups
from tracker.encounter.language.parser import parse
from tracker.encounter.names import name_of
from tracker.game_api.values import Choice
from tracker.model import commands as cmd
from tracker.model.events import ActionDeclared, Rolled
from tracker.model.queries import Query
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.narration.step_names import attack
from tracker.session import Session
from tracker.session.queries import answer


def why_refused(session: Session, text: str) -> str:
    """Return why a line would be refused now. Empty when it would be carried out."""
    try:
        command = parse(session.encounter, session.rules, text)
        if isinstance(command, Query):
            answer(command, session.view)
            return ""
        match command:
            case cmd.Undo() | cmd.Redo() | cmd.UndoAction() | cmd.BackTo() | cmd.Veto() | cmd.FixDie():
                _double(session).dispatch(command, text)
            case cmd.JoinCreature():
                session.first_counts(command)
            case cmd.Keep():
                return ""
            case _:
                decide(session.encounter, command, session.rules, SeededDice(0))
    except Refused as refused:
        return str(refused)
    return ""


MOST = 40
"""The most choices of a menu that are tried. In a longer menu the rest are refused only when taken."""


def dry_run(session: Session, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return the choices, each with the reason if its line would be refused now. Those after MOST are not tried."""
    first = tuple(
        replace(choice, refused=why)
        if choice.line and not choice.refused and not choice.unfinished and (why := why_refused(session, choice.line))
        else choice
        for choice in choices[:MOST]
    )
    return first + choices[MOST:]


def attack_of(session: Session, line: str) -> str:
    """Return the attack that a line declares: `Brann attacks Gruk`. Empty where it declares none or is refused."""
    encounter, rules = session.encounter, session.rules
    try:
        command = parse(encounter, rules, line)
        events = decide(encounter, command, rules, SeededDice(0)).events if isinstance(command, cmd.Command) else ()
    except Refused:
        return ""
    declared = next((event for event in events if isinstance(event, ActionDeclared)), None)
    return "" if declared is None else attack(declared, partial(name_of, encounter))


def asked_in_turn(session: Session) -> tuple[Encounter, ...]:
    """Return the states in which one answer to the open question counts, before any die falls.

    The first is the present state. There are more where a group is asked, or answers blows at the group: in each of
    them its next question is open. Empty where no choice and no number is asked for.
    """
    encounter, question = session.encounter, session.encounter.question
    if question is None or question.ask not in (Ask.CHOOSE, Ask.AMOUNT):
        return ()
    states = [encounter]
    about = groups.of(encounter, question.about)
    if not groups.asked(encounter) and not (about and encounter.group(about).together):
        return tuple(states)
    given: cmd.Command = cmd.GiveAmount(question.low, question.who)
    if question.ask is Ask.CHOOSE:
        given = cmd.Choose(question.who, question.choices[0])
    while True:
        try:
            decided = decide(encounter, given, session.rules, SeededDice(0))
        except Refused:
            return tuple(states)
        following = decided.then[0] if decided.then else None
        if not isinstance(following, cmd.AsGroup) or any(isinstance(event, Rolled) for event in decided.events):
            return tuple(states)
        encounter, given = decided.encounter, following
        states.append(encounter)


def _double(session: Session) -> Session:
    """Return the same fight with a separate journal, recorded nowhere. Older steps are read into both."""
    real = session.journal
    journal = _copied(real)

    def earlier() -> bool:
        read_some = session.read_earlier()
        journal.steps, journal.states = real.steps | journal.steps, real.states | journal.states
        return read_some

    return Session(
        session.encounter,
        session.rules,
        SeededDice(0),
        recorder=None,
        stock=session.stock,
        journal=journal,
        earlier=earlier,
    )


def _copied(journal: Journal) -> Journal:
    """Return a journal whose lists and dictionaries are copies, so that steps added to it stay out of the other."""
    parts: dict[str, Any] = {field.name: getattr(journal, field.name) for field in fields(journal)}
    copies: dict[str, Any] = {name: kept.copy() for name, kept in parts.items() if isinstance(kept, list | dict)}
    return replace(journal, **copies)
