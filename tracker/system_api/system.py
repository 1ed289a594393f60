"""The rule system: the parts of the interface put together, and the game it is bound from.

The kernel's names for both, with its own step filled in, are in `encounter.engine.system`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from tracker.clock.spans import TimeUnit
from tracker.model.validation_errors import Fault
from tracker.system_api.carry_over import CarryOver
from tracker.system_api.choices import Choices
from tracker.system_api.dice import Dice
from tracker.system_api.display import Display
from tracker.system_api.memo import Memo
from tracker.system_api.resolution import Resolution
from tracker.system_api.sheets import Calculator, Sheets
from tracker.system_api.turns import Context, Turns
from tracker.system_api.values import Abilities

if TYPE_CHECKING:
    from pydantic import BaseModel


class RuleSystem(Protocol[Context]):
    """The rules of one game, bound to the options of one encounter (edition, house rules, scene).

    Two values, seven parts and a memo. A part knows nothing of the others; what two of them need is in the game's own
    rooms.
    """

    @property
    def unit(self) -> TimeUnit:
        """What time is counted in, and how a count is written and read."""
        ...

    @property
    def abilities(self) -> Abilities:
        """What the game has of what keys and lines can ask for."""
        ...

    @property
    def memo(self) -> Memo:
        """What the kernel has reckoned last under these rules; empty when they are bound."""
        ...

    @property
    def turns(self) -> Turns[Context]:
        """Who acts when, and what a combatant does with its turn."""
        ...

    @property
    def resolution(self) -> Resolution[Context]:
        """How verbs are carried out, and what comes due."""
        ...

    @property
    def dice(self) -> Dice:
        """What dice mean."""
        ...

    @property
    def choices(self) -> Choices:
        """What can be chosen."""
        ...

    @property
    def display(self) -> Display:
        """What is shown."""
        ...

    @property
    def sheets(self) -> Sheets:
        """How an entry becomes a sheet."""
        ...

    @property
    def carry_over(self) -> CarryOver:
        """What outlasts a fight."""
        ...


class System(Protocol[Context]):
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
        """An entry of the library (`creature`, or a kind of `parts`) as plain data: its `name` first, then figures.

        Called for `tracker library` and the library's page; the entry is whole and has been held against its model.
        """
        ...

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """The built-in library by kind: `creature`, and the kinds of `parts`; entries as a file would have them.

        Called whenever a file of this game is read; what a table has of its own comes before it.
        """
        ...

    def bind(self, options: Mapping[str, Any]) -> RuleSystem[Context]:
        """The rules under validated `options`.

        Called once for each encounter or fight that is opened, also to look at an old one: it must be cheap, and
        rolls nothing. The rules have a memo of their own each time. Raises ValueError, in a sentence, for options that
        do not go together.
        """
        ...

    def template(self) -> str:
        """A commented encounter to fill in, as TOML text, for `tracker new --system`."""
        ...

    def calculators(self) -> Sequence[Calculator]:
        """What `tracker reckon` can reckon in this game, without a fight and anybody's figures; may be empty."""
        ...

    def remarks(self, document: Mapping[str, Any]) -> tuple[str, ...]:
        """Sentences about a resolved encounter without mistakes, for `tracker check`; may be empty.

        They say where the game reads a value otherwise than it is written.
        """
        ...

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        """Each free name in a combatant's valid entry that no rule looks for; `Fault.offered` are the names looked for.

        The caller decides which of them is perhaps a mistyping.
        """
        ...

    def stated(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """The options of a new fight, with every rule written out whose default has changed between releases."""
        ...

    def as_played(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """The options of a fight's file, where a rule that is not written out is as it was before it changed."""
        ...
