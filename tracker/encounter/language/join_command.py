"""Join command: who of the library joins, how many of it, or an ordinary fighter."""

from __future__ import annotations

import re

from tracker.encounter.language.condition_command import number
from tracker.game_api.rules import Rules
from tracker.model.commands import JoinCreature
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

_NUMBER = re.compile(r"\d{1,3}[xX]?")


GROUP = "group"
"""The word before the name of a newcomer's group."""
HIDDEN = "hidden"
"""The word for newcomers whom the other sides do not notice."""


def read(encounter: Encounter, rules: Rules, words: list[str]) -> JoinCreature:
    """Read `join goblin x3 raiders group goblins hidden`, `join 3 goblin`, `join new Thug raiders`. Raises Refused."""
    if not words:
        raise Refused("Give the creature that joins: join goblin x3 raiders, or: join new Thug raiders")
    words, group = _of_a_group(words)
    many = 1
    kept: list[str] = []
    for place, word in enumerate(words):
        if re.fullmatch(r"[xX]\d{1,3}", word) or (place == 0 and len(words) > 1 and _NUMBER.fullmatch(word)):
            many = number(word.strip("xX"), "How many join", 1, 50)
        else:
            kept.append(word)
    if not kept:
        raise Refused("Give the creature that joins: join goblin x3 raiders")
    new = kept[0].casefold() == "new"
    # Behind `new` the second word is the name.
    named, behind = kept[: 1 + new], [word for word in kept[1 + new :] if word.casefold() != HIDDEN]
    hidden = len(named) + len(behind) < len(kept)
    if new:
        if len(named) < 2:
            raise Refused("Give the newcomer's name: join new Thug raiders")
        if len(behind) > 1:
            raise Refused(f'"{" ".join(behind[1:])}" is too much; put a name of several words in quotes.')
        return JoinCreature(creature="", number=many, side="".join(behind), name=named[1], hidden=hidden, group=group)
    return JoinCreature(named[0], many, "".join(behind[:1]), " ".join(behind[1:]), hidden, group)


def _of_a_group(words: list[str]) -> tuple[list[str], str]:
    """Return the words without `group NAME`, and that name (empty: no group). Raises Refused without a name.

    A `hidden` behind the name is no part of it, and stays among the words.
    """
    lowered = [word.casefold() for word in words]
    if GROUP not in lowered[1:]:
        return words, ""
    place = lowered.index(GROUP, 1)
    named = [word for word in words[place + 1 :] if word.casefold() != HIDDEN]
    if not named:
        raise Refused("Give the name of the group: join goblin x3 raiders group goblins")
    return words[:place] + [word for word in words[place + 1 :] if word.casefold() == HIDDEN], " ".join(named)
