"""Hook functions: hooks that are functions of a game's own modules, and hooks that always give the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def answered_by(room: Callable[P, R]) -> Callable[Concatenate[Any, P], R]:
    """A hook that is a function of one of the game's rooms: it is asked what the hook is asked."""

    @wraps(room)
    def hook(part: Any, /, *given: P.args, **named: P.kwargs) -> R:
        return room(*given, **named)

    return hook


def always(answer: R) -> Callable[..., R]:
    """A hook that always gives the same, whatever it is asked."""
    return lambda part, *asked: answer
