"""Line arguments: a typed line taken apart into flags, named values and the rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from tracker.systems.kit.guards import whole


@dataclass(frozen=True, slots=True)
class Words:
    """What follows a verb; `usage` is a line that would have worked."""

    rest: tuple[str, ...]
    flags: tuple[str, ...]
    named: Mapping[str, str]
    usage: str

    @staticmethod
    def split(words: Sequence[str], flags: Collection[str], named: Collection[str], usage: str) -> Words:
        """Flags may stand anywhere; a name is followed by its value (`foe 3`)."""
        rest, values = list(words), {}
        for name in named:
            if name in rest:
                at = rest.index(name)
                values[name] = " ".join(rest[at + 1 : at + 2])
                del rest[at : at + 2]
        there = tuple(word for word in rest if word in flags)
        return Words(tuple(word for word in rest if word not in flags), there, values, usage)

    def flag(self, *of: str) -> str:
        """The first of these flags that stands in the line; empty when none does."""
        return next((word for word in of if word in self.flags), "")

    def number(self, low: int, high: int, usual: str | None = None, after: int = 0) -> str:
        """The one whole number that is left after the first words; `usual` when there is none; raises Refused."""
        left = self.rest[after:]
        return usual if usual is not None and not left else str(whole(left, self.usage, low, high))

    def value(self, name: str, low: int, high: int, usual: str = "0") -> str:
        """The whole number that was named; raises Refused."""
        return str(whole([self.named[name]], self.usage, low, high)) if name in self.named else usual

    def word(self, name: str, read: Callable[[str], str]) -> str:
        """What was named, read; empty when it was not."""
        return read(self.named[name]) if name in self.named else ""


def numbers(words: Sequence[str], usage: str, **most: int) -> tuple[dict[str, int], list[str]]:
    """The whole numbers that are named (`level -1`), each at `most` that far from 0, and the other words."""
    given, rest, left = dict.fromkeys(most, 0), [], iter(words)
    for word in left:
        if (name := word.casefold()) in most:
            given[name] = whole([next(left, "").replace("−", "-")], usage, -most[name], most[name])
        else:
            rest.append(word)
    return given, rest
