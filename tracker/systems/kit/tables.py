"""Tables: a game's book out of `tables.toml`, read once into frozen, checked models, its numbers exact."""

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
    bounds = [bound for bound, _ in rows]
    if bounds != sorted(set(bounds)):
        raise ValueError("rows are read from the first on, so each has a higher bound than the one before it")
    return rows


Exact = Annotated[Fraction, BeforeValidator(Fraction)]
"""A number of a book, exact: `0.2`, or `"1/3"` in text."""
Rising = Annotated[tuple[tuple[Exact, Value], ...], AfterValidator(_rising)]
"""Rows of a bound and what holds up to it, the bounds rising: `[[0.25, 3], [0.5, 2]]`."""


def row_of(rows: Iterable[tuple[Fraction, Value]], number: Fraction) -> tuple[Fraction, Value] | None:
    """The first row whose bound a number does not exceed; None above the last."""
    return next((row for row in rows if number <= row[0]), None)


class Table(BaseModel):
    """A table of a book: nothing unknown, nothing changed later."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Whole(Table):
    """A table whose figures are whole numbers but for those that a model of its own names: `BOOK.lift.one_hand`."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, int]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...


class Exacts(Table):
    """The same with exact numbers: `BOOK.run.sprint`."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Exact]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Fraction: ...


Book = TypeVar("Book", bound=Table)


def read_tables(package: str, book: type[Book]) -> Book:
    """The whole book that lies in `package`; raises ValueError for what does not fit its models."""
    text = files(package).joinpath("tables.toml").read_text(encoding="utf-8")
    return book.model_validate(tomli.loads(text, parse_float=Fraction))
