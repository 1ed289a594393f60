"""Dice notation: what `2d6+3`, `d100!`, `6d6>4`, `2*PSE` and `1d8+PSE` mean, read once and cached.

A term is a number, dice or a name, each with an optional factor; `!` after dice opens them upwards: a highest face is
rolled again and added. `d00` is a d100 read from 00 to 99. `6d6>4` counts successes: the dice that show more than 4.
Refused: more than 100 dice, more than 1000 sides, numbers over 10 000, more than 12 terms, no face that is over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

MOST_DICE = 100
MOST_SIDES = 1000
LARGEST_NUMBER = 10_000
MOST_TERMS = 12
LONGEST_TEXT = 80
SUCH_AS = "13, 2d6+3 or d100!"

_TERM = re.compile(
    r"(?P<sign>[+-])?(?:(?P<factor>\d+(?:\.\d+)?)\*)?"
    r"(?:(?P<dice>\d*)[dD](?P<sides>\d+|%)(?:(?P<open>!)|>(?P<over>\d+))?|(?P<name>[A-Za-z][A-Za-z_]*)|(?P<number>\d+(?:\.\d+)?))"
)


class NotationError(ValueError):
    """Dice that cannot be read; the text is a sentence for the one who wrote them."""


@dataclass(frozen=True, slots=True)
class Term:
    """One summand: `factor` times dice, a name or 1."""

    factor: Fraction
    dice: int = 0
    sides: int = 0
    open_ended: bool = False
    name: str = ""
    least: int = 1
    """The lowest face: 0 for a d00."""
    over: int = 0
    """Each die that shows more is a success, and successes are counted; 0: what the dice show is added up."""

    def worth(self, face: int) -> int:
        """What a die that shows `face` adds."""
        return int(face > self.over) if self.over else face


@dataclass(frozen=True, slots=True)
class Notation:
    """Dice ready to be rolled: `text` as written without spaces, and its terms."""

    text: str
    terms: tuple[Term, ...]
    dice: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The sides of each die that falls before any is opened, in the order they are rolled."""
    faces: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)
    """The lowest and highest face of each die, in the order of `dice`."""
    counted: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """For each die, in the order of `dice`, what it must show more than to count one; 0 where faces are added."""
    names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The names whose values `total` needs."""

    def __post_init__(self) -> None:
        """Lay out the dice once: `read` keeps notations, and each roll looks at them several times."""
        each = [term for term in self.terms for _ in range(term.dice)]
        object.__setattr__(self, "dice", tuple(term.sides for term in each))
        object.__setattr__(self, "faces", tuple((term.least, term.least + term.sides - 1) for term in each))
        object.__setattr__(self, "counted", tuple(term.over for term in each))
        object.__setattr__(self, "names", tuple(term.name for term in self.terms if term.name))

    def total(self, faces: tuple[int, ...], values: Mapping[str, Fraction | float | int] | None = None) -> Fraction:
        """Add up `faces` (in the order of `dice`, opened dice following their own) exactly; nothing is rounded here."""
        rest, waiting = list(faces), len(self.dice)
        total: Fraction | int = 0
        for term in self.terms:
            if term.dice:
                waiting -= term.dice
                fallen = _take(rest, term, waiting)
                # A product with a whole number is spared where there is nothing to multiply: nearly always.
                total += fallen if term.factor == 1 else term.factor * fallen
            elif term.name:
                total += term.factor * Fraction(str((values or {})[term.name]))
            else:
                total += term.factor
        if rest:
            raise NotationError(f"{len(faces)} faces are too many for {self.text}.")
        return Fraction(total)


def _take(rest: list[int], term: Term, waiting: int) -> int:
    """What the dice of a term add; their faces are taken off the front of `rest`.

    An open-ended die takes a further face after each highest one. It leaves one face for every die behind it, `waiting`
    of which are in later terms: a chain that was cut short at its limit ends there.
    """
    total = 0
    for after in reversed(range(waiting, waiting + term.dice)):
        while True:
            if len(rest) <= after:
                raise NotationError("A die is missing.")
            face = rest.pop(0)
            total += term.worth(face)
            if not (term.open_ended and face == term.least + term.sides - 1) or len(rest) == after:
                break
    return total


@lru_cache(maxsize=512)
def read(text: str, such_as: str = SUCH_AS) -> Notation:
    """Read dice notation such as `2d6+3`; refuses what is unreadable or beyond the limits with NotationError.

    `such_as` is what may be written for example, where it is said: each game has its own.
    """
    squeezed = re.sub(r"\s+", "", text)
    if not squeezed or len(squeezed) > LONGEST_TEXT:
        raise NotationError(f"Dice such as 2d6+3 are expected, of at most {LONGEST_TEXT} characters.")
    terms: list[Term] = []
    start = 0
    while start < len(squeezed):
        match = _TERM.match(squeezed, start)
        if match is None or (start > 0 and not match["sign"]):
            raise NotationError(f'"{text}" is not dice: write for example {such_as}.')
        terms.append(_term(match, text))
        start = match.end()
        if len(terms) > MOST_TERMS:
            raise NotationError(f'"{text}" has more than {MOST_TERMS} terms.')
    return Notation(squeezed, tuple(terms))


def _term(match: re.Match[str], text: str) -> Term:
    """One summand of a notation: dice, a name or a number; raises NotationError beyond what is allowed."""
    factor = Fraction(match["factor"] or 1)
    if match["sign"] == "-":
        factor = -factor
    if match["sides"]:
        dice, sides = int(match["dice"] or 1), 100 if match["sides"] in ("%", "00") else int(match["sides"])
        if not 1 <= dice <= MOST_DICE or not 2 <= sides <= MOST_SIDES or abs(factor) > LARGEST_NUMBER:
            raise NotationError(f'"{text}" is refused: at most {MOST_DICE} dice of 2 to {MOST_SIDES} sides.')
        least, over = 0 if match["sides"] == "00" else 1, int(match["over"] or 0)
        highest = least + sides - 1
        if match["over"] and not 1 <= over < highest:
            die = f"d{sides}" if least else "d00"
            raise NotationError(f'"{text}" is refused: a {die} counts what is over 1 to {highest - 1}.')
        return Term(factor, dice, sides, open_ended=bool(match["open"]), least=least, over=over)
    if match["name"]:
        if abs(factor) > LARGEST_NUMBER:
            raise NotationError(f'"{text}" is refused: numbers go up to {LARGEST_NUMBER}.')
        return Term(factor, name=match["name"])
    number = factor * Fraction(match["number"])
    if abs(number) > LARGEST_NUMBER:
        raise NotationError(f'"{text}" is refused: numbers go up to {LARGEST_NUMBER}.')
    return Term(number)
