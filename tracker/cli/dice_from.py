"""`--dice-from`: reads lines of faces from a FIFO, the standard input or a port of this computer, in a thread."""

from __future__ import annotations

import os
import select
import selectors
import socket
import stat
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

from tracker.cli.argument_types import STANDARD_INPUT, TCP
from tracker.controller.dice_feed import Arrival, AskedRoll, Trouble
from tracker.dice.face_lines import LineSplitter, read_line
from tracker.dice.notation import NotationError
from tracker.model.refusals import Refused

_CHUNK = 4096
_PAUSE = 0.05
"""Seconds of rest after each read, so that a writer that never stops leaves the processor to the screen."""
_LOOK = 0.2
"""Seconds between looks whether to stop listening."""
_MOST_WAITING = 64
"""Lines that wait to be taken; what comes beyond that is dropped, and counted."""
_MOST_CLIENTS = 8


@dataclass
class _Inbox:
    """What has come and was not taken yet, between the reading thread and the main one."""

    came: Callable[[], None] = lambda: None
    asked: AskedRoll | None = None
    _waiting: deque[Arrival] = field(default_factory=deque)
    _dropped: int = 0
    _last_told: float = 0.0
    _lock: Lock = field(default_factory=Lock)

    def put(self, arrival: Arrival) -> None:
        """Keep an arrival, and say that something came when it is the first one."""
        with self._lock:
            first = not self._waiting
            if len(self._waiting) >= _MOST_WAITING:
                self._dropped += 1
            else:
                self._waiting.append(arrival)
        if first:
            self.came()

    def put_lines(self, lines: Sequence[bytes], silence: float, reply: Callable[[str], None]) -> None:
        """Keep the lines of one read; only before the first of them there was a silence."""
        asked = self.asked.number if self.asked is not None else 0
        for place, line in enumerate(lines):
            self.put(Arrival(line, asked, silence if not place else 0.0, reply=reply))

    def tell(self, kind: Trouble, sentence: str) -> None:
        """Keep a sentence for the game master, about trouble of some kind."""
        silence, self._last_told = monotonic() - self._last_told, monotonic()
        self.put(Arrival(b"", silence=silence, trouble=f"Dice: {sentence}", kind=kind))

    def take(self) -> Sequence[Arrival]:
        """Return what waits, with a sentence about what was dropped."""
        with self._lock:
            arrivals, dropped = list(self._waiting), self._dropped
            self._waiting.clear()
            self._dropped = 0
        if dropped:
            trouble = f"Dice: {dropped} more lines came at once and were dropped."
            arrivals.append(Arrival(b"", trouble=trouble, kind=Trouble.DROPPED))
        return arrivals


def _no_reply(text: str) -> None:
    """Answer nobody: a FIFO and the standard input lead one way."""


class StreamSource:
    """Reads a FIFO, which writers open and close as they like, or the standard input, which ends once."""

    def __init__(self, name: str, file: int, again: bool) -> None:
        """`file` is open for reading; `again`: after its end another writer may come."""
        self._name = name
        self._file = file
        self._again = again
        self._inbox = _Inbox()
        self._splitter = LineSplitter()
        self._stopped = Event()

    def start(self, came: Callable[[], None]) -> None:
        """Begin to read."""
        self._inbox.came = came
        Thread(target=self._read, name="dice", daemon=True).start()

    def ask(self, roll: AskedRoll | None) -> None:
        """Lines count for this roll from now on."""
        self._inbox.asked = roll

    def take(self) -> Sequence[Arrival]:
        """Return what has come since."""
        return self._inbox.take()

    def stop(self) -> None:
        """Let the thread end."""
        self._stopped.set()

    def _read(self) -> None:
        """Read until the end of a stream that ends once, or until `stop`.

        A FIFO stays open between two writers: what one writes while it is opened anew would be lost.
        """
        last = monotonic()
        try:
            while not self._stopped.is_set():
                if not _readable(self._file):
                    continue
                try:
                    data, now = os.read(self._file, _CHUNK), monotonic()
                except BlockingIOError:
                    continue  # another reader of the FIFO was faster
                if data:
                    self._take_in(data, now - last)
                    last = now
                else:
                    self._writer_ended()
                    if not self._again:
                        self._inbox.tell(Trouble.ENDED, f"{self._name} has ended; type the rolls.")
                        return
                self._stopped.wait(_PAUSE)
        except OSError as error:
            self._inbox.tell(Trouble.ENDED, f"{self._name} cannot be read ({error.strerror or error}); type the rolls.")
        finally:
            os.close(self._file)

    def _take_in(self, data: bytes, silence: float) -> None:
        """Keep the lines of one read; not one that began in an earlier read, perhaps of a writer that has died."""
        begun, lines = self._splitter.begun, self._splitter.feed(data)
        if begun and lines:
            sentence = "a line came in pieces, perhaps of two writers, and was not taken; write each at once."
            self._inbox.tell(Trouble.TORN, sentence)
            del lines[0]
        self._inbox.put_lines(lines, silence, _no_reply)

    def _writer_ended(self) -> None:
        """Drop the line that the writer began and did not end."""
        if begun := self._splitter.end():
            self._inbox.tell(Trouble.TORN, f"the writer ended within the line {_shown(begun)}, which was not taken.")


