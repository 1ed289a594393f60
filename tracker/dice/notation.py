"""Dice notation: what `2d6+3`, `d100!`, `6d6>4`, `2*PSE` and `1d8+PSE` mean, read once and cached.

A term is a number, dice or a name, each with an optional factor. `!` after dice opens them upwards: a highest face is
rolled again and added. `d100!96` goes on from 96, `d20!p` takes 1 off every further die, `d20!p6` goes on with d6 - 1.
`d00` is a d100 read from 00 to 99. `6d6>4` counts successes: the dice that show more than 4. With `5d10>6>9` what shows
more than 9 counts twice. `4d6kh3` keeps the 3 highest, `2d20kl1` the lowest. `3d6^3d6` is the higher of two throws,
`3d6~3d6` the lower.
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
    r"(?P<sign>[-+^~])?(?:(?P<factor>\d+(?:\.\d+)?)\*)?"
    r"(?:(?P<dice>\d*)[dD](?P<sides>\d+|%)"
    r"(?:(?P<open>!)(?:(?P<less>p)(?P<then>\d+)?|(?P<from>\d+))?|>(?P<over>\d+)(?:>(?P<twice>\d+))?"
    r"|k(?P<end>[hl])(?P<keep>\d+))?"
    r"|(?P<name>[A-Za-z][A-Za-z_]*)|(?P<number>\d+(?:\.\d+)?))"
)
_OPENED = re.compile(r"!(?:p\d*|\d+)?")


class NotationError(ValueError):
    """Dice that cannot be read. The text is a sentence for their author."""


@dataclass(frozen=True, slots=True)
class Term:
    """One summand: `factor` times dice, a name or 1."""

    factor: Fraction
    dice: int = 0
    sides: int = 0
    name: str = ""
    least: int = 1
    """The lowest face: 0 for a d00."""
    over: int = 0
    """Each die above this is a success, and successes are counted. 0: faces are added."""
    twice: int = 0
    """Each die above this is two successes. 0: none."""
    goes_on: int = 0
    """The face from which a die is rolled again and added. 0: none."""
    then: int = 0
    """The sides of the die rolled again."""
    less: int = 0
    """The number taken off each die rolled again."""
    keep: int = 0
    """The number of highest dice kept, below 0 of lowest. 0: all."""
    joined: str = ""
    """`^` or `~`: with the term before it this is one throw, of which the higher or the lower counts."""

    @property
    def how(self) -> str:
        """Return the signs behind the dice: `!`, `!p6`, `>4`, `kh3`."""
        if self.goes_on:
            from_there = self.goes_on if self.goes_on < self.least + self.sides - 1 and not self.less else ""
            return f"!{'p' * self.less}{self.then if self.then != self.sides else ''}{from_there}"
        if self.keep:
            return f"k{'h' if self.keep > 0 else 'l'}{abs(self.keep)}"
        return f">{self.over}{f'>{self.twice}' if self.twice else ''}" if self.over else ""

    @property
    def text(self) -> str:
        """Return the dice as `read` takes them: `2d6`, `3*d100!96`, `4d6kh3`."""
        return f"{f'{self.factor}*' if self.factor > 1 else ''}{self.dice}d{self.sides}{self.how}"

    @property
    def is_sum(self) -> bool:
        """Return whether it is a number, or dice of which each adds its face."""
        return not self.name and (not self.dice or (self.factor == 1 and not (self.over or self.keep or self.joined)))

    def worth(self, face: int) -> int:
        return int(face > self.over) + int(0 < self.twice < face) if self.over else face

    def opens(self, face: int, further: int) -> bool:
        """Return whether a die is rolled again after this face. `further` is how often it was rolled again before."""
        if not self.goes_on:
            return False
        # A die rolled again with other sides goes on only from its own highest face.
        return face == self.then if further and self.then != self.sides else face >= self.goes_on


_ONE = Fraction(1)


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
    """The number that each die must exceed to count, in the order of `dice`. 0 where faces are added."""
    names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The names whose values `total` needs."""
    beside: Fraction | int | None = field(init=False, repr=False, compare=False)
    """The number added to the dice where a throw is the sum of its faces and a number. None otherwise."""

    def __post_init__(self) -> None:
        """Lay out the dice once: `read` keeps notations, and each roll looks at them several times."""
        each = [term for term in self.terms for _ in range(term.dice)]
        object.__setattr__(self, "dice", tuple(term.sides for term in each))
        object.__setattr__(self, "faces", tuple((term.least, term.least + term.sides - 1) for term in each))
        object.__setattr__(self, "counted", tuple(term.over for term in each))
        object.__setattr__(self, "names", tuple(term.name for term in self.terms if term.name))
        beside: Fraction | int = sum(term.factor for term in self.terms if not term.dice)
        plain = all(term.is_sum for term in self.terms)
        object.__setattr__(self, "beside", (int(beside) if beside == int(beside) else beside) if plain else None)

    def total(self, faces: tuple[int, ...], values: Mapping[str, Fraction | float | int] | None = None) -> Fraction:
        """Add up `faces` (in the order of `dice`, opened dice following their own) exactly. Nothing is rounded here."""
        return Fraction(self.sum(faces, values))

    def sum(self, faces: tuple[int, ...], values: Mapping[str, Fraction | float | int] | None = None) -> Fraction | int:
        """Add up `faces` and the other terms as `total` does, but give a whole number as an int, which is faster.

        `values` has the numbers of the names in the notation.
        """
        if self.beside is not None and len(faces) == len(self.dice):
            return sum(faces) + self.beside  # nearly always: no die has gone on, and there is nothing else to reckon
        shown = iter(self.shares(faces))
        total: Fraction | int = 0
        factor, group = _ONE, 0
        for term in self.terms:
            if term.joined:
                total -= factor * group
                group = (max if term.joined == "^" else min)(group, next(shown))
                total += factor * group
            elif term.dice:
                factor, group = term.factor, next(shown)
                # A product with a whole number is spared where there is nothing to multiply: nearly always.
                total += group if factor == 1 else factor * group
            elif term.name:
                total += term.factor * Fraction(str((values or {})[term.name]))
            else:
                total += term.factor
        return total

    def shares(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """Return the total of the dice of each term with dice, before its factor.

        Raises NotationError for too many or too few faces.
        """
        rest, waiting, shown = list(faces), len(self.dice), []
        for term in self.terms:
            if term.dice:
                waiting -= term.dice
                shown.append(_take(rest, term, waiting))
        if rest:
            raise NotationError(f"{len(faces)} faces are too many for {self.text}.")
        return tuple(shown)

    def first_faces(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """Return the faces without those of dice rolled again: one for each of `dice`."""
        rest, waiting, shown = list(faces), len(self.dice), []
        for term in self.terms:
            for dice_behind in reversed(range(waiting - term.dice, waiting)):
                shown.append(rest[0])
                _chain(rest, term, dice_behind)
            waiting -= term.dice
        return tuple(shown)


def closed(text: str) -> str:
    """Return dice as they are typed: none of them goes on."""
    return _OPENED.sub("", text)


def _take(rest: list[int], term: Term, waiting: int) -> int:
    """Take the faces of a term's dice from the front of `rest`. Return their total.

    `waiting` is the number of dice in the terms behind this one.
    """
    each = [_chain(rest, term, dice_behind) for dice_behind in reversed(range(waiting, waiting + term.dice))]
    if term.keep:
        each = sorted(each, reverse=term.keep > 0)[: abs(term.keep)]
    return sum(each)


def _chain(rest: list[int], term: Term, dice_behind: int) -> int:
    """Take one die, with the faces rolled again after it, from the front of `rest`. Return its total.

    It leaves one face for each of the `dice_behind`: a chain that was cut short at its limit ends there.
    """
    total = further = 0
    while True:
        if len(rest) <= dice_behind:
            raise NotationError("A die is missing.")
        face = rest.pop(0)
        total += term.worth(face) - (term.less if further else 0)
        if not term.opens(face, further) or len(rest) == dice_behind:
            return total
        further += 1


# Cached: the same few notations are rolled all evening.
@lru_cache(maxsize=512)
def read(text: str, such_as: str = SUCH_AS) -> Notation:
    """Read dice notation such as `2d6+3`. Refuses what is unreadable or beyond the limits with NotationError.

    `such_as` is the example in a refusal: each game has its own.
    """
    squeezed = re.sub(r"\s+", "", text)
    if not squeezed or len(squeezed) > LONGEST_TEXT:
        raise NotationError(f"Dice such as 2d6+3 are expected, of at most {LONGEST_TEXT} characters.")
    terms: list[Term] = []
    start = 0
    while start < len(squeezed):
        match = _TERM.match(squeezed, start)
        joined = match is not None and (match["sign"] or "+") in "^~"
        # A joined term is dice without a factor, behind dice.
        wrong = joined and not (terms and terms[-1].dice and match and match["sides"] and not match["factor"])
        if match is None or (start > 0 and not match["sign"]) or wrong:
            raise NotationError(f'"{text}" is not dice: write for example {such_as}.')
        terms.append(_term(match, text))
        start = match.end()
        if len(terms) > MOST_TERMS:
            raise NotationError(f'"{text}" has more than {MOST_TERMS} terms.')
    return Notation(squeezed, tuple(terms))


def _term(match: re.Match[str], text: str) -> Term:
    """Return one summand of a notation: dice, a name or a number. Raises NotationError beyond what is allowed."""
    factor = Fraction(match["factor"] or 1)
    if match["sign"] == "-":
        factor = -factor
    if match["sides"]:
        dice, sides = int(match["dice"] or 1), 100 if match["sides"] in ("%", "00") else int(match["sides"])
        if not 1 <= dice <= MOST_DICE or not 2 <= sides <= MOST_SIDES or abs(factor) > LARGEST_NUMBER:
            raise NotationError(f'"{text}" is refused: at most {MOST_DICE} dice of 2 to {MOST_SIDES} sides.')
        least, over = 0 if match["sides"] == "00" else 1, int(match["over"] or 0)
        highest = least + sides - 1
        die = f"d{sides}" if least else "d00"
        twice = int(match["twice"] or 0)
        if match["over"] and not (1 <= over < highest and (not match["twice"] or over <= twice < highest)):
            raise NotationError(f'"{text}" is refused: a {die} counts what is over 1 to {highest - 1}.')
        goes_on = int(match["from"] or highest) if match["open"] else 0
        then = int(match["then"] or sides)
        if match["open"] and not (least < goes_on <= highest and 2 <= then <= MOST_SIDES):
            raise NotationError(f'"{text}" is refused: a {die} goes on from {least + 1} to {highest}.')
        keep = int(match["keep"] or 0)
        if match["end"] and not 1 <= keep <= dice:
            raise NotationError(f'"{text}" is refused: of {dice} dice 1 to {dice} are kept.')
        return Term(
            factor,
            dice,
            sides,
            least=least,
            over=over,
            twice=twice,
            goes_on=goes_on,
            then=then,
            less=int(bool(match["less"])),
            keep=-keep if match["end"] == "l" else keep,
            joined=match["sign"] if (match["sign"] or "+") in "^~" else "",
        )
    if match["name"]:
        if abs(factor) > LARGEST_NUMBER:
            raise NotationError(f'"{text}" is refused: numbers go up to {LARGEST_NUMBER}.')
        return Term(factor, name=match["name"])
    number = factor * Fraction(match["number"])
    if abs(number) > LARGEST_NUMBER:
        raise NotationError(f'"{text}" is refused: numbers go up to {LARGEST_NUMBER}.')
    return Term(number)
