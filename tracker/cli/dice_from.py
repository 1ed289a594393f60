"""`--dice-from`: reads lines of faces from a pipe or a file, in a thread, and answers on the error stream."""

from __future__ import annotations

import os
import select
import stat
import sys
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import field
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import BinaryIO

from tracker.cli.streams import say
from tracker.controller.outside.dice_feed import LULL, MORE, Arrival, AskedRoll, Trouble
from tracker.dice.face_lines import LONGEST, LineSplitter
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused

_CHUNK = 4096
_PAUSE = 0.05
"""The seconds of rest after each read, so that a writer that never stops leaves the processor to the screen."""
_LOOK = 0.2
"""The seconds between looks at whether to stop, and whether a file has grown."""
_MOST_WAITING = 64
"""The most lines that wait. Further ones are dropped, and counted."""


@dataclass
class _Inbox:
    """The lines that have arrived and are not yet taken, between the reading thread and the main one."""

    announce: Callable[[], None] = lambda: None
    asked: AskedRoll | None = None
    _waiting: deque[Arrival] = field(default_factory=deque)
    _dropped: int = 0
    _last_told: float = 0.0
    _lock: Lock = field(default_factory=Lock)

    def put(self, arrival: Arrival) -> None:
        """Keep an arrival, or count it as dropped. Call `announce` for the first one that waits."""
        with self._lock:
            first = not self._waiting
            if len(self._waiting) >= _MOST_WAITING:
                self._dropped += 1
            else:
                self._waiting.append(arrival)
        if first:
            self.announce()

    def put_lines(self, lines: Sequence[bytes], silence: float) -> None:
        """Keep the lines of one read, which came after `silence` seconds. Only the first of them follows a silence.

        They belong to the roll that is asked now.
        """
        asked = self.asked.number if self.asked is not None else 0
        for place, line in enumerate(lines):
            self.put(Arrival(line, asked, silence if not place else 0.0, reply=answer))

    def tell(self, kind: Trouble, sentence: str) -> None:
        """Keep a sentence for the GM, about trouble of some kind."""
        silence, self._last_told = monotonic() - self._last_told, monotonic()
        self.put(Arrival(b"", silence=silence, trouble=f"Dice: {sentence}", kind=kind))

    def take(self) -> Sequence[Arrival]:
        """Return the waiting lines, with a sentence about dropped ones."""
        with self._lock:
            arrivals, dropped = list(self._waiting), self._dropped
            self._waiting.clear()
            self._dropped = 0
        if dropped:
            trouble = f"Dice: {dropped} more lines came at once and were dropped."
            arrivals.append(Arrival(b"", trouble=trouble, kind=Trouble.DROPPED))
        return arrivals


def answer(text: str) -> None:
    """Tell a program that listens on the error stream which roll is asked, or what became of a line.

    On a terminal it is left out: there the screen is drawn on that stream, and the game master reads the same anyway.
    """
    if sys.stderr is not None and not sys.stderr.isatty():
        say(text)


def announced(roll: AskedRoll | None) -> str:
    """Return the line that says which roll is asked now, by its number and its dice, and by nothing more."""
    return "none" if roll is None else f"roll {roll.number} {roll.dice}"


