"""Edited file: reads a file of the game master and writes it back, keeping its line ends, mode, owner and link."""

from __future__ import annotations

import os
from difflib import SequenceMatcher
from pathlib import Path

from tracker.model.lazy_dataclass import dataclass
from tracker.storage.atomic import Disk, target_of, write_whole
from tracker.storage.toml.diagnostics import InvalidFile, StorageError
from tracker.storage.toml.reader import decoded, read_bytes
from tracker.text.line_endings import MARK

_ANYBODY_WRITES = 0o222
"""The bits of writing: a file with none of them is read-only, even for a user who could write it."""


@dataclass(frozen=True, slots=True)
class EditedFile:
    """A file as it was read. `text` is without a byte order mark and with plain line feeds."""

    path: Path
    """The path as the user gave it, for messages."""
    most: int
    """The most bytes. A larger file is neither read nor written."""
    raw: bytes | None
    """The bytes of the file. None when it does not exist yet."""
    text: str

    @classmethod
    def read(cls, path: Path, most: int, may_lack: bool = False) -> EditedFile:
        """Read the file at `path`. With `may_lack` a missing file counts as empty. Raises InvalidFile."""
        if may_lack and not os.path.lexists(target_of(path)):
            return cls(path, most, None, "")
        raw = read_bytes(path, most)
        return cls(path, most, raw, decoded(str(path), raw))

    def write(self, text: str, disk: Disk | None = None, like: os.stat_result | None = None) -> None:
        """Replace the file's text. A file that did not exist gets the owner and mode of `like`.

        Raises StorageError, and writes nothing, when the text is too long to be read again, when the file is read-only,
        and when another program changed it since it was read. Raises OSError where the disk refuses.
        """
        self.write_bytes(self.bytes_of(text), disk, like)

    def write_bytes(self, data: bytes, disk: Disk | None = None, like: os.stat_result | None = None) -> None:
        """Replace the file's bytes, with the line ends and the mark that `data` has.

        Raises StorageError for too many bytes, a read-only file, and a file changed since it was read.
        """
        if len(data) > self.most:
            raise StorageError(
                f"{self.path} would have {len(data)} bytes, more than the {self.most} that are read;"
                " nothing is written."
            )
        self._raise_if_read_only()
        write_whole(self.path, data, disk, self._raise_if_changed, like)

    def replaced(self) -> bool:
        """Return whether the file now differs from what was read. True also when it can no longer be read."""
        try:
            return read_bytes(self.path, self.most) != self.raw
        except InvalidFile:
            return True

    def bytes_of(self, text: str) -> bytes:
        """Encode `text` with the line ends and the byte order mark of the file as it was read."""
        before = self.raw or b""
        if b"\r\n" in before:
            text = _with_line_ends(before.decode("utf-8-sig"), text)
        return (MARK if before.startswith(MARK) else b"") + text.encode("utf-8")

    def _raise_if_read_only(self) -> None:
        """Raise StorageError for a file that is there and that this user may not write."""
        place = target_of(self.path)
        if self.raw is None or not place.exists():
            return
        if not place.stat().st_mode & _ANYBODY_WRITES or not os.access(place, os.W_OK):
            raise StorageError(f"{self.path} is read-only, so it is left as it is; make it writable first.")

    def _raise_if_changed(self) -> None:
        """Raise StorageError when the file is no longer as it was read, also where it has come or gone since."""
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
    """Return `text` with the line ends of `before`. A new line gets the most common one."""
    old = before.split("\n")
    has_return = [line.endswith("\r") for line in old[:-1]]
    if all(has_return):
        return text.replace("\n", "\r\n")
    usual = "\r\n" if 2 * sum(has_return) > len(has_return) else "\n"
    new = text.split("\n")
    ends = [usual] * (len(new) - 1)
    plain = [line.removesuffix("\r") for line in old]
    for old_start, new_start, size in SequenceMatcher(None, plain, new).get_matching_blocks():
        for offset in range(min(size, len(has_return) - old_start, len(ends) - new_start)):
            ends[new_start + offset] = "\r\n" if has_return[old_start + offset] else "\n"
    return "".join(line + end for line, end in zip(new, [*ends, ""], strict=True))
