"""Preview: where a choice would put what it costs on the axis, by the same dry run as taking it. Nothing is written."""

from __future__ import annotations

from itertools import takewhile

from tracker.dice.source import SeededDice
from tracker.encounter.decide import decide
from tracker.encounter.engine.evolve import fold
from tracker.encounter.features import groups
from tracker.encounter.language.parser import parse
from tracker.game_api.rules import Rules
from tracker.game_api.values import Choice
from tracker.model import commands as cmd
from tracker.model.events import Rolled
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.views.timeline.ghosts import NO_GHOSTS, Ghosts, ghosts_between, those_of

_WAYS = (0, -1, 1)
"""The ways of dice and answers: 0 as it happens, −1 lowest and the first answer, 1 highest and the last answer."""
_EXTREME = 9
"""The number of extreme faces in a row: those of a roll or two."""
_MOST_ANSWERS = 8
"""The most questions answered on the way to the end of a choice."""


def preview(session: Session, choice: Choice, who: str, alone: bool = False) -> Ghosts:
    """Return the marks that a choice of `who` would put or move on the axis. Empty where it is refused or rolled.

    `alone`: a choice of one of a group is not for the others.

    Events before the first die are certain. Where that moves nothing of `who`, so is what comes out alike however
    the dice fall and others answer: some games take the time after both.
    """
    if choice.refused or choice.unfinished or not (choice.line or choice.word):
        return NO_GHOSTS
    try:
        command = _command(session, choice, who, alone)
        decided = decide(session.encounter, command, session.rules, SeededDice(0))
        certain = takewhile(lambda event: not isinstance(event, Rolled), decided.events)
        certain_ghosts = ghosts_between(session.encounter, fold(session.encounter, certain))
        rolled = any(isinstance(event, Rolled) for event in decided.events)
        if certain_ghosts.of(who) or not (rolled or _asks(decided.encounter)):
            return certain_ghosts
        each = [_to_its_end(session, command, way) for way in _WAYS]
    except Refused:
        return NO_GHOSTS
    return those_of(who, session.encounter, *each)


def _asks(encounter: Encounter) -> bool:
    """Return whether a fighter is asked for more than its own declaration."""
    question = encounter.question
    return question is not None and question.ask in (Ask.CHOOSE, Ask.DICE, Ask.AMOUNT)


def _to_its_end(session: Session, command: cmd.Command, way: int) -> Encounter:
    """Return the fight once every question on the way is answered: by `way` −1 lowest, 0 as dice fall, 1 highest."""
    encounter, rules, dice = session.encounter, session.rules, _Other(way)
    for _ in range(_MOST_ANSWERS):
        encounter = decide(encounter, command, rules, dice).encounter
        question = encounter.question
        if question is None or not _asks(encounter):
            break
        if question.ask is Ask.DICE:
            command = _parsed(encounter, rules, "roll")
        elif question.ask is Ask.AMOUNT:
            command = cmd.GiveAmount(question.high if way > 0 else question.low, question.who)
        else:
            open_now = [answer.word for answer in rules.choices.answers(encounter, question) if not answer.refused]
            if not open_now:
                break
            command = cmd.Choose(question.who, open_now[-1 if way > 0 else 0])
    return encounter


def _parsed(encounter: Encounter, rules: Rules, text: str) -> cmd.Command:
    """Return the command of a line that a menu offers. Refused for one that only a session carries out."""
    line = parse(encounter, rules, text)
    if not isinstance(line, cmd.Command):
        raise Refused(f"`{text}` has no place on the axis.")
    return line


def _command(session: Session, choice: Choice, who: str, alone: bool) -> cmd.Command:
    if choice.line:
        return _parsed(session.encounter, session.rules, choice.line)
    return groups.told(session.encounter, cmd.Choose(who, choice.word), alone)


class _Other:
    """Dice for one of the `_WAYS`.

    Not all faces are the lowest or the highest: a roll that is thrown again until it differs would never end.
    """

    def __init__(self, way: int) -> None:
        self._way, self._dice, self._extreme = way, SeededDice(0), _EXTREME if way else 0

    def face(self, sides: int) -> int:
        face, self._extreme = self._dice.face(sides), self._extreme - 1
        return face if self._extreme < 0 else sides if self._way > 0 else 1
