"""Shared pages: the pages of the players beside the fight, as far as the screen has to do with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tracker.encounter.player_view.seat import Option
from tracker.model.questions import Question
from tracker.text.cells import Line, Span, cut, fit_line, rule, width

REVOKED = "This address works no more. Ask your game master for a new one."


@dataclass(frozen=True, slots=True)
class Door:
    """One link: whose it is (empty: everybody's), its address, its code as rows of half blocks, who looks on by it."""

    player: str
    address: str
    code: tuple[str, ...]
    pages: int


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """What a player answered from a page: its line, the block of the fight it answers, its own number, the phone."""

    number: int
    player: str
    line: str
    place: int
    n: int
    phone: str = ""


@dataclass(frozen=True, slots=True)
class OfferedAnswer:
    """An answer that waits for the game master, and the question it answers."""

    player: str
    option: Option
    question: Question
    place: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a player is told, by the statuses of HTTP."""

    status: int
    text: str


class Sharing(Protocol):
    """The process that serves the pages."""

    seats: str
    """What becomes of answers: `offer`, `take` or `off`."""

    @property
    def running(self) -> bool:
        """Whether it serves."""
        ...

    @property
    def trouble(self) -> str:
        """Why it does not serve, a sentence; or empty."""
        ...

    def start(self) -> str:
        """Begin to serve; a sentence that says why it cannot, or nothing."""
        ...

    def doors(self) -> Sequence[Door]:
        """All links, the common one first; none before the process has said them."""
        ...

    def fileno(self) -> int:
        """What becomes readable when the process has said something."""
        ...

    def read(self) -> Sequence[SeatAnswer]:
        """Take what the process has said, without waiting; the answers in it."""
        ...

    def reply(self, number: int, status: int, text: str) -> None:
        """Say what became of an answer."""
        ...

    def revoke(self, player: str | None) -> str:
        """Let a player's link stop working ("": the common one; None: all of them); why it cannot, or nothing."""
        ...

    def stop(self) -> None:
        """End the process."""
        ...


_LEAVES = 5
"""Rows beside the code: the heading, whose it is, the address, what it is for, the foot."""


def page(doors: Sequence[Door], at: int, trouble: str, wide: int, high: int) -> list[Line]:
    """The page of links: one code at a time, with whose it is."""
    lines: list[Line] = [rule("Players' pages", wide, f"{at + 1} of {len(doors)}, ←→" if len(doors) > 1 else "")]
    if trouble:
        lines += [(), (Span(f" {trouble}", "refusal"),)]
    elif not doors:
        lines += [(), (Span(" Starting …", "dim"),)]
    else:
        door = doors[at]
        whose = f"For {door.player}" if door.player else "For everybody, and for a television"
        looking = (
            "nobody looks on yet" if not door.pages else f"{door.pages} look on" if door.pages > 1 else "1 looks on"
        )
        lines.append((Span(f" {whose}", "title"), Span(f" · {looking}", "dim")))
        if width(door.address) < wide:
            lines.append((Span(f" {door.address}"),))
        else:
            lines.append((Span(f" {cut(door.address, wide - 1)}"),))
        if high - _LEAVES + 1 >= len(door.code) and wide > width(door.code[0]) + 1:
            lines += [(Span(" "), Span(row, "code")) for row in door.code]
        else:
            lines.append((Span(" The window is too small for the code.", "dim"),))
    lines += [()] * (high - 1 - len(lines))
    keys = (("esc", "back"), ("←→", "next player"), ("r", "new link for this one"), ("x", "stop sharing"))
    foot = [span for key, word in keys for span in (Span(f" {key}", "key"), Span(f" {word} ", "dim"))]
    return [*lines[: high - 1], fit_line(foot, wide)]
