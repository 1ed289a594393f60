"""`tracker run`: lines from standard input are carried out as they come, and what they come to is printed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from tracker.cli.ending import whole
from tracker.cli.opening import check_saved, close, open_for, session_of
from tracker.cli.output import Output, output
from tracker.cli.streams import say
from tracker.dice import notation
from tracker.dice.source import DiceError, ScriptedDice, SeededDice
from tracker.encounter.commands import Why
from tracker.encounter.lines import parse
from tracker.encounter.questions import Ask
from tracker.encounter.refusals import Refused
from tracker.session import Session
from tracker.storage import Opened

DONE, REFUSED = 0, 1


def carry_out(options: argparse.Namespace) -> int:
    """Run the lines; 1 when one of them or a die was refused."""
    script = None if options.dice is None else ScriptedDice(options.dice)
    opened = open_for(Path(options.file), Path(options.save) if options.save else None)
    try:
        check_saved(opened)
        session = session_of(opened, script or SeededDice(options.seed))
        for warning in opened.warnings:
            say(warning)
        return _run(opened, session, script, output(session, options.json))
    finally:
        for sentence in close(opened):
            say(sentence)


def _run(opened: Opened, session: Session, script: ScriptedDice | None, out: Output) -> int:
    try:
        _lines(opened, session, script, out, sys.stdin or ())
    except _Stopped as stopped:
        say(str(stopped))
        out.end()
        return REFUSED
    out.end()
    if script is not None and script.left:
        total = script.used + script.left
        say(f"Of the {total} dice given only {script.used} fell; leave the last {script.left} out, or add lines.")
        return REFUSED
    return DONE


class _Stopped(Exception):
    """A line or a die was refused; the text says which and why."""


def _lines(opened: Opened, session: Session, script: ScriptedDice | None, out: Output, lines: Iterable[str]) -> None:
    _answer_dice(opened, session, script, out, "before the first line")
    for number, line in enumerate(lines, 1):
        text = line.lstrip("\ufeff").strip()
        if not text or text.startswith("#"):
            continue
        where = f"line {number}: {text}"
        if _say(opened, session, text, out, where):
            _answer_dice(opened, session, script, out, where)


def _say(opened: Opened, session: Session, text: str, out: Output, where: str) -> bool:
    """Carry out one line; whether it made a step, rather than took one back or explained something."""
    before = session.encounter.count
    try:
        with whole():
            command = parse(session.encounter, session.rules, text)
            outcome = session.carry_out(command, text)
            check_saved(opened)
    except Refused as refused:
        raise _Stopped(f"{where}: {refused.sentence}") from refused
    out.outcome(outcome, before, command.who if isinstance(command, Why) else "")
    return bool(outcome.steps)


def _answer_dice(opened: Opened, session: Session, script: ScriptedDice | None, out: Output, where: str) -> None:
    """With `--dice`, players' dice come from the script as well."""
    while script is not None and (question := session.encounter.question) is not None and question.ask is Ask.DICE:
        try:
            faces = [script.face(sides) for sides in notation.read(question.dice).dice]
        except DiceError as error:
            raise _Stopped(f"{where}: {question.text}: {error}") from error
        _say(opened, session, " ".join(map(str, faces)), out, where)
