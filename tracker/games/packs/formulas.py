"""Formulas: arithmetic on named figures, with dice, read by a small parser into frozen values. Nothing is executed.

`2d10 + skill - target.defence / 2`: the signs + - × ÷ (also * and /), comparisons that are 1 or 0, brackets, the
functions of `FUNCTIONS`, and dice. There are no loops and no functions of an author's own, and what is long, deep or
huge is refused before it is worked out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from operator import eq, ge, gt, le, lt, ne
from typing import Literal, NamedTuple

from tracker.dice.notation import LONGEST_TEXT, Term
from tracker.dice.notation import MOST_TERMS as KINDS
from tracker.dice.notation import read as read_dice
from tracker.model.lazy_dataclass import dataclass

LONGEST = 200
"""The most characters of a formula."""
DEEPEST = 16
"""The most brackets and functions within each other."""
MOST_PARTS = 80
"""The most numbers, names, dice and signs of a formula."""
LARGEST = 1_000_000
"""The largest number in a formula, and the largest value."""
MOST_DICE, MOST_SIDES, MOST_TERMS = 100, 1000, 10
"""The most dice of one formula, their most sides, and the most kinds of dice added."""
Exact = int | Fraction


def whole(value: Exact) -> int:
    """Return a value rounded half up."""
    return value if isinstance(value, int) else floor(value + Fraction(1, 2))


class Function(NamedTuple):
    """A function: the fewest and the most values it takes, and what it makes of them."""

    fewest: int
    most: int
    value: Callable[..., Exact] | None
    """Never decreases in any of its values, so that their bounds give its own. None: it throws dice."""


FUNCTIONS = {
    "min": Function(2, 8, min),
    "max": Function(2, 8, max),
    "best": Function(2, 8, max),
    "round": Function(1, 1, whole),
    "up": Function(1, 1, ceil),
    "down": Function(1, 1, floor),
    "pool": Function(3, 4, None),
}
"""The functions by name.

`round` rounds half up, `up` and `down` to the next whole number. `best` is the highest, of dice too where they are
rolled against a number. `pool(5, 10, 7, 10)` rolls five ten-sided dice and counts those that show 7 or more, and from
10 on twice.
"""
_TOKEN = re.compile(
    r"\s*(?:(?P<after>(?<=\))(?:d\d+)?(?:!(?!=)(?:p\d*|\d+)?|k[hl]\d+|(?<=\d))(?![\w.]))|(?P<dice>\d*d\d+(?:!(?:p\d*|\d+)?|k[hl]\d+)?)(?![\w.])"
    r"|(?P<of>\d*d)(?=\()|(?P<number>\d+(?:\.\d+)?)(?![\w.])"
    r"|(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)|(?P<sign><=|>=|==|!=|[-+*/×÷−()<>,≤≥≠=]))",
    re.ASCII,
)
LETTERS = r"^[A-Za-z0-9_\s.!+*/×÷−()<>,≤≥≠=-]+$"
"""The letters and signs of a formula, as a pattern for editors."""
PARTS_THERE_ARE = "its parts are numbers, names, dice such as 2d6, + - * / ( ), < > <= >= == !=, and " + ", ".join(
    FUNCTIONS
)
_SAME = {"×": "*", "÷": "/", "−": "-", "≤": "<=", "≥": ">=", "≠": "!=", "=": "=="}
_COMPARISONS = {"<": lt, ">": gt, "<=": le, ">=": ge, "==": eq, "!=": ne}


class FormulaError(ValueError):
    """A formula that cannot be read. `word` is the word that is none of those `offered`."""

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
class Best:
    """Several throws of which the highest counts, or with `low` the lowest."""

    kinds: tuple[Term, ...]
    low: bool = False
    factor: Fraction = Fraction(1)

    @property
    def text(self) -> str:
        """Return the dice in the kernel's notation: `1d8!^1d6!`."""
        joined = ("~" if self.low else "^").join(kind.text for kind in self.kinds)
        return f"{self.factor}*{joined}" if self.factor > 1 else joined


