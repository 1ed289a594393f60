"""Results: which row of a table of results a roll has reached, by its margin and by what its dice show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from tracker.dice import notation
from tracker.games.packs import formulas, odds
from tracker.games.packs.formulas import Best, Figure, Kind, Thrown
from tracker.games.packs.models import ActionRule, Result, Rolling
from tracker.games.packs.odds import Spread

SHOWN = ("natural", "ones", "tops", "doubles")
"""The names of what the first dice of a roll show."""
ROLLED = (*SHOWN, "rolled", "passed", "margin")
"""The names of the results of a roll. With `other.` before them, of the other's roll."""
Throw = tuple[float, dict[str, int], Spread]
"""The chance of a throw, what its dice show, and the chances of its totals."""
MOST_THROWS = 8000
"""The most throws of the first dice that are tried one by one for a chance."""


def shown(text: str, faces: Sequence[int]) -> dict[str, int]:
    """Return what the first dice of a roll show, by name: their first face, ones, highest faces, and doubles.

    `text` is the notation of the dice. Of dice thrown twice it is the throw that counts.
    """
    dice = notation.read(text)
    first, shares = dice.first_faces(tuple(faces)), dice.shares(tuple(faces))
    throws: list[tuple[int, notation.Term, tuple[int, ...]]] = []
    start, place = 0, 0
    for term in dice.terms:
        if not term.dice:
            continue
        if throws and not term.joined:
            break
        throws.append((shares[place], term, first[start : start + term.dice]))
        start, place = start + term.dice, place + 1
    if not throws:
        return dict.fromkeys(SHOWN, 0)
    lowest = any(term.joined == "~" for _, term, _ in throws)
    _, term, fallen = (min if lowest else max)(throws, key=lambda each: each[0])
    return _of_faces(fallen, term.sides, term.keep)


