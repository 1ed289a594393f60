"""Every figure of a table in TOML, and the same table with one of them changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import tomli

_PARTS = re.compile(
    r"""(?P<comment>\#.*)
    | (?P<string>"(?:[^"\\]|\\.)*"|'[^']*')
    | (?P<number>(?<![\w.+-])[+-]?\d+(?:\.\d+)?(?![\w.-]))
    | (?P<truth>\b(?:true|false)\b)
    | (?P<word>[\w-]+)
    | (?P<bracket>[\[\]{}])""",
    re.VERBOSE,
)
_INSIDE = re.compile(r"\d+d\d+(?:\s*[+-]\s*\d+)?|\d+(?:\.\d+)?\*\w+|\d+/\d+")
"""What is a figure though it stands in quotes: dice, a multiple of a stat, a fraction."""


class Figure(NamedTuple):
    """One figure: where it stands in the text, and what it is changed into."""

    start: int
    end: int
    old: str
    new: str
    line: int

    def changed(self, text: str) -> str:
        """The text with this figure changed."""
        return text[: self.start] + self.new + text[self.end :]


def figures(text: str) -> Iterator[Figure]:
    """Every number, truth value and figure in quotes that is a value; keys, words and comments are none."""
    at = depth = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        header = not depth and line.lstrip().startswith("[")
        for part in () if header else _PARTS.finditer(line):
            kind, word = str(part.lastgroup), part[0]
            depth += (word in "[{") - (word in "]}")
            is_key = line[part.end() :].lstrip().startswith("=")
            new = "" if is_key else _another(kind, word)
            if new:
                yield Figure(at + part.start(), at + part.end(), word, new, number)
        at += len(line)


def _another(kind: str, word: str) -> str:
    """Another value of its kind: the next whole number, one more in the last place, the other truth."""
    if kind == "truth":
        return "false" if word == "true" else "true"
    if kind == "number":
        return _next(word)
    if kind != "string" or not _INSIDE.fullmatch(word[1:-1]):
        return ""
    first = re.match(r"\d+(?:\.\d+)?", word[1:-1])
    assert first is not None
    return word[0] + _next(first[0]) + word[1 + first.end() :]


def _next(number: str) -> str:
    _, dot, parts = number.partition(".")
    if not dot:
        return str(int(number) + 1)
    return f"{float(number) + 10 ** -len(parts):.{len(parts)}f}"


def keyed(text: str) -> dict[str, Figure]:
    """Every figure by its key, as `damage.shocked[0].by`."""
    every = list(figures(text))
    marked, at = [], 0
    for number, figure in enumerate(every):
        marked += [text[at : figure.start], f'"figure {number}"']
        at = figure.end
    keys = {str(value): key for key, value in flat(tomli.loads("".join([*marked, text[at:]])))}
    return {keys[f"figure {number}"]: figure for number, figure in enumerate(every)}


def flat(table: object, key: str = "") -> Iterator[tuple[str, object]]:
    """Every value by its key."""
    if isinstance(table, dict):
        for name, value in table.items():
            yield from flat(value, f"{key}.{name}" if key else name)
    elif isinstance(table, list):
        for place, value in enumerate(table):
            yield from flat(value, f"{key}[{place}]")
    else:
        yield key, table
