"""Ranges: the least and greatest value that each name of a pack's formulas can stand for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction

from tracker.games.packs import formulas
from tracker.games.packs.formulas import Bounds, Formula
from tracker.games.packs.models import Pack, WeaponFigure

INITIATIVE = "initiative"
OTHERS = ("target", "attacker", "other", "source")
"""The prefixes of another fighter's figures: the target, the one who acts, the one who also rolls, the one who began
it."""
TOP = "top"
"""The prefix of a figure whose highest value among all fighters is meant."""
WEAPON = "weapon"
RESULTS = ("margin", "effect", "hit")
"""The names of the results of a roll."""
MOST_WORK = 400
"""The most values that a derived figure may add up, including the figures within it."""
DEEPEST = 120
"""The most values nested in a derived figure, including the figures within it. Evaluation is recursive, so the stack
limits it."""
ANY: Bounds = (Fraction(-formulas.LARGEST), Fraction(formulas.LARGEST))
"""The bounds of an unknown name."""


def work(pack: Pack) -> Mapping[str, int]:
    """Return the number of values that each derived figure takes in, also through other derived figures.

    A figure that needs itself gets more than `MOST_WORK`.
    """
    sizes: dict[str, int] = {}

    def size(name: str, within: tuple[str, ...]) -> int:
        """Return the size of one derived figure: the names in its formula, and through derived ones in theirs."""
        if name in within:
            return MOST_WORK + 1
        if name not in sizes:
            total = 1
            for other in formulas.names(pack.derived[name].root):
                total += size(other, (*within, name)) if other in pack.derived else 1
                if total > MOST_WORK:
                    return total
            sizes[name] = total
        return sizes[name]

    return {name: size(name, ()) for name in pack.derived}


def depths(pack: Pack) -> Mapping[str, int]:
    """Return the depth of each derived figure: the number of values within each other. No figure may need itself."""
    kept: dict[str, int] = {}

    def measure(name: str) -> None:
        """Measure a derived figure after those within it, so that no formula is followed into another."""
        root = pack.derived[name].root
        for other in tuple(formulas.names(root)):
            if other in pack.derived and other not in kept:
                measure(other)
        kept[name] = formulas.depth(root, lambda part: kept.get(part, 0))

    for name in pack.derived:
        if name not in kept:
            measure(name)
    return kept


def shows_points(pack: Pack) -> bool:
    """Return whether an action's number depends on its target's points, so that a chance would tell how hurt it is."""
    named = [
        name.partition(".")[2]
        for action in pack.action
        for formula in (action.rolled.roll, action.rolled.against, action.rolled.edge, *(r.when for r in action.result))
        if formula is not None
        for name in formulas.names(formula.root)
        if name.partition(".")[0] in OTHERS
    ]
    return not _built_on(pack, named).isdisjoint(pack.pools)


def in_a_circle(pack: Pack, name: str) -> bool:
    """Return whether a derived figure needs itself."""
    return name in _built_on(pack, formulas.names(pack.derived[name].root))


def _built_on(pack: Pack, names: Iterable[str]) -> set[str]:
    """Return the names, and those in the formulas of derived figures among them, to the last."""
    built_on, waiting = set[str](), [*names]
    while waiting:
        name = waiting.pop()
        if name in pack.derived and name not in built_on:
            waiting += formulas.names(pack.derived[name].root)
        built_on.add(name)
    return built_on


_OF_ROLLS: Mapping[str, Bounds] = {
    **dict.fromkeys(("hit", "passed", "doubles"), (Fraction(0), Fraction(1))),
    **dict.fromkeys(("natural", "ones", "tops"), (Fraction(0), Fraction(formulas.MOST_SIDES))),
}
"""The bounds of the figures that dice show."""


def ranges(pack: Pack, begun: Iterable[str] = (), unsound: Collection[str] = ()) -> Callable[[str], Bounds]:
    """Return a function that gives the bounds of a name. `begun` are the conditions that something begins.

    An `unsound` derived figure, which needs itself or is built on too many, may have any value.
    """
    kept: dict[str, Bounds] = dict.fromkeys(unsound, ANY)
    begins = set(begun)

    def of_fighter(name: str) -> Bounds:
        """Return the bounds of a fighter's own figure."""
        low, high = _weights(pack, name)
        if name in pack.figures:
            return pack.figures[name].low + low, pack.figures[name].high + high
        if name in pack.derived:
            least, most = formulas.bounds(pack.derived[name].root, bounds)
            return least + low, most + high
        if name in pack.pools:
            pool = pack.pools[name]
            return Fraction(pool.least), max(Fraction(pool.least), formulas.bounds(pool.full.root, bounds)[1])
        if name in pack.conditions:
            rule = pack.conditions[name]
            return Fraction(0), Fraction(rule.level if rule.by_hand or name in begins else 0)
        if name == INITIATIVE:
            return formulas.bounds(pack.clock.initiative.root, bounds)
        return _OF_ROLLS.get(name, ANY)

    def bounds(name: str) -> Bounds:
        """Return the bounds of a name as it is in a formula."""
        front, dot, back = name.partition(".")
        if dot and front in (*OTHERS, TOP):
            return bounds(back)
        if dot and front == WEAPON and back in pack.weapon:
            return _of_weapon(pack.weapon[back])
        if name not in kept:
            kept[name] = ANY  # a figure that needs itself has any value: it is told as a mistake of its own
            kept[name] = of_fighter(name)
        return kept[name]

    return bounds


def _weights(pack: Pack, name: str) -> Bounds:
    """Return the most that conditions take off a figure and add to it."""
    each = [rule.weighs.get(name, 0) * rule.level for rule in pack.conditions.values()]
    return Fraction(sum(min(0, amount) for amount in each)), Fraction(sum(max(0, amount) for amount in each))


def _of_weapon(figure: WeaponFigure) -> Bounds:
    """Return the bounds of a weapon's figure. Dice may show anything from 0 on."""
    if figure.dice:
        return Fraction(0), Fraction(formulas.LARGEST)
    return Fraction(figure.low), Fraction(figure.high)


def least_and_most(pack: Pack, formula: Formula, begun: Iterable[str] = ()) -> Bounds:
    """Return the least and greatest value of a formula."""
    return formulas.bounds(formula.root, ranges(pack, begun))
