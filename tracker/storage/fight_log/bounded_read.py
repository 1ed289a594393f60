"""Bounded read: a large fight is read only as far as its hash chain holds, so that no file can fill the memory."""

from __future__ import annotations

from pathlib import Path

from tracker.model.lazy_dataclass import dataclass
from tracker.storage.fight_log.hash_chain import verify
from tracker.storage.file_beginnings import beginning
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile
from tracker.storage.toml.reader import read_bytes
from tracker.text.line_endings import split_line_endings

AT_ONCE = 16 * 1024 * 1024
"""The bytes read before the chain is verified: a dozen evenings."""
LARGEST_FIGHT = 64 * 1024 * 1024
"""The most bytes of valid blocks. A longer fight is refused, because it would no longer open quickly."""
_LONGEST_BLOCK = 4 * 1024 * 1024
"""The bytes behind the valid blocks that may still be one unfinished block. With more, reading on is useless."""


@dataclass(frozen=True, slots=True)
class Read:
    """The first bytes of a file, and how many bytes behind them were not read."""

    data: bytes
    unread: int = 0


def read_fight_bytes(path: Path, at_once: int = AT_ONCE, largest: int = LARGEST_FIGHT) -> Read:
    """Read a file that may be a fight. Beyond `at_once` bytes, read on only while its seals are valid.

    Raises InvalidFile for anything but an ordinary file, and for a fight with more than `largest` valid bytes.
    """
    size = path.stat().st_size if path.is_file() else 0
    if size <= at_once:
        return Read(read_bytes(path, at_once))
    size_read = at_once
    while True:
        data = beginning(path, size_read)
        _, plain = split_line_endings(data)
        valid_size = verify(plain).valid_size
        if valid_size < len(plain) - _LONGEST_BLOCK or len(data) >= size:
            return Read(data, max(0, size - len(data)))
        if valid_size > largest:
            text = f"has {size} bytes; a fight may have {largest}, so go on with a new one"
            raise InvalidFile([Diagnostic(str(path), 0, 0, text)])
        size_read = min(size, 2 * size_read)
