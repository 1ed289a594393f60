"""Tables: records as text, one line each under a heading. The long column comes last and is wrapped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracker.text.cells import fit, width, wrap

_CELLS = 80
"""The cells of a line."""
_LEAST = 24
"""The least cells of the last column."""
_NOTHING: tuple[object, ...] = ("", None, [], {})
"""The empty values, which are left out where each value has a line."""


def table(title: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the rows under their keys as headings, `title` in place of `name`. Wrap a last column that is too long."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    heads = [words(title) if column == "name" else words(column) for column in columns]
    texts = [[shown(row.get(column)) for column in columns] for row in rows]
    widths = [max(map(width, column)) for column in zip(heads, *texts, strict=True)]
    room = max(_LEAST, _CELLS - 2 - sum(wide + 2 for wide in widths[:-1]))
    for row_number, line in enumerate([heads, *texts]):
        right_aligned = [row_number > 0 and _number(rows[row_number - 1].get(column)) for column in columns]
        last_parts = (
            wrap(line[-1], room)
            if width(line[-1]) > room
            else (fit(line[-1], min(room, widths[-1]), right_aligned[-1]),)
        )
        for part_number, last_part in enumerate(last_parts):
            first_texts = line[:-1] if part_number == 0 else [""] * (len(line) - 1)
            cells = [
                fit(text, wide, align_right)
                for text, wide, align_right in zip(first_texts, widths[:-1], right_aligned[:-1], strict=True)
            ]
            yield "  " + "  ".join([*cells, last_part]).rstrip()


def entries(title: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the rows as a table when every line fits 80 cells. Else each row under its name, one line per key."""
    lines = [*table(title, rows)]
    if max(map(width, lines)) <= _CELLS:
        yield from lines
        return
    for row_number, row in enumerate(rows):
        if row_number:
            yield ""
        yield f"  {row['name']}"
        values = {words(key): shown(value) for key, value in row.items() if key != "name" and value not in _NOTHING}
        widest = max(map(width, values), default=0)
        for key, text in values.items():
            for line_number, part in enumerate(wrap(text, _CELLS - widest - 6)):
                yield f"    {fit(key if line_number == 0 else '', widest)}  {part}"


def words(key: str) -> str:
    """Return a key as a heading."""
    return key.replace("_", " ")


def shown(value: object) -> str:
    """Return a value in words: a list joined by commas, a table by name with its other values in brackets."""
    if isinstance(value, Mapping):
        if "name" in value:
            rest = shown({key: inner for key, inner in value.items() if key != "name" and inner not in _NOTHING})
            return f"{value['name']} ({rest})" if rest else str(value["name"])
        return ", ".join(f"{words(str(key))} {shown(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
