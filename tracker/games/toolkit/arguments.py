"""Arguments: what a verb takes. Each type reads its value from a line, and writes it as text to be kept in a fight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any, Generic, NamedTuple, TypeVar

from tracker.games.toolkit import guards
from tracker.model.state import Encounter

V = TypeVar("V")


class Line:
    """The words after a verb. An argument takes those that are its own. `usage` is an example line for refusals.

    `options` are the options of the encounter, with the house rules.
    """

    __slots__ = ("encounter", "options", "usage", "verb", "who", "words")

    def __init__(
        self, encounter: Encounter, who: str, verb: str, words: Sequence[str], usage: str, options: Any = None
    ) -> None:
        self.encounter, self.who, self.verb, self.words = encounter, who, verb, [*words]
        self.usage, self.options = usage, options

    def part(self, words: Sequence[str]) -> Line:
        """Return a line of these words, with the same fighter and example."""
        return Line(self.encounter, self.who, self.verb, words, self.usage, self.options)

    def rest(self) -> list[str]:
        """Take all words that are left."""
        words, self.words = self.words, []
        return words

    def one_of(self, *known: str) -> str:
        """Take the first word that is one of `known`, wherever it stands, and return it. Empty when none is there."""
        for index, word in enumerate(self.words):
            if word.casefold() in known:
                return self.words.pop(index).casefold()
        return ""

    def behind(self, name: str) -> str | None:
        """Take a name and the word behind it, and return that word. None without the name, empty without a word."""
        words = [word.casefold() for word in self.words]
        if name not in words:
            return None
        index = words.index(name)
        _, *value = self.words[index : index + 2]
        del self.words[index : index + 2]
        return value[0] if value else ""

    def number_behind(self, name: str, low: int, high: int, usual: int = 0) -> int:
        """Take the whole number behind a name, and return it. `usual` without the name. Raises Refused."""
        number = usual  # of a name that is written twice the last number counts
        while (word := self.behind(name)) is not None:
            number = guards.whole([word.replace("−", "-")], self.usage, low, high)
        return number


class Turn(IntEnum):
    """The order in which arguments take their words: those that may be anywhere first, those by place last."""

    ANYWHERE = 0
    AT_THE_END = 1
    BY_PLACE = 2


class Offer(NamedTuple):
    """The offer of an argument in the menu of its verb: as a switch, or as numbers from `low` to `high`.

    The label is filled in from figures.
    """

    key: str
    label: str
    title: str = ""
    low: int = 0
    high: int = 0


class Argument(Generic[V]):
    """One argument of a verb."""

    turn = Turn.BY_PLACE
    name = ""
    """The word for the argument in a menu's path. Empty where no menu offers it."""
    offer: Offer | None = None

    def read(self, line: Line, takes_rest: bool) -> V:
        """Take this argument's words from a line and return its value. Raises Refused with the example.

        With `takes_rest` all words that are left are its own: no argument behind it goes by its place.
        """
        raise NotImplementedError

    def explained(self, line: Line, takes_rest: bool) -> V:
        """Return the value in a question for the sum (`why`), in which a line may say less than in a declaration."""
        return self.read(line, takes_rest)

    def text(self, value: V) -> tuple[str, ...]:
        """Return a value as it is kept in a fight. The word is empty for none."""
        return ("" if value is None else str(value),)

    def value(self, text: list[str]) -> V:
        """Take back the value that `text` wrote, and remove its words from the list.

        An argument that takes all the words, as the last one does, may leave them there.
        """
        raise NotImplementedError

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        """Return the words that may be in a line for this argument, besides the names of fighters."""
        return ()


class OneWord(Argument[str]):
    """An argument that is kept as one word. Its value is that word."""

    def value(self, text: list[str]) -> str:
        return text.pop(0)


class Target(OneWord):
    """A fighter, named by one word. The value is its id."""

    def read(self, line: Line, takes_rest: bool) -> str:
        named, line.words[:] = guards.somebody(line.encounter, line.words, line.usage)
        return named

    def explained(self, line: Line, takes_rest: bool) -> str:
        """Return the id of the fighter named. Empty where none is."""
        return self.read(line, takes_rest) if line.words else ""


class Amount(Argument[int]):
    """A whole number from `low` to `high`. `usual` where the line has none, else it is demanded."""

    def __init__(
        self, low: int, high: int, usual: int | None = None, *, name: str = "", offer: Offer | None = None
    ) -> None:
        self.low, self.high, self.usual, self.name, self.offer = low, high, usual, name, offer

    def read(self, line: Line, takes_rest: bool) -> int:
        """Return the number of the next word, or with `takes_rest` of all words left. Raises Refused."""
        words = line.rest() if takes_rest else [line.words.pop(0)] if line.words else []
        usual = self.left_out(line)
        return guards.whole(words, line.usage, self.low, self.high) if words or usual is None else usual

    def left_out(self, line: Line) -> int | None:
        """Return the number that is meant where the line has none. None where one is demanded."""
        return self.usual

    def explained(self, line: Line, takes_rest: bool) -> int:
        """Return the number. Where none is said the usual one, else 0."""
        return self.read(line, takes_rest) if line.words else self.usual or 0

    def value(self, text: list[str]) -> int:
        return int(text.pop(0))


