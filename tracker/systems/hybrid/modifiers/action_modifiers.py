"""Action modifiers: aimed, hurried, prepared, two at once, as an action's options say; only this room reads them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tracker.model import lazy_dataclass
from tracker.systems.hybrid.book.book import Book
from tracker.systems.hybrid.book.rounding import exact
from tracker.systems.hybrid.chances import hit_location
from tracker.systems.hybrid.chances.success_chance import Chance, Df
from tracker.systems.hybrid.sheets.sheet import Skill

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


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Beside:
    """That an action is one of two at once."""

    place: int
    """0 for the first, 1 for the second."""
    mixed: bool = False
    """One of the two is of the body, the other of the mind."""

    @property
    def option(self) -> str:
        """As the action's options have it: `florentine second mixed`."""
        return " ".join((FLORENTINE, _PLACES[self.place], *((_MIXED,) if self.mixed else ())))


@dataclass(frozen=True, slots=True)
class ActionModifiers:
    """The options of one action, read."""

    called: str = ""
    side: str = ""
    df: int = 0
    reason: str = ""
    spent: int = 0
    """Speed points."""
    rush: Fraction | None = None
    """The share of the time, and so of the chance, that is left (H-ACT-3)."""
    beside: Beside | None = None
    """Which of two at once it is; None where nothing else is done (H-ACT-5)."""
    kind: str = ""
    """What is looked with, one of `KINDS`; empty: not said."""
    flags: frozenset[str] = frozenset()

    def __contains__(self, flag: str) -> bool:
        return flag in self.flags


def read(options: Iterable[str]) -> ActionModifiers:
    """The options of a declared action, as `option_parser.read` has written them."""
    return _read(tuple(options))


# Menus read the same options for every target at every redraw; a tuple of words never changes its meaning.
@lru_cache(maxsize=512)
def _read(options: tuple[str, ...]) -> ActionModifiers:
    called = side = reason = kind = ""
    df = spent = 0
    rush: Fraction | None = None
    beside: Beside | None = None
    flags: set[str] = set()
    for option in options:
        name, _, rest = option.partition(" ")
        if name == CALLED:
            first, _, place = rest.partition(" ")
            side, called = (first, place) if first in hit_location.SIDES and place else ("", rest)
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


def only(options: Iterable[str], *names: str) -> tuple[str, ...]:
    """The options of these names, such as `called`, with what they say."""
    return tuple(option for option in options if option.partition(" ")[0] in names)


def without(options: Iterable[str], *names: str) -> tuple[str, ...]:
    """The options of all other names."""
    return tuple(option for option in options if option.partition(" ")[0] not in names)


def dfs(how: ActionModifiers, book: Book) -> list[Df]:
    """The DFs of aiming, spinning, jumping, lobbing, and what the game master named (H-ATK 4 and 5)."""
    rows: list[Df] = []
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
    """With what setting up adds: 20 % and 2 % for every rank of the skill itself (H-ACT-4, ruling 38)."""
    if SETUP not in how:
        return chance
    table = book.actions.setup
    return chance.add(table.percent + table.per_rank * (skill.rank if skill is not None else 0), "set up (H-ACT-4)")


def hurried(chance: Chance, how: ActionModifiers) -> Chance:
    """With the share of the chance that rushing leaves, last of all (H-ACT-3, ruling 34)."""
    return chance if how.rush is None else chance.times(how.rush, "rushed (H-ACT-3)")


def damage_times(how: ActionModifiers, book: Book) -> Fraction:
    """What spinning or jumping multiplies damage by (H-ATK-5)."""
    for flag in (SPIN, JUMP):
        if flag in how:
            return exact(book.attack.flourish(flag).times)
    return Fraction(1)
