"""Lines: the verbs of feats as they are typed, read into commands by the grammar of `lines.toml`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tracker.encounter.names import combatant_named
from tracker.model.commands import Command, Do
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.systems.feats import checks, rules
from tracker.systems.feats.actions.standing import Standing
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import HouseRules
from tracker.systems.kit import guards
from tracker.systems.kit.figures import exact
from tracker.systems.kit.grammar import Readers, read_grammar
from tracker.systems.kit.words import Words

_FLAGS = {"exertions": rules.EXERTIONS, "vehicles": tuple(BOOK.vehicles), "kinds": checks.KINDS[1:]}
GRAMMAR = read_grammar(__package__, _FLAGS)
VERBS = tuple(GRAMMAR.verb)


def parse(encounter: Encounter, who: str, verb: str, words: Sequence[str], house: HouseRules) -> Command:
    """Read the words after a verb; raises Refused with what would have worked."""
    here = Standing(encounter, who)

    def taken(line: Words) -> Sequence[str]:
        hands = line.rest[-1] if line.rest[-1:] in (("1",), ("2",)) else ""
        thing = here.thing(" ".join(line.rest[:-1] if hands else line.rest))
        light = exact(thing.weight) <= rules.limits(here.own.lift)["one_hand"]
        return thing.name, hands or ("1" if light else "2")

    def thrown(line: Words) -> Sequence[str]:
        if len(line.rest) < 2:
            raise Refused(f"Say what and at whom, or `area`: {line.usage}")
        target = "" if line.rest[1] == "area" else combatant_named(encounter, line.rest[1])
        return here.thing(line.rest[0]).name, target

    readers: Readers = {
        "somebody": lambda line: guards.somebody(encounter, line.rest, line.usage)[:1],
        "thing": lambda line: (here.thing(" ".join(line.rest)).name,),
        "climb": lambda line: _climb(who, line, house),
        "taken": taken,
        "thrown": thrown,
        "margin": lambda line: (str(guards.whole(line.rest[:1] or ("0",), line.usage, -20, 20)),),
    }
    return Do(who, verb, GRAMMAR.words(who, verb, words, readers, {"full_move": here.full_move}))


def _climb(who: str, line: Words, house: HouseRules) -> tuple[str, str, str]:
    """(name, modifier, feet a second); the modifier is empty where no roll is asked for (F-CLIMB-4, FQ 10)."""
    name = " ".join(line.rest).casefold()
    if name in BOOK.climbs and house.climbs == "known":
        kind = BOOK.climbs[name]
        modifier = "" if kind.modifier is None else str(kind.modifier)
        return name, modifier, str(kind.speed(bool(line.flag("haste"))))
    try:
        number, speed = int(line.rest[0]), Fraction(" ".join(line.rest[1:]))
    except (ValueError, ZeroDivisionError, IndexError):
        number, speed = 0, rules.ZERO
    if not 0 < speed <= 100 or abs(number) > 20:
        known = f"a known climb ({', '.join(BOOK.climbs)}), or " if house.climbs == "known" else ""
        raise Refused(f"Say {known}a modifier and feet a second: {who} climb -3 0.5 haste secured")
    return "by hand", str(number), str(speed)
