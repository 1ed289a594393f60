"""Hash chain: each block of a fight log ends with a checksum over its text and the checksum before it, its `seal`.

The seal is the last line of its block, so a block that was cut off anywhere has none and is never taken for whole, even
where its text still parses (`by = -1` cut from `-17`). It covers the seal before it, so a block that was changed, left
out, doubled or moved breaks the chain from there on. It guards against accidents, not against forgery: there is no key.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import NamedTuple

from tracker.model.lazy_dataclass import dataclass

_HASH_BYTES = 10
_MARK = b'\nseal = "'
_HEX = re.compile(rb"[0-9a-f]{20}")
_LINE = len(_MARK) - 1 + 2 * _HASH_BYTES + 2
"""The bytes of the line of a seal, with its line feed."""


def seal_of(before: str, body: bytes) -> str:
    """Return the checksum of a block's text `body` and of `before`, the seal of the block before it."""
    return blake2b(before.encode("ascii") + body, digest_size=_HASH_BYTES).hexdigest()


def seal_block(before: str, body: str) -> tuple[bytes, str]:
    """Return a block's bytes with its seal as last line, and that seal."""
    data = body.encode("utf-8")
    seal = seal_of(before, data)
    return data + f'seal = "{seal}"\n'.encode("ascii"), seal


class BlockSpan(NamedTuple):
    """The position of a block in its file, in bytes."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class HashChain:
    """The valid blocks of a file, in order."""

    blocks: tuple[BlockSpan, ...]
    seal: str
    valid_size: int
    """The bytes up to the end of the last valid block."""
    broken: bool
    """True if the next block has a wrong seal. False when nothing follows, or a torn block without one."""


def last_seal(data: bytes) -> str:
    """Return the last seal written in `data`, valid or not. Empty when there is none."""
    start = data.rfind(_MARK)
    seal = data[start + len(_MARK) : start + len(_MARK) + 2 * _HASH_BYTES]
    return seal.decode("ascii") if start >= 0 and _HEX.fullmatch(seal) else ""


def seal_before(data: bytes, place: int) -> str:
    """Return the seal of the valid block that ends at `place`."""
    return data[place - 2 - 2 * _HASH_BYTES : place - 2].decode("ascii")


def verify(data: bytes, before: str = "") -> HashChain:
    """Verify the seals of `data`, which follows the block sealed `before`. Nothing is parsed, so this is quick."""
    blocks: list[BlockSpan] = []
    start, seal = 0, before
    mark = data.find(_MARK)
    while mark >= 0:
        line, end = mark + 1, mark + 1 + _LINE
        stated = data[mark + len(_MARK) : end - 2]
        if data[end - 2 : end] == b'"\n' and _HEX.fullmatch(stated):
            if seal_of(seal, data[start:line]).encode("ascii") != stated:
                return HashChain(tuple(blocks), seal, start, broken=True)
            blocks.append(BlockSpan(start, end))
            start, seal = end, stated.decode("ascii")
        mark = data.find(_MARK, mark + 1)
    return HashChain(tuple(blocks), seal, start, broken=False)
