"""Sheets: what a game's files hold, what its library has, how an entry becomes a sheet, and what can be reckoned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from tracker.encounter.combatant import Pool
from tracker.encounter.state import Encounter

if TYPE_CHECKING:
    from pydantic import BaseModel

    from tracker.rules.system import RuleSystem


class Sheets(Protocol):
    """Sheets under the options of one encounter."""

    def read_sheet(self, entry: Mapping[str, Any]) -> tuple[object, tuple[Pool, ...], tuple[int, ...]]:
        """A validated combatant entry as (frozen sheet, full pools, opening points).

        Called for everyone when an encounter or fight is opened, and for each who joins. Raises ValueError, in a
        sentence, for what the model cannot see, such as more wounds than points.
        """
        ...

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """The sheet as plain data, for `tracker sheet`: what is in it is printed key by key."""
        ...


@dataclass(frozen=True, slots=True)
class Argument:
    """One option of a calculator: `--name`; a whole number within its bounds, or one of `choices`, or free text."""

    name: str
    about: str
    low: int | None = None
    high: int | None = None
    """With `low` or `high` it is a whole number from `low` to `high`."""
    choices: tuple[str, ...] = ()
    required: bool = False
    default: int | str | None = None


@dataclass(frozen=True, slots=True)
class Calculator:
    """One thing a game can reckon without a fight, for `tracker reckon`.

    `reckon` gets the value of every argument by name (None for one not given) and gives a table of named figures, with
    lists of lines for sums; it raises Refused with what would have worked.
    """

    name: str
    about: str
    arguments: tuple[Argument, ...]
    reckon: Callable[[Mapping[str, Any]], Mapping[str, Any]]


class System(Protocol):
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

    def bind(self, options: Mapping[str, Any]) -> RuleSystem:
        """The rules under validated `options`."""
        ...

    def template(self) -> str:
        """A commented encounter to fill in, as TOML text, for `tracker new --system`."""
        ...

    def calculators(self) -> Sequence[Calculator]:
        """What `tracker reckon` can reckon in this game; may be empty."""
        ...
