"""Input reader: the bytes of a terminal made into messages. Whatever the bytes are, reading goes on.

Textual's own reader decodes strictly, takes each character of a flood as a key, and so what it does not know of a
sequence. Here `escape_sequences.py` says where a sequence ends, `terminal_keys.py` which key it is, and Textual's
parser makes messages of the mouse, the focus and the terminal's modes.
"""

from __future__ import annotations

import re
import time
from codecs import getincrementaldecoder, register_error
from collections.abc import Callable, Iterable, Iterator

from textual.events import Key, Paste, Resize
from textual.message import Message

from tracker.tui.escape_sequences import ALONE, EIGHT_BIT, LONGEST_PASTE, REST, Cutter, Kind, Piece
from tracker.tui.terminal_keys import ESCAPE, Strokes, of_character, of_sequence, with_alt
from tracker.tui.textual_private import ReportParser

FLOOD = 1000
"""The number of characters at once that is a paste, in a terminal that does not mark pastes."""
_WIDEST = 10_000
"""The most cells of a terminal's side in a believable report of its size."""
_X10 = re.compile(rb"\x1b\[M[\x20-\xff]{3}", re.DOTALL)
"""A mouse report in the old form, whose positions are bytes. The program requests only the newer one."""
_FOR_TEXTUAL = re.compile(
    r"\x1b\[(?:<\d{1,8};-?\d{1,8};-?\d{1,8}[Mm]|[IO]|\?\d{1,5};\d\$y|48;[\d:]{1,6};[\d:]{1,6};[\d:]{1,6};[\d:]{1,6}t)"
)
"""Reports of the mouse, the focus, a mode and a new size: short enough for Textual's parser to know them."""
_REPLACING = "tracker-terminal"


def _replacement(error: UnicodeError) -> tuple[str, int]:
    """Return the character for bytes that are not UTF-8, and the position after them, as a codec's error handler.

    It is the control character of eight bits if the byte is one, else U+FFFD.
    """
    assert isinstance(error, UnicodeDecodeError)
    bytes_ = error.object[error.start : error.end]
    return chr(bytes_[0]) if len(bytes_) == 1 and bytes_[0] in EIGHT_BIT else "\ufffd", error.end


register_error(_REPLACING, _replacement)


class InputReader:
    """Bytes in, messages out. `tick` is called where no bytes come for the seconds of `wait`."""

    def __init__(self, debug: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._debug = debug
        self._clock = clock
        self._decoder = getincrementaldecoder("utf-8")(_REPLACING)
        self._cutter = Cutter()
        self._parser = ReportParser(debug)
        self._returned = False
        """True if the last character was a carriage return: a line feed directly after it is the same Enter."""
        self._last = 0.0
        """The time of the last bytes."""
        self._flood: list[str] = []
        self._flooded = 0

    @property
    def wait(self) -> float:
        """Return the seconds without bytes after which held bytes are taken as they are."""
        wait = self._cutter.wait(self._clock())
        return ALONE if wait is None else min(wait, ALONE)

    def read(self, data: bytes) -> Iterator[Message]:
        """Read bytes together with those held before, and yield the keys."""
        self._last = self._clock()
        yield from self._cut(_X10.sub(b"", data))

    def tick(self) -> Iterator[Message]:
        """Yield the keys of the held bytes when none follow: the end of a flood, the escape key, half a character."""
        yield from self._paste()
        typing = self._cutter.typing
        for piece in self._cutter.tick(self._clock()):
            yield from self._messages(piece)
        if self._cutter.typing and self._decoder.getstate()[0] and self._clock() - self._last >= REST:
            if typing:
                yield from self._cut(b"", final=True)
            self._decoder.reset()  # half a character of a sequence that never came to its end
        self._returned = False

    def end(self) -> Iterator[Message]:
        """Yield the rest when reading ends. Nothing may be read afterwards."""
        yield from self._cut(b"", final=True)
        yield from self._paste()

    def _cut(self, data: bytes, final: bool = False) -> Iterator[Message]:
        """Yield the messages of bytes. `final` takes half a character as it is."""
        for piece in self._cutter.cut(self._decoder.decode(data, final), self._clock()):
            yield from self._messages(piece)

    def _messages(self, piece: Piece) -> Iterator[Message]:
        """Yield the messages of one piece. Within a flood only its text counts."""
        match piece.kind:
            case Kind.TEXT:
                yield from self._typed(piece.text)
                return
            case Kind.PASTE:
                yield Paste(piece.text)
            case Kind.ESCAPE:
                yield from self._keys((ESCAPE,))
            case Kind.ALT:
                yield from self._keys((with_alt(piece.text),))
            case Kind.SEQUENCE if _FOR_TEXTUAL.fullmatch(piece.text):
                yield from filter(_believable, self._by_textual(piece.text))
            case Kind.SEQUENCE:
                yield from self._keys(of_sequence(piece.text))
        self._returned = False

    def _typed(self, text: str) -> Iterator[Message]:
        """Yield the keys of characters. FLOOD or more are gathered as an unmarked paste for `tick`."""
        if self._flood or len(text) >= FLOOD:
            self._flood.append(text)
            self._flooded += len(text)
            if self._flooded >= LONGEST_PASTE:
                yield from self._paste()
            return
        for character in text:
            if not (character == "\n" and self._returned):
                yield from self._keys(of_character(character))
            self._returned = character == "\r"

    def _keys(self, strokes: Strokes) -> Iterator[Message]:
        """Yield keys as messages. Escape sequences within a flood are no keys."""
        if not self._flood:
            yield from (Key(stroke.key, stroke.character) for stroke in strokes)

    def _paste(self) -> Iterator[Message]:
        """Yield the flood gathered so far as one paste, without NUL."""
        if self._flood:
            text = "".join(self._flood)
            self._flood, self._flooded = [], 0
            yield Paste(text.replace("\x00", ""))

    def _by_textual(self, sequence: str) -> Iterable[Message]:
        """Return the messages that Textual's parser makes of a report. A parser that fails is replaced."""
        try:
            return list(self._parser.feed(sequence))
        except Exception:
            self._parser = ReportParser(self._debug)
            return ()


def _believable(message: Message) -> bool:
    """Return whether a message is possible: no terminal of size 0 or endless, and no key among reports."""
    if isinstance(message, Resize):
        return all(0 < side <= _WIDEST for side in message.size)
    return not isinstance(message, Key)
