"""Atomic writes: the few disk calls of this program, and replacing a file so that it is the old one or the new one."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

from tracker.model.lazy_dataclass import dataclass
from tracker.storage.file_lock import CLOSED_ON_EXEC

if sys.platform != "win32":
    import fcntl
else:
    fcntl = None

_FULL_FLUSH: int | None = getattr(fcntl, "F_FULLFSYNC", None)
"""The flush call of macOS, through the cache of the disk itself."""
_UNKNOWN_CALL = (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY)
"""The errors of a file system without that call. Any other is a failed flush."""


@dataclass(frozen=True, slots=True)
class FileStamp:
    """Inode, size and time of change of a file. A different stamp means that another program changed it."""

    inode: int
    size: int
    changed: int
    """Nanoseconds."""


class Disk:
    """The disk calls of this program, one method each, so that a test can let any of them fail."""

    def make_folder(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)

    def create(self, path: Path, mode: int = 0o644) -> int:
        """Create a file with `mode`, less what the umask takes, open for writing. Raises FileExistsError."""
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | CLOSED_ON_EXEC, mode)

    def open(self, path: Path) -> int:
        return os.open(path, os.O_RDWR | CLOSED_ON_EXEC)

    def open_to_read(self, path: Path) -> int:
        """Open an existing ordinary file for reading. A pipe in its place does not block."""
        return os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | CLOSED_ON_EXEC)

    def copy_mode(self, file: int, like: os.stat_result) -> None:
        """Give an open file the owner, group and mode of another. Raises PermissionError when it may not have them."""
        if sys.platform != "win32":
            current = os.fstat(file)
            if (current.st_uid, current.st_gid) != (like.st_uid, like.st_gid):
                try:
                    os.fchown(file, like.st_uid, like.st_gid)
                except PermissionError as error:
                    raise PermissionError(error.errno, "its owner or group could not be kept") from error
            os.fchmod(file, stat.S_IMODE(like.st_mode))  # after the owner: a change of that takes bits of the mode away

    def seek_end(self, file: int) -> int:
        """Move to the end of the file and return its size in bytes."""
        return os.lseek(file, 0, os.SEEK_END)

    def write(self, file: int, data: bytes) -> int:
        """Write as much of `data` as the disk takes. Return how many bytes that was."""
        return os.write(file, data)

    def read_back(self, file: int, size: int, start: int = 0) -> bytes:
        """Read up to `size` bytes of an open file from `start` on, even of one whose name was deleted."""
        parts: list[bytes] = []
        offset = start
        while offset < start + size and (part := _read_at(file, start + size - offset, offset)):
            parts.append(part)
            offset += len(part)
        return b"".join(parts)

    def truncate(self, file: int, size: int) -> None:
        os.ftruncate(file, size)

    def sync(self, file: int) -> None:
        """Flush the file to the disk itself.

        On macOS fsync leaves data in the disk's cache, so F_FULLFSYNC is tried first.
        """
        if sys.platform != "win32" and _FULL_FLUSH is not None:
            try:
                fcntl.fcntl(file, _FULL_FLUSH)
            except OSError as error:
                if error.errno not in _UNKNOWN_CALL:
                    raise
            else:
                return
        os.fsync(file)

    def close(self, file: int) -> None:
        os.close(file)

    def stamp(self, path: Path) -> FileStamp:
        """Return the stamp of the file at `path`, to compare with a later one."""
        state = path.stat()
        return FileStamp(state.st_ino, state.st_size, state.st_mtime_ns)

    def replace(self, old: Path, new: Path) -> None:
        """Rename `old` to `new`, replacing that file."""
        old.replace(new)

    def sync_folder(self, folder: Path) -> None:
        """Flush the names in `folder` to the disk, so that a new name survives a power cut. Only POSIX can."""
        if sys.platform != "win32":
            file = os.open(folder, os.O_RDONLY | CLOSED_ON_EXEC)
            try:
                os.fsync(file)
            finally:
                os.close(file)


def _read_at(file: int, size: int, offset: int) -> bytes:
    """Read from a position in an open file, which may move its own position."""
    if sys.platform == "win32":  # it has no such call
        os.lseek(file, offset, os.SEEK_SET)
        return os.read(file, size)
    else:  # noqa: RET505  # only so are both branches checked for their own system
        return os.pread(file, size, offset)


def write_all(disk: Disk, file: int, data: bytes) -> None:
    """Write all of `data`, in as many calls as the disk needs. Raises OSError."""
    rest = data
    while rest:
        taken = disk.write(file, rest)
        if taken <= 0:
            raise OSError("the disk takes no more")
        rest = rest[taken:]


OWNERS_ALONE = 0o600
"""The mode of a file that only its owner may read."""


def write_new(disk: Disk, path: Path, data: bytes, like: os.stat_result | None = None, mode: int | None = None) -> None:
    """Create a file with `data`, flushed to the disk. Raises FileExistsError, and leaves no file when it fails.

    With `like` the file gets that owner and mode before the first byte is in it. With `mode` it is born with that.
    """
    file = disk.create(path) if mode is None else disk.create(path, mode)
    try:
        try:
            if like is not None:
                disk.copy_mode(file, like)
            write_all(disk, file, data)
            disk.sync(file)
        finally:
            disk.close(file)
        disk.sync_folder(path.parent)
    except OSError:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


def target_of(path: Path) -> Path:
    """Return the file behind the symbolic links of `path`. It may be missing."""
    return Path(os.path.realpath(path))


def write_whole(
    path: Path,
    data: bytes,
    disk: Disk | None = None,
    look_again: Callable[[], None] | None = None,
    like: os.stat_result | None = None,
) -> None:
    """Replace the file at `path` by `data`. After a crash the file is the old one or the new one, never a mixture.

    A symbolic link stays one, and owner and mode stay those of the file (a missing file gets those of `like`).
    `look_again` is called right before the replacement, and what it raises leaves the file as it is.
    """
    # The order makes it atomic: write a new file, flush it, rename it over the old one, flush the folder. A rename
    # before the flush could leave an empty file under the name after a power cut.
    disk = disk or Disk()
    path = target_of(path)
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    with contextlib.suppress(FileNotFoundError):
        new.unlink()
    with contextlib.suppress(FileNotFoundError):
        like = path.stat()
    write_new(disk, new, data, like)
    try:
        if look_again is not None:
            look_again()
        disk.replace(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    with contextlib.suppress(OSError):  # the new one is there by now: to say that it is not would be wrong
        disk.sync_folder(path.parent)


def why(error: OSError) -> str:
    """Return the operating system's reason for an error, in words."""
    return error.strerror or str(error) or type(error).__name__
