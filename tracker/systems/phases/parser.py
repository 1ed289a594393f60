"""Parser: typed lines of phases, read into commands; the actions decide what is possible now."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tracker.encounter.names import combatant_named, pick, plain
from tracker.model.commands import Command, Do, Wait
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.systems.kit import guards
from tracker.systems.kit.line_arguments import numbers
from tracker.systems.kit.package_files import read
from tracker.systems.phases.actions.attacks import FIRE, STRIKE, Aim
from tracker.systems.phases.actions.tasks import AGAINST, UNLESS, Skilled
from tracker.systems.phases.book.tables import Location, tables
from tracker.systems.phases.checks.fighter import Fighter

USAGE: Mapping[str, str] = read(__package__, "lines.toml")
VERBS = tuple(USAGE)


def parse(encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
    """Turn the words after a name and a verb into a command; raises Refused with an example line."""
    usage = USAGE[verb].format(who=who)
    match verb:
        case "fire" | "strike":
            return _attack(encounter, who, verb, words, usage)
        case "task" | "try":
            return _task(encounter, who, verb, words, usage)
        case "hold" | "defend" | "rest":
            guards.nothing_more(words, verb)
            return Wait(who) if verb == "hold" else Do(who, verb)
        case "move":
            return Do(who, verb, (_metres(words, usage),) if words else ())
        case "load":
            return Do(who, verb, (Fighter(encounter, who).weapon(" ".join(words)).name if words else "",))
        case "other":
            return _other(who, words, usage)
        case "damage":
            return _damage(who, words, usage)
        case _:
            return Do(who, verb, (str(guards.whole(words, usage, -4, 4)),))


def _metres(words: Sequence[str], usage: str) -> str:
    """Return the metres of a move; raises Refused."""
    text = words[0].removesuffix("m")
    if len(words) > 1 or not re.fullmatch(r"\d{1,4}(\.\d{1,2})?", text):
        raise Refused(f"Give the metres, or nothing to move as far as possible: {usage}")
    return text


def _other(who: str, words: Sequence[str], usage: str) -> Do:
    """Read an action in words and the sub-phases it takes; raises Refused."""
    sub_phases = 1
    if len(words) > 1 and re.fullmatch(r"[-+−]?\d{1,5}", words[-1]):
        sub_phases, words = guards.whole(words[-1:], usage, 1, 1000), words[:-1]
    text = " ".join(words).strip()
    if not text:
        raise Refused(f"Describe the action, and if it takes more than 2 s, give its sub-phases: {usage}")
    return Do(who, "other", (text, str(sub_phases)))


def _damage(who: str, words: Sequence[str], usage: str) -> Do:
    """Read points, location and kind of damage by hand; raises Refused."""
    points, rest, kind = guards.whole(words[:1], usage, 0, 1000), words[1:], "lethal"
    if rest and rest[-1].casefold() in ("lethal", "shock"):
        kind, rest = rest[-1].casefold(), rest[:-1]
    return Do(who, "damage", (str(points), location(" ".join(rest), usage).key if rest else "", kind))


def location(text: str, usage: str) -> Location:
    """Return the location of this name (`left arm`, `larm`, `LA`).

    Raises Refused, also for an arm or leg without its side.
    """
    places = tables().location
    exact = [place for place in places if plain(text) in (plain(place.name), plain(place.key))]
    if exact:
        return exact[0]
    if text.casefold() in ("arm", "leg"):
        raise Refused(f"Give the side of the {text}: left {text} or right {text}, as in {usage}")
    return pick(text, [(place.name, place) for place in places], "location")


def _attack(encounter: Encounter, who: str, verb: str, words: Sequence[str], usage: str) -> Do:
    """Read an attack: one or more targets joined by `and`, with one weapon; raises Refused."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word.casefold() == "and":
            groups.append([])
        else:
            groups[-1].append(word)
    if len(groups) > 1 and verb == STRIKE:
        raise Refused(f"A blow is at one foe: {usage}")
    weapon_name, aims = "", []
    for group in groups:
        aim, weapon = _aim(encounter, group, usage)
        if weapon and weapon_name and plain(weapon) != plain(weapon_name):
            raise Refused(f"One weapon at a time: {weapon_name} or {weapon}; {usage}")
        weapon_name = weapon_name or weapon
        aims.append(aim)
    if verb == STRIKE and aims[0].shots:
        raise Refused(f"A blow is struck once in a sub-phase (P-HIT-1): {usage}")
    name = Fighter(encounter, who).weapon(weapon_name).name if weapon_name else _usual(Fighter(encounter, who), verb)
    return Do(who, verb, (name, *(aim.text() for aim in aims)))


def _usual(fighter: Fighter, verb: str) -> str:
    """Return the weapon when the line names none: the last one used of its kind, else the first; raises Refused."""
    kind, last = "ranged" if verb == FIRE else "melee", fighter.now.last
    weapons = [weapon.name for weapon in fighter.sheet.of_use(kind)]
    if not weapons:
        raise Refused(
            f"{fighter.name} has no {kind} weapon on its sheet; the text gives no figures for bare hands, "
            "so fists are a weapon of kind shock there."
        )
    return last.weapon if last is not None and last.weapon in weapons else weapons[0]


def _aim(encounter: Encounter, words: Sequence[str], usage: str) -> tuple[Aim, str]:
    """Read one target with its shots, location and level, and the weapon if it is named; raises Refused."""
    if not words:
        raise Refused(f"Give the target: {usage}")
    target = combatant_named(encounter, words[0])
    numbers_given, rest = numbers(words[1:], usage, level=8)
    shots, place, weapon = 0, "", list[str]()
    while rest:
        word, *rest = rest
        match word.casefold():
            case "at":
                size = 2 if len(rest) > 1 and rest[0].casefold() in ("left", "right") else 1
                place, rest = location(" ".join(rest[:size]), usage).key, rest[size:]
            case "shots" | "shot":
                pass
            case number if re.fullmatch(r"x?\d{1,3}", number):
                shots = int(number.removeprefix("x"))
                if shots < 1:
                    raise Refused(f"At least one shot: {usage}")
            case _:
                weapon.append(word)
    return Aim(target, shots, place, numbers_given["level"]), " ".join(weapon)


def _task(encounter: Encounter, who: str, verb: str, words: Sequence[str], usage: str) -> Do:
    """Read a task: a skill alone, or `against` or `unless` another fighter's; raises Refused."""
    plainly = [word.casefold() for word in words]
    how = next((word for word in plainly if word in (AGAINST, UNLESS)), "")
    if not how:
        return Do(who, verb, ("", *_skilled(who, words, usage).words()))
    position = plainly.index(how)
    own_skill = _skilled(who, words[:position], usage)
    rival, *rival_skill = words[position + 1 :] or ("",)
    if not rival:
        raise Refused(f"Give the other fighter and its skill: {usage}")
    other_skill = _skilled(combatant_named(encounter, rival), rival_skill, usage)
    return Do(who, verb, (how, *own_skill.words(), *other_skill.words()))


def _skilled(who: str, words: Sequence[str], usage: str) -> Skilled:
    """Read a skill with its level and bonus; raises Refused."""
    numbers_given, skill = numbers(words, usage, level=8, bonus=300)
    if not skill:
        raise Refused(f"Give the skill: {usage}")
    return Skilled(who, " ".join(skill), **numbers_given)
