"""Beginnings of files: the first bytes of whatever is listed. By itself, since the list waits for no reader of TOML."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def open_without_blocking(path: str, flags: int) -> int:
    """Open without blocking: a pipe may have taken the place of the file since `stat`, and would wait for a writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def beginning(path: Path, most: int) -> bytes:
    """Return up to `most` bytes from the start of a regular file. Empty for anything else."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return b""
        with open(path, "rb", opener=open_without_blocking) as file:
            data: bytes = file.read(most) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else b""
            return data
    except (OSError, ValueError):
        return b""
