"""Calculator lines: the arguments of a calculator read from words, and its result as lines. The same everywhere."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.game_api.sheets import Argument, Calculator
from tracker.model.refusals import Refused
from tracker.text.suggestions import nearest

MOST, DIGITS = 1_000_000, 9
"""The bound of a number that is bounded on one side only, and the most digits read."""
_DECIMAL = re.compile(r"[-+]?[0-9]{1,9}(\.[0-9]{1,6})?")
_PART = re.compile(r"[0-9]{1,9}/[1-9][0-9]{0,8}")


def bounds(argument: Argument) -> tuple[int, int] | None:
    """Return the least and the greatest value of an argument. None for one that is words."""
    if argument.low is None and argument.high is None:
        return None
    return -MOST if argument.low is None else argument.low, MOST if argument.high is None else argument.high


def value(argument: Argument, text: str) -> Any:
    """Read the text of an argument as the type of the calculator. Raises Refused with the words that would work."""
    if argument.several:
        return tuple(_single(argument, part) for part in text.split(","))
    return _single(argument, text)


def _single(argument: Argument, text: str) -> int | str | Fraction:
    """Return one value of an argument from its text: a choice, a number, or the text itself. Raises Refused."""
    text = text.strip().replace("−", "-")
    if argument.choices:
        if text not in argument.choices:
            near = nearest(text, argument.choices)
            instead = f'did you mean "{near}"?' if near else f"there are {', '.join(argument.choices)}."
            raise Refused(f"{text!r} is no {argument.name}; {instead}")
        return text
    between = bounds(argument)
    if between is None:
        return text
    low, high = between
    if argument.decimal:
        written = _DECIMAL.fullmatch(text) or (argument.parts and _PART.fullmatch(text))
        if not (written and low <= Fraction(text) <= high):
            raise Refused(f"{text!r} is no {argument.name}: a number from {low} to {high}, such as {low + 1}.5")
        return Fraction(text)
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= DIGITS and low <= int(text) <= high):
        raise Refused(f"{text!r} is no {argument.name}: a whole number from {low} to {high}")
    return int(text)


def dashed(calculator: Calculator, words: Sequence[str]) -> list[str]:
    """Return pairs of name and value with each name as an option: `skill 75` as `--skill 75`. Other words stay."""
    names = {argument.name for argument in calculator.arguments}
    arguments: list[str] = []
    for word in words:
        named = len(arguments) % 2 == 0 and word in names  # names have the even places, their values the odd ones
        arguments.append(f"--{word}" if named else word)
    return arguments


def given(calculator: Calculator, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the value of every argument by its name, defaults for those not written. Raises Refused."""
    values: dict[str, Any] = {}
    for argument in calculator.arguments:
        text = texts.get(argument.name, "").strip()
        if text:
            values[argument.name] = value(argument, text)
        elif argument.required:
            raise Refused(f"Give {argument.name}, {argument.about}.")
        elif (argument.decimal or argument.several) and argument.default is not None:
            values[argument.name] = value(argument, str(argument.default))
        else:
            values[argument.name] = argument.default
    return values


def texts(calculator: Calculator, words: Sequence[str]) -> dict[str, str]:
    """Return the text of each argument in `skill 75 level -2` or `--skill 75`. Raises Refused."""
    names = [argument.name for argument in calculator.arguments]
    written = dashed(calculator, words)
    for name in written[::2]:
        if name.removeprefix("--") not in names:
            near = nearest(name.removeprefix("--"), names)
            hint = f'did you mean "{near}"?' if near else f"there are {', '.join(names)}."
            raise Refused(f'{calculator.name} takes no "{name}"; {hint}')
    if len(written) % 2:
        raise Refused(f"Give a number after {words[-1]}: {calculator.name} {words[-1]} 10")
    return {name.removeprefix("--"): text for name, text in zip(written[::2], written[1::2], strict=True)}


def figures(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the lines that show named figures, one for each. A list is the lines of a sum, a table further figures."""
    lines: list[str] = []
    for name, figure in record.items():
        if isinstance(figure, list):
            lines += [f"  {line}" for line in figure]
        elif isinstance(figure, dict):
            lines += [f"  {inner.replace('_', ' '):<14}{number:>5}" for inner, number in figure.items()]
        else:
            lines.append(f"{name.replace('_', ' '):<16}{figure:>5}")
    return tuple(lines)


def answer(calculators: Sequence[Calculator], words: Sequence[str]) -> tuple[str, ...]:
    """Return the figures of the calculator that `words` name first, a line each: `chance skill 75 level -2`.

    Without words, list the calculators. Raises Refused.
    """
    if not calculators:
        raise Refused("This game has no calculators.")
    if not words:
        return tuple(f"{calculator.name}: {calculator.about}" for calculator in calculators)
    name, *rest = words
    calculator = next((calculator for calculator in calculators if calculator.name == name.casefold()), None)
    if calculator is None:
        raise Refused(
            f'"{name}" is no calculator here; there are {", ".join(calculator.name for calculator in calculators)}.'
        )
    return figures(calculator.reckon(given(calculator, texts(calculator, rest))))


def primed(
    calculators: Sequence[Calculator],
    figures: Mapping[str, Any],
    by_calculator: Mapping[str, Mapping[str, Any]] | None = None,
) -> tuple[Calculator, ...]:
    """Return calculators with a fighter's `figures`, by name of argument, as their defaults.

    `by_calculator` has figures for one calculator alone, by its name. They come before the others.

    A figure that is None or out of an argument's bounds or choices is not taken.
    """
    return tuple(
        replace(
            calculator,
            arguments=tuple(
                _with_default(
                    argument, {**figures, **(by_calculator or {}).get(calculator.name, {})}.get(argument.name)
                )
                for argument in calculator.arguments
            ),
        )
        for calculator in calculators
    )


def _with_default(argument: Argument, figure: Any) -> Argument:
    """Return an argument with a fighter's figure as its default, where the figure is allowed."""
    if figure is None:
        return argument
    text = ("no", "yes")[figure] if isinstance(figure, bool) else str(figure)
    try:
        default = value(argument, text)
        return replace(argument, default=default if isinstance(default, (int, str)) else text, required=False)
    except Refused:
        return argument
