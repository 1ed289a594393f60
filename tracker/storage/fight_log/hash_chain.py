"""Seals: each block of a fight ends with a short hash over its text and the seal before it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import blake2b

_HASH_BYTES = 10
_MARK = b'\nseal = "'
_HEX = re.compile(rb"[0-9a-f]{20}")
_LINE = len(_MARK) - 1 + 2 * _HASH_BYTES + 2
"""Bytes of the line of a seal, its line end included."""


def seal_of(before: str, body: bytes) -> str:
    """The seal of a block whose text is `body` and that follows the block sealed `before`."""
    return blake2b(before.encode("ascii") + body, digest_size=_HASH_BYTES).hexdigest()


def sealed(before: str, body: str) -> tuple[bytes, str]:
    """The bytes of a block with its seal as last line, and that seal."""
    data = body.encode("utf-8")
    seal = seal_of(before, data)
    return data + f'seal = "{seal}"\n'.encode("ascii"), seal


@dataclass(frozen=True, slots=True)
class Chain:
    """The blocks of a file whose seals hold, in order, as (start, end) in bytes."""

    blocks: tuple[tuple[int, int], ...]
    seal: str
    """Of the last good block."""
    good: int
    """Bytes up to the end of the last good block."""
    broken: bool
    """Whether what follows has a seal, but not the right one; else it is nothing, or a block cut off."""


def last_seal(data: bytes) -> str:
    """What the last seal in `data` says, whether it holds or not; empty when there is none."""
    at = data.rfind(_MARK)
    seal = data[at + len(_MARK) : at + len(_MARK) + 2 * _HASH_BYTES]
    return seal.decode("ascii") if at >= 0 and _HEX.fullmatch(seal) else ""


def follow(data: bytes, before: str = "") -> Chain:
    """Check the seals from the start, which follows the block sealed `before`; hashes only, nothing is parsed."""
    blocks: list[tuple[int, int]] = []
    start, seal = 0, before
    at = data.find(_MARK)
    while at >= 0:
        line, end = at + 1, at + 1 + _LINE
        stated = data[at + len(_MARK) : end - 2]
        if data[end - 2 : end] == b'"\n' and _HEX.fullmatch(stated):
            if seal_of(seal, data[start:line]).encode("ascii") != stated:
                return Chain(tuple(blocks), seal, start, True)
            blocks.append((start, end))
            start, seal = end, stated.decode("ascii")
        at = data.find(_MARK, at + 1)
    return Chain(tuple(blocks), seal, start, False)
