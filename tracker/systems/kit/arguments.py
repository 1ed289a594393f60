"""Arguments: what a verb takes. Each type reads its value from a line, and writes it as text to be kept in a fight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from tracker.model.state import Encounter
from tracker.systems.kit import guards

V = TypeVar("V")


class Line:
    """The words after a verb. An argument takes those that are its own; `usage` is an example line for refusals.

    `options` are the options of the encounter, with the house rules.
    """

    __slots__ = ("encounter", "options", "usage", "who", "words")

    def __init__(self, encounter: Encounter, who: str, words: Sequence[str], usage: str, options: Any = None) -> None:
        self.encounter, self.who, self.words, self.usage, self.options = encounter, who, [*words], usage, options

    def part(self, words: Sequence[str]) -> Line:
        """Return a line of these words, with the same fighter and example."""
        return Line(self.encounter, self.who, words, self.usage, self.options)

    def rest(self) -> list[str]:
        """Take all words that are left."""
        words, self.words = self.words, []
        return words

    def one_of(self, *known: str) -> str:
        """Take the first word that is one of `known`, wherever it stands, and return it; empty when none is there."""
        for index, word in enumerate(self.words):
            if word.casefold() in known:
                return self.words.pop(index).casefold()
        return ""

    def behind(self, name: str) -> str | None:
        """Take a name and the word behind it, and return that word; None without the name, empty without a word."""
        words = [word.casefold() for word in self.words]
        if name not in words:
            return None
        index = words.index(name)
        _, *value = self.words[index : index + 2]
        del self.words[index : index + 2]
        return value[0] if value else ""

    def number_behind(self, name: str, low: int, high: int, usual: int = 0) -> int:
        """Take the whole number behind a name, and return it; `usual` without the name. Raises Refused."""
        number = usual
        while (word := self.behind(name)) is not None:
            number = guards.whole([word.replace("−", "-")], self.usage, low, high)
        return number


class Argument(Generic[V]):
    """One argument of a verb.

    An `anywhere` argument is taken from the line before those that go by their place.
    """

    anywhere = False

    def read(self, line: Line, last: bool) -> V:
        """Take this argument's words from a line and return its value; raises Refused with the example.

        `last` says that no other argument goes by its place behind this one, so that all words are its own.
        """
        raise NotImplementedError

    def explained(self, line: Line, last: bool) -> V:
        """Return the value in a question for the sum (`why`), where less may be said than in a declaration."""
        return self.read(line, last)

    def text(self, value: V) -> tuple[str, ...]:
        """Return a value as it is kept in a fight."""
        return (str(value),)

    def value(self, text: list[str]) -> V:
        """Take back the value that `text` wrote, and remove its words from the list."""
        raise NotImplementedError

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        """Return the words that may stand in a line for this argument, besides the names of fighters."""
        return ()


class OneWord(Argument[str]):
    """An argument that is kept as one word; its value is that word."""

    def value(self, text: list[str]) -> str:
        """Take back the word."""
        return text.pop(0)


class Target(OneWord):
    """A fighter, named by one word; the value is its id."""

    def read(self, line: Line, last: bool) -> str:
        """Return the id of the fighter named; raises Refused."""
        named, line.words[:] = guards.somebody(line.encounter, line.words, line.usage)
        return named

    def explained(self, line: Line, last: bool) -> str:
        """Return the id of the fighter named; empty where none is."""
        return self.read(line, last) if line.words else ""


class Amount(Argument[int]):
    """A whole number from `low` to `high`; `usual` where the line has none, else it is demanded."""

    def __init__(self, low: int, high: int, usual: int | None = None) -> None:
        self.low, self.high, self.usual = low, high, usual

    def read(self, line: Line, last: bool) -> int:
        """Return the number; raises Refused."""
        words = line.rest() if last else [line.words.pop(0)] if line.words else []
        if not words and self.usual is not None:
            return self.usual
        return guards.whole(words, line.usage, self.low, self.high)

    def explained(self, line: Line, last: bool) -> int:
        """Return the number; where none is said the usual one, else 0."""
        return self.read(line, last) if line.words else self.usual or 0

    def value(self, text: list[str]) -> int:
        """Take back the number."""
        return int(text.pop(0))


class LastAmount(Amount):
    """A whole number at the end of a line that has other words before it; `usual` where the line ends otherwise."""

    anywhere = True

    def read(self, line: Line, last: bool) -> int:
        """Return the number; raises Refused."""
        assert self.usual is not None
        if len(line.words) > 1 and guards.looks_whole(line.words[-1]):
            return guards.whole([line.words.pop()], line.usage, self.low, self.high)
        return self.usual


class LastWord(OneWord):
    """One of some words at the end of a line; the first of them where the line ends otherwise."""

    anywhere = True

    def __init__(self, *known: str) -> None:
        self.known = known

    def read(self, line: Line, last: bool) -> str:
        """Return the word."""
        if len(line.words) > 1 and line.words[-1].casefold() in self.known:
            return line.words.pop().casefold()
        return self.known[0]

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        """Return the words."""
        return self.known


class Text(OneWord):
    """All words that are left, as one text; `demand` is the sentence of the refusal without any, before the example."""

    def __init__(self, demand: str = "") -> None:
        self.demand = demand

    def read(self, line: Line, last: bool) -> str:
        """Return the text; raises Refused when there is none and it is demanded."""
        text = " ".join(line.rest()).strip()
        guards.refuse(f"{self.demand}: {line.usage}" if self.demand and not text else "")
        return text


Find = Callable[[Encounter, str, str], str]
"""Returns the name of a thing of a fighter, by its id and the name typed; raises Refused."""


class Thing(OneWord):
    """A thing of the fighter's own sheet, named by all words that are left; empty where none is named.

    `find` looks for it; `names` lists the things there are.
    """

    def __init__(self, find: Find, names: Callable[[Encounter, str], Iterable[str]]) -> None:
        self.find, self.names = find, names

    def read(self, line: Line, last: bool) -> str:
        """Return the name of the thing; raises Refused."""
        text = " ".join(line.rest())
        return self.find(line.encounter, line.who, text) if text else ""

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        """Return the names of the things."""
        return self.names(encounter, who)
