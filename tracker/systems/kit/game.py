"""Game: a game before it is bound to an encounter, put together from its modules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from tracker.model.validation_errors import Fault
from tracker.system_api.sheets import Calculator
from tracker.systems.kit.former_rules import KeepsFormerRules
from tracker.systems.kit.models import options_as
from tracker.systems.kit.package_files import Files
from tracker.systems.kit.rules import Rules


@dataclass(frozen=True)
class Game(KeepsFormerRules, Files):
    """A game by its name, its package and the models of its files; `parts` are what a library may define by name.

    `bound` makes the rules from the options of an encounter.
    """

    name: str
    package: str
    options: type[BaseModel]
    combatant: type[BaseModel]
    bound: Callable[[Any], Rules]
    reckoned: Sequence[Calculator] = ()
    parts: Mapping[str, type[BaseModel]] = field(default_factory=dict)
    figures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unused: Callable[[Mapping[str, Any], Mapping[str, Any]], Iterable[Fault]] = lambda entry, options: ()
    """Finds the names in a valid entry that no rule uses; see `System.unused_names`."""
    before: Mapping[str, Any] = field(default_factory=dict)

    def bind(self, options: Mapping[str, Any]) -> Rules:
        """Return the rules of one encounter."""
        return self.bound(options_as(self.options, options))

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        """Yield the names in an entry that no rule uses."""
        return self.unused(entry, options)

    def calculators(self) -> Sequence[Calculator]:
        """Return the calculators that work without a fight."""
        return self.reckoned
