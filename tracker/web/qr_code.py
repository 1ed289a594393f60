"""QR codes of links: drawn in half blocks for the screen, or for a terminal whose colours are not known."""

from __future__ import annotations

import io
from typing import Any

_BORDER = 2
"""The modules of quiet zone: fewer than the standard's four, which phones read as well."""
_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""The cell for the module above and the one below."""


def half_blocks(address: str) -> tuple[str, ...]:
    """Return the code of an address as rows of half blocks, without colours."""
    rows = [[bool(module) for module in row] for row in _code(address).matrix_iter(border=_BORDER)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return tuple("".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True)) for upper, lower in pairs)


def terminal_text(address: str) -> str:
    """Return the code of an address as text for a terminal, with the colours it needs."""
    drawn = io.StringIO()
    _code(address).terminal(drawn, compact=True, border=_BORDER)
    return drawn.getvalue()


def _code(address: str) -> Any:
    """Return the code of an address. The library is imported here, since it comes with an extra."""
    import segno

    return segno.make(address, error="l", micro=False)