def _of_faces(faces: Sequence[int], sides: int, keep: int) -> dict[str, int]:
    """Return what faces of dice show, by name. `keep` is the number of highest dice kept, of lowest below 0."""
    kept = sorted(faces, reverse=keep > 0)[: abs(keep)] if keep else faces
    # One d100 is a double when its two digits are equal.
    pairs = len(set(kept)) < len(kept) or (sides == 100 and len(kept) == 1 and kept[0] % 100 // 10 == kept[0] % 10)
    return {"natural": kept[0], "ones": kept.count(1), "tops": kept.count(sides), "doubles": int(pairs)}


def row(rows: Sequence[Result], margin: int, scope: formulas.Scope) -> Result | None:
    """Return the first row of results that a roll reaches. Of rows with only a margin the highest. None for no row."""
    for each in rows:
        if each.margin is not None and margin < each.margin:
            continue
        if each.when is None:
            return reached(rows, margin)
        if formulas.number(each.when, scope):
            return each
    return None


def reached(rows: Sequence[Result], margin: int) -> Result | None:
    """Return the highest row with nothing but a margin that a roll has reached. None for none."""
    plain = [each for each in rows if each.when is None and (each.margin is None or each.margin <= margin)]
    return max(plain, key=lambda each: -1001 if each.margin is None else each.margin, default=None)


def usual_word(rule: Any, passed: bool) -> str:
    """Return the word for a roll of which no row says more."""
    if isinstance(rule, ActionRule) and rule.target and not rule.tests_target:
        return "hit" if passed else "missed"
    return "made" if passed else "failed"


def figures_named(rows: Iterable[Result]) -> tuple[str, ...]:
    """Return the names in rows of results that a roll itself does not give."""
    every = (name for each in rows if each.when is not None for name in formulas.names(each.when.root))
    return tuple(name for name in dict.fromkeys(every) if name not in ROLLED)


def kept_figures(rows: Sequence[Result], scope: formulas.Scope) -> dict[str, int | str]:
    """Return the figures that rows of results name, as plain data for a roll: a fraction is a text."""
    values = {name: formulas.worked_out(formulas.Name(name), scope) for name in figures_named(rows)}
    return {name: value if isinstance(value, int) else str(value) for name, value in values.items()}


def scope_of(known: Mapping[str, Any]) -> formulas.Scope:
    """Return a scope that finds figures in plain data, fractions as text. It raises KeyError for an unknown name."""

    def figure(name: str) -> Figure:
        """Return the figure of a name."""
        value = known[name]
        return Fraction(value) if isinstance(value, str) else int(value)

    return figure


def margin_of(rolling: Rolling, number: int, total: int) -> int:
    """Return by how much dice are over the number that they had to show, or under it."""
    return number - total if rolling.under else total - number


# Chances


def chance(
    rows: Sequence[Result], under: bool, thrown: Thrown, other: Thrown, need: int, added: int, scope: formulas.Scope
) -> float:
    """Return the chance, from 0 to 1, that an action hits whose rows of results may say so by themselves.

    `other` has the dice of the number. `added` is what is added to the dice of the roll. Rows that name what dice show
    are weighed where the first dice of a roll can be tried throw by throw.
    """
    figures = tuple(kept_figures(rows, scope).items())
    return _chance(tuple(rows), under, thrown, other, need, added, figures)


# Cached: tables of results are tried face by face, and a card asks for every weapon and foe.
@lru_cache(maxsize=1024)
def _chance(
    rows: tuple[Result, ...],
    under: bool,
    thrown: Thrown,
    other: Thrown,
    need: int,
    added: int,
    figures: tuple[tuple[str, int | str], ...],
) -> float:
    """Return the chance of a hit, from 0 to 1: the rows of results decide for each throw of the dice.

    `other` are the dice of the number, `need` the total to reach without them (at most that total with `under`).
    `added` is the number added to the dice, and `figures` are those of fighters that the rows name.
    """
    scope = scope_of(dict(figures))
    names = {name for each in rows if each.when is not None for name in formulas.names(each.when.root)}
    on_margin = bool(names & {"margin", "rolled", "passed"}) or any(each.margin is not None for each in rows)
    total = 0.0
    for share, known, spread in _tried(thrown, names):
        for other_share, their_known, their_spread in _tried(other, {name.removeprefix("other.") for name in names}):
            known_of_both = {**known, **{f"other.{name}": value for name, value in their_known.items()}}
            low, parts = odds.less(spread, their_spread)
            hits, fixed = 0.0, None
            for place, part in enumerate(parts):
                margin = need - low - place if under else low + place - need
                if on_margin or not place:  # rows that name no margin are the same for all totals
                    rolled = {"margin": margin, "passed": int(margin >= 0), "rolled": low + place + added}
                    reached_row = row(rows, margin, over(known_of_both | rolled, scope))
                    fixed = None if reached_row is None else reached_row.hit
                hits += part * (margin >= 0 if fixed is None else fixed)
            total += share * other_share * hits
    return total


def _tried(thrown: Thrown, names: Collection[str]) -> Iterator[tuple[float, Mapping[str, int], Spread]]:
    """Yield each throw of the first dice: its chance, what it shows by name, and the chances of all dice's totals.

    When `names` has nothing that dice show, or there are too many throws, yield one entry for all of them.
    """
    if not thrown.plus or set(SHOWN).isdisjoint(names) or not (throws := _throws(thrown.plus[0])):
        yield 1.0, dict.fromkeys(SHOWN, 0), odds.spread(thrown.plus, thrown.minus)
        return
    rest = odds.spread(thrown.plus[1:], thrown.minus)
    for share, known, (low, parts) in throws:
        yield share, known, (rest[0] + low, odds.added(rest[1], parts))


def over(results: Mapping[str, int], scope: formulas.Scope) -> formulas.Scope:
    """Return a scope in which results are before the figures of fighters."""
    return lambda name: results[name] if name in results else scope(name)


# Cached: thousands of throws, and few kinds of dice.
@lru_cache(maxsize=128)
def _throws(kind: Kind) -> list[Throw] | None:
    """Return throws of dice, one for all that show the same: chance, what they show, their totals. None: too many."""
    if kind.factor > 1:
        return None
    if isinstance(kind, Best):
        return _throws_of_best(kind)
    if kind.sides**kind.dice > MOST_THROWS:
        return None
    grouped: dict[tuple[tuple[str, int], ...], dict[int, float]] = {}
    share = 1 / kind.sides**kind.dice
    for faces in product(range(1, kind.sides + 1), repeat=kind.dice):
        known = _of_faces(faces, kind.sides, kind.keep)
        totals = grouped.setdefault(tuple(known.items()), {})
        for total, part in _totals(kind, faces):
            totals[total] = totals.get(total, 0.0) + part * share
    return _in_order(grouped)


def _throws_of_best(best: Best) -> list[Throw] | None:
    """Return the throws of the best of several dice: the highest or lowest, of equal ones the first. None: too many."""
    every = [_throws(kind) for kind in best.kinds]
    spreads = [odds.spread((kind,), ()) for kind in best.kinds]
    grouped: dict[tuple[tuple[str, int], ...], dict[int, float]] = {}
    for place, throws in enumerate(every):
        if throws is None:
            return None
        for weight, known, (least, parts) in throws:
            totals = grouped.setdefault(tuple(known.items()), {})
            for total, part in enumerate(parts, least):
                for other, spread in enumerate(spreads):
                    if other != place:
                        part *= _gives_way(spread, total, best.low, equal=other > place)
                totals[total] = totals.get(total, 0.0) + weight * part
    return _in_order(grouped)


def _gives_way(spread: Spread, total: int, low: bool, equal: bool) -> float:
    """Return the chance that a roll is lower than a total, or with `low` higher. With `equal` the same counts too."""
    least, parts = spread
    if low:
        return sum(parts[max(0, total - least + (not equal)) :])
    return sum(parts[: max(0, total - least + equal)])


def _in_order(grouped: Mapping[tuple[tuple[str, int], ...], Mapping[int, float]]) -> list[Throw]:
    """Return throws from the chances of totals by what dice show: each its chance, what it shows, and its totals."""
    weighed = [(sum(totals.values()), key, totals) for key, totals in grouped.items()]
    return [
        (weight, dict(key), odds.in_order({total: part / weight for total, part in totals.items()}))
        for weight, key, totals in weighed
        if weight
    ]


def _totals(kind: notation.Term, faces: Sequence[int]) -> Iterator[tuple[int, float]]:
    """Yield each total that dice with these first faces may reach, and its chance: some are thrown again and added."""
    if kind.over:
        yield sum(map(kind.worth, faces)), 1.0
    elif kind.keep:
        yield sum(sorted(faces, reverse=kind.keep > 0)[: abs(kind.keep)]), 1.0
    else:
        low, parts = odds.further(kind, sum(0 < kind.goes_on <= face for face in faces))
        for place, part in enumerate(parts):
            yield sum(faces) + low + place, part
