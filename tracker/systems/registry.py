"""Registry: the rule systems by name. Only this module knows them all; it imports each when it is needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from tracker.text.suggestions import LONGEST, hint_or_list, nearest

if TYPE_CHECKING:
    from tracker.encounter.engine.system import System
    from tracker.system_api.preferences import Preference

DEFAULT = "hybrid"
"""The system of a file that names none."""

_BUILT_IN: dict[str, tuple[str, str]] = {
    "hybrid": ("tracker.systems.hybrid.game", "HYBRID"),
    "feats": ("tracker.systems.feats.game", "FEATS"),
    "plain": ("tracker.systems.plain.game", "PLAIN"),
    "phases": ("tracker.systems.phases.game", "PHASES"),
    "prism": ("tracker.systems.prism.game", "PRISM"),
}
"""Name → module, and the system's name in that module."""
_HABITS = {"hybrid": "tracker.systems.hybrid.preferences"}
"""Name → the module with the options that a game master may set for all fights; it loads no other module."""
_registered: dict[str, System] = {}


class UnknownSystem(ValueError):
    """No rule system has this name; the text says which there are."""

    def __init__(self, sentence: str, meant: str = "") -> None:
        super().__init__(sentence)
        self.meant = meant
        """The name that was probably meant; empty when none is similar."""


def names() -> tuple[str, ...]:
    """Return the names that a file may give as its `system`."""
    return tuple(dict.fromkeys([*_BUILT_IN, *_registered]))


def register(system: System) -> None:
    """Add a system; it replaces one with the same name."""
    _registered[system.name] = system


def habits() -> dict[str, tuple[Preference, ...]]:
    """Return, by game, the options that a game master may set for all fights."""
    return {name: cast("tuple[Preference, ...]", import_module(module).HABITS) for name, module in _HABITS.items()}


def find(name: str) -> System:
    """Return the system called `name`; raises UnknownSystem with the names there are."""
    if name in _registered:
        return _registered[name]
    if name in _BUILT_IN:
        module, attribute = _BUILT_IN[name]
        return cast("System", getattr(import_module(module), attribute))
    raise UnknownSystem(
        f'unknown system "{name[:LONGEST]}"{hint_or_list(name, sorted(names()))}', nearest(name, names())
    )
