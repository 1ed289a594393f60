"""Verb grammar: the words that may follow each verb of a game, read from its `lines.toml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tracker.systems.kit import guards
from tracker.systems.kit.line_arguments import Words
from tracker.systems.kit.package_files import read
from tracker.systems.kit.tables import Table

Readers = Mapping[str, Callable[[Words], Sequence[str]]]
"""The game's own readers of words, by the name in a part's `reads`; each returns words of the command."""


class Part(Table):
    """One part of a command: one of some flags, a whole number, some text, or words that the game `reads` itself.

    `flags` are words, or the name of a list of them. `text` takes the value of `named`, or all words from number
    `after` on. A `named` part stands behind its name; a number without a name, or with `after`, stands behind so many
    other words. `usual` is the word when nothing is typed, its gaps filled from figures; a number without it is
    required.
    """

    flags: tuple[str, ...] | str = ()
    number: tuple[int, int] | None = None
    text: bool = False
    reads: str = ""
    named: str = ""
    after: int | None = None
    usual: str | None = None


class Verb(Table):
    """A verb: an example line (`usage`), its parts, and the most words besides flags and named values."""

    usage: str
    parts: tuple[Part, ...] = ()
    most: int = 99


class Grammar(Table):
    """All verbs of a game; `choices` are the lists of flags from its tables."""

    verb: Mapping[str, Verb]
    choices: Mapping[str, tuple[str, ...]]

    def words(
        self, who: str, verb: str, words: Sequence[str], readers: Readers, figures: Mapping[str, object]
    ) -> tuple[str, ...]:
        """Turn the words of a fighter's line into the words of the command; raises Refused with an example line."""
        row = self.verb[verb]
        flags = [flag for part in row.parts for flag in self._flags(part)]
        line = Words.split(words, flags, [part.named for part in row.parts if part.named], f"{who} {row.usage}")
        guards.nothing_more(line.rest[row.most :], row.usage)
        return tuple(word for part in row.parts for word in self._read(part, line, readers, figures))

    def _flags(self, part: Part) -> tuple[str, ...]:
        """Return the flags of a part, looked up when they are the name of a list."""
        return self.choices[part.flags] if isinstance(part.flags, str) else part.flags

    def _read(self, part: Part, line: Words, readers: Readers, figures: Mapping[str, object]) -> Sequence[str]:
        """Return the words of the command for one part of the line; raises Refused."""
        usual = None if part.usual is None else part.usual.format_map(figures)
        if part.text:
            return (line.named.get(part.named, "") if part.named else " ".join(line.rest[part.after or 0 :]),)
        if part.reads and part.named and part.named not in line.named:
            return ("",)
        if part.reads:
            return readers[part.reads](Words((line.named[part.named],), (), {}, line.usage) if part.named else line)
        if part.number is None:
            return (line.flag(*self._flags(part)) or usual or "",)
        if part.named:
            usual = line.value(part.named, *part.number, usual or "")
        return (
            (usual or "",)
            if part.named and part.after is None
            else (line.number(*part.number, usual, part.after or 0),)
        )


def read_grammar(package: str, choices: Mapping[str, Sequence[str]]) -> Grammar:
    """Read the verbs of `lines.toml` in `package`; raises ValueError for what does not fit the model."""
    return Grammar.model_validate({"verb": read(package, "lines.toml"), "choices": dict(choices)})
