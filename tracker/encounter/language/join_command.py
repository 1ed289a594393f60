"""Join command: who of the library joins, how many of it, or an ordinary fighter."""

from __future__ import annotations

import re

from tracker.encounter.engine.system import RuleSystem
from tracker.encounter.language.condition_command import number
from tracker.model.commands import JoinCreature
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

_NUMBER = re.compile(r"\d{1,3}[xX]?")
"""How many, in front of what joins."""


def read(encounter: Encounter, rules: RuleSystem, words: list[str]) -> JoinCreature:
    """`join goblin x3 raiders`, `join 3 goblin raiders`, `join new Thug raiders`; raises Refused."""
    if not words:
        raise Refused("Give the creature that joins: join goblin x3 raiders, or: join new Thug raiders")
    many = 1
    kept: list[str] = []
    for place, word in enumerate(words):
        if re.fullmatch(r"[xX]\d{1,3}", word) or (place == 0 and len(words) > 1 and _NUMBER.fullmatch(word)):
            many = number(word.strip("xX"), "How many join", 1, 50)
        else:
            kept.append(word)
    if not kept:
        raise Refused("Give the creature that joins: join goblin x3 raiders")
    if kept[0].casefold() == "new":
        if len(kept) < 2:
            raise Refused("Give the newcomer's name: join new Thug raiders")
        if len(kept) > 3:
            raise Refused(f"{' '.join(kept[3:])} is too much; put a name of several words in quotes.")
        return JoinCreature("", many, kept[2] if len(kept) > 2 else "", kept[1])
    return JoinCreature(kept[0], many, kept[1] if len(kept) > 1 else "", " ".join(kept[2:]))
