"""The registry: which rule systems there are. The only room that knows them all; it imports each only when wanted."""

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
"""Name → module and the name of the system in it."""
_PREFERENCES = {"hybrid": "tracker.systems.hybrid.preferences"}
"""Name → the module that says what the game leaves to a game master for every fight; nothing else of it is loaded."""
_registered: dict[str, System] = {}


class UnknownSystem(ValueError):
    """There is no rule system of this name; the text is a sentence that says which there are."""

    def __init__(self, sentence: str, meant: str = "") -> None:
        super().__init__(sentence)
        self.meant = meant
        """The name that was perhaps meant; empty when none is near."""


def names() -> tuple[str, ...]:
    """The names a file may give as its `system`."""
    return tuple(dict.fromkeys([*_BUILT_IN, *_registered]))


def register(system: System) -> None:
    """Add a system, or put it in the place of one with the same name."""
    _registered[system.name] = system


def preferences() -> dict[str, tuple[Preference, ...]]:
    """What each game leaves to a game master for every fight, by its name."""
    return {
        name: cast("tuple[Preference, ...]", import_module(module).PREFERENCES) for name, module in _PREFERENCES.items()
    }


def find(name: str) -> System:
    """The system called `name`; raises UnknownSystem with what would have worked."""
    if name in _registered:
        return _registered[name]
    if name in _BUILT_IN:
        module, attribute = _BUILT_IN[name]
        return cast("System", getattr(import_module(module), attribute))
    raise UnknownSystem(
        f'unknown system "{name[:LONGEST]}"{hint_or_list(name, sorted(names()))}', nearest(name, names())
    )
