"""Arguments of the verbs of feats: things, throws, climbs, and the yards of a slam."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tracker.encounter.names import combatant_named
from tracker.games.feats import formulas
from tracker.games.feats.actions.fighter_changes import Climb
from tracker.games.feats.book.tables import BOOK
from tracker.games.feats.fighter import Fighter
from tracker.games.toolkit.arguments import Amount, Argument, Line, OneWord, Thing
from tracker.model.refusals import Refused
from tracker.model.state import Encounter


def _thing_named(encounter: Encounter, who: str, name: str) -> str:
    return Fighter(encounter, who).thing(name).name


def _things(encounter: Encounter, who: str) -> Iterable[str]:
    return (thing.name for thing in Fighter(encounter, who).sheet.entry.thing)


THING = Thing(_thing_named, _things, needed=True)


class Thrown(OneWord):
    """The thing thrown, named by one word."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Return the name of the thing. Raises Refused also when no target follows."""
        if len(line.words) < 2:
            raise Refused(f"Give the thing and the target, or `area`: {line.usage}")
        return _thing_named(line.encounter, line.who, line.words.pop(0))

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return _things(encounter, who)


class ThrownAt(OneWord):
    """The target of a throw. Empty for an area."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Read the target: a fighter's id, or empty for `area`."""
        word = line.words.pop(0)
        return "" if word.casefold() == "area" else combatant_named(line.encounter, word)

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return ("area",)


class Way(Argument[Climb]):
    """A climb of the book by its name, or a modifier and feet a second."""

    def read(self, line: Line, takes_rest: bool) -> Climb:
        """Return the climb. Its modifier is None without a roll (F-CLIMB-4, FQ 10). Raises Refused."""
        words, known = line.rest(), line.options.house_rules.climbs == "known"
        name = " ".join(words).casefold()
        if known and name in BOOK.climbs:
            return Climb(name, BOOK.climbs[name].modifier)
        try:
            number, speed = int(words[0]), Fraction(" ".join(words[1:]))
        except (ValueError, ZeroDivisionError, IndexError):
            number, speed = 0, formulas.ZERO
        if not 0 < speed <= 100 or abs(number) > 20:
            names = f"a known climb ({', '.join(BOOK.climbs)}), or " if known else ""
            raise Refused(f"Give {names}a modifier and feet a second: {line.usage}")
        return Climb("by hand", number, speed)

    def text(self, value: Climb) -> tuple[str, ...]:
        """Return the climb as three words, its modifier and speed empty where it has none. `value` undoes it."""
        numbers = (value.modifier, value.feet_a_second)
        return (value.name, *("" if number is None else str(number) for number in numbers))

    def value(self, text: list[str]) -> Climb:
        """Take the three words of a climb from the front of `text`, and return the climb."""
        name, modifier, speed = (text.pop(0) for _ in range(3))
        return Climb(name, int(modifier) if modifier else None, Fraction(speed) if speed else None)

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return BOOK.climbs


class Yards(Amount):
    """The yards that a slammer moves. Its whole Move where the line says nothing."""

    def left_out(self, line: Line) -> int | None:
        """Return the fighter's whole Move."""
        return Fighter(line.encounter, line.who).full_move
