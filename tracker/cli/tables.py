"""Tables: records as text, a line a record under one heading; what is long stands last and is broken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracker.views.cells import fit, width, wrap

_CELLS = 80
"""What a line has room for."""
_LEAST = 24
"""Cells the last column has at least."""


def table(title: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The rows with their keys as headings, `title` in the place of `name`."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    heads = [words(title) if column == "name" else words(column) for column in columns]
    texts = [[shown(row.get(column)) for column in columns] for row in rows]
    widths = [max(map(width, column)) for column in zip(heads, *texts, strict=True)]
    room = max(_LEAST, _CELLS - 2 - sum(wide + 2 for wide in widths[:-1]))
    for at, line in enumerate([heads, *texts]):
        right = [at > 0 and _number(rows[at - 1].get(column)) for column in columns]
        ends = wrap(line[-1], room) if width(line[-1]) > room else (fit(line[-1], min(room, widths[-1]), right[-1]),)
        for place, end in enumerate(ends):
            begun = line[:-1] if place == 0 else [""] * (len(line) - 1)
            cells = [fit(text, wide, side) for text, wide, side in zip(begun, widths[:-1], right[:-1], strict=True)]
            yield "  " + "  ".join([*cells, end]).rstrip()


def words(key: str) -> str:
    """A key as a heading."""
    return key.replace("_", " ")


def shown(value: object) -> str:
    """A plain value, a list or a table in words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{words(str(key))} {shown(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value))
    return "–" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _number(value: object) -> bool:
    return isinstance(value, int | float)
