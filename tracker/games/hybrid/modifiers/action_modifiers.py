"""Action modifiers: aimed, hurried, prepared, two at once, as an action's options say. Only this room reads them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.rounding import exact
from tracker.games.hybrid.checks import hit_location
from tracker.games.hybrid.checks.success_chance import Chance, Df
from tracker.games.hybrid.sheet.sheet import Skill
from tracker.model.lazy_dataclass import dataclass

CALLED, EXTRA, QUICK, RUSH = "called", "df", "speed", "rush"
SETUP, ALLOUT, ADVANCE, RETREAT = "setup", "allout", "advance", "retreat"
SPIN, JUMP, INDIRECT = "spin", "jump", "indirect"
FLAGS = (SETUP, ALLOUT, ADVANCE, RETREAT, SPIN, JUMP, INDIRECT)
"""Options that stand alone."""
KINDS = ("physical", "mental", "general")
"""Options of a look: with the body, the mind, or both."""
FLORENTINE = "florentine"
_PLACES, _MIXED = ("first", "second"), "mixed"
_WORDS = {SPIN: "spinning", JUMP: "jumping"}


@dataclass(frozen=True, slots=True)
class Beside:
    """The place of an action that is one of two done at once."""

    place: int
    """The position: 0 for the first action, 1 for the second."""
    mixed: bool = False
    """True if one of the two actions is physical and the other mental."""

    @property
    def option(self) -> str:
        """Return the option of this position, such as `florentine second mixed`."""
        return " ".join((FLORENTINE, _PLACES[self.place], *((_MIXED,) if self.mixed else ())))


@dataclass(frozen=True, slots=True)
class ActionModifiers:
    """The options of one action, read."""

    called: str = ""
    side: str = ""
    df: int = 0
    reason: str = ""
    spent: int = 0
    rush: Fraction | None = None
    """The share of the time that is left, and so of the chance (H-ACT-3)."""
    beside: Beside | None = None
    """The place among two actions at once. None for an action done alone."""
    kind: str = ""
    """The kind of a look, one of `KINDS`. Empty when the line names none."""
    flags: frozenset[str] = frozenset()

    def __contains__(self, flag: str) -> bool:
        return flag in self.flags


def read(options: Iterable[str]) -> ActionModifiers:
    """Return the options of a declared action as values. `option_parser.read` has checked their spelling."""
    return _read(tuple(options))


# Menus read the same options for every target at every redraw; a tuple of words never changes its meaning.
@lru_cache(maxsize=512)
def _read(options: tuple[str, ...]) -> ActionModifiers:
    """Return the options of a declared action as values, cached by their text."""
    called = side = reason = kind = ""
    df = spent = 0
    rush: Fraction | None = None
    beside: Beside | None = None
    flags: set[str] = set()
    for option in options:
        name, _, rest = option.partition(" ")
        if name == CALLED:
            first_word, _, place = rest.partition(" ")
            side, called = (first_word, place) if first_word in hit_location.SIDES and place else ("", rest)
        elif name == EXTRA:
            number, _, why = rest.partition(" ")
            df, reason = df + int(number), f"{reason} {why}".strip()
        elif name == QUICK:
            spent += int(rest)
        elif name == RUSH:
            rush = Fraction(rest)
        elif name == FLORENTINE:
            place, _, mixed = rest.partition(" ")
            beside = beside or Beside(_PLACES.index(place), bool(mixed))
        elif name in FLAGS:
            flags.add(name)
        elif name in KINDS:
            kind = kind or name
    return ActionModifiers(called, side, df, reason, spent, rush, beside, kind, frozenset(flags))


PLAIN = read(())
"""The manner of an action without any options."""


def only(options: Iterable[str], *names: str) -> tuple[str, ...]:
    """Return the options whose name is among `names`, such as `called`, each with its value."""
    return tuple(option for option in options if option.partition(" ")[0] in names)


def without(options: Iterable[str], *names: str) -> tuple[str, ...]:
    """Return the options whose name is not among `names`."""
    return tuple(option for option in options if option.partition(" ")[0] not in names)


def dfs(how: ActionModifiers, book: Book) -> list[Df]:
    """Return the DFs of aiming, spinning, jumping and lobbing, and the game master's own DF (H-ATK 4 and 5)."""
    rows: list[Df] = []
    if how is PLAIN:  # nearly always
        return rows
    called = hit_location.called_df(how.called, book) if how.called else None
    if called:
        rows.append((called, f"called {how.called} (H-ATK-4)"))
    for flag in (SPIN, JUMP):
        if flag in how:
            rows.append((book.attack.flourish(flag).df, f"{_WORDS[flag]} (H-ATK-5)"))
    if INDIRECT in how:
        rows.append((book.attack.indirect, "indirect fire (H-ATK-4)"))
    if how.df:
        rows.append((how.df, how.reason or "by the game master"))
    return rows


def prepared(chance: Chance, skill: Skill | None, how: ActionModifiers, book: Book) -> Chance:
    """Add the bonus of setting up where the action is set up: 20 %, and 2 % a rank of the skill. Return the chance.

    Rules: H-ACT-4, ruling 38.
    """
    if SETUP not in how:
        return chance
    table = book.actions.setup
    return chance.add(table.percent + table.per_rank * (skill.rank if skill is not None else 0), "set up (H-ACT-4)")


def hurried(chance: Chance, how: ActionModifiers) -> Chance:
    """Return the chance times the share that rushing leaves. Apply it last (H-ACT-3, ruling 34)."""
    return chance if how.rush is None else chance.times(how.rush, "rushed (H-ACT-3)")


def damage_times(how: ActionModifiers, book: Book) -> Fraction | int:
    """Return the factor on damage of a spin or a jump, else 1 (H-ATK-5)."""
    for flag in (SPIN, JUMP) if how.flags else ():
        if flag in how:
            return exact(book.attack.flourish(flag).times)
    return 1
