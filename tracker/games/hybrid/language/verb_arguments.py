"""The words after the smaller verbs of Hybrid, read and checked."""

from __future__ import annotations

import re

from tracker.encounter.names import pick
from tracker.games.hybrid.actions import simple_actions, verb_dispatch
from tracker.games.hybrid.body import scene_changes, weapons
from tracker.games.hybrid.body.activity_rates import EXHAUSTION
from tracker.games.hybrid.book.book import book
from tracker.games.hybrid.modifiers import action_modifiers, option_parser
from tracker.games.hybrid.sheets import schema
from tracker.games.hybrid.sheets.sheet import sheet_of
from tracker.games.toolkit.arguments import Line, Words
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

TECHNIQUES = ("grapple", "throw", "overbear", "hold")
ACTIVITIES = (*(row.verb for row in book().energy.activity.values() if row.verb != "stands"), "idles")
"""Verbs that begin an activity; `idles` ends it."""


def nothing_more(words: list[str], verb: str) -> None:
    """Raise Refused when words are left over."""
    if words:
        raise Refused(f"`{verb}` takes no more words; leave out {' '.join(words)}.")


def activity(line: Line) -> Words:
    """Read nothing more behind the verb of an activity; the word is its name, empty for `idles`. Raises Refused."""
    nothing_more(line.rest(), line.verb)
    rows = line.options.book.energy.activity
    return (next((name for name, row in rows.items() if row.verb == line.verb), ""),)


def nothing(line: Line) -> Words:
    """Read nothing more; raises Refused."""
    nothing_more(line.rest(), line.verb)
    return ()


def weapon_named(encounter: Encounter, who: str, word: str) -> str:
    """Return the key of a weapon by name; raises Refused."""
    own = sheet_of(encounter[who]).weapons
    names = [(weapon.name, weapon.key) for weapon in own] + [(weapon.key, weapon.key) for weapon in own]
    return pick(word, names, f"weapon of {encounter[who].name}")


def simple(line: Line) -> Words:
    """Read the arguments and the options of a simple action; raises Refused."""
    encounter, rules, who, verb, words = line.encounter, line.options, line.who, line.verb, line.rest()
    option_at = next(
        (index for index, word in enumerate(words) if option_parser.is_option(word) and word.casefold() != "rise"),
        len(words),
    )
    arguments, rest = words[:option_at], words[option_at:]
    modifiers = option_parser.read(rules, rest, simple_actions.ALLOWED[verb])
    if verb in ("draw", "fastdraw", "familiarise"):
        return (_which(line, arguments), *modifiers)
    if verb == "aids":
        if not arguments:
            raise Refused(f"Name the wounded: {who} aids brann")
        target, other_words = verb_dispatch.target_of(encounter, arguments)
        nothing_more(other_words, verb)
        return (target, *modifiers)
    if verb == "act":
        rows = rules.book.actions.simple
        return (pick(" ".join(arguments) or "?", [(name, name) for name in rows], "simple action"), *modifiers)
    if verb == "look" and arguments:
        return (
            pick(" ".join(arguments), [(kind, kind) for kind in action_modifiers.KINDS], "kind of perception"),
            *modifiers,
        )
    nothing_more(arguments, verb)
    return tuple(modifiers)


def _which(line: Line, words: list[str]) -> str:
    """Return the key of the weapon to draw or to grow familiar with, the only one possible if none is named.

    Raises Refused.
    """
    combatant, verb = line.encounter[line.who], line.verb
    if verb == "familiarise":
        possible = [weapon for weapon in sheet_of(combatant).weapons if weapon.unfamiliar]
    else:
        possible = [weapon for weapon in sheet_of(combatant).weapons if not weapons.drawn(combatant, weapon)]
    if words:
        return weapon_named(line.encounter, line.who, " ".join(words))
    if len(possible) == 1:
        return possible[0].key
    none_words = "nothing that is unfamiliar" if verb == "familiarise" else "nothing that is not in hand"
    names = ", ".join(weapon.name for weapon in possible) or none_words
    action_words = "grows familiar with" if verb == "familiarise" else "draws"
    raise Refused(f"Name the weapon that {combatant.name} {action_words}: {names}.")


def accelerate(line: Line) -> Words:
    """Read the pace after `accelerate run`; raises Refused."""
    rules, who, words = line.options, line.who, line.rest()
    steps = tuple(rules.book.movement.parts)
    if len(words) != 1:
        raise Refused(f"Name a pace: {who} accelerate run; there are {', '.join(steps)}.")
    rows = rules.book.energy.activity
    offered = [(name, name) for name in steps] + [(rows[name].verb, name) for name in steps]
    return (pick(words[0], offered, "pace"),)


def damage(line: Line) -> Words:
    """Read points, type and location after `damage 12 cutting chest half`; raises Refused."""
    who, words = line.who, line.rest()
    usage = f"{who} damage 12 (cutting) (chest) (half or double)"
    if not words or not words[0].isdecimal() or not 1 <= int(words[0]) <= 10_000:
        raise Refused(f"Give the points, 1 to 10000: {usage}")
    points, kind, place = int(words[0]), "", []
    for word in words[1:]:
        lowered = word.casefold()
        if lowered == "half":
            points = (points + 1) // 2
        elif lowered == "double":
            points *= 2
        elif lowered in (*schema.TYPES, "mental"):
            kind = lowered
        else:
            place.append(lowered)
    where = " ".join(place)
    if where and where not in schema.PLACES:
        raise Refused(f'"{where}" is neither a type of damage nor a location; write for example: {usage}')
    return (str(points), kind, where)