class AskedAmount(Argument[int | None]):
    """A whole number from `low` to `high`. None where the line has none, and then it is asked for."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def read(self, line: Line, takes_rest: bool) -> int | None:
        words = line.rest()
        return guards.whole(words, line.usage, self.low, self.high) if words else None

    def value(self, text: list[str]) -> int | None:
        word = text.pop(0)
        return int(word) if word else None


class LastAmount(Amount):
    """A whole number behind its name, or at the end of a line that has `least` words before it."""

    turn = Turn.AT_THE_END

    def __init__(
        self, low: int, high: int, usual: int, least: int = 1, *, name: str = "", offer: Offer | None = None
    ) -> None:
        super().__init__(low, high, usual, name=name, offer=offer)
        self.least = least

    def read(self, line: Line, takes_rest: bool) -> int:
        """Take the number behind its name, or at the end of the line. Return it, else `usual`. Raises Refused."""
        assert self.usual is not None
        if self.name and self.name in map(str.casefold, line.words):
            return line.number_behind(self.name, self.low, self.high, self.usual)
        if len(line.words) > self.least and guards.looks_whole(line.words[-1]):
            return guards.whole([line.words.pop()], line.usage, self.low, self.high)
        return self.usual


class Named(Argument[int | None]):
    """A whole number behind its name (`foe 3`). `usual` without the name."""

    turn = Turn.ANYWHERE

    def __init__(self, name: str, low: int, high: int, usual: int | None = None, offer: Offer | None = None) -> None:
        self.name, self.low, self.high, self.usual, self.offer = name, low, high, usual, offer

    def read(self, line: Line, takes_rest: bool) -> int | None:
        word = line.behind(self.name)
        return self.usual if word is None else guards.whole([word], line.usage, self.low, self.high)

    def value(self, text: list[str]) -> int | None:
        word = text.pop(0)
        return int(word) if word else self.usual

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return (self.name,)


class NamedTarget(OneWord):
    """A fighter behind a word (`with hob`). Empty without the word."""

    turn = Turn.ANYWHERE

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self, line: Line, takes_rest: bool) -> str:
        word = line.behind(self.name)
        return "" if word is None else guards.somebody(line.encounter, [word] if word else [], line.usage)[0]

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return (self.name,)


class NamedText(OneWord):
    """A word behind its name (`by Riding`). Empty without the name."""

    turn = Turn.ANYWHERE

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self, line: Line, takes_rest: bool) -> str:
        return line.behind(self.name) or ""

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return (self.name,)


class OneOf(OneWord):
    """One of some words, anywhere in the line. `usual` without one of them."""

    turn = Turn.ANYWHERE

    def __init__(self, *known: str, usual: str = "", offer: Offer | None = None) -> None:
        self.known, self.usual, self.offer = known, usual, offer
        self.name = known[0]

    def read(self, line: Line, takes_rest: bool) -> str:
        return line.one_of(*self.known) or self.usual

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return self.known


class Flag(Argument[bool]):
    """A word that may be anywhere in the line. The value is whether it is there."""

    turn = Turn.ANYWHERE

    def __init__(self, name: str, offer: Offer | None = None) -> None:
        self.name, self.offer = name, offer

    def read(self, line: Line, takes_rest: bool) -> bool:
        return bool(line.one_of(self.name))

    def text(self, value: bool) -> tuple[str, ...]:
        """Return the word, or an empty one."""
        return (self.name if value else "",)

    def value(self, text: list[str]) -> bool:
        return bool(text.pop(0))

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return (self.name,)


class LastWord(OneWord):
    """One of some words at the end of a line. The first of them where the line ends otherwise."""

    turn = Turn.AT_THE_END

    def __init__(self, *known: str) -> None:
        self.known = known

    def read(self, line: Line, takes_rest: bool) -> str:
        """Take the last word of the line, if it is one of those known, and return it. Else return the first of them."""
        # A word alone in the line is left to the argument before it.
        if len(line.words) > 1 and line.words[-1].casefold() in self.known:
            return line.words.pop().casefold()
        return self.known[0]

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return filter(None, self.known)


class Text(OneWord):
    """All words that are left, as one text. `demand` is the sentence of the refusal without any, before the example."""

    def __init__(self, demand: str = "") -> None:
        self.demand = demand

    def read(self, line: Line, takes_rest: bool) -> str:
        """Return the text. Raises Refused when there is none and it is demanded."""
        text = " ".join(line.rest()).strip()
        guards.refuse(f"{self.demand}: {line.usage}" if self.demand and not text else "")
        return text


Find = Callable[[Encounter, str, str], str]
"""Returns the name of a thing of a fighter, by its id and the name typed. Raises Refused."""


class Thing(OneWord):
    """A thing of the fighter's own sheet, named by all words that are left. Empty where none is named or `needed`.

    `find` looks for it. `names` lists the things there are.
    """

    def __init__(self, find: Find, names: Callable[[Encounter, str], Iterable[str]], *, needed: bool = False) -> None:
        self.find, self.names, self.needed = find, names, needed

    def read(self, line: Line, takes_rest: bool) -> str:
        text = " ".join(line.rest())
        return self.find(line.encounter, line.who, text) if text or self.needed else ""

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return self.names(encounter, who)
