"""Menu paths: menus whose path is the words chosen so far for a line, with switches and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tracker.system_api.choice_keys import letters
from tracker.system_api.values import Choice, Menu
from tracker.systems.kit.sums import signed

Path = tuple[str, ...]
"""A menu's name, then words of the line; `foe 3` is a chosen number, `?foe` at the end opens the menu for one."""


def chosen(path: Path, name: str, usual: str = "") -> str:
    """Return the number chosen under a name; `usual` when none is."""
    return next((word.split(" ")[1] for word in path if word.startswith(f"{name} ")), usual)


def changed(path: Path, name: str, value: str) -> Path:
    """Return the path with another value under a name; an empty value or 0 removes the name."""
    rest = tuple(word for word in path if not word.startswith(f"{name} "))
    return (*rest, f"{name} {value}") if value not in ("", "0") else rest


def words(path: Path, *excluded: str) -> str:
    """Return the chosen words as a line has them, a space before each, without the `excluded` ones."""
    return "".join(f" {word}" for word in path if word.split(" ")[0] not in excluded)


def switch(key: str, word: str, path: Path, label: str = "") -> Choice:
    """Return the choice that adds a word to the line, or removes it when it is there."""
    on = word in path
    rest = tuple(other for other in path if other != word)
    return Choice(key, f"{label or word}{' ●' if on else ''}", path=rest if on else (*path, word))


def turn(key: str, label: str, alternatives: Sequence[str], path: Path) -> Choice:
    """Return the choice that replaces a word by the next of several; the first is the default and is not written."""
    now = next((word for word in alternatives[1:] if word in path), alternatives[0])
    following = alternatives[(alternatives.index(now) + 1) % len(alternatives)]
    rest = tuple(word for word in path if word not in alternatives[1:])
    return Choice(key, label, path=rest if following == alternatives[0] else (*rest, following))


def asks(key: str, label: str, path: Path, name: str) -> Choice:
    """Return the choice that opens the menu for a number of the line."""
    return Choice(key, label, path=(*path, f"?{name}"))


def asked(path: Path) -> str:
    """Return the name of the number that a path asks for; empty when it asks for none."""
    return path[-1][1:].split(" ")[0] if path and path[-1].startswith("?") else ""


def options(rows: Sequence[Mapping[str, str]], path: Path, figures: Mapping[str, object]) -> tuple[Choice, ...]:
    """Return a choice for each row: its `word` is a switch, or it `asks` for a number.

    Labels are filled from figures.
    """
    return tuple(
        asks(row["key"], row["label"].format_map(figures), path, row["asks"])
        if "asks" in row
        else switch(row["key"], row["word"], path, row["label"])
        for row in rows
    )


AT_ONCE = 12
"""Numbers up to this have a key each; greater ones are chosen digit by digit."""


def asked_of(numbered: Mapping[str, Mapping[str, Any]], path: Path) -> Menu | None:
    """Return the menu of the number that a path asks for, by its `title`, `low` and `high`.

    None when it asks for none. A path that ends in `?foe 20 1` has chosen 20 so far, and the next digit counts 1.
    """
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
    """Return the menu for the next digit of a long number, `base` chosen so far; the digit counts `step`."""
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


def numbers(path: Path, title: str, offered: Iterable[int]) -> Menu:
    """Return the menu of some numbers, each with its digit as key, or a letter for those above 9."""
    name, offered = asked(path), tuple(offered)
    rest = tuple(word for word in path[:-1] if word.split(" ")[0] != name)
    keys = letters([str(abs(number)) if abs(number) < 10 else "abcdef" for number in offered])
    return Menu(
        title,
        tuple(
            Choice(key, signed(number) if number < 0 else str(number), path=(*rest, f"{name} {number}"))
            for key, number in zip(keys, offered, strict=True)
        ),
    )
