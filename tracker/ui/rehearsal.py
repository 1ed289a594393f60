"""Rehearsal: whether a line would be carried out if it were sent now; the fight itself stays as it is."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from tracker.dice.source import SeededDice
from tracker.encounter import commands as cmd
from tracker.encounter.decide import decide
from tracker.encounter.journal import Journal
from tracker.encounter.lines import parse
from tracker.encounter.refusals import Refused
from tracker.rules.reckoning import answer
from tracker.session import Session


def why_refused(session: Session, text: str) -> str:
    """Why a line would be refused as things stand; empty when it would be carried out."""
    try:
        command = parse(session.encounter, session.rules, text)
        match command:
            case cmd.Undo() | cmd.Redo() | cmd.UndoAction() | cmd.BackTo() | cmd.Veto() | cmd.FixDie():
                _double(session).carry_out(command, text)
            case cmd.Why():
                session.explain(command.who, command.words)
            case cmd.Reckon():
                answer(session.rules.sheets.reckoning(session.encounter, command.who), command.words)
            case cmd.JoinCreature():
                session.first_counts(command)
            case cmd.Summary() | cmd.Notes() | cmd.Events() | cmd.Keep():
                return ""
            case _:
                decide(session.encounter, command, session.rules, SeededDice(0))
    except Refused as refused:
        return str(refused)
    return ""


def _double(session: Session) -> Session:
    """The same fight with a journal of its own, recorded nowhere; older steps are read into both."""
    own = session.journal
    journal = _copied(own)

    def earlier() -> bool:
        more = session.read_earlier()
        journal.steps, journal.states = own.steps | journal.steps, own.states | journal.states
        return more

    return Session(session.encounter, session.rules, SeededDice(0), None, session.stock, journal, earlier)


def _copied(journal: Journal) -> Journal:
    """A journal whose lists and tables can change without changing those of the other."""
    own: dict[str, Any] = {field.name: getattr(journal, field.name) for field in fields(journal)}
    copies: dict[str, Any] = {name: kept.copy() for name, kept in own.items() if isinstance(kept, list | dict)}
    return replace(journal, **copies)
