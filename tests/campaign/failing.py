"""A disk that fails: at a given call, so many times, with a given error, everywhere or in one folder only."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from tracker.storage.atomic import Disk, FileStamp

FOR_EVER = 1_000_000
ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EACCES, errno.EFBIG, errno.ESTALE)


class Failing(Disk):
    """Fails from call `first` on, `times` times, with the error `number`; writes at most `portion` bytes at once.

    With `only`, what is done outside that folder is neither counted nor fails.
    """

    def __init__(
        self, first: int = 0, times: int = 1, number: int = errno.ENOSPC, portion: int = 0, only: Path | None = None
    ) -> None:
        self.first, self.times, self.number, self.portion, self.only = first, times, number, portion, only
        self.calls = 0
        self.dead: set[int] = set()
        self.syncs = 0
        self._elsewhere: set[int] = set()
        """Descriptors of files outside `only`."""

    def _maybe(self, file: int = -1, folder: Path | None = None) -> None:
        assert file not in self.dead, "a descriptor whose flush failed was used again"
        if file in self._elsewhere or (self.only is not None and folder not in (None, self.only)):
            return
        self.calls += 1
        if self.first <= self.calls < self.first + self.times:
            raise OSError(self.number, os.strerror(self.number))

    def make_folder(self, folder: Path) -> None:
        self._maybe(folder=folder)
        super().make_folder(folder)

    def create(self, path: Path, mode: int = 0o644) -> int:
        self._maybe(folder=path.parent)
        return self._alive(super().create(path, mode), path)

    def open(self, path: Path) -> int:
        self._maybe(folder=path.parent)
        return self._alive(super().open(path), path)

    def _alive(self, file: int, path: Path) -> int:
        self.dead.discard(file)
        self._elsewhere.discard(file)
        if self.only is not None and path.parent != self.only:
            self._elsewhere.add(file)
        return file

    def copy_mode(self, file: int, like: os.stat_result) -> None:
        self._maybe(file)
        super().copy_mode(file, like)

    def seek_end(self, file: int) -> int:
        self._maybe(file)
        return super().seek_end(file)

    def write(self, file: int, data: bytes) -> int:
        try:
            self._maybe(file)
        except OSError:
            super().write(file, data[: len(data) // 2])
            raise
        return super().write(file, data[: self.portion] if self.portion else data)

    def read_back(self, file: int, size: int, start: int = 0) -> bytes:
        self._maybe(file)
        return super().read_back(file, size, start)

    def truncate(self, file: int, size: int) -> None:
        self._maybe(file)
        super().truncate(file, size)

    def sync(self, file: int) -> None:
        self.syncs += 1
        try:
            self._maybe(file)
        except OSError:
            self.dead.add(file)
            raise

    def stamp(self, path: Path) -> FileStamp:
        self._maybe(folder=path.parent)
        return super().stamp(path)

    def replace(self, old: Path, new: Path) -> None:
        self._maybe(folder=new.parent)
        super().replace(old, new)

    def sync_folder(self, folder: Path) -> None:
        self._maybe(folder=folder)
