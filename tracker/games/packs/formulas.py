"""Formulas: arithmetic on named figures, with dice, read by a small parser into frozen values. Nothing is executed.

`2d10 + skill - target.defence / 2`: the signs + - × ÷ (also * and /), comparisons that are 1 or 0, brackets, the
functions of `FUNCTIONS`, and dice. There are no loops and no functions of an author's own, and what is long, deep or
huge is refused before it is worked out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from tracker.dice.notation import LONGEST_TEXT
from tracker.dice.notation import MOST_TERMS as KINDS

LONGEST = 200
"""Characters of a formula."""
DEEPEST = 16
"""Brackets and functions within each other."""
MOST_PARTS = 80
"""Numbers, names, dice and signs of a formula."""
LARGEST = 1_000_000
"""The largest number that a formula may state or come to."""
MOST_DICE, MOST_SIDES, MOST_TERMS = 100, 1000, 10
"""Dice of one formula, their sides, and how many kinds of dice are added."""
FUNCTIONS = {"min": (2, 8), "max": (2, 8), "round": (1, 1), "up": (1, 1), "down": (1, 1), "pool": (3, 3)}
"""The functions with the fewest and the most values they take.

`round` rounds half up, `up` and `down` to the next whole number; `pool(5, 6, 4)` rolls five six-sided dice and counts
those that show 4 or more.
"""
_TOKEN = re.compile(
    r"\s*(?:(?P<dice>\d*d\d+!?)(?![\w.])|(?P<number>\d+(?:\.\d+)?)(?![\w.])"
    r"|(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)|(?P<sign><=|>=|==|!=|[-+*/×÷−()<>,≤≥≠=]))",
    re.ASCII,
)
LETTERS = r"^[A-Za-z0-9_\s.!+*/×÷−()<>,≤≥≠=-]+$"
"""The letters and signs that a formula is written in, as a pattern for editors."""
PARTS_THERE_ARE = (
    "its parts are numbers, names, dice such as 2d6, + - * / ( ), < > <= >= == !=, and min, max, round, up, down, pool"
)
_SAME = {"×": "*", "÷": "/", "−": "-", "≤": "<=", "≥": ">=", "≠": "!=", "=": "=="}
_COMPARISONS = ("<", ">", "<=", ">=", "==", "!=")

Exact = int | Fraction


class FormulaError(ValueError):
    """A formula that cannot be read; `word` is the word that is none of those `offered`."""

    def __init__(self, sentence: str, word: str = "", offered: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.word, self.offered = word, offered


@dataclass(frozen=True, slots=True)
class Number:
    """A number."""

    value: Exact


@dataclass(frozen=True, slots=True)
class Name:
    """A figure by its name: `skill`, `target.defence`."""

    path: str


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice of one kind; with `least` those are counted that show it or more, with `opened` a highest face goes on."""

    count: int
    sides: int
    opened: bool = False
    least: int = 0

    @property
    def text(self) -> str:
        """As the kernel reads it: `2d6`, `d100!`, `5d6>3`."""
        return f"{self.count}d{self.sides}{'!' if self.opened else ''}{f'>{self.least - 1}' if self.least else ''}"


@dataclass(frozen=True, slots=True)
class Operation:
    """Two values and the sign between them; a comparison is 1 or 0."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Call:
    """A function of values."""

    function: str
    values: tuple[Node, ...]


Node = Number | Name | Dice | Operation | Call


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that has been read: its text and its value as a tree."""

    text: str
    root: Node

    def __str__(self) -> str:
        return self.text


ZERO = Formula("0", Number(0))
ONE = Formula("1", Number(1))
Figure = Exact | Formula
"""A figure that a name stands for: a number, or dice such as a weapon's damage."""
Scope = Callable[[str], Figure]
"""Gives the figure of a name."""
Bounds = tuple[Fraction, Fraction]
"""The least and the greatest value."""


# Reading


@lru_cache(maxsize=2048)
def read(text: str) -> Formula:
    """Read a formula; raises FormulaError with a sentence."""
    if len(text) > LONGEST:
        raise FormulaError(f"a formula has at most {LONGEST} characters, not {len(text):,}")
    return Formula(text, _Reader(text).whole())