Kind = Term | Best
"""Dice that are added to a roll, or taken off it."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice whose number, sides or counted face is a formula: `1d(die)`, `(level)d6!`, `pool(skill, 10, 7)`."""

    count: Node
    sides: Node
    suffix: str = ""
    least: Node | None = None
    twice: Node | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """Two values and the sign between them. A comparison is 1 or 0."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Call:
    """A function of values."""

    function: str
    values: tuple[Node, ...]

    def of(self, values: Iterable[Exact]) -> Exact:
        """Return the value of this function call for the values of its arguments."""
        value = FUNCTIONS[self.function].value
        assert value is not None
        return value(*values)


Node = Number | Name | Term | Throw | Operation | Call


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that has been read: its text and its value as a tree."""

    text: str
    root: Node
    say: str = ""
    """The words for a value of 0, where it must not be 0. Empty for the text of the formula."""

    def __str__(self) -> str:
        return self.text


ZERO = Formula("0", Number(0))
ONE = Formula("1", Number(1))
Figure = Exact | Formula
"""The value of a name: a number, or dice such as a weapon's damage."""
Scope = Callable[[str], Figure]
"""A function from the name of a figure to its value."""
Bounds = tuple[Fraction, Fraction]


# Reading


# Cached: the same formulas are read with every file of a pack.
@lru_cache(maxsize=2048)
def read(text: str) -> Formula:
    """Read a formula. Raises FormulaError with a sentence."""
    if len(text) > LONGEST:
        raise FormulaError(f"a formula has at most {LONGEST} characters, not {len(text):,}")
    return Formula(text, _Reader(text).whole())


