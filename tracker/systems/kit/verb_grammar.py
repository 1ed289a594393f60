"""Verb grammar: what follows each verb, out of a game's `lines.toml`: flags, numbers, what the game reads itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tracker.systems.kit import guards
from tracker.systems.kit.line_arguments import Words
from tracker.systems.kit.package_files import read
from tracker.systems.kit.tables import Table

Readers = Mapping[str, Callable[[Words], Sequence[str]]]
"""What a game reads itself, by the name a part gives it, as words of the command."""


class Part(Table):
    """A word of a command: one of these flags (or of a list with that name), a whole number, or what the game `reads`.

    `text` is what is named, or all that is left after so many words. A name stands before a `named` one; a number
    without a name, or with an `after`, stands after so many other words. `usual` is the word where nothing is said,
    its gaps filled from figures; a number without it must be there.
    """

    flags: tuple[str, ...] | str = ()
    number: tuple[int, int] | None = None
    text: bool = False
    reads: str = ""
    named: str = ""
    after: int | None = None
    usual: str | None = None


class Verb(Table):
    """A line that would have worked, the words of the command, and how many there are besides flags and names."""

    usage: str
    parts: tuple[Part, ...] = ()
    most: int = 99


class Grammar(Table):
    """All verbs of a game; `choices` are lists of flags that its tables have."""

    verb: Mapping[str, Verb]
    choices: Mapping[str, tuple[str, ...]]

    def words(
        self, who: str, verb: str, words: Sequence[str], readers: Readers, figures: Mapping[str, object]
    ) -> tuple[str, ...]:
        """The words of a command from those of a line of `who`; raises Refused with what would have worked."""
        row = self.verb[verb]
        flags = [flag for part in row.parts for flag in self._flags(part)]
        line = Words.split(words, flags, [part.named for part in row.parts if part.named], f"{who} {row.usage}")
        guards.nothing_more(line.rest[row.most :], row.usage)
        return tuple(word for part in row.parts for word in self._read(part, line, readers, figures))

    def _flags(self, part: Part) -> tuple[str, ...]:
        return self.choices[part.flags] if isinstance(part.flags, str) else part.flags

    def _read(self, part: Part, line: Words, readers: Readers, figures: Mapping[str, object]) -> Sequence[str]:
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
    """The verbs of `lines.toml` in `package`; raises ValueError for what does not fit."""
    return Grammar.model_validate({"verb": read(package, "lines.toml"), "choices": dict(choices)})
