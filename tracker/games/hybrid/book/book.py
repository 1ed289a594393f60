"""The book: all tables of an edition, read once into frozen values and validated name by name, type by type."""

# Without `from __future__ import annotations`: the annotations of a table are what it is read by.

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, get_args, get_origin

from tracker.games.hybrid.book import combat_tables, general_tables
from tracker.games.hybrid.book.tables import BASE, tables

RULE = "rule"
"""The key of a section that names its rule for readers of the file."""


class Book(NamedTuple):
    """The tables of one edition, one field per section of the file."""

    time: general_tables.Time
    stats: general_tables.Stats
    checks: general_tables.Checks
    skills: general_tables.Skills
    perception: general_tables.Perception
    initiative: general_tables.Initiative
    actions: general_tables.Actions
    conditions: general_tables.Conditions
    environment: general_tables.Environment
    movement: general_tables.Movement
    energy: general_tables.Energy
    attack: combat_tables.Attack
    close: combat_tables.Close
    meeting: combat_tables.Meeting
    damage: combat_tables.Damage
    defences: combat_tables.Defences


class BookError(ValueError):
    """A table is not valid. The text says which, and what it should be."""


def book(edition: str = BASE) -> Book:
    """Return the book of an edition, cached. Raises BookError for a mistake in a table."""
    return _whole(edition)


# An edition's tables never change while the program runs, and checking them all takes far longer than a redraw may.
@lru_cache(maxsize=4)
def _whole(edition: str) -> Book:
    """Return all tables of an edition, validated."""
    return read(tables(edition))


def read(data: Mapping[str, Any]) -> Book:
    """Build the book from tables as a file has them, without the keys that name rules. Raises BookError."""
    sections = {
        name: {key: value for key, value in table.items() if key != RULE} if isinstance(table, Mapping) else table
        for name, table in data.items()
    }
    whole: Book = _table(Book, sections, "")
    return whole


def _table(kind: Any, data: Any, where: str) -> Any:
    """Build a table of the class `kind`, with exactly the names of that class. Raises BookError.

    `where` is the table's dotted path in the file, for the error.
    """
    types: Mapping[str, Any] = kind.__annotations__
    named = where or "the book"
    if not isinstance(data, Mapping):
        raise BookError(f"{named} is {data!r}; a table is wanted, with {', '.join(types)}.")
    for name in data:
        if name not in types:
            raise BookError(f"{named} knows no {name}; there are {', '.join(types)}.")
    for name in types:
        if name not in data and name not in kind._field_defaults:
            raise BookError(f"{named} has no {name}; write one.")
    inside = f"{where}." if where else ""
    return kind(**{name: _value(types[name], value, inside + name) for name, value in data.items()})


def _value(kind: Any, value: Any, where: str) -> Any:
    """Return a value of the type `kind`: a row, a mapping, a table or a plain value. Raises BookError.

    A whole number may serve for any number. `where` is the value's dotted path in the file, for the error.
    """
    origin = get_origin(kind)
    if origin is tuple:
        return _row(get_args(kind), value, where)
    if origin is not None:
        if not isinstance(value, Mapping):
            raise BookError(f"{where} is {value!r}; a table is wanted.")
        inner = get_args(kind)[1]  # a Mapping[str, inner]
        return MappingProxyType({key: _value(inner, entry, f"{where}.{key}") for key, entry in value.items()})
    if hasattr(kind, "_fields"):
        return _table(kind, value, where)
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise BookError(f"{where} is {value!r}; {_WORDS[kind]} is wanted.")
    return value


_WORDS = {int: "a whole number", float: "a number", str: "a word in quotes", bool: "true or false"}


def _row(kinds: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    """Return a row with one value for each of `kinds`, or any number of the first with `…`. Raises BookError."""
    if not isinstance(value, list) or (kinds[-1] is not ... and len(value) != len(kinds)):
        raise BookError(f"{where} is {value!r}; a row {'' if kinds[-1] is ... else f'of {len(kinds)} '}is wanted.")
    cell_kinds = [kinds[0]] * len(value) if kinds[-1] is ... else list(kinds)
    pairs = enumerate(zip(cell_kinds, value, strict=True))
    return tuple(_value(kind, cell, f"{where}[{place}]") for place, (kind, cell) in pairs)