def spends(line: Line) -> Words:
    """Read `spends 5 PFT`, fatigue that an action costs; raises Refused."""
    who, words = line.who, line.rest()
    pool = words[1].upper() if len(words) == 2 else "PFT"
    if not 1 <= len(words) <= 2 or not words[0].isdecimal() or not 1 <= int(words[0]) <= 1000 or pool not in EXHAUSTION:
        raise Refused(f"Give the fatigue, 1 to 1000, and PFT or MFT: {who} spends 5 PFT")
    return (str(int(words[0])), pool)


def alertness(line: Line) -> Words:
    """Read `alertness drunk, poor light`, or none; raises Refused."""
    rules, words = line.options, line.rest()
    known = rules.book.perception.modifiers
    states: list[str] = []
    rest = [word.strip(",").casefold() for word in words]
    if rest == ["none"]:
        return ()
    while rest:
        for length in (2, 1):
            word = " ".join(rest[:length])
            if word in known and len(rest) >= length:
                states.append(word)
                rest = rest[length:]
                break
        else:
            raise Refused(f'"{rest[0]}" is no alertness; there are {", ".join(known)}.')
    return tuple(dict.fromkeys(states))


def intent(line: Line) -> Words:
    """Read `intent mental`, which the next initiative uses; raises Refused."""
    who, words = line.who, line.rest()
    if len(words) != 1:
        raise Refused(f"Name body or mind: {who} intent mental, or: {who} intent physical")
    return (pick(words[0], [("physical", "physical"), ("mental", "mental")], "intent"),)


def stat_check(line: Line) -> Words:
    """Read a social check, `presence` or `morale PAW`, with an optional stat; raises Refused."""
    who, verb, words = line.who, line.verb, line.rest()
    known = (*schema.PRIMARY, *schema.DERIVED)
    if len(words) > 1 or (words and words[0].upper() not in known):
        raise Refused(f"Write nothing more, or the stat to roll on: {who} {verb} PAW")
    return (words[0].upper() if words else "",)


def gains(line: Line) -> Words:
    """Read the experience points after `gains 3`; raises Refused."""
    who, words = line.who, line.rest()
    if len(words) != 1 or not re.fullmatch(r"[+-]?\d{1,4}", words[0]) or not int(words[0]):
        raise Refused(f"Give the experience points: {who} gains 3")
    return (str(int(words[0])),)


def trains(line: Line) -> Words:
    """Read hours and way of training after `trains 40 teacher`; raises Refused."""
    rules, who, words = line.options, line.who, line.rest()
    ways = rules.book.skills.training
    way = words[-1].casefold() if len(words) > 1 else "alone"
    if not words or not words[0].isdecimal() or not 1 <= int(words[0]) <= 10_000 or way not in ways or len(words) > 2:
        raise Refused(f"Give the hours and the kind of training ({', '.join(ways)}): {who} trains 40 teacher")
    return (str(int(words[0])), way)


def scene(line: Line) -> Words:
    """Read a change of the scene: `scene light poor`, `scene gravity none`, `scene df -2`; `full` ends it.

    Raises Refused.
    """
    rules, words = line.options, line.rest()
    table = rules.book.environment
    lower = [word.casefold() for word in words]
    usage = "scene light poor, scene gravity none, scene df -2, scene filter Swimming; full, 0 and off end it"
    if len(lower) >= 2 and lower[0] in scene_changes.PARTS:
        if lower[0] == scene_changes.DF:
            if (
                len(lower) == 2
                and re.fullmatch(r"[+-]?\d{1,2}", lower[1])
                and abs(int(lower[1])) <= option_parser.MOST_DF
            ):
                return (scene_changes.DF, str(int(lower[1])))
        elif lower[0] == scene_changes.FILTER:
            name = " ".join(words[1:])
            return (scene_changes.FILTER, "" if name.casefold() in ("off", "none") else name)
        else:
            known = [(name, name) for name in table.of(lower[0])]
            named = scene_changes.WORDS[lower[0]].get(" ".join(lower[1:]))
            value = named if named is not None else pick(" ".join(lower[1:]), known, lower[0])
            return (lower[0], value)
    raise Refused(f"Name what changes, and its new value: {usage}.")


def initiative(line: Line) -> Words:
    """Read `initiative brann -3 wet stairs`, a modifier of the next initiative roll; raises Refused."""
    encounter, who, words = line.encounter, line.who, line.rest()
    if not who and words:
        who, words = verb_dispatch.target_of(encounter, words)
    number = words[0] if words else ""
    if (
        not who
        or not re.fullmatch(r"[+-]?\d{1,2}", number)
        or not int(number)
        or abs(int(number)) > option_parser.MOST_DF
    ):
        most = option_parser.MOST_DF
        example = "initiative brann -3 wet stairs"
        raise Refused(f"Name the fighter, the change (-{most} to {most}) and the reason: {example}")
    return (who, str(int(number)), " ".join(words[1:]))


def filter_skill(line: Line) -> Words:
    """Read `filter Riding` or `filter off`, the filter skill of one fighter; raises Refused."""
    encounter, who, words = line.encounter, line.who, line.rest()
    name = " ".join(words)
    if not name:
        raise Refused(f"Name the filter skill, or off: {who} filter Riding, {who} filter off")
    if name.casefold() in ("off", "none"):
        return ("",)
    known_skill = sheet_of(encounter[who]).skill(name)
    return (known_skill.name if known_skill is not None else name,)


def notices(line: Line) -> Words:
    """Read `notices mental`, a passive perception that takes no time; raises Refused."""
    words = line.rest()
    kinds = [(kind, kind) for kind in action_modifiers.KINDS]
    return (pick(" ".join(words), kinds, "kind of perception") if words else action_modifiers.KINDS[0],)
