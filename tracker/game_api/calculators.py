"""Calculators: functions of a game over typed figures. Page, command, help and JSON follow from the signature.

```python
def odds(rules: Options, dice: Annotated[int, Figure("how many d6", 1, 20)], need: Need = 1) -> Mapping[str, Any]:
    \"\"\"How likely so many dice show at least what is needed.\"\"\"
```

The first parameter gets the rules of the fight. The others are the figures, each with a `Figure` in its annotation: an
`int`, a `Fraction`, a `bool` (yes or no), a `Literal` or a `str` of the `choices`, or a tuple of several. A figure
without a default must be given; `None` stands for one that is not.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from tracker.game_api.sheets import Argument, Calculator
from tracker.model.lazy_dataclass import dataclass

Reckons = Callable[..., Mapping[str, Any]]
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a calculator with its meaning, and the bounds of a number or the allowed words."""

    about: str
    low: int | None = None
    high: int | None = None
    choices: Collection[str] = ()
    parts: bool = False
    """True if a number may be written as a fraction, such as 1/2."""


def calculator(reckons: Reckons, rules: Any, house: Mapping[str, str] = MappingProxyType({})) -> Calculator:
    """Return the calculator of a function under `rules`.

    `house` has, by the name of an argument, a house rule of `rules.house_rules` that the argument changes; its usual
    value is the one in force. The name of the calculator is that of the function, and `about` its first line.
    """
    about = (inspect.getdoc(reckons) or "").splitlines()[0].removesuffix(".")
    figures = _figures(reckons)
    of_house = {name: _house_rule(name, rules.house_rules, rule) for name, rule in house.items()}

    def reckon(given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Call the function with the figures that are given."""
        changed = {rule: _meant(given[name], of_house[name]) for name, rule in house.items() if name in given}
        rules_in_force = rules
        if changed:
            rules_in_force = rules.model_copy(update={"house_rules": rules.house_rules.model_copy(update=changed)})
        meant = {
            parameter: _meant(given[figure.name], figure)
            for parameter, figure in figures.items()
            if given.get(figure.name) is not None
        }
        return reckons(rules_in_force, **meant)

    name = _dashed(reckons.__name__)
    return Calculator(name, f"{about[:1].lower()}{about[1:]}", (*figures.values(), *of_house.values()), reckon)


# Cached: resolving the hints of a function takes a thousand times as long as calling it.
@cache
def _figures(reckons: Reckons) -> Mapping[str, Argument]:
    """Return the argument of each parameter of a function but the first, by name."""
    hints = get_type_hints(reckons, include_extras=True)
    _, *parameters = inspect.signature(reckons).parameters.values()
    if bare := [parameter.name for parameter in parameters if get_origin(hints.get(parameter.name)) is not Annotated]:
        raise TypeError(f"{reckons.__name__}: {', '.join(bare)} lacks a Figure: Annotated[int, Figure(...)]")
    return {
        parameter.name: _argument(_dashed(parameter.name), hints[parameter.name], parameter.default)
        for parameter in parameters
    }


def _dashed(name: str) -> str:
    """Return the name of a parameter as typed: `snow-twice`, and `with` for `with_`."""
    return name.rstrip("_").replace("_", "-")


def _argument(name: str, hint: Any, default: Any) -> Argument:
    """Return the argument for a parameter with this type and its `Figure`."""
    kind, figure = get_args(hint)[:2]
    if get_origin(kind) in (Union, UnionType):
        (kind,) = (part for part in get_args(kind) if part is not NoneType)
    several = get_origin(kind) is tuple
    kind = get_args(kind)[0] if several else kind
    choices = (NO, YES) if kind is bool else get_args(kind) if get_origin(kind) is Literal else tuple(figure.choices)
    return Argument(
        name,
        figure.about,
        figure.low,
        figure.high,
        decimal=kind is Fraction,
        choices=choices,
        required=default is inspect.Parameter.empty,
        default=_written(default),
        several=several,
        parts=figure.parts,
    )


def _house_rule(name: str, house: Any, rule: str) -> Argument:
    """Return the argument `name` for a house rule: its bounds by the model, and as default the value in force."""
    field = type(house).model_fields[rule]
    low, high = (  # None where the model has no bound
        next((getattr(constraint, end) for constraint in field.metadata if hasattr(constraint, end)), None)
        for end in ("ge", "le")
    )
    figure = Figure(f"the house rule {rule}", low, high)
    return replace(_argument(name, Annotated[field.annotation, figure], getattr(house, rule)), required=False)


def _written(default: Any) -> int | str | None:
    """Return a default value as it would be typed. None for none."""
    if default is inspect.Parameter.empty or default is None or default == ():
        return None
    if isinstance(default, bool):
        return YES if default else NO
    return default if isinstance(default, (int, str)) else str(default)


def _meant(value: Any, argument: Argument) -> Any:
    """Return a typed value as the function takes it."""
    return value == YES if argument.choices == (NO, YES) else value
