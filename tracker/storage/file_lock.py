"""File lock: an open file locked against other programs by the system's own call. It ends with its holder."""

from __future__ import annotations

import errno
import os
import sys
import time

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

CLOSED_ON_EXEC = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0) | getattr(os, "O_BINARY", 0)
"""The flags for opening a file of this program: no child keeps it open."""

if sys.platform == "win32":
    _BYTE = 1 << 30
    """The byte that is locked, far behind the text: on Windows no other process could read a locked one."""
    _HELD = (errno.EACCES, errno.EDEADLK)
    _PAUSE = 0.05

    def lock_now(file: int) -> None:
        """Lock an open file. Raises BlockingIOError when another holds it, OSError when it cannot be locked."""
        os.lseek(file, _BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in _HELD:
                raise BlockingIOError(error.errno, "another program holds it") from error
            raise
        finally:
            os.lseek(file, 0, os.SEEK_SET)

    def lock_soon(file: int) -> None:
        """Lock an open file as soon as no other process holds it. Raises OSError when it cannot be locked."""
        while True:
            try:
                return lock_now(file)
            except BlockingIOError:
                time.sleep(_PAUSE)  # the system's own call that waits gives up after ten tries

else:

    def lock_now(file: int) -> None:
        """Lock an open file. Raises BlockingIOError when another holds it, OSError when it cannot be locked."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def lock_soon(file: int) -> None:
        """Lock an open file as soon as no other process holds it. Raises OSError when it cannot be locked."""
        fcntl.flock(file, fcntl.LOCK_EX)
