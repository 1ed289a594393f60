"""Condition command, `is`: a condition of the game or in the GM's own words, what it weighs, and when it ends."""

from __future__ import annotations

import re
from typing import NamedTuple

from tracker.encounter.names import Quoted, first_named, plain
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model.combatant import TURN
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

LONGEST_CONDITION = 60
_LATER = re.compile(r"\+\d{1,7}")
_ITSELF = "it", "its", "he", "his", "she", "her", "they", "their"
_OF_A_TURN = "the", "end", "of", "next"
"""Words around the name in `until the end of bo's next turn`."""
_SECONDS = {"s": 1, "sec": 1, "second": 1, "seconds": 1, "min": 60, "minute": 60, "minutes": 60}


def number(word: str, what: str, low: int = -1_000_000, high: int = 1_000_000) -> int:
    """Return a whole number within its bounds. Raises Refused, with `what` as the name of the number."""
    if not re.fullmatch(r"[+-]?\d{1,7}", word) or not low <= int(word) <= high:
        bounds = f" from {low} to {high}" if high < 1_000_000 else ""
        raise Refused(f"{what} is a whole number{bounds}, not {word}.")
    return int(word)


def count(word: str, encounter: Encounter, rules: Rules) -> int:
    """Return a moment as the table writes it (`45`, `4.2`, or of a round `14`, the next one). Raises Refused."""
    moment = rules.unit.read(word, encounter.count)
    if moment is None:
        unit = rules.unit
        raise Refused(f"A {unit.one} is written such as {unit.example}, from {unit.text(0)} on, not {word}.")
    return moment


def read(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.FixCondition:
    """Return the condition meant by the words after `is`. Raises Refused with what would have worked."""
    usage = (
        f'{who} is "half blind" -2 until {rules.unit.example} · for 12 · until {who} acts · {who} is not "half blind"'
    )
    if words and words[0].casefold() == "not":
        words_of_it = " ".join(words[1:])
        if not words_of_it:
            raise Refused(f"Name the condition that ends, for example: {usage}")
        return cmd.FixCondition(who, _borne(encounter, who, words_of_it), on=False)
    secret = bool(words) and not isinstance(words[0], Quoted) and words[0].casefold() == "secretly"
    words = words[1:] if secret else words
    named = words[:1] if words and isinstance(words[0], Quoted) else []
    words, until, acts, lasts = read_end(encounter, rules, who, words[len(named) :])
    amount = 0
    if words and (named or len(words) > 1) and re.fullmatch(r"[+−-]\d{1,3}", words[-1]):
        amount, words = int(words[-1].replace("−", "-")), words[:-1]
    caster = ""
    if named and len(words) > 1 and words[0].casefold() == "by":
        of, words = first_named(encounter, words[1:])
        caster = f" (by {encounter[of].name})"
    if named and words:
        raise Refused(f'"{" ".join(words)}" is too much after "{named[0]}", as in: {usage}')
    label = " ".join(named or words).strip()
    if not label:
        raise Refused(f"Name the condition, for example: {usage}")
    if len(label) > LONGEST_CONDITION:
        raise Refused(f"A condition has at most {LONGEST_CONDITION} characters; this one has {len(label)}.")
    names = {
        plain(name): condition.key
        for condition in rules.choices.conditions_by_hand()
        for name in (condition.label, condition.key)
    }
    key = names.get(plain(label), "")
    return cmd.FixCondition(
        who,
        key or label + caster,
        on=True,
        amount=amount,
        until=until,
        acts=acts,
        own=not key,
        secret=secret,
        lasts=lasts,
    )


def _borne(encounter: Encounter, who: str, named: str) -> str:
    """Return the key of the bearer's condition with this name, or `named` without one."""
    conditions = encounter[who].conditions
    return next((c.key for c in conditions if plain(named) in (plain(c.key), plain(c.label))), named)


class Ending(NamedTuple):
    """The words before an end, and the end: a count, or whose action it is, and how far into that turn it lasts."""

    words: list[str]
    until: int | None = None
    acts: str = ""
    lasts: str = ""


def read_end(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> Ending:
    """Read the end: `until 60`, `for 12`, `for +3`, `until bo acts`, `until end of bo's next turn`. Raises Refused."""
    lowered = [word.casefold() for word in words]
    if lowered[-1:] in (["turn"], ["acts"]) and "until" in lowered:
        return _until_somebody(encounter, who, words, len(lowered) - 1 - lowered[::-1].index("until"))
    if "until" in lowered:
        place = lowered.index("until")
        if place + 1 >= len(words):
            raise Refused(f"Give the {rules.unit.one}, for example: until {rules.unit.example}")
        if place + 2 < len(words):
            raise Refused(f'"{" ".join(words[place + 2 :])}" is too much after until {words[place + 1]}.')
        if _LATER.fullmatch(words[place + 1]):
            return Ending(words[:place], encounter.count + int(words[place + 1]))
        return Ending(words[:place], count(words[place + 1], encounter, rules))
    if len(words) > 1 and "for" in lowered[-3:-1] and re.fullmatch(r"\+?\d{1,7}", words[_last(lowered, "for") + 1]):
        place = _last(lowered, "for")
        return Ending(words[:place], encounter.count + _span(rules, words[place + 1 :]))
    return Ending(words)


def _until_somebody(encounter: Encounter, who: str, words: list[str], until: int) -> Ending:
    """Read `until bo acts` and `until the end of bo's next turn`. Raises Refused.

    `until` is the place of that word in `words`.
    """
    through = words[-1].casefold() == TURN
    named = [word for word in words[until + 1 : -1] if not through or word.casefold() not in _OF_A_TURN]
    whose = " ".join(named).replace("’", "'")
    if through:
        whose = whose.removesuffix("'s").removesuffix("'")
    if not whose:
        what, such_as = ("turn", f"the end of {who}'s turn") if through else ("next action", f"{who} acts")
        raise Refused(f"Name the fighter whose {what} ends it, for example: until {such_as}")
    lasts = TURN if through else ""
    if plain(whose) in _ITSELF:
        return Ending(words[:until], acts=who, lasts=lasts)
    of, rest = first_named(encounter, whose.split())
    if rest:
        raise Refused(f'"{" ".join(rest)}" is too much after {encounter[of].name}.')
    return Ending(words[:until], acts=of, lasts=lasts)


def _last(words: list[str], word: str) -> int:
    return len(words) - 1 - words[::-1].index(word)


def _span(rules: Rules, words: list[str]) -> int:
    """Return `12`, `12 counts`, `30 s` or `2 min` in counts, at least 1. The game says how long a second is."""
    length, unit = number(words[0], "A span of time", 1), words[1].casefold() if len(words) > 1 else ""
    if unit in _SECONDS:
        return max(1, round(length * _SECONDS[unit] * rules.unit.per_second))
    if unit and unit not in (*rules.unit.names(), rules.unit.many):
        raise Refused(f'"{words[1]}" is no span of time; there are {rules.unit.many}, s and min.')
    return length
