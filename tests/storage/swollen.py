"""A sound fight followed by more than fits into memory."""

from __future__ import annotations

from pathlib import Path

FINISHED = Path(__file__).parents[2] / "saves" / "finished-duel.fight.toml"


MIB = 1024 * 1024


def swollen(path: Path, size: int, head: bytes = b"") -> Path:
    """The finished duel, followed by nothing but zero bytes up to `size` (which take no room on the disk)."""
    path.write_bytes(head or FINISHED.read_bytes())
    with path.open("r+b") as file:
        file.truncate(size)
    return path
