"""Rule files: the rules of a game in words, from `rules.toml` in its package. Loaded only when they are asked for."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Any

import tomli
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tracker.game_api.rule_book import Rule, RuleBook

FILE = "rules.toml"
_Word = Annotated[str, Field(min_length=1, max_length=60)]
_Id = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$", max_length=30)]


class _Table(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


class _Entry(_Table):
    """One rule of the file. `editions` has what is added to the text in one edition only."""

    id: _Id
    title: Annotated[str, Field(min_length=1, max_length=80)]
    text: Annotated[str, Field(min_length=1, max_length=4000)]
    see: list[_Id] = []
    words: list[_Word] = []
    source: Annotated[str, Field(min_length=1, max_length=120)]
    house: list[_Word] = []
    signs: list[_Word] = []
    editions: dict[str, Annotated[str, Field(min_length=1, max_length=1000)]] = {}

    def as_rule(self, edition: str) -> Rule:
        """Return the rule as an edition has it: its text, then the addition of that edition, if any."""
        text = "\n".join(part.strip() for part in (self.text, self.editions.get(edition, "")) if part)
        return Rule(
            self.id,
            self.title,
            text,
            see=tuple(self.see),
            words=tuple(self.words),
            source=self.source,
            house=tuple(self.house),
            signs=tuple(self.signs),
        )


class _Document(_Table):
    synonyms: dict[_Word, list[_Word]] = {}
    rule: list[_Entry] = []


# Cached: the rules in words are the largest files of a game, and `why` and help read them.
@cache
def read_rule_book(package: str, edition: str = "", file: str = FILE) -> RuleBook:
    """Return the rules in a package's `rules.toml`, as an edition has them. Without the file an empty book.

    Raises ValueError, in a sentence, for a file that is not such a book.
    """
    path = files(package).joinpath(file)
    if not path.is_file():
        return RuleBook()
    try:
        return book_of(tomli.loads(path.read_text(encoding="utf-8")), edition)
    except ValueError as error:
        raise ValueError(f"{file} of {package}: {error}") from error


def book_of(document: dict[str, Any], edition: str = "") -> RuleBook:
    """Return a document as a book. Raises ValueError for a wrong key, a second rule of an id, a `see` to no rule."""
    try:
        read = _Document(**document)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part + 1 if isinstance(part, int) else part) for part in first["loc"])
        raise ValueError(f"{where}: {first['msg']}") from None
    ids = [entry.id for entry in read.rule]
    for entry in read.rule:
        if ids.count(entry.id) > 1:
            raise ValueError(f"{entry.id} is there twice")
        if lost := [id for id in entry.see if id not in ids]:
            raise ValueError(f"{entry.id} leads to {', '.join(lost)}, which is not there")
    return RuleBook(
        tuple(entry.as_rule(edition) for entry in read.rule),
        {word: tuple(meant) for word, meant in read.synonyms.items()},
    )
