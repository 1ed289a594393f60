"""Lines: the verbs of feats as they are typed, read into commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tracker.encounter.commands import Command, Do
from tracker.encounter.names import combatant_named
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.feats.actions import throws
from tracker.systems.feats.actions.condition import sheet_of
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import ACTIVITIES, BOOK
from tracker.systems.feats.checks import targets
from tracker.systems.feats.rules import travel, water
from tracker.systems.feats.rules.loads import exact
from tracker.systems.kit import guards
from tracker.systems.kit.words import Words

ALONE = (*ACTIVITIES, "concentrate", "ashore", "air", "noair", "up", "stop", "swerve", "unload", "intercept")
FLAGS: Mapping[str, tuple[str, ...]] = {
    "dive": ("unwilling",),
    "climb": ("haste", "secured"),
    "hold": (*water.EXERTIONS, "unprepared"),
    "pull": ("smooth", *BOOK.drag.vehicles),
    "shove": ("running",),
    "slam": ("strong", *targets.KINDS[1:]),
    "catch": ("waiting",),
    "throw": (throws.TO,),
}
"""Words that may stand anywhere after a verb."""
NAMED: Mapping[str, tuple[str, ...]] = {
    "climb": ("cost",),
    "throw": ("yards", "mod"),
    "slam": ("foe",),
    "lift": ("with", "person"),
}
"""Words that are followed by a value."""
USAGE = {
    "dive": "dive unwilling",
    "climb": "climb -3 0.5 haste secured cost 2",
    "hold": "hold heavy unprepared",
    "ready": 'ready "Rope" 2',
    "lift": "lift 200 with hob, or: lift 180 person brute",
    "carry": "carry 40",
    "pull": "pull 600 cart smooth",
    "shove": "shove 200 running",
    "jump": "jump 6",
    "throw": 'throw "Rock" brute mod -1 yards 10, or: throw "Rope" tom to',
    "slam": "slam brute 5 foe 3 tackle strong",
    "catch": "catch 5 waiting",
    "rescue": "rescue tom 2",
    "firstaid": "firstaid tom",
    "gap": "gap mira 20",
    "damage": "damage 3",
    "drop": 'drop "Rope"',
    "shed": 'shed "mail"',
}
VERBS = (*ALONE, *USAGE)
_POUNDS = (1, 100_000, "")


def parse(encounter: Encounter, who: str, verb: str, words: Sequence[str], house: HouseRules) -> Command:
    """Read the words after a verb; raises Refused with what would have worked."""
    if verb in ALONE:
        guards.nothing_more(words, verb)
        return Do(who, verb)
    line = Words.split(words, FLAGS.get(verb, ()), NAMED.get(verb, ()), f"{who} {USAGE[verb]}")
    return Do(who, verb, _words(encounter, who, verb, line, house))


def _words(encounter: Encounter, who: str, verb: str, line: Words, house: HouseRules) -> tuple[str, ...]:
    """The words of a command."""
    own, name, rest = sheet_of(encounter, who), encounter[who].name, line.rest
    match verb:
        case "dive":
            guards.nothing_more(rest, USAGE[verb])
            return line.flags
        case "hold":
            guards.nothing_more(rest, USAGE[verb])
            return line.flag(*water.EXERTIONS) or "rest", line.flag("unprepared")
        case "climb":
            kind = _climb(who, rest, house, line.flag("haste"))
            return (*kind, line.flag("haste"), line.flag("secured"), line.value("cost", 0, 100))
        case "ready":
            hands = rest[-1] if rest[-1:] in (("1",), ("2",)) else ""
            thing = throws.thing_of(own, " ".join(rest[:-1] if hands else rest), name)
            light = exact(thing.weight) <= own.lift * BOOK.lift.one_hand
            return thing.name, hands or ("1" if light else "2")
        case "shed" | "drop":
            return (throws.thing_of(own, " ".join(rest), name).name,)
        case "damage":
            return (line.number(1, 100_000),)
        case "lift":
            people = (line.word(word, lambda text: combatant_named(encounter, text)) for word in NAMED[verb])
            return line.number(*_POUNDS), *people
        case "carry" | "pull":
            return line.number(0, 1_000_000), line.flag(*BOOK.drag.vehicles), line.flag("smooth")
        case "shove":
            return line.number(*_POUNDS), line.flag("running")
        case "jump":
            return (line.number(0, 1000, ""),)
        case "throw":
            if len(rest) < 2:
                raise Refused(f"Say what and at whom, or `area`: {line.usage}")
            thing = throws.thing_of(own, rest[0], name)
            target = "" if rest[1] == "area" else combatant_named(encounter, rest[1])
            modifier = line.number(-40, 40, line.value("mod", -40, 40), after=2)
            return thing.name, target, modifier, line.value("yards", 0, 10_000, ""), line.flag(throws.TO) or throws.AT
        case "catch":
            margin = str(guards.whole(rest[:1] or ("0",), line.usage, -20, 20))
            return margin, line.flag("waiting"), " ".join(rest[1:])
    target, left = guards.somebody(encounter, rest, line.usage)
    match verb:
        case "slam":
            full = str(max(1, int(own.move())))
            how = line.flag(*targets.KINDS[1:]) or targets.PLAIN
            return target, how, line.number(1, 1000, full, after=1), line.value("foe", 0, 1000), line.flag("strong")
        case "firstaid":
            guards.nothing_more(left, f"firstaid {target}")
            return (target,)
        case "rescue":
            return target, line.number(-10, 10, "0", after=1)
        case _:
            return target, line.number(-100_000, 100_000, after=1)


def _climb(who: str, rest: Sequence[str], house: HouseRules, haste: str) -> tuple[str, str, str]:
    """(name, modifier, feet a second); the modifier is empty where no roll is asked for (F-CLIMB-4, FQ 10)."""
    kind = travel.climb_kind(" ".join(rest))
    if kind is not None and house.climbs == "known":
        modifier = "" if kind.modifier is None else str(kind.modifier)
        return kind.name, modifier, str(kind.combat if haste else kind.regular)
    try:
        number, speed = (int(rest[0]), Fraction(rest[1])) if len(rest) == 2 else (0, Fraction(0))
    except (ValueError, ZeroDivisionError):
        number, speed = 0, Fraction(0)
    if not 0 < speed <= 100 or abs(number) > 20:
        known = ", ".join(kind.name for kind in BOOK.climb.kind) if house.climbs == "known" else ""
        there = f"a known climb ({known}), or " if known else ""
        raise Refused(f"Say {there}a modifier and feet a second: {who} climb -3 0.5 haste secured")
    return "by hand", str(number), str(speed)
