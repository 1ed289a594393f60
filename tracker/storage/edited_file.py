"""Edited file: reads a file of the game master and writes it back, keeping its line ends, mode, owner and link."""

from __future__ import annotations

import os
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from tracker.storage.atomic import Disk, target_of, write_whole
from tracker.storage.toml.diagnostics import InvalidFile, StorageError
from tracker.storage.toml.reader import decoded, read_bytes
from tracker.text.line_endings import MARK

_ANYBODY_WRITES = 0o222
"""Bits of the mode: a file with none of them is not to be written, whoever would be able to."""


@dataclass(frozen=True, slots=True)
class EditedFile:
    """A file as it was read; `text` is without a byte order mark and with plain line feeds."""

    path: Path
    """As it was named, for sentences."""
    most: int
    """Bytes; a larger file is neither read nor written."""
    raw: bytes | None
    """None: it is not there yet."""
    text: str

    @classmethod
    def read(cls, path: Path, most: int, may_lack: bool = False) -> EditedFile:
        """The file at `path`; raises InvalidFile. With `may_lack` one that is not there is an empty one."""
        if may_lack and not os.path.lexists(target_of(path)):
            return cls(path, most, None, "")
        raw = read_bytes(path, most)
        return cls(path, most, raw, decoded(str(path), raw))

    def write(self, text: str, disk: Disk | None = None, like: os.stat_result | None = None) -> None:
        """Put `text` in its place; `like` is the file whose owner and mode one that was not there gets.

        Raises StorageError for what could not be read again, for a file that is read-only, and for one that somebody
        else has changed since it was read; then it stays as it is. Raises OSError where the disk refuses.
        """
        data = self._bytes_of(text)
        if len(data) > self.most:
            raise StorageError(
                f"{self.path} would have {len(data)} bytes, more than the {self.most} that are read;"
                " nothing is written."
            )
        self._raise_if_read_only()
        write_whole(self.path, data, disk, self._raise_if_changed, like)

    def replaced(self) -> bool:
        """Whether something else stands there than what was read, as far as it can be read."""
        try:
            return read_bytes(self.path, self.most) != self.raw
        except InvalidFile:
            return True

    def _bytes_of(self, text: str) -> bytes:
        before = self.raw or b""
        if b"\r\n" in before:
            text = _with_line_ends(before.decode("utf-8-sig"), text)
        return (MARK if before.startswith(MARK) else b"") + text.encode("utf-8")

    def _raise_if_read_only(self) -> None:
        place = target_of(self.path)
        if self.raw is None or not place.exists():
            return
        if not place.stat().st_mode & _ANYBODY_WRITES or not os.access(place, os.W_OK):
            raise StorageError(f"{self.path} is read-only, so it is left as it is; make it writable first.")

    def _raise_if_changed(self) -> None:
        if self.raw is None:
            unchanged = not os.path.lexists(target_of(self.path))
        else:
            try:
                unchanged = read_bytes(self.path, self.most) == self.raw
            except InvalidFile:
                unchanged = False
        if not unchanged:
            raise StorageError(
                f"{self.path} was changed by another program in the meantime and is left as it is: nothing is written."
                " Look at it, then do it again."
            )


def _with_line_ends(before: str, text: str) -> str:
    """`text` with the line ends of `before`: a line that stays keeps its own, a new one gets those most lines have."""
    old = before.split("\n")
    returned = [line.endswith("\r") for line in old[:-1]]
    if all(returned):
        return text.replace("\n", "\r\n")
    usual = "\r\n" if 2 * sum(returned) > len(returned) else "\n"
    new = text.split("\n")
    ends = [usual] * (len(new) - 1)
    plain = [line.removesuffix("\r") for line in old]
    for at, there, size in SequenceMatcher(None, plain, new).get_matching_blocks():
        for place in range(min(size, len(returned) - at, len(ends) - there)):
            ends[there + place] = "\r\n" if returned[at + place] else "\n"
    return "".join(line + end for line, end in zip(new, [*ends, ""], strict=True))
