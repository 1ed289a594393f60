"""A system that refuses the semaphores of which every pool of processes has some, such as one without `/dev/shm`."""

from __future__ import annotations

import errno
import os
from multiprocessing import synchronize
from typing import Any

import pytest

WAYS = (errno.EACCES, errno.ENOENT, errno.ENOSYS, errno.ENOSPC)
"""Numbers of the system's errors: not writable, not there, no such call, full."""


def refuse_semaphores(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """From now on the system answers each wish for a semaphore with this error."""

    def refused(*arguments: Any, **more: Any) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(synchronize._multiprocessing, "SemLock", refused)  # type: ignore[attr-defined]
