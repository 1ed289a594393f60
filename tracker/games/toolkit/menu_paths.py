"""Menu paths: menus whose path holds what is chosen so far for a line: words, switches and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tracker.game_api.choice_keys import letters
from tracker.game_api.values import Choice, Menu
from tracker.games.toolkit.arguments import Argument
from tracker.games.toolkit.sums import signed
from tracker.model.lazy_dataclass import dataclass

Path = tuple[Any, ...]
"""The verb, then words of its line, each `Chosen` value, and at the end the number that is `Asked` for."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A value chosen under a name of the line: `foe 3`."""

    name: str
    value: int | str

    def __str__(self) -> str:
        return f"{self.name} {self.value}"


@dataclass(frozen=True, slots=True)
class Asked:
    """A number of the line that a menu asks for, digit by digit where it may be great.

    `begun` is the part chosen so far, `counts` what the next digit counts. 0 before the first digit.
    """

    name: str
    begun: int = 0
    counts: int = 0


def steps(options: Iterable[str]) -> Path:
    """Return options of a line as steps of a path: `speed 3` is the number 3 chosen under `speed`."""
    return tuple(_step(*option.split(" ", maxsplit=1)) for option in options)


def _step(name: str, value: str = "") -> str | Chosen:
    return Chosen(name, int(value) if value.isdecimal() else value) if value else name


def chosen(path: Path, name: str, usual: int | str) -> int | str:
    """Return the value chosen under a name. `usual` when none is."""
    return next((step.value for step in path if isinstance(step, Chosen) and step.name == name), usual)


def number(path: Path, name: str, usual: int = 0) -> int:
    """Return the number chosen under a name. `usual` when none is."""
    return int(chosen(path, name, usual))


def changed(path: Path, name: str, value: int | str) -> Path:
    """Return the path with another value under a name. An empty value or 0 removes the name."""
    rest = without(path, name)
    return (*rest, Chosen(name, value)) if value else rest


def without(path: Path, name: str) -> Path:
    """Return the path without the value chosen under a name."""
    return tuple(step for step in path if not (isinstance(step, Chosen) and step.name == name))


def words(path: Path, *excluded: str) -> str:
    """Return the chosen words as a line has them, a space before each, without the `excluded` ones."""
    return "".join(f" {step}" for step in path if str(step).split(" ")[0] not in excluded)


def switch(key: str, word: str, path: Path, label: str = "") -> Choice:
    """Return the choice that adds a word to the line, or removes it when it is there."""
    on = word in path
    rest = tuple(other for other in path if other != word)
    return Choice(key, f"{label or word}{' ●' if on else ''}", path=rest if on else (*path, word))


def turn(key: str, label: str, alternatives: Sequence[str], path: Path) -> Choice:
    """Return the choice that replaces a word by the next of several. The first is the default and is not written."""
    now = next((word for word in alternatives[1:] if word in path), alternatives[0])
    following = alternatives[(alternatives.index(now) + 1) % len(alternatives)]
    rest = tuple(word for word in path if word not in alternatives[1:])
    return Choice(key, label, path=rest if following == alternatives[0] else (*rest, following))


def option(argument: Argument[Any], path: Path, figures: dict[str, object]) -> Choice:
    """Return the choice of an argument that its menu offers: a switch, or one that asks for a number."""
    offer = argument.offer
    assert offer is not None
    label = offer.label.format_map(figures)
    if offer.title:
        return Choice(offer.key, label, path=(*path, Asked(argument.name)))
    return switch(offer.key, argument.name, path, label)


AT_ONCE = 12
"""Numbers up to this have a key each. Greater ones are chosen digit by digit."""


def menu_of_number(argument: Argument[Any], path: Path) -> Menu:
    """Return the menu of the number that the end of a path asks for: all numbers at once, or a long one by digits."""
    offer, asked = argument.offer, path[-1]
    assert offer is not None and isinstance(asked, Asked)
    if offer.high <= AT_ONCE:
        return numbers(path, offer.title, range(offer.low, offer.high + 1))
    if asked.counts:  # a digit is chosen already, or the choice of more numbers
        return _digits(path, offer.title, asked, offer.high)
    at_once = numbers(path, offer.title, range(offer.low, AT_ONCE + 1))
    further = Choice("m", f"more, up to {offer.high}", path=(*path[:-1], Asked(asked.name, begun=0, counts=10)))
    return Menu(at_once.title, (*at_once.choices, further))


def _digits(path: Path, title: str, asked: Asked, high: int) -> Menu:
    """Return the menu for the next digit of a number up to `high`. `asked` has its part so far and the digit's unit."""
    name, base, counts = asked.name, asked.begun, asked.counts
    rest = without(path[:-1], name)
    choices = []
    for digit in range(10):
        value = base + digit * counts
        if value > high or (not base and not digit):
            continue
        then = Chosen(name, value) if counts == 1 else Asked(name, value, counts // 10)
        label = str(value) if counts == 1 else f"{value} to {min(high, value + counts - 1)}"
        choices.append(Choice(str(digit), label, path=(*rest, then)))
    if not base:
        for value in range(100, high + 1, 100):
            label = f"{value} to {min(high, value + 99)}"
            choices.append(Choice("", label, path=(*rest, Asked(name, value, 10))))
    return Menu(title, tuple(choices))


def numbers(path: Path, title: str, offered: Iterable[int]) -> Menu:
    """Return the menu of some numbers, each with its digit as key, or a letter for those above 9."""
    name, offered = path[-1].name, tuple(offered)
    rest = without(path[:-1], name)
    keys = letters([str(abs(value)) if abs(value) < 10 else "abcdef" for value in offered])
    return Menu(
        title,
        tuple(
            Choice(key, signed(value) if value < 0 else str(value), path=(*rest, Chosen(name, value)))
            for key, value in zip(keys, offered, strict=True)
        ),
    )
