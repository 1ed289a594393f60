"""Names at the table: an exact one beats a beginning, case and spaces do not matter, an ambiguous one is refused."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from tracker.game_api.target_keys import key_order
from tracker.model.combatant import Combatant
from tracker.model.events import Event, Joined, Renamed
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.text.names import first_of
from tracker.text.suggestions import nearest

Found = TypeVar("Found")
LONGEST_NAME = 4
"""The most words that a name may have in a line without quotes."""


class Quoted(str):
    """Quoted words of a line: one name, with any sign in it."""

    __slots__ = ()


# Cached, since every name of a line is compared with every name of the table, and both stay the same for hours.
@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return `Goblin 1` as it is compared: `goblin1`. Only letters and digits count."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in folded if sign.isalnum()) or folded.strip()


# Cached for the same reason as `plain`: the ids of a crowd are made from a few names.
@lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """Return `Goblin 1` as an instance id: `goblin-1`."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"[^\w]+", "-", folded).strip("-_") or "nobody"


def free_id(name: str, taken: Iterable[str]) -> str:
    """Return a free instance id for `name`."""
    stem, taken_ids = slug(name), set(taken)
    if stem not in taken_ids:
        return stem
    number = 2
    while f"{stem}-{number}" in taken_ids:
        number += 1
    return f"{stem}-{number}"


def pick(word: str, offered: Sequence[tuple[str, Found]], what: str) -> Found:
    """Return the one of `offered` (names with values) meant by `word`. Raises Refused with the candidates.

    `what` names the kind of thing in a refusal.
    """
    typed = plain(word)
    exact = [value for name, value in offered if plain(name) == typed]
    if exact:
        return exact[0]
    beginning = [(name, value) for name, value in offered if plain(name).startswith(typed)] if typed else []
    values = [value for _, value in beginning]
    if values and all(value == values[0] for value in values):
        return values[0]
    if beginning:
        raise Refused(f'"{word}" could be {_listed(name for name, _ in beginning)}; type more letters.')
    names = [name for name, _ in offered]
    near = nearest(word, names)
    hint = f' Did you mean "{near}"?' if near else ""
    known = f" There are {_listed(names)}." if names else ""
    raise Refused(f'There is no {what} "{word}".{hint}{known}')


def combatant_named(encounter: Encounter, word: str) -> str:
    """Return the instance id of the combatant meant by `word`, also by a later word of its name. Raises Refused.

    A bare number is the fighter of that number, as in a list such as `1,4`, unless a fighter is called so.
    """
    number = _row_number(word)
    if 0 < number <= len(encounter.combatants) and not any(
        plain(word) == plain(name) for c in encounter for name in (c.name, c.id)
    ):
        return key_order(encounter)[number - 1]
    offered = [(combatant.name, combatant.id) for combatant in encounter]
    offered += [(combatant.id, combatant.id) for combatant in encounter]
    # A whole name comes before names that only begin so.
    offered.sort(key=lambda pair: plain(pair[0]) != plain(word))
    beginnings = {id for name, id in offered if plain(name).startswith(plain(word))}
    if len(beginnings) == 1 and plain(word):
        return beginnings.pop()
    if not beginnings and plain(word):
        within = {c.id for c in encounter if any(plain(part).startswith(plain(word)) for part in c.name.split())}
        if len(within) == 1:
            return within.pop()
    return pick(word, [(name, id) for name, id in offered], "combatant")


def name_of(encounter: Encounter, who: str) -> str:
    """Return the name of a fighter. An unknown id is returned as it is."""
    return encounter[who].name if who in encounter else who


class NamesLearnt:
    """The names of fighters as far as a log has been told: newcomers and those renamed since are learnt event by event.

    It begins with those of the start. Of a fighter who was not there then, `now` is asked. An undone step holds only
    for the undone steps behind it.
    """

    def __init__(self, start: Iterable[Combatant], now: Callable[[str], str] = str) -> None:
        self._names = {fighter.id: fighter.name for fighter in start}
        self._now = now
        self._undone: dict[str, str] = {}
        self._in_force = True

    def __call__(self, who: str) -> str:
        """Return the name of a fighter. An unknown id is returned as it is."""
        return self._undone.get(who) or self._names.get(who) or self._now(who)

    def begin(self, in_force: bool) -> None:
        """Begin the next step, which is in force or undone."""
        self._in_force = in_force
        if in_force:
            self._undone.clear()

    def learn(self, event: Event) -> None:
        """Keep the name that an event of the step gives to a fighter, in force or undone as the step is."""
        if isinstance(event, Joined | Renamed):
            names = self._names if self._in_force else self._undone
            names[event.who] = event.name

    def go_back(self, events: Sequence[Event]) -> None:
        """Go back to the names before events that are in force."""
        for event in reversed(events):
            if isinstance(event, Renamed) and event.was:
                self._names[event.who] = event.was


def written(encounter: Encounter, who: str) -> str:
    """Return a fighter's name where a line means this fighter by it. Else its id."""
    name = name_of(encounter, who)
    try:
        meant = first_named(encounter, name.split())
    except Refused:
        return who
    plainly = name == " ".join(name.split()) and not set(name) & set("\"'`,;:\\")
    return name if plainly and meant == (who, []) else who


def first_named(encounter: Encounter, words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the combatant named by the first words, and the rest. A name of several words may be without quotes."""
    who, length = whole_name(encounter, words, least=2)
    if who:
        return who, list(words[length:])
    return combatant_named(encounter, words[0]), list(words[1:])


def whole_name(encounter: Encounter, words: Sequence[str], least: int = 1) -> tuple[str, int]:
    """Return the combatant whose whole name the first words are, `least` or more, and their number. Else ("", 0)."""
    for length in range(min(LONGEST_NAME, len(words)), least - 1, -1):
        joined = plain("".join(words[:length]))
        for combatant in encounter:
            if joined in (plain(combatant.name), plain(combatant.id)):
                return combatant.id, length
    return "", 0


def names_as_words(encounter: Encounter, words: Sequence[str]) -> list[str]:
    """Return the words of a line, those of a fighter's whole name as one: `strike Orc 2 careful` has three.

    So a name is understood as the log prints it wherever one is typed. A comma behind it stays.
    """
    whole = {plain(fighter.name) for fighter in encounter if " " in fighter.name}
    joined: list[str] = []
    place = 0
    while place < len(words):
        length = next(
            (
                length
                for length in range(min(LONGEST_NAME, len(words) - place), 1, -1)
                if plain("".join(words[place : place + length])) in whole
                and not any(
                    isinstance(word, Quoted) or word.endswith(",") for word in words[place : place + length - 1]
                )
                and not isinstance(words[place + length - 1], Quoted)
            ),
            1,
        )
        joined.append(words[place] if length == 1 else " ".join(words[place : place + length]))
        place += length
    return joined


def somebody(encounter: Encounter) -> str:
    """Return the id for an example: that of the first fighter."""
    return next((combatant.id for combatant in encounter), "brann")


def _row_number(word: str) -> int:
    """Return the number typed. 0 for any other word."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 6 else 0


def _listed(names: Iterable[str], most: int = 12) -> str:
    """Return the first of the names, each once however it is spelt, and the number of further ones."""
    seen: dict[str, str] = {}
    for name in names:
        seen.setdefault(plain(name), name)
    unique = list(seen.values())
    return first_of(unique, most)
