"""Closed streams: a standard stream that was closed before the start is the null device's, so that nothing takes it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def open_closed_streams() -> None:
    """Open each standard stream that is closed on the null device.

    Otherwise Python has None in its place, complaints go to the standard output, and the next file that is opened, such
    as a fight's, gets its number: whatever a library or another process writes there would end in that file.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is not None:
            continue
        with suppress(OSError):
            fd = os.open(os.devnull, os.O_RDWR)
            if fd != number and _is_closed(number):
                os.dup2(fd, number)
                os.close(fd)
                fd = number
            os.set_inheritable(fd, True)  # another process that is started has it closed otherwise
            stream = os.fdopen(fd, mode, encoding="utf-8", errors="backslashreplace", closefd=False)
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)


def _is_closed(number: int) -> bool:
    """Return whether no file is open under this number."""
    try:
        os.fstat(number)
    except OSError:
        return True
    return False
