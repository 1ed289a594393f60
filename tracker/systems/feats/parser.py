"""Parser: the lines of feats as they are typed, read into commands by the grammar of `lines.toml`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tracker.encounter.names import combatant_named
from tracker.model.commands import Command, Do
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.systems.feats import checks, formulas
from tracker.systems.feats.actions.fighter_state import FighterState
from tracker.systems.feats.book.house_rules import HouseRules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.kit import guards
from tracker.systems.kit.exact_numbers import exact
from tracker.systems.kit.line_arguments import Words
from tracker.systems.kit.verb_grammar import Readers, read_grammar

_FLAGS = {"exertions": formulas.EXERTIONS, "vehicles": tuple(BOOK.vehicles), "kinds": checks.KINDS[1:]}
GRAMMAR = read_grammar(__package__, _FLAGS)
VERBS = tuple(GRAMMAR.verb)


def parse(encounter: Encounter, who: str, verb: str, words: Sequence[str], house: HouseRules) -> Command:
    """Turn the words after a verb into a command; raises Refused with an example line.

    The functions inside read words that the grammar cannot: names of fighters and things, climbs, margins.
    """
    fighter = FighterState(encounter, who)

    def target(line: Words) -> Sequence[str]:
        """Return the id of the fighter named."""
        named, _rest = guards.somebody(encounter, line.rest, line.usage)
        return (named,)

    def thing(line: Words) -> Sequence[str]:
        """Return the name of a thing on the sheet; raises Refused."""
        return (fighter.thing(" ".join(line.rest)).name,)

    def taken(line: Words) -> Sequence[str]:
        """Return a thing to ready, and the hands: those of the line, else one where one is enough."""
        *named, last = line.rest or ("",)
        if last in ("1", "2"):
            return fighter.thing(" ".join(named)).name, last
        taken_up = fighter.thing(" ".join(line.rest))
        one_is_enough = exact(taken_up.weight) <= formulas.limits(fighter.sheet.lift)["one_hand"]
        return taken_up.name, "1" if one_is_enough else "2"

    def thrown(line: Words) -> Sequence[str]:
        """Return the thing and the id of its target, empty for an area."""
        if len(line.rest) < 2:
            raise Refused(f"Give the thing and the target, or `area`: {line.usage}")
        name, aimed_at, *_rest = line.rest
        target_id = "" if aimed_at == "area" else combatant_named(encounter, aimed_at)
        return fighter.thing(name).name, target_id

    def climb(line: Words) -> Sequence[str]:
        """Return the words of a climb."""
        return _climb(who, line, house)

    def margin(line: Words) -> Sequence[str]:
        """Return the margin typed, from −20 to 20; 0 without one."""
        return (str(guards.whole(line.rest[:1] or ("0",), line.usage, -20, 20)),)

    readers: Readers = {
        "somebody": target,
        "thing": thing,
        "climb": climb,
        "taken": taken,
        "thrown": thrown,
        "margin": margin,
    }
    return Do(who, verb, GRAMMAR.words(who, verb, words, readers, {"full_move": fighter.full_move}))


def _climb(who: str, line: Words, house: HouseRules) -> tuple[str, str, str]:
    """Return name, modifier and feet a second of a climb; the modifier is empty without a roll (F-CLIMB-4, FQ 10)."""
    name = " ".join(line.rest).casefold()
    if name in BOOK.climbs and house.climbs == "known":
        kind = BOOK.climbs[name]
        modifier = "" if kind.modifier is None else str(kind.modifier)
        return name, modifier, str(kind.speed(bool(line.flag("haste"))))
    try:
        number, speed = int(line.rest[0]), Fraction(" ".join(line.rest[1:]))
    except (ValueError, ZeroDivisionError, IndexError):
        number, speed = 0, formulas.ZERO
    if not 0 < speed <= 100 or abs(number) > 20:
        known = f"a known climb ({', '.join(BOOK.climbs)}), or " if house.climbs == "known" else ""
        raise Refused(f"Say {known}a modifier and feet a second: {who} climb -3 0.5 haste secured")
    return "by hand", str(number), str(speed)
