"""Fix command: a pool, a count, a condition or a die put right by hand."""

from __future__ import annotations

import re

from tracker.encounter.engine import multi_target
from tracker.encounter.language.condition_command import count, number, read_end
from tracker.encounter.names import first_named, plain
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model.combatant import Pool
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, LAND, Encounter

Fix = cmd.FixDie | cmd.FixCount | cmd.FixPool | cmd.FixCondition


def read(encounter: Encounter, rules: Rules, words: list[str]) -> Fix | cmd.Together:
    """Read the words after `fix`, for one fighter or several. Raises Refused with the words that would work."""
    ids, taken = multi_target.named(encounter, words)
    if len(ids) < 2:
        return _one(encounter, rules, words)
    each = [_one(encounter, rules, [who, *words[taken:]]) for who in ids]
    return cmd.Together(tuple(command for command in each if not isinstance(command, cmd.FixDie)))


def _one(encounter: Encounter, rules: Rules, words: list[str]) -> Fix:
    """Read `fix`: a die, the time or a pool of a fighter, a condition on or off."""
    if [word.casefold() for word in words] == ["die"]:
        raise Refused("Give the right roll: fix die 46, or of the second roll: fix die roll 2 46")
    if len(words) >= 2 and words[0].casefold() == "die":
        if words[1].casefold() == "roll" and len(words) > 3:
            return cmd.FixDie(
                " ".join(words[3:]), number(words[2], "A roll, counted from the first of the last step,", 1)
            )
        return cmd.FixDie(" ".join(words[1:]))
    if not words:
        raise Refused(f"Give the fighter, the number and its value: {_usage(encounter, rules)}")
    who, rest = first_named(encounter, words)
    if len(rest) < 2:
        raise Refused(_what_follows(encounter, rules, who, rest))
    if {word.casefold() for word in rest[1:]} & {"on", "off", "until"}:
        return _fix_condition(encounter, rules, who, rest)
    what, value = rest[0], rest[1]
    if len(rest) > 2:
        raise Refused(f"{' '.join(rest[2:])} is too much, as in: {_usage(encounter, rules, who)}")
    if what.casefold() in rules.unit.names():
        return cmd.FixCount(who, _count(encounter, rules, who, value))
    pool = next((pool for pool in encounter[who].profile.pools if plain(pool.name) == plain(what)), None)
    if pool is None:
        return cmd.FixPool(who, what, number(value, _POINTS))
    return cmd.FixPool(who, pool.name, _points(encounter, who, pool, value))


def _points(encounter: Encounter, who: str, pool: Pool, value: str) -> int:
    """Return the new points of a pool: `20`, `d6`, `=-3`. A bare sign changes them by so much: `+2`, `-1`.

    In a fight of an older release the sign stays part of the number, so `-1` is one below 0.
    """
    step = pool.step_named(value)
    if step is not None:
        return step
    if value.startswith("="):
        return number(_plain_minus(value[1:]), _POINTS)
    by = bool(encounter.release) and _SIGNED.fullmatch(value) is not None
    return number(_plain_minus(value), _POINTS) + (encounter[who].pool(pool.name) if by else 0)


def _count(encounter: Encounter, rules: Rules, who: str, value: str) -> int:
    """Return the count that the fighter's pending entry moves to: `25`, `4.2`. A sign moves it by so much: `+3`."""
    pending = [due.count for due in encounter.agenda.of(who) if due.what in (DECLARE, LAND)]
    if pending and _SIGNED.fullmatch(value):
        return pending[0] + int(_plain_minus(value))
    return count(value, encounter, rules)


_SIGNED = re.compile(r"[+\-−]\d{1,7}")
_POINTS = "The points of a pool"


def _plain_minus(value: str) -> str:
    """Return a number with a hyphen in place of the minus sign that the screen shows."""
    return value.replace("−", "-")


def _usage(encounter: Encounter, rules: Rules, who: str = "") -> str:
    """Return examples for the named fighter, or for the first in the fight."""
    fighter = encounter[who] if who else next(iter(encounter), None)
    if fighter is None:
        return "fix die 46"
    pool = next((pool.name for pool in fighter.profile.pools), "HP")
    lines = [
        f"{pool} 20",
        f"{pool} +2",
        f"count {rules.unit.example}",
        *(f"{condition.key} off" for condition in rules.choices.conditions_by_hand()[:1]),
    ]
    return " · ".join(f"fix {fighter.id} {line}" for line in lines)


def _what_follows(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> str:
    """Return a sentence that asks for what the words after the fighter's name still lack."""
    name, what = encounter[who].name, " ".join(words)
    if what.casefold() in rules.unit.names():
        return f"Give the new time: fix {who} {what} {rules.unit.example}"
    if plain(what) in {plain(pool.name) for pool in encounter[who].profile.pools}:
        return f"Give the new value, or by how much: fix {who} {what} 20 · fix {who} {what} +2"
    return f"Give what to correct of {name}: {_usage(encounter, rules, who)}"


def _fix_condition(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.FixCondition:
    """Read a condition of a fighter, on or off, with its amount and its end. An unknown one keeps its words.

    Without `on` or `off` it begins.
    """
    words, until, acts, lasts = read_end(encounter, rules, who, words)
    on = not (words and words[-1].casefold() == "off")
    if words and words[-1].casefold() in ("on", "off"):
        words = words[:-1]
    amount = 0
    if len(words) > 1 and re.fullmatch(r"[+-]?\d{1,3}", words[-1]):
        amount, words = int(words[-1]), words[:-1]
    typed = plain("".join(words))
    known = [(condition.key, condition.key) for condition in rules.choices.conditions_by_hand()]
    known += [(name, c.key) for c in encounter[who].conditions for name in (c.key, c.label)]
    key = next((key for name, key in known if plain(name) == typed), " ".join(words))
    return cmd.FixCondition(who, key, on, amount, until, acts, lasts=lasts)
