"""Table: a game master's program in a terminal that serves the players' pages, and phones that answer it."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import re
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.player_screen.table import PLAYERS
from tests.tui.terminal import LONG, Terminal, terminal
from tests.web.serving import Answer, Events, Shared
from tracker.storage.table.links import TableLinks, links_file, read_links, table_of

_PLAY = (
    "import sys\nfrom tracker.cli import main\n"
    "sys.exit(main(['play', {path!r}, '--seed', '1', '--share', '--host', '127.0.0.1', '--port', '{port}']))"
)


def free_port() -> int:
    """A port that nothing listens at."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@dataclass
class Phone:
    """A player's page, by hand."""

    shared: Shared
    player: str
    secret: str
    n: int = 0
    shown: dict[str, Any] = field(default_factory=dict)
    _events: Events | None = None

    def look(self) -> dict[str, Any]:
        """The newest thing that the page shows; waits for the next change."""
        if self._events is None:
            self._events = self.shared.listen(self.player)
        self.shown = self._events.next()[1]
        return self.shown

    def asked(self, ask: str = "") -> dict[str, Any]:
        """What the page asks, once it asks something of that kind."""
        end = time.monotonic() + LONG
        while not (seat := self.shown.get("seat")) or (ask and seat["ask"] != ask):
            assert time.monotonic() < end, f"nothing is asked: {self.shown}"
            self.look()
        return dict(seat)

    def message(self, id: str, line: str) -> bytes:
        """The bytes of an answer, with a number of its own."""
        self.n += 1
        return json.dumps({"id": id, "line": line, "n": self.n}).encode()

    def post(
        self, body: bytes, signature: str | None = None, origin: str | None = None, kind: str = "application/json"
    ) -> Answer:
        """Send bytes as an answer; signed and from its own page where nothing else is said."""
        if signature is None:
            signature = hmac.new(self.secret.encode(), body, hashlib.sha256).hexdigest()
        host = f"{self.shared.host}:{self.shared.port}"
        head = (
            f"POST {self.shared.paths[self.player]}answer HTTP/1.1\r\nHost: {host}\r\nContent-Type: {kind}\r\n"
            f"Origin: {f'http://{host}' if origin is None else origin}\r\nX-Signature: {signature}\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        return self.shared.send(head.encode() + body)

    def answer(self, line: str, id: str | None = None) -> Answer:
        """Answer what is asked."""
        return self.post(self.message(self.asked()["id"] if id is None else id, line))


@dataclass
class Master:
    """The game master's program, what it serves, and its phones."""

    terminal: Terminal
    shared: Shared
    links: TableLinks
    path: Path

    def phone(self, player: str) -> Phone:
        """A phone of a player."""
        link = self.links.of(player)
        assert link is not None
        return Phone(self.shared, player, link.secret)

    @property
    def child(self) -> int:
        """The process that serves the pages."""
        own = str(self.terminal.process.pid)
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if entry.name.isdecimal():
                    stat = (entry / "stat").read_text().rpartition(")")[2].split()
                    if stat[1] == own and b"tracker.web.child" in (entry / "cmdline").read_bytes():
                        return int(entry.name)
        raise AssertionError("nothing serves the pages")

    def blocks(self) -> list[dict[str, Any]]:
        """The steps in the fight's file."""
        import tomli

        return list(tomli.loads(self.path.read_text("utf-8")).get("step", []))

    def steps_by(self, player: str) -> list[str]:
        """The lines that a player answered by."""
        return [block["line"] for block in self.blocks() if block.get("by") == player]


def _title(path: Path) -> str:
    """How the title of an encounter or fight begins."""
    title = re.search(r'^title = "([^"]{1,12})', path.read_text("utf-8"), re.M)
    assert title, path
    return title[1]


@contextlib.contextmanager
def master(path: Path, env: dict[str, str] | None = None, port: int = 0) -> Iterator[Master]:
    """`tracker play --share` of an encounter or fight, its page of links closed, its pages served."""
    port = port or free_port()
    program = _PLAY.format(path=os.fspath(path), port=port)
    with terminal(program, env) as own:
        own.until("For everybody")
        own.send("\x1b")
        own.until(_title(path))  # the fight is drawn; on a busy machine nothing may be written for long before it is
        own.quiet()
        kept = read_links(links_file(table_of(path)))
        paths = {link.player: link.path for link in kept.links}
        log = path.parent / f"{path.name}.none"
        shared = Shared(own.process, "127.0.0.1", port, paths, "", log)
        fight = path if path.name.endswith(".fight.toml") else path.with_name(f"{path.stem}.fight.toml")
        try:
            yield Master(own, shared, kept, fight)
        finally:
            for plug in shared.sockets:
                plug.close()


FIGHT = f"""\
title = "At the mill"
{{players}}
{PLAYERS}
[[combatant]]
from = "goblin"
name = "Gruk"
side = "raiders"
"""


def encounter(folder: Path, seats: str = "") -> Path:
    """A fight of two players and a goblin."""
    path = folder / "mill.toml"
    path.write_text(FIGHT.format(players=f'[players]\nseats = "{seats}"' if seats else ""), encoding="utf-8")
    return path


def until_written(own: Master, player: str, lines: int) -> list[str]:
    """The lines a player answered by, once there are so many."""
    end = time.monotonic() + LONG
    while len(steps := own.steps_by(player)) < lines:
        assert time.monotonic() < end, own.blocks()
        time.sleep(0.02)
    return steps