class _Reader:
    """A reader of one formula by recursive descent. Every bracket and function counts towards the depth."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [*self._tokens()]
        self.place = 0
        self.depth = 0

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        """Yield the kind, the text and the column, from 1, of each part of the formula. Raises FormulaError."""
        start, text, parts = 0, self.text.rstrip(), 0
        while start < len(text):
            match = _TOKEN.match(text, start)
            if match is None:
                rest = text[start:].lstrip()
                character = len(text) - len(rest) + 1
                raise FormulaError(
                    f'"{rest[:20]}" is no part of a formula (at character {character}); {PARTS_THERE_ARE}'
                )
            parts += 1
            if parts > MOST_PARTS:
                raise FormulaError(f"a formula has at most {MOST_PARTS} parts")
            kind = str(match.lastgroup)
            yield kind, _SAME.get(match[kind], match[kind]), match.start(kind) + 1
            start = match.end()

    def whole(self) -> Node:
        """Read the whole formula, which must have nothing behind its end. Raises FormulaError."""
        if not self.tokens:
            raise FormulaError("a formula is empty")
        node = self._comparison()
        if self.place < len(self.tokens):
            _, sign, column = self.tokens[self.place]
            raise FormulaError(f'"{sign}" is one part too many (at character {column}); a sign is missing before it')
        return node

    def _next(self, *signs: str) -> str:
        """Take the next part if it is one of these signs. Otherwise return an empty text."""
        if self.place < len(self.tokens) and self.tokens[self.place][0] == "sign":
            sign = self.tokens[self.place][1]
            if sign in signs:
                self.place += 1
                return sign
        return ""

    def _comparison(self) -> Node:
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
        """Read values with * and / between them."""
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
            case "of":
                return self._throw(Number(_dice(f"{part}2").dice))
            case "name":
                if (part in FUNCTIONS and part != "best") or self._opens():
                    return self._call(part)
                return Name(part)
        if part in ("(", "-"):
            self.depth += 1
            if self.depth > DEEPEST:
                raise FormulaError(f"a formula has at most {DEEPEST} brackets within each other")
            if part == "-":
                inner: Node = Operation("-", Number(0), self._value())
            else:
                inner = self._comparison()
                self._close(column)
                if self._is("of", "d") or self._is("after", "d"):
                    inner = self._throw(inner)
            self.depth -= 1
            return inner
        raise FormulaError(f'"{part}" stands where a value belongs (at character {column})')

    def _is(self, kind: str, begins: str = "") -> bool:
        """Return whether the next part is of a kind and begins with a text."""
        return self.place < len(self.tokens) and (
            self.tokens[self.place][0] == kind and self.tokens[self.place][1].startswith(begins)
        )

    def _throw(self, count: Node) -> Node:
        """Read dice whose number or sides are a formula, behind their number `count`. The `d` may be read already."""
        if self._is("after", "d"):
            sides_text, suffix = _DICE_AFTER.fullmatch(self.tokens[self.place][1]).groups()  # type: ignore[union-attr]
            self.place += 1
            sides: Node = Number(_dice(f"1d{sides_text}{suffix}").sides)
        else:
            self.place += self._is("of", "d")
            column = self.tokens[self.place][2]
            self._next("(")
            sides = self._comparison()
            self._close(column)
            suffix = ""
            if self._is("after") and not self._is("after", "d"):
                suffix = self.tokens[self.place][1]
                self.place += 1
        if rolls_dice(count, lambda name: False) or rolls_dice(sides, lambda name: False):
            raise FormulaError("the number of dice and their sides are rolled by no dice; put a figure there")
        return Throw(count, sides, suffix)

    def _opens(self) -> bool:
        return self.place < len(self.tokens) and self.tokens[self.place][1] == "("

    def _close(self, column: int) -> None:
        if not self._next(")"):
            raise FormulaError(f"a bracket is open (at character {column}); close it")

    def _call(self, function: str) -> Node:
        """Read the values in brackets behind the name of a function, and return its call. Raises FormulaError."""
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
        values = [self._comparison()]
        while self._next(","):
            values.append(self._comparison())
        self._close(column)
        self.depth -= 1
        least, most = FUNCTIONS[function].fewest, FUNCTIONS[function].most
        if not least <= len(values) <= most:
            many = str(least) if least == most else f"{least} to {most}"
            raise FormulaError(f"{function} takes {many} values, not {len(values)}")
        if function == "pool":
            return Throw(values[0], values[1], least=values[2], twice=values[3] if len(values) > 3 else None)
        return Call(function, tuple(values))


def _number(text: str) -> Exact:
    """Return the number of a text such as `12` or `0.5`. Raises FormulaError for one that is too long."""
    whole, _, part = text.partition(".")
    if len(whole) > 7 or len(part) > 4 or int(whole) > LARGEST:
        raise FormulaError(f'the number "{text[:20]}" is too long; at most {LARGEST:,} and 4 places behind the point')
    return Fraction(text) if part else int(whole)


_DICE = re.compile(r"(\d*)d(\d+)(.*)")
_DICE_AFTER = re.compile(r"d(\d+)(.*)")


def _dice(text: str) -> Term:
    """Read dice such as `2d6!` or `4d6k3`. Raises FormulaError."""
    count, sides, suffix = _DICE.fullmatch(text).groups()  # type: ignore[union-attr]
    if len(count) > 9 or len(sides) > 9 or not 1 <= int(count or 1) <= MOST_DICE or not 2 <= int(sides) <= MOST_SIDES:
        raise FormulaError(f'"{text[:20]}" is too many dice: at most {MOST_DICE}, each of 2 to {MOST_SIDES:,} sides')
    term = _with_suffix(int(count or 1), int(sides), suffix)
    if term.goes_on == 1 or term.goes_on > term.sides:
        raise FormulaError(f'"{text[:20]}" goes on from no face of the die; write !2 to !{sides}, or ! for the highest')
    if not 1 < term.then <= MOST_SIDES:
        raise FormulaError(f'"{text[:20]}" goes on with a die of 2 to {MOST_SIDES:,} sides')
    if abs(term.keep) > term.dice or (suffix.endswith("0") and suffix[:1] == "k" and not term.keep):
        raise FormulaError(f'"{text[:20]}" keeps 1 to {term.dice} of its dice')
    return term


def dice(
    count: int,
    sides: int,
    *,
    over: int = 0,
    twice: int = 0,
    goes_on: int = 0,
    then: int = 0,
    less: int = 0,
    keep: int = 0,
) -> Term:
    """Return dice of one kind as the kernel rolls them (`dice/notation.py`). `then` is 0 for the same sides."""
    again = then or sides
    return Term(Fraction(1), count, sides, over=over, twice=twice, goes_on=goes_on, then=again, less=less, keep=keep)


def _with_suffix(count: int, sides: int, suffix: str) -> Term:
    """Return dice with the suffix applied: `!`, `!p`, `!p6`, `!96`, `kh3`, `kl1`.

    `!` rolls a die again from its highest face on, or from the face given. `!p` does so with a die of the sides given,
    less 1. `kh` and `kl` keep the highest or lowest dice.
    """
    number = int(suffix.lstrip("!pkhl")[:6] or 0)
    if suffix.startswith("k"):
        return dice(count, sides, keep=-number if suffix[1] == "l" else number)
    if suffix.startswith("!p"):
        return dice(count, sides, goes_on=sides, then=number, less=1)
    return dice(count, sides, goes_on=number or sides if suffix else 0)


# Working out


def parts(node: Node) -> tuple[Node, ...]:
    """Return the values that a part of a formula is made of, in the order of its text."""
    match node:
        case Operation():
            return node.left, node.right
        case Call():
            return node.values
        case Throw():
            return tuple(each for each in (node.count, node.sides, node.least, node.twice) if each is not None)
    return ()


def walk(node: Node) -> Iterator[Node]:
    """Yield a formula and every part of it, in the order of its text."""
    yield node
    for part in parts(node):
        yield from walk(part)


def names(node: Node) -> Iterator[str]:
    """Return every name of a formula, in the order of its text."""
    return (part.path for part in walk(node) if isinstance(part, Name))


def depth(node: Node, of_name: Callable[[str], int]) -> int:
    """Return how many values lie within each other at most. `of_name` is the depth of what a name stands for."""
    if isinstance(node, Name):
        return 1 + of_name(node.path)
    return 1 + max((depth(part, of_name) for part in parts(node)), default=0)


def rolls_dice(node: Node, is_dice: Callable[[str], bool]) -> bool:
    """Return whether a formula rolls dice. `is_dice` says of a name whether it stands for dice."""
    return any(isinstance(part, Term | Throw) or (isinstance(part, Name) and is_dice(part.path)) for part in walk(node))


def dice_in_dice(node: Node, is_dice: Callable[[str], bool]) -> bool:
    """Return whether dice are rolled for the number or the sides of dice."""
    throws = (part for part in walk(node) if isinstance(part, Throw) and part.least is None)
    return any(rolls_dice(part, is_dice) for throw in throws for part in parts(throw))


def dice_of(node: Node, scope: Scope, once: bool = True) -> tuple[Term, ...]:
    """Return the dice of a formula in the order in which `worked_out` takes their totals.

    With `once` a figure of dice that is named more than once is rolled once.
    """
    return tuple(_dice_of(node, scope, set() if once else None))


def _dice_of(node: Node, scope: Scope, rolled: set[str] | None) -> Iterator[Term]:
    """Yield the dice in a node and in the formulas of its names.

    `rolled` are the names whose dice were yielded, so that each is rolled once. With None each mention is rolled.
    """
    match node:
        case Term():
            yield node
        case Throw():
            yield _resolved(node, lambda part: worked_out(part, scope))
        case Name():
            if not isinstance(figure := scope(node.path), Formula):
                return
            if rolled is None or node.path not in rolled:
                yield from _dice_of(figure.root, scope, rolled)
            if rolled is not None:
                rolled.add(node.path)
        case _:
            for part in parts(node):
                yield from _dice_of(part, scope, rolled)


def most_dice(node: Node, ranges: Callable[[str], Bounds]) -> Iterator[Term]:
    """Yield the dice that a formula itself names, as many and as large as the ranges of its figures allow."""
    for part in walk(node):
        if isinstance(part, Term):
            yield part
        elif isinstance(part, Throw):
            yield _resolved(part, lambda each: bounds(each, ranges)[1])


def _resolved(throw: Throw, value: Callable[[Node], Exact]) -> Term:
    """Return the dice of a throw whose parts `value` reckons, at least one and no more than a formula may have."""
    count = max(1, min(MOST_DICE, whole(value(throw.count))))
    sides = max(2, min(MOST_SIDES, whole(value(throw.sides))))
    if throw.least is not None:  # a pool: dice that show `least` or more are counted, those from `twice` on doubly
        least = max(2, min(sides, whole(value(throw.least))))
        twice = 0 if throw.twice is None else max(least, min(sides, whole(value(throw.twice))))
        return dice(count, sides, over=least - 1, twice=max(0, twice - 1))
    term = _with_suffix(count, sides, throw.suffix)
    return replace(term, goes_on=min(term.goes_on, sides), keep=max(-count, min(count, term.keep)))


def notation(kinds: Sequence[Kind]) -> str:
    """Return dice as the kernel reads them: `2d6+1d8`."""
    return "+".join(kind.text for kind in kinds)


def too_many(kinds: Sequence[Kind]) -> bool:
    """Return whether these dice are more kinds than the kernel reads at once."""
    return len(kinds) > KINDS or len(notation(kinds)) > LONGEST_TEXT


def shares(kinds: Sequence[Term], faces: Sequence[int]) -> tuple[int, ...]:
    """Return what each kind of dice shows in all, from the faces of one roll. Nothing for no dice."""
    return read_dice(notation(kinds)).shares(tuple(faces)) if kinds else ()


class Totals:
    """The totals of a formula's dice in their order, and the totals of its figures of dice."""

    __slots__ = ("_left", "_of_names")

    def __init__(self, totals: Sequence[int] = (), once: bool = True) -> None:
        """Read values from a scope. `once`: a figure of dice keeps its value when named again."""
        self._left = iter(totals)
        self._of_names: dict[str, Exact] | None = {} if once else None

    def take(self) -> int:
        """Return the next total. 0 when all are taken."""
        return next(self._left, 0)

    def of_name(self, path: str, root: Node, scope: Scope) -> Exact:
        """Return the value of the figure of dice at `path`, whose formula is `root`. A kept value is taken again."""
        if self._of_names is None:
            return worked_out(root, scope, self)
        if path not in self._of_names:
            self._of_names[path] = worked_out(root, scope, self)
        return self._of_names[path]


