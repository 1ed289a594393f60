"""Shared pages: the pages of the players beside the fight, as far as the screen has to do with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from tracker.model.lazy_dataclass import dataclass
from tracker.text.cells import Line, Span, fit_line, rule, width, wrap

if TYPE_CHECKING:  # the start list shows no players' pages, and need not wait for what they read
    from tracker.model.questions import Question
    from tracker.players.seat import Option

REVOKED = "This address works no more. Ask your game master for a new one."


@dataclass(frozen=True, slots=True)
class Door:
    """One link: its player (empty: the common one), its address, its code as rows of half blocks, its viewers."""

    player: str
    address: str
    code: tuple[str, ...]
    pages: int
    plan: str = ""
    """The plan of its player, in words."""
    front: bool = False
    """True for the one address of the table, which asks for the code of the sitting."""


@dataclass(frozen=True, slots=True)
class FrontDoor:
    """The one address of the table: the code of this sitting, and the address by each network of this machine."""

    code: str
    roots: tuple[str, ...]

    @property
    def words(self) -> str:
        """Return what a phone without a link needs: `http://192.0.2.7:8040 with the code 472 913`."""
        half = len(self.code) // 2
        return f"{self.roots[0]} with the code {self.code[:half]} {self.code[half:]}"


@dataclass(frozen=True, slots=True)
class Knock:
    """A phone that asks to be let in: as whose fighter, the sign that it shows, and from which address."""

    number: int
    player: str
    name: str
    sign: str
    address: str

    @property
    def words(self) -> str:
        """Return it as the game master reads it: `A phone that shows 37 says it is Brann (Ana)`."""
        return f"A phone that shows {self.sign} says it is {self.name} ({self.player})"


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """An answer from a page: its line, the last block of the fight, its own number, and the phone."""

    number: int
    player: str
    line: str
    place: int
    n: int
    phone: str = ""
    seen: int = 0
    """The last step that players saw. 0: the last block."""


@dataclass(frozen=True, slots=True)
class OfferedAnswer:
    """An answer that waits for the game master, and the question it answers."""

    player: str
    option: Option
    question: Question
    place: int
    seen: int = 0
    """The step after which players saw the question. 0: the last one."""
    at_once: bool = False
    """True if it is carried out as soon as a hidden fighter is done, without the GM."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The reply to a player, by the status codes of HTTP."""

    status: int
    text: str


class Sharing(Protocol):
    """The process that serves the pages."""

    seats: str
    """The treatment of answers: `offer`, `take` or `off`."""

    door: bool
    """True if phones may ask to be let in. Only a screen can let them in."""

    @property
    def running(self) -> bool: ...

    @property
    def trouble(self) -> str:
        """The reason why it does not serve, a sentence. Empty without one."""
        ...

    @property
    def knocks(self) -> Sequence[Knock]:
        """The phones that ask to be let in, the first one first."""
        ...

    @property
    def front_door(self) -> FrontDoor | None:
        """The one address of the table. None before the process has said it."""
        ...

    def admit(self, number: int, yes: bool) -> None:
        """Let the phone of a knock in, or turn it away."""
        ...

    @property
    def plans(self) -> Mapping[str, str]:
        """The plan of each player, in words."""
        ...

    @property
    def note(self) -> str:
        """A sentence for players with older links, or empty."""
        ...

    def start(self) -> str:
        """Begin to serve. Return the reason why it cannot, or an empty text."""
        ...

    def doors(self) -> Sequence[Door]:
        """Return all links, the common one first. Empty before the process has sent them."""
        ...

    def fileno(self) -> int:
        """Return the file descriptor that becomes readable when the process has written."""
        ...

    def read(self) -> Sequence[SeatAnswer]:
        """Take the answers that the process has sent, without waiting."""
        ...

    def reply(self, number: int, status: int, text: str) -> None:
        """Send the verdict on an answer."""
        ...

    def revoke(self, player: str | None) -> str:
        """Revoke a player's link ("": the common one, None: all). Return why it cannot, or an empty text."""
        ...

    def stop(self) -> None:
        """End the process."""
        ...


_BESIDE = 20
"""The cells beside a code in which sentences are still easy to read."""


def page(
    doors: Sequence[Door],
    place: int,
    trouble: str,
    note: str,
    wide: int,
    high: int,
    front: FrontDoor | None = None,
    knocks: Sequence[Knock] = (),
) -> list[Line]:
    """Return the page of links: the code of the door at `place`, with its player. `note` concerns all of them.

    The page has `high` lines of `wide` cells. `trouble` says why no link can be shown.
    `front` is the one address of the table, `knocks` the phones that came by it and wait.
    """
    lines: list[Line] = [rule("Players' pages", wide, f"{place + 1} of {len(doors)}, ←→" if len(doors) > 1 else "")]
    if trouble:
        lines += [(), *_sentences(trouble, wide, "refusal")]
    elif not doors:
        lines += [(), (Span(" Starting …", "dim"),)]
    else:
        door = doors[place]
        everybody = "For any phone, by the code" if door.front else "For everybody, and for a television"
        whose = f"For {door.player}" if door.player else everybody
        looking = (
            "nobody looks on yet" if not door.pages else f"{door.pages} look on" if door.pages > 1 else "1 looks on"
        )
        lines.append((Span(f" {whose}", "title"), Span(f" · {looking}", "dim")))
        lines += _sentences(door.address, wide)
        if front is not None:
            lines += _sentences(f"Any phone: {front.words}", wide)
        if knocks:
            lines += _sentences(f"{knocks[0].words}{_more(knocks)}. y lets it in, n turns it away.", wide, "notice")
        if door.plan:
            lines += _sentences(f"Plans: {door.plan}", wide, "ghost")
        lines += _code(door.code, note, wide, high - 1 - len(lines))
    lines += [()] * (high - 1 - len(lines))
    keys = (("esc", "back"), ("←→", "next player"), ("r", "new link for this one"), ("x", "stop sharing"))
    foot = [span for key, word in keys for span in (Span(f" {key}", "key"), Span(f" {word} ", "dim"))]
    return [*lines[: high - 1], fit_line(foot, wide)]


def _more(knocks: Sequence[Knock]) -> str:
    return f", and {len(knocks) - 1} more wait" if len(knocks) > 1 else ""


def _sentences(text: str, wide: int, role: str = "") -> list[Line]:
    """Return a text on as many lines as it needs, since a cut address leads nowhere."""
    return [(Span(f" {line}", role),) for line in wrap(text, wide - 1)]


def _code(code: Sequence[str], note: str, wide: int, high: int) -> list[Line]:
    """Return a QR code with the note beside it, or above it where that is too narrow. Without room only the note.

    A code that is cut cannot be read.
    """
    room = wide - width(code[0]) - 2
    beside = wrap(note, room - 2) if note and room >= _BESIDE else ()
    above = [] if beside or not note else _sentences(note, wide, "notice")
    if room < 0 or len(code) > high - len(above):
        return [*_sentences(note, wide, "notice"), (Span(" The window is too small for the code.", "dim"),)]
    rows: list[Line] = []
    for number, row in enumerate(code):
        rows.append((Span(" "), Span(row, "code")))
        if number < len(beside):
            rows[-1] = (*rows[-1], Span(f"  {beside[number]}", "notice"))
    return [*above, *rows]
