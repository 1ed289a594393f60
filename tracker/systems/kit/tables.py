"""Tables: a game's book out of `tables.toml`, read once into frozen, checked models, its numbers exact."""

from __future__ import annotations

from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, TypeVar

import tomli
from pydantic import BaseModel, BeforeValidator, ConfigDict

Exact = Annotated[Fraction, BeforeValidator(Fraction)]
"""A number of a book, exact: `0.2`, or `"1/3"` in text."""


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