def worked_out(node: Node, scope: Scope, totals: Totals | None = None) -> Exact:
    """Return the exact value of a formula. `totals` are those of its dice, in their order. Without them dice are 0."""
    match node:
        case Number():
            return node.value
        case Name():
            figure = scope(node.path)
            if not isinstance(figure, Formula):
                return figure
            return (totals or Totals()).of_name(node.path, figure.root, scope)
        case Term() | Throw():
            return totals.take() if totals is not None else 0
        case Operation():
            return _bounded(
                _result_of(node.sign, worked_out(node.left, scope, totals), worked_out(node.right, scope, totals))
            )
        case Call():
            return node.of(worked_out(value, scope, totals) for value in node.values)


def _result_of(sign: str, left: Exact, right: Exact) -> Exact:
    """Return the value of an operation on two numbers. A division by 0 gives 0, a comparison 1 or 0."""
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return Fraction(left) / right if right else 0
        case _:
            return int(_COMPARISONS[sign](left, right))


def _bounded(value: Exact) -> Exact:
    """Limit a value to the largest number, with a denominator of few digits."""
    if isinstance(value, Fraction):
        value = value.limit_denominator(LARGEST)
    return max(-LARGEST, min(LARGEST, value))


def number(formula: Formula, scope: Scope, totals: Totals | None = None) -> int:
    """Return the value of a formula as a whole number, rounded half up."""
    root = formula.root
    return whole(root.value if isinstance(root, Number) else worked_out(root, scope, totals))


