"""Lock: one program at a time plays a fight. The lock dies with its holder, however that dies.

The lock is the system's own on a file beside the fight, not on the fight: replacing or editing the fight must not drop
it, and the system releases such a lock when its process dies, which a file that merely exists would outlive.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tracker.storage.atomic import why
from tracker.storage.file_lock import CLOSED_ON_EXEC, lock_now
from tracker.storage.toml.diagnostics import Locked, StorageError

_TRIES = 20


def lock_path(path: Path) -> Path:
    """Return the path of the lock file beside a fight."""
    return path.with_name(f".{path.name}.lock")


class Lock:
    """Holds the lock of the fight at `path` until it is released. Raises Locked when another program holds it."""

    def __init__(self, path: Path) -> None:
        self._path = lock_path(path)
        self._file = _take(path, self._path)

    def release(self) -> None:
        """Release the lock. A second call does nothing."""
        # Unlinked while still locked: afterwards the name could already be the lock of the next holder. Windows
        # unlinks no open file, so there it is closed first; and if the next holder has opened it, it stays.
        if self._file >= 0:
            first, then = self._path.unlink, partial(os.close, self._file)
            for act in (then, first) if sys.platform == "win32" else (first, then):
                with contextlib.suppress(OSError):
                    act()
            self._file = -1


def played_elsewhere(path: Path) -> str:
    """Return a sentence naming the program that plays the fight at `path`.

    It is empty when none does or it cannot be known.
    """
    try:
        Lock(path).release()
    except Locked as locked:
        return locked.sentence
    except OSError:
        return ""
    return ""


@contextlib.contextmanager
def exclusive_access(path: Path) -> Iterator[None]:
    """Lock a file of the user against other programs within the block, creating its folder.

    Raises StorageError when it cannot be locked or written. The file is then unchanged.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock(path)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {why(error)}.") from error
    try:
        yield
    except OSError as error:
        raise StorageError(f"{path} cannot be written and is as it was: {why(error)}.") from error
    finally:
        lock.release()


def _take(fight: Path, path: Path) -> int:
    """Lock the file `path` of a fight and write this process into it. Return the open file. Raises Locked.

    A lock file that lost its name while we waited is tried again: its holder has just released it.
    """
    for _ in range(_TRIES):
        file = os.open(path, os.O_RDWR | os.O_CREAT | CLOSED_ON_EXEC, 0o644)
        try:
            lock_now(file)
        except BlockingIOError:
            holder = os.read(file, 400)  # its process and its host, which take less
            os.close(file)
            raise Locked(str(fight), *_holder(holder)) from None
        except OSError:
            os.close(file)
            raise
        if _still_has_its_name(file, path):
            with contextlib.suppress(OSError):
                os.ftruncate(file, 0)
                os.write(file, f"{os.getpid()} {socket.gethostname()}\n".encode())
            return file
        os.close(file)
    raise Locked(str(fight), pid=0, host="")


def _still_has_its_name(file: int, path: Path) -> bool:
    """Return whether the locked file still has its name. The previous holder deletes it on release."""
    try:
        named, locked = path.stat(), os.fstat(file)
    except FileNotFoundError:
        return False
    return (named.st_dev, named.st_ino) == (locked.st_dev, locked.st_ino)


def _holder(data: bytes) -> tuple[int, str]:
    """Return process id and host of the lock's holder. 0 and empty when the file does not say."""
    words = data.decode("utf-8", "replace").split()
    if len(words) == 2 and words[0].isdecimal() and len(words[0]) < 12 and words[1].isprintable():
        return int(words[0]), words[1][:100]
    return 0, ""