def _readable(file: int) -> bool:
    """Wait a little until a read of `file` returns at once; Windows can only read, and wait for that."""
    return sys.platform == "win32" or bool(select.select([file], [], [], _LOOK)[0])


def _shown(begun: bytes) -> str:
    """The beginning of a line for a sentence."""
    return begun[:20].decode("ascii", "replace")


@dataclass
class _Client:
    """A program that has connected."""

    plug: socket.socket
    splitter: LineSplitter = field(default_factory=LineSplitter)

    def send(self, text: str) -> None:
        """Send one line; a client that does not read misses it."""
        with suppress(OSError):
            self.plug.send(f"{text}\n".encode())


class PortSource:
    """Listens on a port of this computer's own loopback; each roll is announced to the connected programs."""

    def __init__(self, server: socket.socket) -> None:
        self._server = server
        self._inbox = _Inbox()
        self._clients: list[_Client] = []
        self._last = 0.0
        """When something came last, from whichever program."""
        self._stopped = Event()
        self._thread: Thread | None = None

    @property
    def port(self) -> int:
        """The port it listens on."""
        port: int = self._server.getsockname()[1]
        return port

    def start(self, came: Callable[[], None]) -> None:
        """Begin to listen."""
        self._inbox.came = came
        self._thread = Thread(target=self._serve, name="dice", daemon=True)
        self._thread.start()

    def ask(self, roll: AskedRoll | None) -> None:
        """Lines count for this roll from now on; it is announced by its number and its dice, and by nothing more."""
        self._inbox.asked = roll
        for client in list(self._clients):
            client.send(_announced(roll))

    def take(self) -> Sequence[Arrival]:
        """Return what has come since."""
        return self._inbox.take()

    def stop(self) -> None:
        """Let the thread close every connection and the port, and wait for it a little."""
        self._stopped.set()
        if self._thread is None:
            self._server.close()
        else:
            self._thread.join(_PAUSE * 20)

    def _serve(self) -> None:
        """Accept programs of this computer and read their lines until `stop`."""
        with closing(self._server), selectors.DefaultSelector() as selector:
            self._server.setblocking(False)
            selector.register(self._server, selectors.EVENT_READ)
            while not self._stopped.is_set():
                ready = selector.select(_LOOK)
                for key, _ in ready:
                    if key.data is None:
                        self._accept(selector)
                    elif not self._read(key.data):
                        selector.unregister(key.data.plug)
                        self._drop(key.data)
                if ready:
                    self._stopped.wait(_PAUSE)
            for client in list(self._clients):
                self._drop(client)

    def _accept(self, selector: selectors.BaseSelector) -> None:
        """Let a program of this computer in; anybody else is told no, and so is one too many."""
        try:
            plug, address = self._server.accept()
        except OSError:
            return
        client = _Client(plug)
        plug.setblocking(False)
        if refusal := _refused(str(address[0]), len(self._clients)):
            client.send(f"refused {refusal}")
            plug.close()
            self._inbox.tell(Trouble.REFUSED_PROGRAM, refusal)
            return
        self._clients.append(client)
        selector.register(plug, selectors.EVENT_READ, client)
        client.send(_announced(self._inbox.asked))

    def _read(self, client: _Client) -> bool:
        """Read what a client has sent; says whether it is still there and sends lines of dice."""
        try:
            data = client.plug.recv(_CHUNK)
        except OSError:
            data = b""
        now = monotonic()
        silence, self._last = now - self._last, now if data else self._last
        if not data:
            if begun := client.splitter.end():
                self._inbox.tell(Trouble.TORN, f"a program ended within the line {_shown(begun)}, which was not taken.")
            return False
        lines = client.splitter.feed(data)
        for place, line in enumerate(lines):
            try:
                read_line(line)
            except NotationError as error:
                # A web page can reach this port through a browser, whose request holds lines of its choice: so what
                # sends anything else than dice is not listened to any further.
                self._inbox.put_lines(lines[:place], silence, client.send)
                client.send(f"refused {error}")
                sentence = f"a program that sent something else than dice was disconnected. {error}"
                self._inbox.tell(Trouble.REFUSED_PROGRAM, sentence)
                return False
        self._inbox.put_lines(lines, silence, client.send)
        return True

    def _drop(self, client: _Client) -> None:
        """Close a connection."""
        with suppress(ValueError):
            self._clients.remove(client)
        client.plug.close()


