"""Hook functions: hooks of a game that are plain functions in its modules, or constants."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def answered_by(function: Callable[P, R]) -> Callable[Concatenate[Any, P], R]:
    """Return a hook that calls `function` with the hook's arguments, without `self`."""

    @wraps(function)
    def hook(part: Any, /, *positional: P.args, **named: P.kwargs) -> R:
        """Call the function without the part that the hook belongs to."""
        return function(*positional, **named)

    return hook


def always(answer: R) -> Callable[..., R]:
    """Return a hook that returns the same value for all arguments."""
    return lambda part, *asked: answer
