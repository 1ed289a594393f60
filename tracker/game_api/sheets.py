"""Sheets: how an entry of a file becomes a sheet, and what can be calculated without a fight."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from tracker.game_api.part import Options, Part
from tracker.model.combatant import Combatant, Pool
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter

Figures = TypeVar("Figures", covariant=True)  # noqa: PLC0105 -- a word, not a code


@dataclass(frozen=True, slots=True)
class CombatantSheet(Generic[Figures]):
    """A combatant as its game reads it from an entry."""

    sheet: Figures
    """The game's figures, a frozen value that only the game reads."""
    pools: tuple[Pool, ...]
    """Every pool with its full points."""
    points: tuple[int, ...]
    """The points left in each of the pools, in their order."""

    def __post_init__(self) -> None:
        pools, points = len(self.pools), len(self.points)
        assert pools == points, f"read_sheet gives {pools} pools, and points left for {points}"


@dataclass(frozen=True, slots=True)
class Outfit:
    """A piece of armour by its name, and a fighter as it would be with that on."""

    name: str
    fighter: Combatant


class Sheets(Part[Options], ABC):
    """The reading of entries into sheets, under the options of one encounter. A game must define `read_sheet`."""

    __slots__ = ()

    @abstractmethod
    def read_sheet(self, entry: Mapping[str, Any]) -> CombatantSheet[object]:
        """Return a validated combatant entry as the game reads it.

        Of a file it is a `Validated`, which has the model made of it. Of who joins later it is plain keys.

        Called for everyone when an encounter or fight is opened, and for each who joins. Raises ValueError, in a
        sentence, for what the model cannot see, such as more wounds than points.
        """

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """Return the sheet as plain data, for `tracker sheet`, `--json` and the library's page: printed key by key.

        Its keys are a promise to scripts: they only ever grow.

        Default: name, side, player and pools, then the figures of a sheet that is a model of pydantic.
        """
        fighter = encounter[who]
        dump = getattr(fighter.profile.sheet, "model_dump", None)
        return {**opening(fighter), **(dump(mode="json") if dump is not None else {})}

    def pools_once_listed(self, pools: Sequence[Pool]) -> tuple[str, ...]:
        """Return the names of a fighter's pools in the order in which checkpoints of older releases list their points.

        It never changes again: a pool that the game gains later is in none of these lists, and is full. Checkpoints of
        today name each pool.

        Default: all pools as the game has them.
        """
        return tuple(pool.name for pool in pools)

    def armoured(self, fighter: Combatant, pieces: Sequence[Mapping[str, Any]]) -> Outfit | None:
        """Return the fighter in the best piece of armour among library entries. None where it would be no better off.

        For forecasts, which tell what would help most.

        Default: None, the game has no armour.
        """
        return None

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        """Return what can be reckoned, with the figures of `who` and the house rules in force as defaults.

        `who` is empty if no fighter is selected. For the page behind `%` and the line `reckon`.

        Default: nothing.
        """
        return ()


def opening(fighter: Combatant) -> dict[str, Any]:
    """Return the first part of every sheet's record: name, side, player and pools."""
    pools = [{"name": pool.name, "label": pool.label, "full": pool.full} for pool in fighter.profile.pools]
    return {"name": fighter.name, "side": fighter.profile.side, "player": fighter.profile.player, "pools": pools}


@dataclass(frozen=True, slots=True)
class Argument:
    """One option of a calculator: `--name`. A whole number within its bounds, or one of `choices`, or free text."""

    name: str
    about: str
    low: int | None = None
    high: int | None = None
    """The greatest number. A figure with `low` or `high` is a whole number between them."""
    decimal: bool = False
    """Within its bounds it need not be whole: it is an exact Fraction, its default the text of one (`2.5`)."""
    choices: tuple[str, ...] = ()
    required: bool = False
    default: int | str | None = None
    several: bool = False
    """True if there may be several values, separated by commas. The value is then a tuple."""
    parts: bool = False
    """True if a decimal may be written as a fraction, such as 1/2."""


@dataclass(frozen=True, slots=True)
class Calculator:
    """One thing a game can reckon without a fight, for `tracker reckon`.

    `reckon` gets the value of every argument by name (None for one not given) and gives a table of named figures, with
    lists of lines for sums. It raises Refused with what would have worked.
    """

    name: str
    about: str
    arguments: tuple[Argument, ...]
    reckon: Callable[[Mapping[str, Any]], Mapping[str, Any]]
