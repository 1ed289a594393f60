"""Tables: a game's `tables.toml`, read once into frozen, validated models with exact numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, TypeVar

import tomli
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict

Value = TypeVar("Value")
Rows = tuple[tuple[Fraction, Value], ...]


def _rising(rows: Rows[Value]) -> Rows[Value]:
    """Check that the bounds of rows rise. Raises ValueError."""
    bounds = [bound for bound, _ in rows]
    if bounds != sorted(set(bounds)):
        raise ValueError("rows are read from the first on, so each has a higher bound than the one before it")
    return rows


Exact = Annotated[Fraction, BeforeValidator(Fraction)]
"""A number of a book, exact: `0.2`, or `"1/3"` in text."""
Rising = Annotated[tuple[tuple[Exact, Value], ...], AfterValidator(_rising)]
"""Rows of an upper bound and the value up to it, bounds rising: `[[0.25, 3], [0.5, 2]]`."""


def row_of(rows: Iterable[tuple[Fraction, Value]], number: Fraction) -> tuple[Fraction, Value] | None:
    """Return the first row whose bound is at least `number`. None above the last bound."""
    return next((row for row in rows if number <= row[0]), None)


class Table(BaseModel):
    """A frozen table of a book without unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Whole(Table):
    """A table of whole numbers, read as attributes (`BOOK.lift.one_hand`). Its model may declare other fields."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, int]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...


class Exacts(Table):
    """A table of exact numbers, read as attributes: `BOOK.run.sprint`."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Exact]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Fraction: ...


Book = TypeVar("Book", bound=Table)


def read_tables(package: str, book: type[Book]) -> Book:
    """Read `tables.toml` of `package`. Raises ValueError for what does not fit the models."""
    text = files(package).joinpath("tables.toml").read_text(encoding="utf-8")
    return book.model_validate(tomli.loads(text, parse_float=Fraction))
