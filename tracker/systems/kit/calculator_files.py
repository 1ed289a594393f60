"""Calculator files: names and arguments in a game's `calculators.toml`, computed by its functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeVar

from tracker.model.refusals import Refused
from tracker.system_api.sheets import Argument, Calculator
from tracker.systems.kit.package_files import read

Reckon = Callable[[Mapping[str, Any]], Mapping[str, Any]]
Rules = TypeVar("Rules")
RuledReckon = Callable[[Mapping[str, Any], Rules], Mapping[str, Any]]
"""A calculation by the options of a fight, its house rules among them."""


@dataclass(frozen=True, slots=True)
class _Ruled:
    """A calculation under the options of a fight."""

    reckon: RuledReckon[Any]
    rules: Any

    def __call__(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        return self.reckon(arguments, self.rules)


def by_rules(reckons: Mapping[str, RuledReckon[Rules]], rules: Rules) -> Mapping[str, Reckon]:
    """Return calculations under these options, for `read_calculators`; `under` gives them those of a fight."""
    return {name: _Ruled(reckon, rules) for name, reckon in reckons.items()}


def under(calculators: Sequence[Calculator], rules: object) -> tuple[Calculator, ...]:
    """Return calculators whose calculations came from `by_rules` under the options of a fight."""
    return tuple(
        replace(one, reckon=replace(one.reckon, rules=rules)) if isinstance(one.reckon, _Ruled) else one
        for one in calculators
    )


def read_calculators(
    package: str, reckons: Mapping[str, Reckon], choices: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> tuple[Calculator, ...]:
    """Return the calculators of `calculators.toml` in `package`, each with its function from `reckons`.

    A calculator's `arguments` are names of `[argument.NAME]` tables, or tables of their own. An argument's `choices`
    are words, or the name of a list in `choices`.
    """
    book = read(package, "calculators.toml")
    return tuple(
        Calculator(
            row["name"],
            row["about"],
            tuple(_argument(argument, book["argument"], choices) for argument in row["arguments"]),
            reckons[row["name"]],
        )
        for row in book["calculator"]
    )


def number(arguments: Mapping[str, Any], name: str, low: int = 0, high: int = 1_000_000) -> Fraction:
    """Return the argument `name` as a number from `low` to `high`, not only a whole one; raises Refused."""
    try:
        value = Fraction(str(arguments[name]))
    except (ValueError, ZeroDivisionError):
        raise Refused(f'--{name} "{arguments[name]}" is not a number; try --{name} 12.5') from None
    if not low <= value <= high:
        raise Refused(f"--{name} {arguments[name]} is not from {low} to {high:,}.".replace(",", " "))
    return value


def plain(value: Fraction | int) -> int | float:
    """Return a figure for printing: whole where it is whole, else with two decimals."""
    return int(value) if Fraction(value).denominator == 1 else round(float(value), 2)


def _argument(written: Any, shared: Mapping[str, Any], choices: Mapping[str, Sequence[str]]) -> Argument:
    """Build an argument from a table of the file, or from the name of a shared one."""
    table = {"name": written, **shared[written]} if isinstance(written, str) else written
    listed = table.get("choices", ())
    return Argument(**{**table, "choices": tuple(choices[listed] if isinstance(listed, str) else listed)})
