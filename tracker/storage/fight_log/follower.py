"""Follower: reads a fight log while another program writes it. Each look reads only what was appended.

An unfinished block is left for the next look. A file that was replaced, cut short or changed is read again as a whole.
"""

from __future__ import annotations

import os
import stat as kinds
from pathlib import Path
from typing import BinaryIO

import tomli

from tracker.encounter.engine.journal import Block
from tracker.game_api.rules import Rules
from tracker.model.lazy_dataclass import dataclass
from tracker.storage.atomic import FileStamp
from tracker.storage.fight_log import hash_chain
from tracker.storage.fight_log.bounded_read import LARGEST_FIGHT
from tracker.storage.fight_log.event_codec import CodecError
from tracker.storage.fight_log.format import read_block
from tracker.storage.fight_log.reader import FightText
from tracker.storage.file_beginnings import open_without_blocking
from tracker.storage.migrations import migrated
from tracker.storage.preparation import Prepared
from tracker.storage.toml.diagnostics import InvalidFile, StorageError
from tracker.text.line_endings import size_in_file, split_line_endings

ABSENT = "The fight is not there yet."
UNREADABLE = "The fight cannot be read just now."
_STATE = b"\n[[state]]\n"
_LARGEST = 2 * LARGEST_FIGHT
"""The most bytes of a followed fight: in some of older releases the checkpoints outgrew the steps."""
_END = 64
"""The bytes at the end of the part read, by which a file is recognised. The last seal is among them."""


@dataclass(frozen=True, slots=True)
class FightUpdate:
    """The result of a look: new blocks, or the whole fight (`anew`) at the first reading or after it was replaced."""

    anew: Prepared | None
    blocks: tuple[Block, ...]
    fight: FightText | None = None
    """The text of a fight read again, instead of its blocks, for a caller that needs only its end."""


class Follower:
    """Looks at one path again and again. `trouble` is a sentence without details of the fight, or empty."""

    def __init__(self, path: Path, recent: bool = False) -> None:
        self.path = path
        self.trouble = ABSENT
        self._recent = recent
        """True if a fight read again is returned as text, so that only its end need be parsed."""
        self._stamp: FileStamp | None = None
        self._forget()

    def _forget(self) -> None:
        """Forget what was read, so that the fight is read again from its beginning."""
        self._size = 0
        self._end = b""
        self._seal = ""
        self._rules: Rules | None = None
        """The rules of the fight. None before its head is read."""
        self._format = 0
        """The format of the fight. 0 before its head is read."""

    def forget(self) -> None:
        """Forget the fight and its stamp: the next look reads it from its beginning."""
        self._forget()
        self._stamp = None

    def look(self) -> FightUpdate | None:
        """Return what is new since the last look. None when nothing is, or when the file is missing or unreadable."""
        try:
            state = self.path.stat()
            if not kinds.S_ISREG(state.st_mode) or state.st_size > _LARGEST:
                raise OSError
            if _stamp_of(state) == self._stamp:
                return None
            with open(self.path, "rb", opener=open_without_blocking) as file:
                return self._read(file)
        except OSError:
            gone = not self.path.exists()
            self.trouble = ABSENT if gone else UNREADABLE
            self._stamp = None
            return None

    def _read(self, file: BinaryIO) -> FightUpdate | None:
        """Return the new blocks of an open file, or the whole fight when they do not continue the former ones."""
        state = os.fstat(file.fileno())
        if not kinds.S_ISREG(state.st_mode):
            raise OSError
        before, self._stamp = self._stamp, _stamp_of(state)
        try:
            if self._has_only_grown(file, before):
                file.seek(self._size)
                update = self._read_blocks(file.read(), None)
                if update is not None:
                    return update
            self._forget()
            file.seek(0)
            return self._read_anew(file.read())
        except (InvalidFile, StorageError, CodecError, ValueError, LookupError, TypeError, RecursionError):
            self._forget()
            self.trouble = UNREADABLE
            return None

    def _has_only_grown(self, file: BinaryIO, before: FileStamp | None) -> bool:
        """Return whether the bytes read are still in their place, so that only what follows them is new."""
        now = self._stamp
        if not self._format or now is None or now.size < self._size:
            return False
        if before is not None and (before.inode != now.inode or before.size == now.size):
            return False
        file.seek(self._size - len(self._end))
        return file.read(len(self._end)) == self._end

    def _read_anew(self, raw: bytes) -> FightUpdate | None:
        """Read the fight from its beginning. None when it has no valid head yet."""
        _, plain = split_line_endings(raw)
        chain = hash_chain.verify(plain)
        if not chain.blocks:
            self.trouble = UNREADABLE if raw else ABSENT
            return None
        start, end = chain.blocks[0]
        if self._recent:
            size = size_in_file(raw, chain.valid_size, plain)
            fight = FightText(self.path, raw[:size])
            self._format, self._seal, self._rules = fight.format, chain.seal, fight.prepared.rules
            self._remember_end(size, raw)
            self.trouble = UNREADABLE if chain.broken else ""
            return FightUpdate(fight.prepared, (), fight)
        head = FightText(self.path, plain[start:end])
        self._format, self._rules = head.format, head.prepared.rules
        self._seal = hash_chain.last_seal(plain[start:end])
        taken = size_in_file(raw, end, plain)
        self._remember_end(taken, raw)
        return self._read_blocks(raw[taken:], head.prepared) or FightUpdate(head.prepared, ())

    def _remember_end(self, size: int, raw: bytes) -> None:
        """Note that `size` bytes of the file are read, and keep the last of them to recognize it by."""
        self._size, self._end = size, raw[max(0, size - _END) : size]

    def _read_blocks(self, raw: bytes, anew: Prepared | None) -> FightUpdate | None:
        """Return the complete blocks in `raw`, which follows what was read.

        None when its seals do not continue those.
        """
        plain = raw.replace(b"\r\n", b"\n")
        chain = hash_chain.verify(plain, self._seal)
        self.trouble = UNREADABLE if chain.broken else ""
        if chain.broken and anew is None:
            return None
        texts = [plain[start:end] for start, end in chain.blocks]
        blocks = [block for text in texts for block in self._blocks(text)]
        taken = size_in_file(raw, chain.valid_size, plain)
        self._size, self._seal = self._size + taken, chain.seal
        self._end = (self._end + raw[:taken])[-_END:]
        return FightUpdate(anew, tuple(blocks))

    def _blocks(self, text: bytes) -> list[Block]:
        """Return the steps, undos and redos of a block's text. A checkpoint has none."""
        if text.startswith(_STATE):
            return []
        rows = tomli.loads(text.decode("utf-8")).get("step", [])
        return [read_block(migrated("step", row, self._format), self._rules) for row in rows]


def _stamp_of(state: os.stat_result) -> FileStamp:
    return FileStamp(state.st_ino, state.st_size, state.st_mtime_ns)
