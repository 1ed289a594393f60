"""Hook functions: hooks of a game that are plain functions in its modules, or constants."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from tracker.game_api.rule_book import RuleBook

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


def rule_book_in(package: str) -> Callable[[Any], RuleBook]:
    """Return a hook that reads `rules.toml` of a game's package, as the edition of the part's options has the rules."""

    def rule_book(part: Any) -> RuleBook:
        """Return the rules in words."""
        # Most fights are played without a look at the rules, so neither reader nor file is loaded before one.
        from tracker.games.toolkit.rule_files import read_rule_book  # noqa: PLC0415

        return read_rule_book(package, getattr(part.options, "edition", ""))

    return rule_book