def _announced(roll: AskedRoll | None) -> str:
    """The line that says which roll is asked now."""
    return "none" if roll is None else f"roll {roll.number} {roll.dice}"


def _refused(address: str, connected: int) -> str:
    """Why a program at this address is not let in, a sentence; empty when it is."""
    if not ip_address(address).is_loopback:
        return f"{address} is another computer; only programs of this one may send dice."
    if connected >= _MOST_CLIENTS:
        return f"{_MOST_CLIENTS} programs send dice already."
    return ""


FaceReader = StreamSource | PortSource


def opened(text: str) -> FaceReader:
    """Open what the option names, before the fight is shown; raises Refused with what would work."""
    if text.startswith(TCP):
        return _listening(int(text.rpartition(":")[2]))
    if text == STANDARD_INPUT:
        return _standard_input()
    path = Path(text)
    try:
        state = path.stat()
    except FileNotFoundError as error:
        if sys.platform == "win32":
            raise Refused("Windows has no FIFOs for --dice-from; tcp:PORT works there.") from error
        raise Refused(f"{text} does not exist; `mkfifo -m 600 {text}` makes a FIFO.") from error
    except OSError as error:
        raise Refused(f"{text}: {error.strerror or error}.") from error
    if not stat.S_ISFIFO(state.st_mode):
        raise Refused(f"{text} is no FIFO; --dice-from takes a FIFO, - for the standard input, or tcp:PORT.")
    # Without waiting: to open a FIFO waits for a writer otherwise.
    return StreamSource(text, os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), again=True)


def _listening(port: int) -> PortSource:
    """Listen on a port of the loopback; raises Refused when another program has it."""
    server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there this would let two programs share the port
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", port))
        server.listen(_MOST_CLIENTS)
    except OSError as error:
        server.close()
        raise Refused(f"Port {port} cannot be used for dice ({error.strerror or error}); try another one.") from error
    return PortSource(server)


def _standard_input() -> StreamSource:
    """Read dice from the standard input, and keys or lines from the terminal in its place.

    Raises Refused where the standard input is the terminal itself, or there is no terminal beside it.
    """
    if sys.stdin is None or sys.stdin.isatty():
        raise Refused(
            "The standard input is the keyboard; pipe dice into it: dice-program | tracker play --dice-from -"
        )
    dice = os.dup(0)
    try:
        terminal = os.open("CONIN$" if sys.platform == "win32" else "/dev/tty", os.O_RDWR)
    except OSError as error:
        os.close(dice)
        raise Refused("Dice come from the standard input, and there is no terminal for your keys.") from error
    # Whatever reads keys or lines reads file 0, and has read nothing yet.
    os.dup2(terminal, 0)
    os.close(terminal)
    return StreamSource("the standard input", dice, again=False)
