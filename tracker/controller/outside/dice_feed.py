"""The dice feed: faces that come from outside the program, taken for the roll that is asked and for no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from enum import Enum, auto
from functools import partial
from typing import Protocol

from tracker.controller.controller import Controller
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.typing.dice_field import GivenRoll
from tracker.dice.face_lines import FaceLine, read_line, text_of
from tracker.dice.notation import NotationError, closed, read
from tracker.encounter.engine.journal import NO_STATE, JournalState
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask

LULL = 0.3
"""The seconds of silence after a roll before faces without a roll's name count for the next one."""

MORE = "more"
"""The beginning of the reply to a line that lacks some dice of the roll."""


class Trouble(Enum):
    """The reasons why faces from outside do not count. Each kind is reported once until there is a silence."""

    ENDED = auto()
    TORN = auto()
    """A line came in pieces, or its writer ended within it."""
    DROPPED = auto()
    """More lines came than are kept."""
    UNREADABLE = auto()
    """A line has no faces."""
    NOT_ASKED = auto()
    TOO_EARLY = auto()
    """The faces came before the roll was asked."""
    OTHER_ROLL = auto()
    """The line names another roll."""
    BUSY = auto()
    """The GM types, or looks at another page."""
    UNFIT = auto()
    """The dice of the roll do not have these faces."""
    REFUSED = auto()


class _NotTaken(Exception):
    """Faces that are refused, with the kind of trouble and a sentence."""

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
    """A line that came, or a trouble of the feed.

    It has its bytes, the number of the roll that was asked then (0: none), and the seconds of silence before it. A
    `trouble` of some `kind` has no bytes, and the seconds since the last line.
    """

    data: bytes
    asked: int = 0
    silence: float = 0.0
    trouble: str = ""
    kind: Trouble = Trouble.ENDED
    reply: Callable[[str], None] = field(default=lambda _: None, compare=False)
    """A function that sends one line to the writer."""


class FaceSource(Protocol):
    """The source of the lines. It reads in a thread of its own."""

    def start(self, announce: Callable[[], None]) -> None:
        """Begin to read. `announce` is called in the reading thread when there is something to take."""
        ...

    def ask(self, roll: AskedRoll | None) -> None:
        """Attribute lines that come from now on to this roll, or to none."""
        ...

    def take(self) -> Sequence[Arrival]:
        """Return the lines since the last time, without waiting."""
        ...

    def stop(self) -> None: ...


class DiceFeed:
    """Takes the faces of a source for the rolls of one controller."""

    def __init__(self, controller: Controller, source: FaceSource) -> None:
        self._controller = controller
        self._source = source
        self._asked: AskedRoll | None = None
        self._seen: JournalState = NO_STATE
        """The state of the fight in which the roll was asked."""
        self._rolls_asked = 0
        self._gathered: tuple[str, ...] = ()
        """The faces of the roll so far, where they are fewer than its dice."""
        self._spent = False
        """True if the lines since the last silence were used, by a complete roll or by none."""
        self._told: set[Trouble] = set()
        """The kinds of trouble reported since the last silence. An endless stream is reported once."""

    def shown(self) -> None:
        """Note that the fight's state has been drawn: from now on faces count for its open roll, if any."""
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
        """Take the lines that have come. Return whether something is to be drawn.

        `busy`: the GM looks at a page over the fight, so nothing is taken.
        """
        before, told_now = self._shows(), set[Trouble]()
        for arrival in self._source.take():
            if arrival.silence >= LULL:
                self._told.clear()
            if arrival.trouble:
                self._tell(arrival.trouble, arrival.kind, told_now)
            else:
                self._controller.guarded(partial(self._take, arrival, busy, told_now), None, "Dice from outside")
        self._told |= told_now
        return self._shows() != before

    def _shows(self) -> tuple[object, ...]:
        """Return the part of the screen that the feed can change."""
        controller = self._controller
        return controller.seen, controller.dice.text, controller.notice, controller.shown.notice

    def _tell(self, sentence: str, kind: Trouble, told_now: set[Trouble]) -> None:
        """Show the GM a sentence, unless one of its kind was shown before. Add the kind to `told_now`."""
        told_now.add(kind)
        if kind not in self._told:
            self._controller.shown.notice = Notice(sentence, refused=True)

    def _take(self, arrival: Arrival, busy: bool, told_now: set[Trouble]) -> None:
        """Take one line, or refuse it in a sentence to the GM and to its writer.

        `busy`: the GM looks at another page. `told_now` gathers the troubles that the GM has been told of.
        """
        if arrival.silence >= LULL:
            self._spent = False
        try:
            line = _read(arrival.data)
            self._refuse_for_another_roll(line, arrival, busy)
            arrival.reply(self._taken(line.words))
        except _NotTaken as error:
            arrival.reply(f"refused {error}")
            self._tell(f"Dice: {error}", error.kind, told_now)

    def _refuse_for_another_roll(self, line: FaceLine, arrival: Arrival, busy: bool) -> None:
        """Raise _NotTaken for faces of another roll than the open one, or while the GM is `busy` or types.

        Lines without the number of their roll count until one of them is refused or completes a roll (`_spent`).
        """
        controller, faces = self._controller, " ".join(line.words)
        if not controller.dice.text.strip():
            self._gathered = ()  # the game master has deleted them, so that the roll begins again
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
        """Return why a line of faces was not taken, in the words for its writer."""
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
        """Take faces for the open roll. Return the reply to their writer.

        Raises _NotTaken for a face that its die does not have, and for more faces than dice. Then earlier faces of
        this roll are dropped too.
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
