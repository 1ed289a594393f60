"""Arguments of the Python interface: a value of a wrong type is refused with a sentence."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any


def whole(name: str, value: object) -> None:
    """Raise ValueError unless `value` is a whole number. True and false are none."""
    _demand(isinstance(value, int) and not isinstance(value, bool), name, "a whole number", value)


def number(name: str, value: object) -> None:
    """Raise ValueError unless `value` is a number or None."""
    fits = value is None or (isinstance(value, int | float) and not isinstance(value, bool))
    _demand(fits, name, "a number or None", value)


def text(name: str, value: object) -> None:
    """Raise ValueError unless `value` is text."""
    _demand(isinstance(value, str), name, "text", value)


def path(name: str, value: object) -> None:
    """Raise ValueError unless `value` is a path or text."""
    _demand(isinstance(value, str | os.PathLike), name, "a path", value)


def orders(name: str, value: object) -> None:
    """Raise ValueError unless `value` is text, or a list of texts."""
    several = isinstance(value, Sequence) and all(isinstance(entry, str) for entry in value)
    _demand(several, name, "text or a list of texts", value)


def executor(name: str, value: object) -> None:
    """Raise ValueError unless `value` is None or has a `submit` as the executors of `concurrent.futures` have."""
    fits = value is None or callable(getattr(value, "submit", None))
    _demand(fits, name, "an executor with `submit`, or None", value)


def parameters(name: str, value: object) -> None:
    """Raise ValueError unless `value` maps names to lists of values."""
    _demand(isinstance(value, Mapping), name, "a table of names with lists of values", value)
    named: Mapping[Any, Any] = value  # type: ignore[assignment]
    for key, values in named.items():
        _demand(isinstance(key, str), f"a name of {name}", "text", key)
        lists = isinstance(values, Sequence) and not isinstance(values, str | bytes)
        _demand(lists, f"{name}[{key!r}]", "a list of values", values)


def _demand(fits: bool, name: str, kind: str, value: object) -> None:
    """Raise ValueError unless an argument `fits`. `kind` says what the argument `name` must be."""
    if not fits:
        shown = repr(value)
        raise ValueError(f"{name} must be {kind}, not {shown if len(shown) <= 60 else type(value).__name__}.")
