"""The dice feed: faces that come from outside the program, taken for the roll that is asked and for no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from typing import Protocol

from tracker.controller.controller import Controller
from tracker.controller.dice_field import GivenRoll
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.dice.face_lines import FaceLine, read_line, text_of
from tracker.dice.notation import NotationError, closed, read
from tracker.model.questions import Ask

LULL = 0.3
"""Seconds of silence after a roll before faces that name no roll count for the next one."""

MORE = "more"
"""Begins what the writer is told of a line that lacks some dice of the roll."""


class Trouble(Enum):
    """Why faces from outside do not count. Of each kind the game master is told once until there was a silence."""

    ENDED = auto()
    """Nothing more comes from the source."""
    TORN = auto()
    """A line came in pieces, or its writer ended within it."""
    DROPPED = auto()
    """More lines came than are kept."""
    UNREADABLE = auto()
    """A line is no faces."""
    NOT_ASKED = auto()
    TOO_EARLY = auto()
    """The faces came before the roll was asked."""
    OTHER_ROLL = auto()
    """The line names another roll."""
    BUSY = auto()
    """The game master types or looks elsewhere."""
    UNFIT = auto()
    """The faces are not on the dice of the roll."""
    REFUSED = auto()
    """The fight refuses the line."""


class _NotTaken(Exception):
    """Faces that are not taken: of which kind that is, and a sentence."""

    def __init__(self, kind: Trouble, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class AskedRoll:
    """A roll that waits for its dice: its number in this run of the program, and its dice such as `2d6`."""

    number: int
    dice: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """A line that came: its bytes, the number of the roll that was asked then (0: none), and the seconds of silence
    before it. Or, without bytes, a `trouble` of some `kind` that the feed tells, and the seconds since the last one.
    """

    data: bytes
    asked: int = 0
    silence: float = 0.0
    trouble: str = ""
    kind: Trouble = Trouble.ENDED
    reply: Callable[[str], None] = field(default=lambda _: None, compare=False)
    """Answers the writer with one line."""


class FaceSource(Protocol):
    """The source of the lines. It reads in a thread of its own."""

    def start(self, came: Callable[[], None]) -> None:
        """Begin to read. `came` is called in the reading thread when there is something to take."""
        ...

    def ask(self, roll: AskedRoll | None) -> None:
        """Lines that come from now on come while this roll is asked, or none."""
        ...

    def take(self) -> Sequence[Arrival]:
        """Return what has come since, without waiting."""
        ...

    def stop(self) -> None:
        """End reading."""
        ...


class DiceFeed:
    """Takes the faces of a source for the rolls of one controller."""

    def __init__(self, controller: Controller, source: FaceSource) -> None:
        self._controller = controller
        self._source = source
        self._asked: AskedRoll | None = None
        self._seen: tuple[int, int] = (-1, -1)
        """The state of the fight in which the roll was asked."""
        self._rolls_asked = 0
        self._gathered: tuple[str, ...] = ()
        """The faces of the roll that have come so far, where they are fewer than its dice."""
        self._spent = False
        """Whether what has come since the last silence was used up: by a roll that is complete, or by none."""
        self._told: set[Trouble] = set()
        """The kinds of trouble told since the last silence, so that a program that never stops is told of once."""

    def shown(self) -> None:
        """The state of the fight has been shown: from now on faces count for the roll that is asked in it, if any."""
        controller = self._controller
        question = controller.session.encounter.question
        # `!` marks dice that explode: their further faces are asked for one by one.
        dice = closed(question.dice) if question is not None and question.ask is Ask.DICE else ""
        if self._seen == controller.seen and dice == (self._asked.dice if self._asked else ""):
            return
        self._seen, self._gathered, self._asked = controller.seen, (), None
        if dice:
            self._rolls_asked += 1
            self._asked = AskedRoll(self._rolls_asked, dice)
        self._source.ask(self._asked)

    def take(self, busy: bool = False) -> bool:
        """Take what has come. Return whether anything is to be shown.

        `busy`: the game master looks at a page over the fight, so nothing is taken.
        """
        before, told = self._shows(), set[Trouble]()
        for arrival in self._source.take():
            if arrival.silence >= LULL:
                self._told.clear()
            if arrival.trouble:
                self._tell(arrival.trouble, arrival.kind, told)
            else:
                self._controller.guarded(partial(self._take, arrival, busy, told), None, "Dice from outside")
        self._told |= told
        return self._shows() != before

    def _shows(self) -> tuple[object, ...]:
        """Return the part of the screen that the feed can change."""
        controller = self._controller
        return controller.seen, controller.dice.text, controller.notice, controller.shown.notice

    def _tell(self, sentence: str, kind: Trouble, told: set[Trouble]) -> None:
        """Tell the game master a sentence, unless one of its kind was told before. Add the kind to those `told` now."""
        told.add(kind)
        if kind not in self._told:
            self._controller.shown.notice = Notice(sentence, True)

    def _take(self, arrival: Arrival, busy: bool, told: set[Trouble]) -> None:
        """Take one line, or refuse it in a sentence to the game master and to its writer."""
        if arrival.silence >= LULL:
            self._spent = False
        try:
            line = _read(arrival.data)
            self._refuse_for_another_roll(line, arrival, busy)
            arrival.reply(self._taken(line.words))
        except _NotTaken as error:
            arrival.reply(f"refused {error}")
            self._tell(f"Dice: {error}", error.kind, told)

    def _refuse_for_another_roll(self, line: FaceLine, arrival: Arrival, busy: bool) -> None:
        """Raises _NotTaken for faces that do not belong to the roll that is asked now, or while the GM types."""
        controller, faces = self._controller, " ".join(line.words)
        if not controller.dice.text.strip():
            self._gathered = ()  # the game master has deleted them, so that the roll begins anew
        kind: Trouble | None = None
        if self._asked is None or self._seen != controller.seen:
            late = self._asked is not None or controller.mode is Mode.DICE
            kind = Trouble.TOO_EARLY if late else Trouble.NOT_ASKED
        elif line.roll and line.roll != self._asked.number:
            kind = Trouble.OTHER_ROLL
        elif not line.roll and (self._spent or arrival.asked != self._asked.number):
            kind = Trouble.TOO_EARLY
        elif busy or controller.mode is not Mode.DICE or controller.dice.text.split() != list(self._gathered):
            kind = Trouble.BUSY
        if kind is not None:
            self._spent = self._spent or not line.roll
            raise _NotTaken(kind, f"{faces} was not taken: {self._reason(kind, line)}.")

    def _reason(self, kind: Trouble, line: FaceLine) -> str:
        """Why the faces of a line do not belong to the roll that is asked now."""
        match kind:
            case Trouble.NOT_ASKED:
                return "no roll is asked"
            case Trouble.OTHER_ROLL:
                return f"they name roll {line.roll}, and roll {self._asked.number if self._asked else 0} is asked"
            case Trouble.BUSY:
                return "you are typing or looking elsewhere; send them again, or type them"
            case _:
                return "they came before this roll was asked"

    def _taken(self, words: tuple[str, ...]) -> str:
        """Take faces for the roll that is asked, and return what its writer is told.

        Raises _NotTaken for a face that is not on its die, and for more faces than dice: then those that came
        before for this roll are dropped too.
        """
        assert self._asked is not None
        controller, dice, number = self._controller, self._controller.dice, self._asked.number
        gathered, self._gathered = (*self._gathered, *words), ()
        before = controller.dice.text
        dice.replace("")
        notation = read(self._asked.dice)
        try:
            text, complete = text_of(notation, gathered)
        except NotationError as error:
            dropped = f" {before.strip()}, which came before, is dropped too." if before.strip() else ""
            raise _NotTaken(Trouble.UNFIT, f"{error}{dropped}") from error
        if not complete:
            self._gathered = gathered
            dice.replace(f"{text} ")
            return f"{MORE} {number} {len(notation.faces) - len(gathered)}"
        dice.replace(text)
        secret = dice.secret
        self._spent = True
        if not controller.say(dice.line()):
            dice.replace("")
            raise _NotTaken(Trouble.REFUSED, f"{text} was not taken: {controller.notice.text}")
        dice.given = GivenRoll(text, secret, controller.seen)
        return f"taken {number}"


def _read(data: bytes) -> FaceLine:
    """Read one line without its end. Raises _NotTaken for everything but faces."""
    try:
        return read_line(data)
    except NotationError as error:
        raise _NotTaken(Trouble.UNREADABLE, str(error)) from error