@dataclass(frozen=True, slots=True)
class Thrown:
    """A formula of dice that are added: the dice to add, those to take off, and the number beside them."""

    plus: tuple[Kind, ...]
    minus: tuple[Kind, ...]
    rest: int

    @property
    def dice(self) -> str:
        return notation(self.plus) + "".join(f"-{kind.text}" for kind in self.minus)

    def with_edge(self, edge: int) -> Thrown:
        """Return the roll with its first dice thrown twice: above 0 the higher throw counts, below 0 the lower."""
        if not edge or not self.plus or not isinstance(first := self.plus[0], Term):
            return self
        # One plain die thrown twice is two dice of which one is kept. Others are two throws of which the best counts.
        if first.dice == 1 and not first.goes_on and not first.over:
            twice: Kind = replace(first, dice=2, keep=1 if edge > 0 else -1)
        else:
            twice = Best((replace(first, factor=Fraction(1)),) * 2, low=edge < 0, factor=first.factor)
        return Thrown((twice, *self.plus[1:]), self.minus, self.rest)


def thrown(formula: Formula, scope: Scope, once: bool = True) -> Thrown:
    """Take a formula apart into its dice and the rest. The dice must be in a sum (`in_a_sum`).

    With `once` a figure of dice that is named again counts again without being rolled again.
    """
    sum_of_dice = _SumOfDice(scope, once)
    rest = sum_of_dice.split_off_dice(formula.root, 1, "")
    kinds = [replace(kind, factor=kind.factor * times) for times, kind in sum_of_dice.kinds.values() if times > 0]
    less = [replace(kind, factor=-kind.factor * times) for times, kind in sum_of_dice.kinds.values() if times < 0]
    return Thrown(tuple(kinds), tuple(less), whole(rest))


