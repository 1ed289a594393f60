"""Process: the child that serves the pages, seen from the process that plays. Imports nothing of the web itself."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from tracker.controller.shared_pages import REVOKED, Door, FrontDoor, Knock, SeatAnswer
from tracker.encounter.names import plain
from tracker.model.lazy_dataclass import dataclass
from tracker.storage.table.links import links_of, revoke
from tracker.storage.toml.diagnostics import StorageError
from tracker.web.qr_code import half_blocks

_UNREAD = 1 << 20
"""The most bytes of one message."""
_WAIT = 2.0
"""The seconds that the child has to end."""


def _never_wait(pipe: int) -> None:
    """Make a pipe non-blocking. Windows cannot, so there the pages are not begun from here."""
    if sys.platform != "win32":
        os.set_blocking(pipe, False)


@dataclass
class PageServer:
    """The pages of one fight. `missing` says what must be installed first. `players` who has a link in any case."""

    fight: Path
    table: Path
    players: Sequence[str]
    missing: Callable[[], str]
    seats: str = "offer"
    host: str = "0.0.0.0"
    port: int | None = None
    """The port. None: the table's."""
    door: bool = True
    """True if phones may ask to be let in. Only a screen can let them in."""
    trouble: str = ""
    note: str = ""
    plans: Mapping[str, str] = field(default_factory=dict)
    knocks: Sequence[Knock] = ()
    front_door: FrontDoor | None = None
    _process: subprocess.Popen[bytes] | None = None
    _ended: bool = False
    """True once the child has nothing more to say."""
    _unread: bytes = b""
    _links: Sequence[tuple[str, str]] = ()
    _pages: Mapping[str, int] = field(default_factory=dict)
    _revoked: dict[str, frozenset[str]] = field(default_factory=dict)
    """The revoked addresses by player, until the child has named the new ones."""
    _codes: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def running(self) -> bool:
        return self._process is not None and not self._ended

    def start(self) -> str:
        """Begin to serve. Return the reason why it cannot, or an empty text."""
        if self._process is not None:
            return ""
        self.trouble, self._ended = self.missing(), False
        if sys.platform == "win32":  # a pipe there can be neither watched by the loop nor read without waiting
            self.trouble = self.trouble or "On Windows `tracker share FIGHT` in another window serves the pages."
        if not self.trouble:
            try:
                links_of(self.table, self.players)
                self._begin()
            except StorageError as error:
                self.trouble = error.sentence
            except OSError as error:
                self.trouble = f"The players' pages cannot be served: {error.strerror or error}."
        return self.trouble

    def _begin(self) -> None:
        """Start the process that serves the pages, and send it what it has to serve."""
        # A session of its own: what the terminal tells the game (ctrl+z, a hangup) is not for the pages.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tracker.web.child"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        assert self._process.stdin is not None and self._process.stdout is not None
        _never_wait(self._process.stdout.fileno())
        setup: dict[str, object] = {
            "fight": str(self.fight.absolute()),
            "table": str(self.table),
            "host": self.host,
            "port": self.port,
        }
        setup["acting"], setup["door"] = self.seats != "off", self.door
        self._say(setup)
        _never_wait(self._process.stdin.fileno())

    def _say(self, message: Mapping[str, object]) -> None:
        """Send a line, without waiting for a child that is gone or reads nothing."""
        assert self._process is not None and self._process.stdin is not None
        with contextlib.suppress(OSError):
            os.write(self._process.stdin.fileno(), json.dumps(message).encode() + b"\n")

    def fileno(self) -> int:
        """Return the file descriptor that becomes readable when the child has written."""
        assert self._process is not None and self._process.stdout is not None
        return self._process.stdout.fileno()

    def read(self) -> Sequence[SeatAnswer]:
        """Take the messages of the child, without waiting. Return the answers in them."""
        if self._process is None:
            return ()
        answers: list[SeatAnswer] = []
        while True:
            try:
                part = os.read(self.fileno(), 65536)
            except BlockingIOError:
                break
            except OSError:
                part = b""
            if not part or len(self._unread) > _UNREAD:
                self._ended = True
                self.trouble = self.trouble or "The players' pages ended; the key that shares starts them again."
                break
            *lines, self._unread = (self._unread + part).split(b"\n")
            for line in lines:
                self._take_message(json.loads(line), answers)
        return answers

    def _take_message(self, message: Mapping[str, Any], answers: list[SeatAnswer]) -> None:
        """Take a message of the server: an answer of a player, trouble, or the state of its links."""
        if "answer" in message and message["player"] in self._revoked:
            self.reply(message["answer"], 403, REVOKED)
        elif "answer" in message:
            answers.append(
                SeatAnswer(
                    number=message["answer"],
                    player=message["player"],
                    line=message["line"],
                    place=message["place"],
                    n=message["n"],
                    phone=message["phone"],
                    seen=message["seen"],
                )
            )
        elif "trouble" in message:
            self.trouble = message["trouble"]
        else:
            self._links, self._pages, self.note = message["links"], message["pages"], message["note"]
            self.plans, door = message["plans"], message["door"]
            self.knocks = tuple(Knock(**knock) for knock in door["knocks"])
            self.front_door = FrontDoor(door["code"], tuple(door["roots"])) if self.door else None
            still = {address for _, address in self._links}
            self._revoked = {whose: old for whose, old in self._revoked.items() if old & still}

    def reply(self, number: int, status: int, text: str) -> None:
        if self._process is not None:
            self._say({"answer": number, "status": status, "text": text})

    def admit(self, number: int, yes: bool) -> None:
        """Let in the phone of the knock `number` (`yes`), or turn it away. A knock is its request at the front door."""
        self.knocks = tuple(knock for knock in self.knocks if knock.number != number)
        if self._process is not None:
            self._say({"admit": number, "yes": yes})

    def doors(self) -> Sequence[Door]:
        """Return the links to show, each with its code, its open pages and its plan. The front door is the last."""
        front = [] if self.front_door is None else [f"{root}/" for root in self.front_door.roots[:1]]
        links = [
            Door(player, address, self._code(address), self._pages.get(player, 0), self.plans.get(player, ""))
            for player, address in self._links
        ]
        return [*links, *(Door("", address, self._code(address), 0, front=True) for address in front)]

    def _code(self, address: str) -> tuple[str, ...]:
        if address not in self._codes:
            self._codes[address] = half_blocks(address)
        return self._codes[address]

    def revoke(self, player: str | None) -> str:
        """Revoke a player's link, or all of them, which are replaced. Return why it cannot, or an empty text."""
        try:
            gone = {plain(link.player) for link in revoke(self.table, player)}
            for whose in {whose for whose, _ in self._links if plain(whose) in gone}:
                self._revoked[whose] = frozenset(address for player, address in self._links if player == whose)
            links_of(self.table, self.players)
        except StorageError as error:
            return error.sentence
        return ""

    def stop(self) -> None:
        """End the child by closing its input, or else by a signal."""
        process, self._process = self._process, None
        self._links, self._pages, self._unread, self._revoked, self.note, self.plans = (), {}, b"", {}, "", {}
        self.knocks, self.front_door = (), None
        if process is None:
            return
        assert process.stdin is not None and process.stdout is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        process.terminate()
        try:
            process.wait(_WAIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
