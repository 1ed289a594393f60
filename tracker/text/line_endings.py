"""Line endings: byte order mark and Windows line ends, removed when a fight is read and written again after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class LineEndings:
    """The line endings of a saved file.

    Seals are computed over plain line feeds, so an editor that changes them breaks none.
    """

    marked: bool = False
    returns: bool = False
    """True if lines end with a carriage return and a line feed."""

    def written(self, data: bytes) -> bytes:
        """Return blocks as they are appended to the file."""
        return data.replace(b"\n", b"\r\n") if self.returns else data

    def whole(self, data: bytes) -> bytes:
        """Return a whole file."""
        return (MARK if self.marked else b"") + self.written(data)


PLAIN = LineEndings()


def split_line_endings(raw: bytes) -> tuple[LineEndings, bytes]:
    """Return the line endings of a file, and its bytes without a byte order mark and with plain line feeds."""
    marked = raw.startswith(MARK)
    first = raw.find(b"\n")
    line_endings = LineEndings(marked, returns=first > 0 and raw[first - 1 : first] == b"\r")
    data = raw.removeprefix(MARK)
    return line_endings, data.replace(b"\r\n", b"\n") if b"\r\n" in data else data


def size_in_file(raw: bytes, plain: int, data: bytes) -> int:
    """Return the bytes of `raw` that hold the first `plain` bytes of its plain `data`, which end with a line."""
    return places_in_file(raw, data, (plain,))[0]


def places_in_file(raw: bytes, data: bytes, places: Iterable[int]) -> list[int]:
    """Return the positions in `raw` of places of its plain `data`. They ascend, and each is the start of a line."""
    if len(raw) == len(data):
        return list(places)
    start = len(MARK) if raw.startswith(MARK) else 0
    before, offsets = 0, []
    for place in places:
        for _ in range(data.count(b"\n", before, place)):
            start = raw.index(b"\n", start) + 1
        before = place
        offsets.append(start)
    return offsets
