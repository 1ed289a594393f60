"""Serving: `tracker share` in a process of its own, and plain HTTP by hand against it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.tui.terminal import LONG
from tracker.export.html import Node

ROOT = Path(__file__).parents[2]
_LINE = re.compile(r"(?:For (?P<player>.*), with the sheet|For all players): (?P<address>http://\S+)")


@dataclass
class Answer:
    """One response: all its bytes, and what is in them."""

    raw: bytes

    @property
    def status(self) -> int:
        return int(self.raw.split(b" ", 2)[1])

    @property
    def body(self) -> bytes:
        return self.raw.partition(b"\r\n\r\n")[2]

    def header(self, name: str) -> str:
        head = self.raw.partition(b"\r\n\r\n")[0].decode("latin-1").lower()
        return next((line.partition(": ")[2] for line in head.split("\r\n") if line.startswith(f"{name.lower()}:")), "")


@dataclass
class Shared:
    """A process that shares a fight; `paths` are its links by player, the common one under ``""``."""

    process: subprocess.Popen[bytes]
    host: str
    port: int
    paths: dict[str, str]
    printed: str
    complained: Path
    sockets: list[socket.socket] = field(default_factory=list)

    def connect(self) -> socket.socket:
        """A connection that is closed with the rest."""
        plug = socket.create_connection((self.host, self.port), LONG)
        self.sockets.append(plug)
        return plug

    def send(self, data: bytes) -> Answer:
        """Raw bytes, and all that comes back until the connection is closed."""
        plug = self.connect()
        plug.sendall(data)
        return Answer(_all(plug))

    def get(self, path: str | None = None, method: str = "GET", host: str = "", more: str = "") -> Answer:
        """One request; the path of the common link when none is given."""
        path = self.paths[""] if path is None else path
        host = host or f"{self.host}:{self.port}"
        return self.send(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n".encode())

    def listen(self, player: str = "", last: str = "") -> Events:
        """A page that is open."""
        plug = self.connect()
        more = f"Last-Event-ID: {last}\r\n" if last else ""
        path = f"{self.paths[player]}events"
        plug.sendall(f"GET {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{more}\r\n".encode())
        return Events(plug)

    def end(self, number: int = signal.SIGINT) -> int:
        """Tell it to end; the exit code."""
        self.process.send_signal(number)
        return self.process.wait(LONG)

    @property
    def said(self) -> str:
        return self.complained.read_text("utf-8")


class Events:
    """The events of one listener."""

    def __init__(self, plug: socket.socket) -> None:
        self.plug = plug
        self.raw = b""
        self._taken = 0

    def next(self, seconds: float = LONG) -> tuple[str, dict[str, Any]]:
        """The id and the data of the next event that has data."""
        end = time.monotonic() + seconds
        while True:
            text = self.raw.replace(b"\r\n", b"\n")
            stop = text.find(b"\n\n", self._taken)
            if stop < 0:
                left = end - time.monotonic()
                assert left > 0, f"no event came: {self.raw[-300:]!r}"
                self._read(left)
                continue
            block, self._taken = text[self._taken : stop].decode(), stop + 2
            fields = dict(re.findall(r"^(id|data): (.*)$", block, re.MULTILINE))
            if "id" in fields:
                return fields["id"], json.loads(fields["data"])

    def quiet(self, seconds: float) -> bool:
        """Whether no event comes for so long."""
        before = self.raw.count(b"id: ")
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._read(left)
        return self.raw.count(b"id: ") == before

    def _read(self, seconds: float) -> None:
        ready, _, _ = select.select([self.plug], [], [], seconds)
        if ready:
            self.raw += self.plug.recv(65536)


def text_of(tree: Node | str, tag: str, within: str) -> list[str]:
    """The texts of all elements of a tag inside an element of a class, the parts of each with strokes between."""
    if isinstance(tree, str):
        return []
    if within in tree.attributes.get("class", "").split():
        return [" | ".join(texts_in(one)) for one in tree.children if isinstance(one, Node) and one.tag == tag]
    return [text for child in tree.children for text in text_of(child, tag, within)]


def texts_in(tree: Node | str) -> list[str]:
    """Every text in a tree, in order."""
    return [tree] if isinstance(tree, str) else [text for child in tree.children for text in texts_in(child)]


def _all(plug: socket.socket) -> bytes:
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while part := plug.recv(65536):
            data += part
    return data


@contextlib.contextmanager
def shared(path: Path, *options: str, env: dict[str, str] | None = None) -> Iterator[Shared]:
    """`tracker share` of a fight on a port of its own, ended afterwards."""
    port = () if "--port" in options else ("--port", "0")
    complained = path.parent / f"{path.name}.stderr"
    with complained.open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tracker", "share", str(path), *port, *options],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, env={**os.environ, **(env or {})},
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip
    assert process.stdout is not None
    try:
        printed = ""
        while "Ctrl-C" not in printed:
            line = process.stdout.readline().decode()
            assert line, complained.read_text("utf-8")
            printed += line
        links = {match["player"] or "": match["address"] for match in _LINE.finditer(printed)}
        link = re.search(r"//(.*?):(\d+)/", links[""])
        assert link is not None
        host, bound = str(link[1]), int(link[2])
        paths = {player: address.partition(f":{bound}")[2] for player, address in links.items()}
        own = Shared(process, host, bound, paths, printed, complained)
        try:
            yield own
        finally:
            for plug in own.sockets:
                plug.close()
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()


WAYS = (
    "",
    "/",
    "//",
    "///",
    "/index.html",
    "/INDEX.HTM",
    "//index.html",
    "/index.html/",
    ".",
    "/.",
    ")",
    "/),",
    "…",
    "»",
)
