"""Library entries: the figures of one as lines, and which entries have the words and figures looked for."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tracker.encounter.names import plain

_FIGURE = re.compile(r"(?P<name>[^\s<>=]+)(?P<sign><=|>=|<|>|=)(?P<number>-?\d+(?:\.\d+)?)")
_COMPARE = {"<": operator.lt, ">": operator.gt, "=": operator.eq, "<=": operator.le, ">=": operator.ge}


def fits(words: str, kind: str, figures: Mapping[str, Any]) -> bool:
    """Return whether an entry has all words (in its name, kind, side or text) and all figures, as `PBD>20`."""
    text = plain(" ".join([kind, *(str(value) for _, value in flat(figures))]))
    for word in words.split():
        figure = _FIGURE.fullmatch(word)
        if figure is None:
            if plain(word) not in text:
                return False
        elif not any(_holds(name, value, figure) for name, value in flat(figures)):
            return False
    return True


def _holds(name: str, value: object, figure: re.Match[str]) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float) or plain(name) != plain(figure["name"]):
        return False
    return bool(_COMPARE[figure["sign"]](value, float(figure["number"])))


def flat(figures: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Return every figure within figures, by its own name.

    A skill or a weapon also by its name with its first figure.
    """
    for name, value in figures.items():
        if isinstance(value, Mapping):
            yield from flat(value)
        elif isinstance(value, list | tuple):
            for entry in value:
                yield from _of_part(entry) if isinstance(entry, Mapping) else ((name, entry),)
        else:
            yield name, value


def _of_part(part: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield the figures of a skill or a weapon, and its first one by its name."""
    yield from flat(part)
    first = next((figure for figure in part.values() if isinstance(figure, int | float)), None)
    if "name" in part and first is not None:
        yield str(part["name"]), first


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
    """Return a figure on one line: parts with commas between, yes or no for a truth value."""
    if isinstance(value, Mapping):
        rest = {name: part for name, part in value.items() if part not in ("", None, [], {})}
        head = f"{rest.pop('name')} " if "name" in rest else ""
        return head + ", ".join(f"{name} {_inline(part)}" for name, part in rest.items())
    if isinstance(value, list | tuple):
        return ", ".join(_inline(part) for part in value)
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
