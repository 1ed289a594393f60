"""Input reader: the bytes of a terminal made into messages; whatever the bytes are, reading goes on.

Textual's own reader decodes strictly, ends with the first byte that is not UTF-8, and takes each character of a flood
as a key. Here such a byte becomes U+FFFD, and a flood of characters becomes one paste.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator

# Private in Textual: it offers no parser of keys in public, and its driver makes its own.
from textual._parser import Parser
from textual._xterm_parser import BRACKETED_PASTE_START, XTermParser
from textual.events import Key, Paste, Resize
from textual.keys import Keys
from textual.message import Message

FLOOD = 1000
"""This number of characters at once is no typing: they are pasted into a terminal that does not mark pastes."""
_LONGEST_PASTE = 1 << 22
"""Characters after which a flood is handed on, though more may follow."""
_WIDEST = 10_000
"""Cells of a terminal's side beyond which a report of its size is not believed."""
_X10 = re.compile(rb"\x1b\[M[\x20-\xff]{3}", re.DOTALL)
"""A mouse report in the old form, whose positions are bytes; the program asks for the newer one, and uses no other."""


class _Parser(XTermParser):
    """Textual's, which fails on escape sequences with numbers that stand for no character."""

    # Private in Textual: the one place where a sequence becomes a key, and where a number too large fails.
    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterator[Key]:
        try:
            yield from super()._sequence_to_key_events(sequence, alt)
        except (ValueError, OverflowError):
            yield Key(Keys.Ignore, sequence)


class InputReader:
    """Bytes in, messages out; `tick` is called where no bytes come for a while."""

    def __init__(self, debug: bool = False) -> None:
        self._debug = debug
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._parser = self._new_parser()
        self._fed = ""
        """The last characters that the parser was given."""
        self._in_paste = False
        """The parser is within a paste that the terminal marked."""
        self._flood: list[str] = []
        self._flooded = 0

    def _new_parser(self) -> Parser[Message]:
        """A parser at its beginning, in no sequence and no paste."""
        return _Parser(self._debug)

    def read(self, data: bytes) -> Iterator[Message]:
        """What bytes come to, together with those read before."""
        yield from self._split(self._decoder.decode(_X10.sub(b"", data)))

    def tick(self) -> Iterator[Message]:
        """What the bytes so far come to when none follow: a flood that is over, the escape key alone."""
        yield from self._paste()
        yield from self._checked(self._parser.tick())

    def end(self) -> Iterator[Message]:
        """What is left when reading ends; nothing may be read afterwards."""
        yield from self._split(self._decoder.decode(b"", final=True))
        yield from self._paste()

    def _split(self, text: str) -> Iterator[Message]:
        """Split text at escapes: a sequence goes to the parser a sign at a time.

        FLOOD or more plain characters outside a marked paste are gathered as an unmarked paste, which `tick` hands on.
        """
        at = 0
        while at < len(text):
            escape = text.find("\x1b", at)
            end = escape if escape >= 0 else len(text)
            if end == at or self._in_sequence:
                end = at + 1
                yield from self._parsed(text[at:end])
            elif not self._in_paste and (self._flood or end - at >= FLOOD):
                self._flood.append(text[at:end])
                self._flooded += end - at
                if self._flooded >= _LONGEST_PASTE:
                    yield from self._paste()
            else:
                yield from self._parsed(text[at:end])
            at = end

    @property
    def _in_sequence(self) -> bool:
        """Whether an escape sequence goes on; only within one does the parser wait for a limited time."""
        # `_awaiting`: nothing public tells an unfinished sequence from the escape key alone.
        return self._parser._awaiting.timeout is not None

    def _paste(self) -> Iterator[Message]:
        """Hand on the flood gathered so far as one paste, without NUL; nothing where there is none."""
        if self._flood:
            text = "".join(self._flood)
            self._flood, self._flooded = [], 0
            yield Paste(text.replace("\x00", ""))

    def _parsed(self, text: str) -> Iterator[Message]:
        """Hand characters to the parser."""
        self._fed = (self._fed + text)[-len(BRACKETED_PASTE_START) :]
        self._in_paste = self._in_paste or self._fed == BRACKETED_PASTE_START
        yield from self._checked(self._parser.feed(text))

    def _checked(self, messages: Iterable[Message]) -> Iterator[Message]:
        """What a program can believe; a parser that failed is replaced. Escape sequences within a flood are no keys."""
        try:
            for message in messages:
                if isinstance(message, Paste):
                    self._in_paste = False
                if _believable(message) and not (self._flood and isinstance(message, Key)):
                    yield message
        except Exception:
            self._parser, self._in_paste = self._new_parser(), False


def _believable(message: Message) -> bool:
    """Whether a message can be what it says: no key of half a character, no terminal without room or without end."""
    if isinstance(message, Key):
        return not any("\ud800" <= sign <= "\udfff" for sign in message.character or "")
    if isinstance(message, Resize):
        return all(0 < side <= _WIDEST for side in message.size)
    return True
