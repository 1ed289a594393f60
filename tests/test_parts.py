"""The parts of a game: every hook is explained once, in the class of its part, and a game that is wrong is told so."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from types import FunctionType
from typing import Any

import pytest

from tracker import games, testing
from tracker.game_api import parts
from tracker.game_api.game import BASES, Game
from tracker.games import registry
from tracker.games.plain.game import PLAIN

HOOKS = [(base, name) for base in (*BASES.values(), Game) for name in vars(base) if name[0] != "_"]
MUST = {"begin", "join", "schedule_next_turn", "decide", "on_due", "resume", "judge", "read_sheet"}


def test_a_hook_is_explained_where_it_stands_and_eight_are_left_to_the_game() -> None:
    hooks = {name: vars(base)[name] for base, name in HOOKS if isinstance(vars(base)[name], FunctionType)}
    for name, hook in hooks.items():
        told = inspect.getdoc(hook) or ""
        assert told[:1].isupper() and told.partition("\n")[0].endswith("."), name
    assert {name for name, hook in hooks.items() if getattr(hook, "__isabstractmethod__", False)} == MUST


def classes_of_games() -> Iterator[type]:
    for module in pkgutil.walk_packages(games.__path__, "tracker.games."):
        for thing in vars(import_module(module.name)).values():
            if isinstance(thing, type) and thing.__module__ == module.name:
                yield thing


def explained(kind: type, name: str) -> bool:
    return any(vars(base)[name].__doc__ for base in kind.__mro__ if name in vars(base))


def test_a_method_of_a_game_says_what_it_does_or_is_a_hook_that_is_explained() -> None:
    silent = [
        f"{kind.__module__}.{kind.__name__}.{name}"
        for kind in classes_of_games()
        for name, method in vars(kind).items()
        if name[0] != "_" and isinstance(method, FunctionType) and not explained(kind, name)
    ]
    assert silent == []


@pytest.mark.parametrize("name", registry.names())
def test_a_game_of_the_program_is_a_declaration_without_a_method_that_is_no_hook(name: str) -> None:
    testing.check_declaration(registry.find(name))


class Mistyped(parts.Display[Any]):
    """A part with a hook that nobody calls."""

    def visible_conditions(self, condition: Any) -> str:
        return ""


class Judges(parts.Dice[Any]):
    """Dice that lack the hook they must have."""


@pytest.mark.parametrize(
    ("field", "kind", "told"),
    [
        ("display", Mistyped, "visible_conditions of Mistyped in plain is no hook; did you mean `visible_condition`?"),
        ("dice", Judges, "dice lacks judge in plain"),
    ],
)
def test_a_mistyped_or_missing_hook_is_told(field: str, kind: Any, told: str) -> None:
    changed: dict[str, Any] = {field: kind}
    with pytest.raises(AssertionError) as refused:
        testing.check_declaration(replace(PLAIN, **changed))
    assert told in str(refused.value)


def test_a_class_that_is_several_parts_is_one_object() -> None:
    class Both(PLAIN.turns, PLAIN.resolution):  # type: ignore[misc,name-defined]
        __slots__ = ()

    rules = replace(PLAIN, turns=Both, resolution=Both).bind({})
    assert rules.turns is rules.resolution and rules.turns.options is rules.dice.options
    assert PLAIN.bind({}).turns is not PLAIN.bind({}).turns
