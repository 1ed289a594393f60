"""Menu paths: menus whose path is made of the words of the line chosen so far, with switches and numbers on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tracker.system_api.choice_keys import letters
from tracker.system_api.values import Choice, Menu
from tracker.systems.kit.sums import signed

Path = tuple[str, ...]
"""A menu's name, then words of the line, `foe 3` for a number; `?foe` at the end asks for it."""


def chosen(path: Path, name: str, usual: str = "") -> str:
    """The number chosen under a name; `usual` when none is."""
    return next((word.split(" ")[1] for word in path if word.startswith(f"{name} ")), usual)


def changed(path: Path, name: str, value: str) -> Path:
    """With another value under a name; without the name when the value is empty or 0."""
    rest = tuple(word for word in path if not word.startswith(f"{name} "))
    return (*rest, f"{name} {value}") if value not in ("", "0") else rest


def words(path: Path, *but: str) -> str:
    """The words chosen, as they stand in a line, without those that begin with one of `but`; with a space before."""
    return "".join(f" {word}" for word in path if word.split(" ")[0] not in but)


def switch(key: str, word: str, path: Path, label: str = "") -> Choice:
    """A word of the line, on or off."""
    on = word in path
    rest = tuple(one for one in path if one != word)
    return Choice(key, f"{label or word}{' ●' if on else ''}", path=rest if on else (*path, word))


def turn(key: str, label: str, there: Sequence[str], path: Path) -> Choice:
    """The next of several words that exclude each other; the first of them is not written into the path."""
    now = next((word for word in there[1:] if word in path), there[0])
    following = there[(there.index(now) + 1) % len(there)]
    rest = tuple(word for word in path if word not in there[1:])
    return Choice(key, label, path=rest if following == there[0] else (*rest, following))


def asks(key: str, label: str, path: Path, name: str) -> Choice:
    """A number of the line, chosen in a menu of its own."""
    return Choice(key, label, path=(*path, f"?{name}"))


def asked(path: Path) -> str:
    """The number that a path asks for; empty when it asks for none."""
    return path[-1][1:].split(" ")[0] if path and path[-1].startswith("?") else ""


def options(rows: Sequence[Mapping[str, str]], path: Path, figures: Mapping[str, object]) -> tuple[Choice, ...]:
    """Rows of `key`, `label` and the `word` to be switched, or the number it `asks`, labels filled in from figures."""
    return tuple(
        asks(row["key"], row["label"].format_map(figures), path, row["asks"])
        if "asks" in row
        else switch(row["key"], row["word"], path, row["label"])
        for row in rows
    )


AT_ONCE = 12
"""Numbers up to this are chosen at once; those beyond it digit by digit."""


def asked_of(numbered: Mapping[str, Mapping[str, Any]], path: Path) -> Menu | None:
    """The menu of the number a path asks for, by its `title`, `low` and `high`; None when it asks for none."""
    row = numbered.get(asked(path))
    if row is None:
        return None
    title, low, high = row["title"], row["low"], row["high"]
    if high <= AT_ONCE:
        return numbers(path, title, range(low, high + 1))
    begun = path[-1].split(" ")[1:]
    if begun:
        base, step = map(int, begun)
        return _digits(path, title, base, step, high)
    here = numbers(path, title, range(low, AT_ONCE + 1))
    name, rest = asked(path), path[:-1]
    further = Choice("m", f"more, up to {high}", path=(*rest, f"?{name} 0 10"))
    return Menu(here.title, (*here.choices, further))


def _digits(path: Path, title: str, base: int, step: int, high: int) -> Menu:
    """The next digit of a long number: tens and hundreds first, ones last."""
    name = asked(path)
    rest = tuple(word for word in path[:-1] if word.split(" ")[0] != name)
    choices = []
    for digit in range(10):
        number = base + digit * step
        if number > high or (not base and not digit):
            continue
        then = f"{name} {number}" if step == 1 else f"?{name} {number} {step // 10}"
        label = str(number) if step == 1 else f"{number} to {min(high, number + step - 1)}"
        choices.append(Choice(str(digit), label, path=(*rest, then)))
    if not base:
        for number in range(100, high + 1, 100):
            label = f"{number} to {min(high, number + 99)}"
            choices.append(Choice("", label, path=(*rest, f"?{name} {number} 10")))
    return Menu(title, tuple(choices))


def numbers(path: Path, title: str, there: Iterable[int]) -> Menu:
    """The menu in which a number is chosen: its digits' keys, letters where those are taken."""
    name, there = asked(path), tuple(there)
    rest = tuple(word for word in path[:-1] if word.split(" ")[0] != name)
    keys = letters([str(abs(number)) if abs(number) < 10 else "abcdef" for number in there])
    return Menu(
        title,
        tuple(
            Choice(key, signed(number) if number < 0 else str(number), path=(*rest, f"{name} {number}"))
            for key, number in zip(keys, there, strict=True)
        ),
    )
