"""Multi-target: the fighters that words such as `1-4,7`, `raiders` or `all` name, and one command for each of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from math import floor
from typing import Any, get_args

from tracker.encounter.names import combatant_named, first_named, plain
from tracker.game_api.target_keys import key_order, keyed_by
from tracker.model import commands as cmd
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

SEVERAL = "kernel.several"
"""The kernel's stage with the further targets, when a question came between."""
EVERYBODY = ("all", "everybody", "everyone")
SHARES = {"half": Fraction(1, 2), "double": Fraction(2)}
"""The share that one of several targets takes of an amount. Fractions are dropped."""
JOINT = " ; "
"""The separator between orders to some and orders to others in one line, which is undone as one."""
_RANGE = re.compile(r"(\w+)-(\w+)")


def named(encounter: Encounter, words: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """Return the fighters whom the first words name together, in seat order, and how many words. Else ((), 0).

    `all` are all who are in the fight, and a side or group those of it who are. `1-4,7` are rows by number or key, and
    names may be in such a list. Words that are exactly a fighter's name mean that fighter alone, which gives ((), 0).
    """
    taken = 1
    while taken < len(words) and words[taken - 1].endswith(","):
        taken += 1
    text = "".join(words[:taken])
    if not text or plain(text) in {plain(name) for fighter in encounter for name in (fighter.name, fighter.id)}:
        return (), 0
    ids = _all_of(encounter, text)
    if not ids and ("," in text or _range(encounter, text)):
        ids = listed(encounter, text)
    return (ids, taken) if ids else ((), 0)


def meant(encounter: Encounter, line: str) -> tuple[str, ...]:
    """Return the ids of all fighters that a line with several targets names. Empty for another line."""
    ids: dict[str, None] = {}
    for words in filter(None, map(str.split, line.split(JOINT))):
        words = words[1:] if words[0] == "fix" else words
        # Several fighters, or else the single one that the words begin with.
        try:
            ids.update(dict.fromkeys(named(encounter, words)[0] or first_named(encounter, words)[:1]))
        except Refused:
            return ()
    return tuple(ids)


def listed(encounter: Encounter, text: str) -> tuple[str, ...]:
    """Return the fighters of a list such as `1-4,7,sela`, in seat order.

    Raises Refused for a part that names no fighter.
    """
    ids: set[str] = set()
    for part in text.split(","):
        if part.strip():
            ids.update(_of_part(encounter, part.strip()))
    return tuple(fighter.id for fighter in encounter if fighter.id in ids)


def _all_of(encounter: Encounter, text: str) -> tuple[str, ...]:
    """Return all able fighters of the side or group named `text`, or of the fight. Empty for other words."""
    word = plain(text)
    everybody = text.casefold() in EVERYBODY
    return tuple(
        fighter.id
        for fighter in encounter
        if fighter.able and (everybody or word in (plain(fighter.profile.side or " "), plain(fighter.group or " ")))
    )


def _of_part(encounter: Encounter, part: str) -> tuple[str, ...]:
    """Return the fighters that one part of a list names: a name, key, range of keys, group, side, part of a name."""
    exact = [fighter.id for fighter in encounter if plain(part) in (plain(fighter.name), plain(fighter.id))]
    if exact:
        return tuple(exact[:1])
    seats = _range(encounter, part) or _seat(encounter, part)
    return seats or _all_of(encounter, part) or (combatant_named(encounter, part),)


def _range(encounter: Encounter, text: str) -> tuple[str, ...]:
    """Return the fighters whose keys lie in a range such as `6-9`. Empty without a range, or with an unused end."""
    match = _RANGE.fullmatch(text)
    if match is None:
        return ()
    ends = [_seat(encounter, end) for end in match.groups()]
    if not all(ends):
        return ()
    order = key_order(encounter)
    first, last = sorted(order.index(end[0]) for end in ends)
    return order[first : last + 1]


def _seat(encounter: Encounter, text: str) -> tuple[str, ...]:
    """Return the fighter with this number, counted from 1 in the order of keys, or with this key. Empty without one."""
    if text.isdecimal() and len(text) < 5:
        order, place = key_order(encounter), int(text) - 1
        return (order[place],) if 0 <= place < len(order) else ()
    who = keyed_by(encounter, text.casefold())
    return (who,) if who else ()


def shares(encounter: Encounter, ids: Sequence[str], words: Sequence[str]) -> tuple[list[str], dict[str, Fraction]]:
    """Return the words before `half 2,4` and `double 3`, and the share of damage by id for the fighters named so.

    Raises Refused for a fighter who is not among `ids`.
    """
    rest, given = list(words), dict[str, Fraction]()
    while len(rest) > 2 and rest[-2].casefold() in SHARES:
        try:
            whose = listed(encounter, rest[-1])
        except Refused:
            break
        strangers = [encounter[who].name for who in whose if who not in ids]
        if strangers:
            raise Refused(f"{', '.join(strangers)} is not one of the targets and takes no share.")
        given.update(dict.fromkeys(whose, SHARES[rest[-2].casefold()]))
        rest = rest[:-2]
    return rest, given


def shared(amount: str, share: Fraction) -> str:
    """Return the share of an amount as it is written. Fractions are dropped."""
    if not re.fullmatch(r"\d{1,7}", amount):
        raise Refused(f"Half and double need a whole number, not {amount or 'nothing'}.")
    return str(floor(int(amount) * share))


# As data, for what is still to do after a question

_BY_NAME: dict[str, type] = {kind.__name__: kind for kind in get_args(cmd.Command)}


def data_of(command: cmd.Command) -> dict[str, Any]:
    """Return a command as plain data. `command_of` undoes it."""
    values = {field.name: getattr(command, field.name) for field in fields(command)}
    return {"kind": type(command).__name__, **{k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}}


def command_of(data: Mapping[str, Any]) -> cmd.Command:
    """Return the command written by `data_of`."""
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items() if key != "kind"}
    command: cmd.Command = _BY_NAME[str(data["kind"])](**values)
    return command
