"""Ruled: the rules of a game bound to the options of an encounter, with its house rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from tracker.systems.kit.defaults import Defaults
from tracker.systems.kit.models import House

P = ParamSpec("P")
R = TypeVar("R")


class HasHouse(Protocol):
    """Options with house rules."""

    @property
    def house_rules(self) -> House:
        """The `[house_rules]` in force."""
        ...


Options = TypeVar("Options", bound=HasHouse)


class Ruled(Defaults, Generic[Options]):
    """What a game says that has house rules."""

    __slots__ = ("options",)

    def __init__(self, options: Options) -> None:
        self.options = options

    def changed_rules(self) -> tuple[str, ...]:
        """House rules that are not as the rulings have them."""
        return self.options.house_rules.everything(changed=True)

    def all_rules(self) -> tuple[str, ...]:
        """Every house rule in force."""
        return self.options.house_rules.everything()


def answered_by(room: Callable[P, R]) -> Callable[Concatenate[Any, P], R]:
    """A hook that is a function of one of the game's rooms: it is asked what the hook is asked."""

    @wraps(room)
    def hook(rules: Any, /, *given: P.args, **named: P.kwargs) -> R:
        return room(*given, **named)

    return hook
