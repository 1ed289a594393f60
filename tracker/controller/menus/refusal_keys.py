"""Refusal keys: what a refused row of a menu recommends, by its key where the menus have one, else as a typed line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tracker.game_api.values import Choice

_LINE = re.compile(r"`([^`]+)`")
_AWARE = "aware"
"""The verb of a line that stands in the menu of a fighter, under `w`."""


def by_keys(choices: Iterable[Choice], who: str, root: Sequence[Choice], back: str, change: str) -> tuple[Choice, ...]:
    """Return the choices with the keys of the first menu, `root`, in place of the lines that do the same.

    `back` is the key that leads there, empty where it is open. `change` opens the menu of the fighter.
    """
    keys = {verb: f"{back} {choice.key}".strip() for choice in reversed(root) if (verb := _verb(choice, who))}
    keys[_AWARE] = f"{change} w"
    rows = tuple(choices)
    worded = (_LINE.sub(lambda line: _key(line, who, keys), row.refused) for row in rows)
    return tuple(
        replace(row, refused=why) if why != row.refused else row for row, why in zip(rows, worded, strict=True)
    )


def _verb(choice: Choice, who: str) -> str:
    """Return the verb that a choice carries out or leads to. Empty for one without a key, or refused itself."""
    if choice.refused or not choice.key:
        return ""
    return str(choice.path[0]) if choice.path else choice.line.removeprefix(f"{who} ").partition(" ")[0]


def _key(line: re.Match[str], who: str, keys: Mapping[str, str]) -> str:
    """Return the key, of `keys` by verb, for a matched line of `who`. The line itself when no key does the same."""
    owner, _, deed = line[1].partition(" ")
    key = keys.get(deed.partition(" ")[0], "") if owner == who else ""
    return f"`{key}`" if key else line[0]