class _SumOfDice:
    """Splits a sum into its kinds of dice, each with its factor, below 0 where it is subtracted."""

    def __init__(self, scope: Scope, once: bool) -> None:
        self.scope, self.once = scope, once
        self.kinds: dict[tuple[str, int], tuple[int, Kind]] = {}
        self._number = 0

    def split_off_dice(self, node: Node, sign: int, of: str) -> Exact:
        """Note the dice of a part of the formula, and return the value of the rest of the part.

        `sign` is −1 for a part that is subtracted. `of` is the figure whose formula it belongs to, empty for none.
        """
        match node:
            case Term():
                return self._take_dice(node, sign, of)
            case Throw():
                return self._take_dice(_resolved(node, lambda part: worked_out(part, self.scope)), sign, of)
            case Call(function="best") if any(rolls_dice(each, self._is_dice) for each in node.values):
                return self._take_dice(Best(tuple(dice_of(node, self.scope))), sign, of)
            case Name() if isinstance(figure := self.scope(node.path), Formula):
                # Dice of a figure are numbered from 0 each time it is named, so that they are the same dice.
                number, self._number = self._number, 0 if self.once else self._number
                rest = self.split_off_dice(figure.root, sign, node.path)
                self._number = number if self.once else self._number
                return rest
            case Operation(sign="+"):
                return self.split_off_dice(node.left, sign, of) + self.split_off_dice(node.right, sign, of)
            case Operation(sign="-"):
                return self.split_off_dice(node.left, sign, of) + self.split_off_dice(node.right, -sign, of)
        return sign * worked_out(node, self.scope)

    def _is_dice(self, name: str) -> bool:
        return isinstance(self.scope(name), Formula)

    def _take_dice(self, kind: Kind, sign: int, of: str) -> int:
        """Note dice of the figure `of` that are rolled, with their sign. Return 0, their part of the fixed value."""
        key = (of, self._number)
        self._number += 1
        times, _ = self.kinds.get(key, (0, kind))
        self.kinds[key] = (times + sign, kind)
        return 0