class _Reader:
    """Reads one formula by descent; every bracket and function counts towards the depth."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [*self._tokens()]
        self.place = 0
        self.depth = 0

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        """Yield kind, text and column of each part; raises FormulaError."""
        start, text, parts = 0, self.text.rstrip(), 0
        while start < len(text):
            match = _TOKEN.match(text, start)
            if match is None:
                rest = text[start:].lstrip()
                at = len(text) - len(rest) + 1
                raise FormulaError(f'"{rest[:20]}" is no part of a formula (at character {at}); {PARTS_THERE_ARE}')
            parts += 1
            if parts > MOST_PARTS:
                raise FormulaError(f"a formula has at most {MOST_PARTS} parts")
            kind = str(match.lastgroup)
            yield kind, _SAME.get(match[kind], match[kind]), match.start(kind) + 1
            start = match.end()

    def whole(self) -> Node:
        """Read all of it."""
        if not self.tokens:
            raise FormulaError("a formula is empty")
        node = self._compared()
        if self.place < len(self.tokens):
            _, sign, column = self.tokens[self.place]
            raise FormulaError(f'"{sign}" is one part too many (at character {column}); a sign is missing before it')
        return node

    def _next(self, *signs: str) -> str:
        """Take the next part if it is one of these signs; else return nothing."""
        if self.place < len(self.tokens) and self.tokens[self.place][0] == "sign":
            sign = self.tokens[self.place][1]
            if sign in signs:
                self.place += 1
                return sign
        return ""

    def _compared(self) -> Node:
        """Read sums with at most one comparison between them."""
        left = self._sum()
        if sign := self._next(*_COMPARISONS):
            left = Operation(sign, left, self._sum())
            if self._next(*_COMPARISONS):
                raise FormulaError("one comparison follows another; put one of them in brackets")
        return left

    def _sum(self) -> Node:
        """Read products with + and − between them."""
        left = self._product()
        while sign := self._next("+", "-"):
            left = Operation(sign, left, self._product())
        return left

    def _product(self) -> Node:
        """Read values with × and ÷ between them."""
        left = self._value()
        while sign := self._next("*", "/"):
            left = Operation(sign, left, self._value())
        return left

    def _value(self) -> Node:
        """Read a number, dice, a name, a function, something in brackets, or one of them with a sign in front."""
        if self.place >= len(self.tokens):
            raise FormulaError(f'"{self.text.strip()[-20:]}" breaks off; a value is missing at its end')
        kind, part, column = self.tokens[self.place]
        self.place += 1
        match kind:
            case "number":
                return Number(_number(part))
            case "dice":
                return _dice(part)
            case "name":
                if part in FUNCTIONS or self._opens():
                    return self._call(part)
                return Name(part)
        if part in ("(", "-"):
            self.depth += 1
            if self.depth > DEEPEST:
                raise FormulaError(f"a formula has at most {DEEPEST} brackets within each other")
            if part == "-":
                inner: Node = Operation("-", Number(0), self._value())
            else:
                inner = self._compared()
                self._close(column)
            self.depth -= 1
            return inner
        raise FormulaError(f'"{part}" stands where a value belongs (at character {column})')

    def _opens(self) -> bool:
        """Whether a bracket opens next."""
        return self.place < len(self.tokens) and self.tokens[self.place][1] == "("

    def _close(self, column: int) -> None:
        """Take the closing bracket; raises FormulaError."""
        if not self._next(")"):
            raise FormulaError(f"a bracket is open (at character {column}); close it")

    def _call(self, function: str) -> Node:
        """Read the values of a function."""
        if function not in FUNCTIONS:
            there = tuple(FUNCTIONS)
            raise FormulaError(f'"{function}" is no function; there are {", ".join(there)}', function, there)
        if not self._opens():
            raise FormulaError(f'"{function}" is a function; write its values in brackets behind it')
        column = self.tokens[self.place][2]
        self.place += 1
        self.depth += 1
        if self.depth > DEEPEST:
            raise FormulaError(f"a formula has at most {DEEPEST} brackets within each other")
        values = [self._compared()]
        while self._next(","):
            values.append(self._compared())
        self._close(column)
        self.depth -= 1
        least, most = FUNCTIONS[function]
        if not least <= len(values) <= most:
            many = str(least) if least == most else f"{least} to {most}"
            raise FormulaError(f"{function} takes {many} values, not {len(values)}")
        return Call(function, tuple(values))


def _number(text: str) -> Exact:
    """Return a number within the bounds; raises FormulaError."""
    whole, _, part = text.partition(".")
    if len(whole) > 7 or len(part) > 4 or int(whole) > LARGEST:
        raise FormulaError(f'the number "{text[:20]}" is too long; at most {LARGEST:,} and 4 places behind the point')
    return Fraction(text) if part else int(whole)


def _dice(text: str) -> Dice:
    """Return dice within the bounds; raises FormulaError."""
    count, _, sides = text.rstrip("!").partition("d")
    if len(count) > 9 or len(sides) > 9 or not 1 <= int(count or 1) <= MOST_DICE or not 2 <= int(sides) <= MOST_SIDES:
        raise FormulaError(f'"{text[:20]}" is too many dice: at most {MOST_DICE}, each of 2 to {MOST_SIDES:,} sides')
    return Dice(int(count or 1), int(sides), text.endswith("!"))


# Working out


def names(node: Node) -> Iterator[str]:
    """Yield every name of a formula, in the order of its text."""
    match node:
        case Name():
            yield node.path
        case Operation():
            yield from names(node.left)
            yield from names(node.right)
        case Call():
            for value in node.values:
                yield from names(value)


def depth(node: Node, of_name: Callable[[str], int]) -> int:
    """Return how many values lie within each other at most; `of_name` is the depth of what a name stands for."""
    match node:
        case Name():
            return 1 + of_name(node.path)
        case Operation():
            return 1 + max(depth(node.left, of_name), depth(node.right, of_name))
        case Call():
            return 1 + max(depth(value, of_name) for value in node.values)
    return 1


def rolls_dice(node: Node, is_dice: Callable[[str], bool]) -> bool:
    """Whether a formula rolls dice; `is_dice` says of a name whether it stands for dice."""
    match node:
        case Dice():
            return True
        case Name():
            return is_dice(node.path)
        case Operation():
            return rolls_dice(node.left, is_dice) or rolls_dice(node.right, is_dice)
        case Call():
            return node.function == "pool" or any(rolls_dice(value, is_dice) for value in node.values)
    return False


def dice_of(node: Node, scope: Scope, once: bool = True) -> tuple[Dice, ...]:
    """Return the dice of a formula in the order in which `worked_out` takes their totals.

    With `once` a figure of dice that is named more than once is rolled once.
    """
    return tuple(_dice_of(node, scope, set() if once else None))


def _dice_of(node: Node, scope: Scope, rolled: set[str] | None) -> Iterator[Dice]:
    match node:
        case Dice():
            yield node
        case Name() if isinstance(figure := scope(node.path), Formula):
            if rolled is None or node.path not in rolled:
                yield from _dice_of(figure.root, scope, rolled)
            if rolled is not None:
                rolled.add(node.path)
        case Operation():
            yield from _dice_of(node.left, scope, rolled)
            yield from _dice_of(node.right, scope, rolled)
        case Call(function="pool"):
            yield _pool(node, scope)
        case Call():
            for value in node.values:
                yield from _dice_of(value, scope, rolled)


def most_dice(node: Node, ranges: Callable[[str], Bounds]) -> Iterator[Dice]:
    """Yield the dice that a formula itself names, as many of a pool as there can be."""
    match node:
        case Dice():
            yield node
        case Operation():
            yield from most_dice(node.left, ranges)
            yield from most_dice(node.right, ranges)
        case Call(function="pool"):
            most = tuple(Number(whole(bounds(value, ranges)[1])) for value in node.values)
            yield _pool(Call("pool", most), lambda name: 0)
        case Call():
            for value in node.values:
                yield from most_dice(value, ranges)


def _pool(call: Call, scope: Scope) -> Dice:
    """Return the dice of a pool, at least one and no more than a formula may have."""
    count, sides, least = (whole(worked_out(value, scope)) for value in call.values)
    sides = max(2, min(MOST_SIDES, sides))
    return Dice(max(1, min(MOST_DICE, count)), sides, least=max(2, min(sides, least)))


def notation(dice: Sequence[Dice]) -> str:
    """Return dice as the kernel reads them: `2d6+1d8`."""
    return "+".join(kind.text for kind in dice)


def too_many(dice: Sequence[Dice]) -> bool:
    """Whether these dice are more kinds than the kernel reads at once."""
    return len(dice) > KINDS or len(notation(dice)) > LONGEST_TEXT


def shares(dice: Sequence[Dice], faces: Sequence[int], again: int = 0) -> tuple[int, ...]:
    """Return what each kind of dice shows in all, from the faces of one roll; opened dice go on `again` times."""
    rest, totals = iter(faces), []
    for kind in dice:
        total = 0
        for _ in range(kind.count):
            face = next(rest, 0)
            shown, more = face, again if kind.opened else 0
            while more and face == kind.sides:
                face = next(rest, 0)
                shown, more = shown + face, more - 1
            total += int(shown >= kind.least) if kind.least else shown
        totals.append(total)
    return tuple(totals)


class Totals:
    """The totals of a formula's dice in their order, and what its figures of dice have come to."""

    __slots__ = ("_left", "_of_names")

    def __init__(self, totals: Sequence[int] = (), once: bool = True) -> None:
        """With `once` a figure of dice that is named again keeps its value."""
        self._left = iter(totals)
        self._of_names: dict[str, Exact] | None = {} if once else None

    def take(self) -> int:
        """Return the next total; 0 when all are taken."""
        return next(self._left, 0)

    def of_name(self, path: str, root: Node, scope: Scope) -> Exact:
        """Return the value of a figure of dice."""
        if self._of_names is None:
            return worked_out(root, scope, self)
        if path not in self._of_names:
            self._of_names[path] = worked_out(root, scope, self)
        return self._of_names[path]


