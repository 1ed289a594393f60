"""Library entry: the figures of one entry as lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def sheet(figures: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the figures of one entry, a line for each, lists with a line for each of theirs."""
    lines: list[str] = []
    for name, value in figures.items():
        if value in ("", None, [], (), {}):
            continue
        if isinstance(value, list | tuple) and any(isinstance(entry, Mapping) for entry in value):
            lines += [f"{name}:", *(f"  {_inline(entry)}" for entry in value)]
        else:
            lines.append(f"{name}: {_inline(value)}")
    return tuple(lines)


def _inline(value: object) -> str:
    if isinstance(value, Mapping):
        rest = {name: part for name, part in value.items() if part not in ("", None, [], {})}
        head = f"{rest.pop('name')} " if "name" in rest else ""
        return head + ", ".join(f"{name} {_inline(part)}" for name, part in rest.items())
    if isinstance(value, list | tuple):
        return ", ".join(_inline(part) for part in value)
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
