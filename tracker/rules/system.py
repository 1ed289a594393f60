"""The rule system: the parts of the interface put together, and the game it is bound from.

The kernel's own name for both, with its draft filled in, is in `encounter.system`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from tracker.rules.dice import Dice
from tracker.rules.face import Face
from tracker.rules.keeping import Keeping
from tracker.rules.offers import Offers
from tracker.rules.play import Draft, Play
from tracker.rules.sheets import Calculator, Sheets

if TYPE_CHECKING:
    from pydantic import BaseModel


class RuleSystem(Play[Draft], Dice, Offers, Face, Sheets, Keeping, Protocol[Draft]):
    """The rules of one game, bound to the options of one encounter (edition, house rules, scene)."""


class System(Protocol[Draft]):
    """One game, before it is bound to the options of an encounter: what its files hold and what its library has."""

    @property
    def name(self) -> str:
        """As in the `system` key of a file."""
        ...

    @property
    def options(self) -> type[BaseModel]:
        """Its own keys at the top of an encounter (edition, house_rules, scene…); strict, extra forbidden."""
        ...

    @property
    def combatant(self) -> type[BaseModel]:
        """Its own keys of a [[combatant]] (stats, skills, weapons…), besides name, side, player, hidden, orders."""
        ...

    @property
    def parts(self) -> Mapping[str, type[BaseModel]]:
        """Lists within a combatant whose entries the library may supply by name, such as `weapon` and `armour`."""
        ...

    @property
    def figures(self) -> Mapping[str, tuple[str, ...]]:
        """By kind of `parts`: the keys without which an entry is not whole, where the library does not supply them."""
        ...

    def library_record(self, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        """An entry of the library (`creature`, or a kind of `parts`) as plain data: its `name` first, then figures."""
        ...

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """The built-in library by kind: `creature`, and the kinds of `parts`; entries as a file would have them."""
        ...

    def bind(self, options: Mapping[str, Any]) -> RuleSystem[Draft]:
        """The rules under validated `options`."""
        ...

    def template(self) -> str:
        """A commented encounter to fill in, as TOML text, for `tracker new --system`."""
        ...

    def calculators(self) -> Sequence[Calculator]:
        """What `tracker reckon` can reckon in this game; may be empty."""
        ...
