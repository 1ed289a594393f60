"""Hook functions: hooks that are functions of a game's own modules, and hooks that always give the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def answered_by(room: Callable[P, R]) -> Callable[Concatenate[Any, P], R]:
    """Return a hook that calls the function `room` with the hook's arguments, without `self`."""

    @wraps(room)
    def hook(part: Any, /, *positional: P.args, **named: P.kwargs) -> R:
        return room(*positional, **named)

    return hook


def always(answer: R) -> Callable[..., R]:
    """Return a hook that returns the same value for all arguments."""
    return lambda part, *asked: answer
