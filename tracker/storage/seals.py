"""Seals: each block of a fight ends with a short hash over its text and the seal before it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import blake2b

_LINE = re.compile(rb'^seal = "([0-9a-f]{20})"\n', re.MULTILINE)
_HASH_BYTES = 10


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


def follow(data: bytes) -> Chain:
    """Check the seals from the start; hashes only, nothing is parsed."""
    blocks: list[tuple[int, int]] = []
    start, seal = 0, ""
    for found in _LINE.finditer(data):
        if seal_of(seal, data[start : found.start()]).encode("ascii") != found[1]:
            return Chain(tuple(blocks), seal, start, True)
        blocks.append((start, found.end()))
        start, seal = found.end(), found[1].decode("ascii")
    return Chain(tuple(blocks), seal, start, False)
