"""Calculator files: names and arguments out of a game's `calculators.toml`, each reckoned by a function of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from tracker.model.refusals import Refused
from tracker.system_api.sheets import Argument, Calculator
from tracker.systems.kit.package_files import read

Reckon = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def read_calculators(
    package: str, reckons: Mapping[str, Reckon], choices: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> tuple[Calculator, ...]:
    """The calculators of `calculators.toml` in `package`, each with the function of its name, in the file's order.

    `arguments` of a calculator are names of `[argument.NAME]` tables or such tables of its own; `choices` of an
    argument are words, or the name under which `choices` here has them.
    """
    book = read(package, "calculators.toml")
    return tuple(
        Calculator(
            one["name"],
            one["about"],
            tuple(_argument(given, book["argument"], choices) for given in one["arguments"]),
            reckons[one["name"]],
        )
        for one in book["calculator"]
    )


def number(given: Mapping[str, Any], name: str, low: int = 0, high: int = 1_000_000) -> Fraction:
    """A number given as text that need not be whole, by its bounds; raises Refused."""
    try:
        value = Fraction(str(given[name]))
    except (ValueError, ZeroDivisionError):
        raise Refused(f'--{name} "{given[name]}" is not a number; try --{name} 12.5') from None
    if not low <= value <= high:
        raise Refused(f"--{name} {given[name]} is not from {low} to {high:,}.".replace(",", " "))
    return value


def plain(value: Fraction | int) -> int | float:
    """As it is printed: whole where it is whole, else to two decimals."""
    return int(value) if Fraction(value).denominator == 1 else round(float(value), 2)


def _argument(given: Any, shared: Mapping[str, Any], choices: Mapping[str, Sequence[str]]) -> Argument:
    table = {"name": given, **shared[given]} if isinstance(given, str) else given
    there = table.get("choices", ())
    return Argument(**{**table, "choices": tuple(choices[there] if isinstance(there, str) else there)})