def worked_out(node: Node, scope: Scope, totals: Totals | None = None) -> Exact:
    """Return the value of a formula; `totals` are those of its dice, none for a formula without."""
    match node:
        case Number():
            return node.value
        case Name():
            figure = scope(node.path)
            if not isinstance(figure, Formula):
                return figure
            return (totals or Totals()).of_name(node.path, figure.root, scope)
        case Dice():
            return totals.take() if totals is not None else 0
        case Operation():
            return _bounded(
                _operated(node.sign, worked_out(node.left, scope, totals), worked_out(node.right, scope, totals))
            )
        case Call(function="pool"):
            return totals.take() if totals is not None else 0
        case Call():
            return _called(node.function, [worked_out(value, scope, totals) for value in node.values])


def _operated(sign: str, left: Exact, right: Exact) -> Exact:
    """Return the value of two values and the sign between them; a division by 0 comes to 0."""
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return Fraction(left) / right if right else 0
        case "<":
            return int(left < right)
        case ">":
            return int(left > right)
        case "<=":
            return int(left <= right)
        case ">=":
            return int(left >= right)
        case "==":
            return int(left == right)
        case _:
            return int(left != right)


def _called(function: str, values: Sequence[Exact]) -> Exact:
    """Return the value of a function."""
    match function:
        case "min":
            return min(values)
        case "max":
            return max(values)
        case "up":
            return ceil(values[0])
        case "down":
            return floor(values[0])
        case _:
            return whole(values[0])


