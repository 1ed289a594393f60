"""Line arguments: the words after a verb, divided into flags, named values and the rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from tracker.systems.kit.guards import whole


@dataclass(frozen=True, slots=True)
class Words:
    """The words after a verb; `usage` is an example line for refusals."""

    rest: tuple[str, ...]
    flags: tuple[str, ...]
    named: Mapping[str, str]
    usage: str

    @staticmethod
    def split(words: Sequence[str], flags: Collection[str], named: Collection[str], usage: str) -> Words:
        """Divide words: a name is followed by its value (`foe 3`), flags may stand anywhere."""
        rest, values = list(words), {}
        for name in named:
            if name in rest:
                index = rest.index(name)
                values[name] = " ".join(rest[index + 1 : index + 2])
                del rest[index : index + 2]
        flags_present = tuple(word for word in rest if word in flags)
        return Words(tuple(word for word in rest if word not in flags), flags_present, values, usage)

    def flag(self, *flags: str) -> str:
        """Return the first of these flags that stands in the line; empty when none does."""
        return next((word for word in flags if word in self.flags), "")

    def number(self, low: int, high: int, usual: str | None = None, after: int = 0) -> str:
        """Return the whole number behind the first `after` words, or `usual` when none is there; raises Refused."""
        remaining = self.rest[after:]
        return usual if usual is not None and not remaining else str(whole(remaining, self.usage, low, high))

    def value(self, name: str, low: int, high: int, usual: str = "0") -> str:
        """Return the whole number behind a name, or `usual` when the name is missing; raises Refused."""
        return str(whole([self.named[name]], self.usage, low, high)) if name in self.named else usual

    def word(self, name: str, read: Callable[[str], str]) -> str:
        """Return the value behind a name, as `read` reads it; empty when the name is missing."""
        return read(self.named[name]) if name in self.named else ""


def numbers(words: Sequence[str], usage: str, **most: int) -> tuple[dict[str, int], list[str]]:
    """Return the named whole numbers of a line (`level -1`), and its other words; raises Refused.

    `most` gives each name its greatest distance from 0.
    """
    amounts, rest, remaining = dict.fromkeys(most, 0), [], iter(words)
    for word in remaining:
        if (name := word.casefold()) in most:
            amounts[name] = whole([next(remaining, "").replace("−", "-")], usage, -most[name], most[name])
        else:
            rest.append(word)
    return amounts, rest