class _Source(ABC):
    """A reader of lines of faces in a separate thread."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._inbox = _Inbox()
        self._stopped = Event()

    def start(self, announce: Callable[[], None]) -> None:
        self._inbox.announce = announce
        Thread(target=self._read_on, name="dice", daemon=True).start()

    def ask(self, roll: AskedRoll | None) -> None:
        """Attribute lines from now on to this roll."""
        self._inbox.asked = roll
        answer(announced(roll))

    def take(self) -> Sequence[Arrival]:
        return self._inbox.take()

    def stop(self) -> None:
        self._stopped.set()

    def _read_on(self) -> None:
        """Read until the end. Tell the GM why, if that is a fault."""
        try:
            self._read()
        except OSError as error:
            self._inbox.tell(Trouble.ENDED, f"{self._name} cannot be read ({error.strerror or error}); type the rolls.")

    @abstractmethod
    def _read(self) -> None:
        """Read until `stop`. Raises OSError."""


class PipeSource(_Source):
    """Reads a pipe, which writers open and close as they like."""

    def __init__(self, name: str, file: int) -> None:
        super().__init__(name)
        self._file = file
        self._splitter = LineSplitter()

    def _read(self) -> None:
        """Read until `stop`: a pipe stays open between two writers, or the lines of one meanwhile would be lost."""
        last = monotonic()
        try:
            while not self._stopped.is_set():
                if not select.select([self._file], [], [], _LOOK)[0]:
                    continue
                try:
                    data, now = os.read(self._file, _CHUNK), monotonic()
                except BlockingIOError:
                    continue  # another reader of the pipe was faster
                if data:
                    self._take_in(data, now - last)
                    last = now
                else:
                    self._writer_ended()
                self._stopped.wait(_PAUSE)
        finally:
            os.close(self._file)

    def _take_in(self, data: bytes, silence: float) -> None:
        """Keep the lines of one read, after `silence` seconds. Drop one begun in an earlier read.

        Such a line may be of two writers, the first of which has died.
        """
        begun, lines = self._splitter.begun, self._splitter.feed(data)
        if begun and lines:
            sentence = "a line came in pieces, perhaps of two writers, and was not taken; write each at once."
            self._inbox.tell(Trouble.TORN, sentence)
            del lines[0]
        self._inbox.put_lines(lines, silence)

    def _writer_ended(self) -> None:
        """Tell the GM of a line that its writer has not finished. It is not taken."""
        if begun := self._splitter.end():
            shown = begun[:20].decode("ascii", "replace")
            self._inbox.tell(Trouble.TORN, f"the writer ended within the line {shown}, which was not taken.")


class FileSource(_Source):
    """Reads a file in order, a line for each roll that is asked. A program may write on at its end."""

    def __init__(self, name: str, file: BinaryIO) -> None:
        super().__init__(name)
        self._file = file
        self._wanted = Event()

    def ask(self, roll: AskedRoll | None) -> None:
        """Read a line for this roll, and attribute it to the roll. None: no roll is asked, so no line is read."""
        super().ask(roll)
        if roll is None:
            self._wanted.clear()
        else:
            self._wanted.set()

    def stop(self) -> None:
        """End the thread, which may wait for a roll."""
        super().stop()
        self._wanted.set()

    def _read(self) -> None:
        """Read a line whenever one is wanted, and wait for it at the end of the file."""
        with self._file:
            while self._wanted.wait() and not self._stopped.is_set():
                self._wanted.clear()  # before anything is read: another roll may be asked meanwhile
                roll = self._inbox.asked
                if roll is not None and (line := self._next_line()):
                    self._inbox.put(Arrival(line.rstrip(b"\r\n"), roll.number, LULL, reply=self._take_reply))
                elif roll is not None:
                    self._stopped.wait(_LOOK)
                    self._wanted.set()

    def _next_line(self) -> bytes:
        """Return the next line with its end, one that is too long cut. Empty while not all of it is written."""
        begin = self._file.tell()
        line = rest = self._file.readline(LONGEST + 2)
        while rest and not rest.endswith(b"\n"):
            rest = self._file.readline(_CHUNK)
        if not rest:
            self._file.seek(begin)
        return line if rest else b""

    def _take_reply(self, text: str) -> None:
        """Print the reply to a line. Go on to the next line when the roll lacks more dice."""
        answer(text)
        if text.startswith(MORE):
            self._wanted.set()


FaceReader = PipeSource | FileSource


def open_source(text: str) -> FaceReader:
    """Open what the option names, before the fight is shown. Raises Refused with what would work."""
    path = Path(text)
    try:
        mode = path.stat().st_mode
        if stat.S_ISREG(mode):
            return FileSource(text, path.open("rb"))
        if not stat.S_ISFIFO(mode):
            raise Refused(f"{text} is neither a pipe nor a file; --dice-from takes the path of one.")
        # Without waiting: to open a pipe waits for a writer otherwise.
        return PipeSource(text, os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)))
    except FileNotFoundError as error:
        made = "" if sys.platform == "win32" else f"; `mkfifo -m 600 {text}` makes a pipe"
        raise Refused(f"{text} does not exist{made}.") from error
    except OSError as error:
        raise Refused(f"{text}: {error.strerror or error}.") from error