def _bounded(value: Exact) -> Exact:
    """Return a value no further from 0 than the largest number, with a denominator of few digits."""
    if isinstance(value, Fraction):
        value = value.limit_denominator(LARGEST)
    return max(-LARGEST, min(LARGEST, value))


def whole(value: Exact) -> int:
    """Return a value rounded half up."""
    return value if isinstance(value, int) else floor(value + Fraction(1, 2))


def number(formula: Formula, scope: Scope, totals: Totals | None = None) -> int:
    """Return the value of a formula as a whole number, rounded half up."""
    root = formula.root
    return whole(root.value if isinstance(root, Number) else worked_out(root, scope, totals))


@dataclass(frozen=True, slots=True)
class Thrown:
    """A formula of dice that are added: the dice to add, those to take off, and the number beside them."""

    plus: tuple[Dice, ...]
    minus: tuple[Dice, ...]
    rest: int

    @property
    def dice(self) -> str:
        """The dice as the kernel reads them."""
        return notation(self.plus) + "".join(f"-{kind.text}" for kind in self.minus)


def thrown(formula: Formula, scope: Scope) -> Thrown:
    """Take a formula apart into its dice and the rest; the dice must stand in a sum (`in_a_sum`)."""
    plus: list[Dice] = []
    minus: list[Dice] = []
    rest = _apart(formula.root, scope, 1, plus, minus)
    return Thrown(tuple(plus), tuple(minus), whole(rest))


