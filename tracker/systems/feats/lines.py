"""Lines: the verbs of feats as they are typed, read into commands."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tracker.encounter.commands import Command, Do
from tracker.encounter.names import combatant_named
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.feats.actions import blows
from tracker.systems.feats.actions.condition import sheet_of
from tracker.systems.feats.actions.play import MOVING
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.checks import targets
from tracker.systems.feats.rules import travel
from tracker.systems.kit import guards

ALONE = (*MOVING, "concentrate", "ashore", "air", "noair", "stop", "swerve", "unload", "intercept")
VERBS = (
    *ALONE, "dive", "climb", "hold", "ready", "lift", "drop", "shed", "throw", "slam", "shove", "jump", "catch",
    "rescue", "firstaid", "gap", "damage",
)  # fmt: skip


def parse(encounter: Encounter, who: str, verb: str, words: Sequence[str], house: HouseRules) -> Command:
    """Read the words after a verb; raises Refused with what would have worked."""
    own, name = sheet_of(encounter, who), encounter[who].name
    if verb in ALONE:
        guards.nothing_more(words, verb)
        return Do(who, verb)
    match verb:
        case "dive":
            return Do(who, verb, _flags(words, verb, ("unwilling",)))
        case "climb":
            return Do(who, verb, _climb(who, words, house))
        case "hold":
            exertion = words[0] if words and words[0] in ("rest", "mild", "heavy") else "rest"
            rest = words[1:] if words and words[0] == exertion else words
            return Do(who, verb, (exertion, *_flags(rest, f"{verb} heavy", ("unprepared",))))
        case "ready":
            hands = words[-1] if words and words[-1] in ("1", "2") else ""
            thing = blows.thing_of(own, " ".join(words[:-1] if hands else words), name)
            usual = "1" if Fraction(str(thing.weight)) <= own.lift * BOOK.lift.one_hand else "2"
            return Do(who, verb, (thing.name, hands or usual))
        case "shed":
            return Do(who, verb, (blows.thing_of(own, " ".join(words), name).name,))
        case "lift" | "damage":
            return Do(who, verb, (str(guards.whole(words, f"{who} {verb} 40", 1, 100_000)),))
        case "shove":
            flags = _flags(words[1:], f"{verb} 200", ("running",))
            return Do(who, verb, (str(guards.whole(words[:1], f"{who} shove 200", 1, 100_000)), *(flags or ("",))))
        case "jump":
            return Do(who, verb, (str(guards.whole(words or ("0",), f"{who} jump 6", 0, 1000)),))
        case "throw":
            return Do(who, verb, _throw(encounter, who, words))
        case "slam":
            return Do(who, verb, _slam(encounter, who, words))
        case "catch":
            margin = str(guards.whole(words[:1] or ("0",), f"{who} catch 5 waiting", -20, 20))
            waiting = "waiting" in words[1:]
            sport = " ".join(word for word in words[1:] if word != "waiting")
            return Do(who, verb, (margin, "waiting" if waiting else "", sport))
        case "rescue":
            target, rest = guards.somebody(encounter, words, f"{who} rescue tom 2")
            return Do(who, verb, (target, str(guards.whole(rest or ("0",), f"{who} rescue tom 2", -10, 10))))
        case "firstaid":
            target, rest = guards.somebody(encounter, words, f"{who} firstaid tom")
            guards.nothing_more(rest, f"firstaid {target}")
            return Do(who, verb, (target,))
        case "gap":
            target, rest = guards.somebody(encounter, words, f"{who} gap mira 20")
            return Do(who, verb, (target, str(guards.whole(rest, f"{who} gap mira 20", -100_000, 100_000))))
        case _:
            return Do(who, "drop", (blows.thing_of(own, " ".join(words), name).name,))


def _flags(words: Sequence[str], verb: str, known: tuple[str, ...]) -> tuple[str, ...]:
    for word in words:
        if word not in known:
            raise Refused(f'"{word}" does not belong here; after `{verb}` there may be {", ".join(known)}.')
    return tuple(dict.fromkeys(words))


def _climb(who: str, words: Sequence[str], house: HouseRules) -> tuple[str, ...]:
    """(name, modifier, feet a second, "haste" or "", "secured" or "")."""
    haste, secured = "haste" in words, "secured" in words
    rest = [word for word in words if word not in ("haste", "secured")]
    kind = travel.climb_kind(" ".join(rest))
    if kind is not None and house.climbs == "known":
        speed = kind.combat if haste else kind.regular
        named: tuple[str, ...] = (kind.name, str(kind.modifier), str(speed))
    else:
        try:
            modifier, number = (int(rest[0]), Fraction(rest[1])) if len(rest) == 2 else (0, Fraction(0))
        except (ValueError, ZeroDivisionError):
            modifier, number = 0, Fraction(0)
        if not 0 < number <= 100 or abs(modifier) > 20:
            known = ", ".join(kind.name for kind in BOOK.climb.kind) if house.climbs == "known" else ""
            there = f"a known climb ({known}), or " if known else ""
            raise Refused(f"Say {there}a modifier and feet a second: {who} climb -3 0.5 haste secured")
        named = ("by hand", str(modifier), str(number))
    return (*named, "haste" if haste else "", "secured" if secured else "")


def _throw(encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
    """(thing, target or "", modifier, yards or "")."""
    usage = f'{who} throw "Rock" brute -1 yards 10'
    rest, yards = list(words), ""
    if "yards" in rest:
        at = rest.index("yards")
        yards = str(guards.whole(rest[at + 1 : at + 2], usage, 0, 10_000))
        del rest[at : at + 2]
    modifier = "0"
    if len(rest) > 2:
        modifier = str(guards.whole(rest[2:], usage, -40, 40))
    if len(rest) < 2:
        raise Refused(f"Say what and at whom, or `area`: {usage}")
    thing = blows.thing_of(sheet_of(encounter, who), rest[0], encounter[who].name)
    target = "" if rest[1] == "area" else combatant_named(encounter, rest[1])
    return thing.name, target, modifier, yards


def _slam(encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
    """(target, kind, yards, the foe's yards, "strong" or "")."""
    usage = f"{who} slam brute 5 foe 3 strong"
    target, rest = guards.somebody(encounter, words, usage)
    left, foe, kind = list(rest), "0", targets.PLAIN
    strong = "strong" in left
    left = [word for word in left if word != "strong"]
    for word in targets.KINDS[1:]:
        if word in left:
            kind = word
            left.remove(word)
    if "foe" in left:
        at = left.index("foe")
        foe = str(guards.whole(left[at + 1 : at + 2], usage, 0, 1000))
        del left[at : at + 2]
    return target, kind, str(guards.whole(left, usage, 1, 1000)), foe, "strong" if strong else ""