def summed(formula: Formula, others: Sequence[Formula], sign: Literal["+", "-"] = "+") -> Formula:
    """Return a formula with others added to it, or taken off it. Its text stays."""
    for each in others:
        formula = replace(formula, root=Operation(sign, formula.root, each.root))
    return formula


def in_a_sum(node: Node, is_dice: Callable[[str], bool]) -> bool:
    """Return whether all dice of a formula are only added or taken off, as a roll against a number needs them.

    In `best`, each value must be dice alone.
    """
    match node:
        case Term() | Name() | Number():
            return True
        case Throw():
            return not any(rolls_dice(part, is_dice) for part in parts(node))
        case Operation(sign="+" | "-"):
            return in_a_sum(node.left, is_dice) and in_a_sum(node.right, is_dice)
        case Call(function="best") if rolls_dice(node, is_dice):
            return all(isinstance(each, Term | Throw) and in_a_sum(each, is_dice) for each in node.values)
    return not rolls_dice(node, is_dice)


# Bounds


def bounds(node: Node, ranges: Callable[[str], Bounds]) -> Bounds:
    """Return the least and greatest value of a formula, from the `ranges` of its names."""
    match node:
        case Number():
            return Fraction(node.value), Fraction(node.value)
        case Name():
            return ranges(node.path)
        case Term():
            # A die that goes on may be thrown again 20 times, so it shows at most 21 times its sides.
            most = (abs(node.keep) or node.dice) * (node.sides * (21 if node.goes_on else 1))
            return Fraction(abs(node.keep) or node.dice), Fraction(most)
        case Throw():
            count, sides = bounds(node.count, ranges)[1], bounds(node.sides, ranges)[1]
            if node.least is not None:
                return Fraction(0), max(Fraction(1), count) * (1 if node.twice is None else 2)
            most = max(1, min(MOST_DICE, whole(count))) * max(2, min(MOST_SIDES, whole(sides)))
            return Fraction(1), Fraction(most * (21 if "!" in node.suffix else 1))
        case Operation():
            return _bounds_of_operation(node.sign, bounds(node.left, ranges), bounds(node.right, ranges))
        case Call():
            each = [bounds(value, ranges) for value in node.values]
            return (
                Fraction(node.of(least for least, _ in each)),
                Fraction(node.of(most for _, most in each)),
            )


def _bounds_of_operation(sign: str, left: Bounds, right: Bounds) -> Bounds:
    """Return the bounds of an operation's result, from those of its two sides."""
    if sign in _COMPARISONS:
        return Fraction(0), Fraction(1)
    rights = [value for value in right if sign != "/" or value]
    if sign == "/":  # the divisors that leave most
        rights += [Fraction(value) for value in (1, -1) if right[0] <= value <= right[1]]
    ends = [Fraction(_bounded(_result_of(sign, low, high))) for low in left for high in rights]
    if sign == "/" and right[0] <= 0 <= right[1]:
        ends.append(Fraction(0))
    return min(ends), max(ends)


def may_divide_by_zero(node: Node, ranges: Callable[[str], Bounds]) -> bool:
    """Return whether a divisor of a formula can be 0."""
    divisors = (part.right for part in walk(node) if isinstance(part, Operation) and part.sign == "/")
    return any(least <= 0 <= most for least, most in (bounds(divisor, ranges) for divisor in divisors))


def never(node: Node, ranges: Callable[[str], Bounds]) -> bool:
    """Return whether a formula is 0 for all values of its names within `ranges`, such as an impossible comparison."""
    if isinstance(node, Operation) and node.sign in _COMPARISONS:
        (low, high), (least, most) = bounds(node.left, ranges), bounds(node.right, ranges)
        holds = _COMPARISONS[node.sign]
        if node.sign == "==":
            return high < least or low > most
        return not any(holds(left, right) for left in (low, high) for right in (least, most))
    if isinstance(node, Operation) and node.sign == "*":
        return never(node.left, ranges) or never(node.right, ranges)
    return not any(bounds(node, ranges))