def _apart(node: Node, scope: Scope, sign: int, plus: list[Dice], minus: list[Dice]) -> Exact:
    """Put the dice of a sum on their lists and return the sum of all else."""
    match node:
        case Dice():
            (plus if sign > 0 else minus).append(node)
            return 0
        case Call(function="pool"):
            (plus if sign > 0 else minus).append(_pool(node, scope))
            return 0
        case Name() if isinstance(figure := scope(node.path), Formula):
            return _apart(figure.root, scope, sign, plus, minus)
        case Operation(sign="+"):
            return _apart(node.left, scope, sign, plus, minus) + _apart(node.right, scope, sign, plus, minus)
        case Operation(sign="-"):
            return _apart(node.left, scope, sign, plus, minus) + _apart(node.right, scope, -sign, plus, minus)
    return sign * worked_out(node, scope)


def in_a_sum(node: Node, is_dice: Callable[[str], bool]) -> bool:
    """Whether all dice of a formula are only added or taken off, as a roll against a number needs them."""
    match node:
        case Dice() | Name() | Number():
            return True
        case Operation(sign="+" | "-"):
            return in_a_sum(node.left, is_dice) and in_a_sum(node.right, is_dice)
        case Call(function="pool"):
            return not any(rolls_dice(value, is_dice) for value in node.values)
    return not rolls_dice(node, is_dice)


# Bounds


def bounds(node: Node, ranges: Callable[[str], Bounds]) -> Bounds:
    """Return the least and greatest value of a formula, from those of its names."""
    match node:
        case Number():
            return Fraction(node.value), Fraction(node.value)
        case Name():
            return ranges(node.path)
        case Dice():
            most = node.count * (node.sides * (21 if node.opened else 1))
            return (Fraction(0), Fraction(node.count)) if node.least else (Fraction(node.count), Fraction(most))
        case Operation():
            return _between(node.sign, bounds(node.left, ranges), bounds(node.right, ranges))
        case Call(function="pool"):
            return Fraction(0), max(Fraction(1), bounds(node.values[0], ranges)[1])
        case Call():
            each = [bounds(value, ranges) for value in node.values]
            return (
                Fraction(_called(node.function, [least for least, _ in each])),
                Fraction(_called(node.function, [most for _, most in each])),
            )


def _between(sign: str, left: Bounds, right: Bounds) -> Bounds:
    """Return the bounds of two values and the sign between them."""
    if sign in _COMPARISONS:
        return Fraction(0), Fraction(1)
    rights = [value for value in right if sign != "/" or value]
    if sign == "/":  # the divisors that leave most
        rights += [Fraction(value) for value in (1, -1) if right[0] <= value <= right[1]]
    ends = [Fraction(_bounded(_operated(sign, low, high))) for low in left for high in rights]
    if sign == "/" and right[0] <= 0 <= right[1]:
        ends.append(Fraction(0))
    return min(ends), max(ends)


def may_divide_by_zero(node: Node, ranges: Callable[[str], Bounds]) -> bool:
    """Whether a divisor of a formula can be 0."""
    match node:
        case Operation():
            least, most = bounds(node.right, ranges)
            if node.sign == "/" and least <= 0 <= most:
                return True
            return may_divide_by_zero(node.left, ranges) or may_divide_by_zero(node.right, ranges)
        case Call():
            return any(may_divide_by_zero(value, ranges) for value in node.values)
    return False


def never(node: Node, ranges: Callable[[str], Bounds]) -> bool:
    """Whether a formula is 0 whatever its names stand for, as a comparison that never holds."""
    if isinstance(node, Operation) and node.sign in _COMPARISONS:
        (low, high), (least, most) = bounds(node.left, ranges), bounds(node.right, ranges)
        match node.sign:
            case "<":
                return low >= most
            case ">":
                return high <= least
            case "<=":
                return low > most
            case ">=":
                return high < least
            case "==":
                return high < least or low > most
            case _:
                return low == high == least == most
    if isinstance(node, Operation) and node.sign == "*":
        return never(node.left, ranges) or never(node.right, ranges)
    return not any(bounds(node, ranges))
