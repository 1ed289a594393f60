"""`tracker run`: runs lines from standard input as they come and prints what they do."""

from __future__ import annotations

import argparse
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterable
from pathlib import Path

from tracker.cli.argument_types import faces
from tracker.cli.opening import check_saved, close, open_for
from tracker.cli.output import Output, output
from tracker.cli.signals import whole
from tracker.cli.streams import say
from tracker.dice import notation
from tracker.dice.source import DiceError, ScriptedDice, SeededDice
from tracker.model.queries import Query, Why
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.session.opening import holds_fight, session_at_start, session_of
from tracker.session.queries import answer
from tracker.session.script import DICE
from tracker.storage.fight_log.opening import OpenedFight

DONE, REFUSED, BAD = 0, 1, 2


def carry_out(options: argparse.Namespace) -> int:
    """Run the lines of the standard input. Return 1 when a line or a die was refused."""
    script = ScriptedDice(options.dice or ()) if options.script or options.dice is not None else None
    path = Path(options.file)
    if options.script and options.save and holds_fight(path):
        say(f"--script repeats {path} from its beginning and cannot go on with it; use --save with an encounter.")
        return BAD
    opened = open_for(path, Path(options.save) if options.save else None)
    try:
        check_saved(opened)
        dice = SeededDice(options.seed) if script is None else script
        from_start = options.script and opened.fight_file is None
        session = session_at_start(opened, dice) if from_start else session_of(opened, dice)
        for warning in opened.warnings:
            say(warning)
        return _run(opened, session, script, output(session, options.json), options.script)
    finally:
        for sentence in close(opened):
            say(sentence)


def _run(opened: OpenedFight, session: Session, dice: ScriptedDice | None, printer: Output, script: bool) -> int:
    """Run all lines and print the end state. Return 1 when a line was refused or dice are left over.

    `dice` are those of `--dice` or `--script`, None when the program rolls. With `script` lines bring the dice.
    """
    try:
        _lines(opened, session, dice, printer, sys.stdin or (), script)
    except _Stopped as stopped:
        say(str(stopped))
        say(STOPS)
        printer.end()
        return REFUSED
    printer.end()
    if dice is not None and dice.left:
        total = dice.used + dice.left
        say(f"The lines use only {dice.used} of the {total} dice given; leave out the last {dice.left}, or add lines.")
        return REFUSED
    return DONE


STOPS = "The run ends at the first refused line; what follows is not carried out."


class _Stopped(Exception):
    """A refused line or die. The text says which and why."""


def _lines(
    opened: OpenedFight, session: Session, dice: ScriptedDice | None, out: Output, lines: Iterable[str], script: bool
) -> None:
    """Carry out the lines one by one, skipping empty lines and comments.

    With `script`, lines that begin with DICE give the dice of the lines that follow. Else the dice of `--dice` answer
    questions.
    """
    if not script:
        _answer_dice(opened, session, dice, out, "before the first line")
    for number, line in enumerate(lines, 1):
        text = line.lstrip("\ufeff").strip()
        where = f"line {number}: {text}"
        if script and dice is not None and text.startswith(DICE):
            dice.add(_faces(text, where))
        if not text or text.startswith("#"):
            continue
        if _say(opened, session, text, out, where) and not script:
            _answer_dice(opened, session, dice, out, where)


def _faces(text: str, where: str) -> tuple[int, ...]:
    """Return the faces of a line that gives dice. Raises _Stopped, which names the line by `where`."""
    try:
        return faces(text.removeprefix(DICE))
    except ArgumentTypeError as error:
        raise _Stopped(f"{where}: {error}") from error


def _say(opened: OpenedFight, session: Session, text: str, out: Output, where: str) -> bool:
    """Carry out one line and print the outcome. Return whether it made a new step.

    Raises _Stopped when it is refused.
    """
    before = session.encounter.count
    try:
        with whole(lambda: session.planning):
            line = session.parse(text)
            if isinstance(line, Query):
                out.answer(answer(line, session.view), line.who if isinstance(line, Why) else "")
                return False
            outcome = session.dispatch(line, text)
            check_saved(opened)
    except Refused as refused:
        raise _Stopped(f"{where}: {refused.sentence}") from refused
    out.outcome(outcome, before)
    return bool(outcome.steps)


def _answer_dice(opened: OpenedFight, session: Session, script: ScriptedDice | None, out: Output, where: str) -> None:
    """Answer requests for players' dice from `--dice`, as long as the fight asks. Raises _Stopped without dice left."""
    while script is not None and (question := session.encounter.question) is not None and question.ask is Ask.DICE:
        try:
            faces = [script.face(sides) for sides in notation.read(question.dice).dice]
        except DiceError as error:
            raise _Stopped(f"{where}: {question.text}: {error}") from error
        _say(opened, session, " ".join(map(str, faces)), out, where)
