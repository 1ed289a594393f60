"""Game: the one declaration of a game, before it is bound to the options of an encounter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar

import tomli

from tracker.clock.spans import TimeUnit
from tracker.game_api.part import Part
from tracker.game_api.parts import CarryOver, Choices, Dice, Display, Resolution, Sheets, Turns
from tracker.game_api.rules import Rules
from tracker.game_api.sheets import Calculator
from tracker.game_api.validated import options_as
from tracker.game_api.values import Abilities
from tracker.model.lazy_dataclass import dataclass
from tracker.model.validation_errors import Fault

if TYPE_CHECKING:
    from pydantic import BaseModel

BASES: Mapping[str, type[Part[Any]]] = {
    "turns": Turns,
    "resolution": Resolution,
    "dice": Dice,
    "choices": Choices,
    "display": Display,
    "sheets": Sheets,
    "carry_over": CarryOver,
}
"""The base class of each part of the rules, by its field in `Game` and in `Rules`."""


SECOND = TimeUnit("second", "seconds", Fraction(1))
NOTHING_BESIDES = Abilities()


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game: the models of its files, the classes of its parts, and what its library and its options hold.

    The fields are the declaration. A game that answers a hook otherwise overrides it in a subclass.
    """

    in_one_file: ClassVar[bool] = False
    """True if the game is a pack, in one TOML file."""
    name: str
    """The value of the `system` key of a file."""
    package: str = ""
    """The package, with `library.toml` and `encounter.toml`. Empty where `builtin` and `template` are overridden."""
    version: str = ""
    """For the head of a fight, where the game comes from no installed package."""

    options: type[BaseModel]
    """The game's keys at the top of an encounter (edition, house_rules, scene…). Strict, extra forbidden."""
    combatant: type[BaseModel]
    """The game's keys of a [[combatant]] (stats, skills, weapons…), besides name, side, player, hidden, orders."""
    parts: Mapping[str, type[BaseModel]] = field(default_factory=dict)
    """Lists within a combatant whose entries the library may supply by name, such as `weapon` and `armour`."""
    figures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By kind of `parts`: the keys without which an entry is not whole, where the library does not supply them."""

    unit: TimeUnit = SECOND
    abilities: Abilities = NOTHING_BESIDES
    """The optional features of the game that keys and lines can ask for."""
    turns: type[Turns[Any]]
    resolution: type[Resolution[Any]]
    dice: type[Dice[Any]]
    choices: type[Choices[Any]] = Choices
    display: type[Display[Any]] = Display
    sheets: type[Sheets[Any]]
    carry_over: type[CarryOver[Any]] = CarryOver
    """The classes of the parts. A class may be several of them, and is then one object."""

    reckoned: Callable[[], Sequence[Calculator]] = tuple
    """Returns the calculators of `tracker reckon`, which need no fight."""
    before: Mapping[str, Any] = field(default_factory=dict)
    """The old defaults of house rules whose default has changed: of a fight that does not state those rules."""

    @property
    def classes(self) -> tuple[type[Part[Any]], ...]:
        """The classes of the parts. One may be there several times."""
        return tuple(getattr(self, part) for part in BASES)

    def lacking(self) -> tuple[str, ...]:
        """Return what a part must define and does not, a few words each: `dice lacks judge`."""
        sentences = []
        for part, base in BASES.items():
            left: frozenset[str] = getattr(getattr(self, part), "__abstractmethods__", frozenset())
            if missing := sorted(left & vars(base).keys()):
                sentences.append(f"{part} lacks {', '.join(missing)}")
        return tuple(sentences)

    def bind(self, options: Mapping[str, Any]) -> Rules:
        """Return the rules under validated `options`.

        Called once for each encounter or fight that is opened, also to look at an old one: it must be cheap, and
        rolls nothing. The rules have a memo of their own each time. Raises ValueError, in a sentence, for options that
        do not go together.
        """
        read = self.read_options(options)
        made: dict[Any, Any] = {kind: kind(read) for kind in {*self.classes}}
        parts = {part: made[getattr(self, part)] for part in BASES}
        return Rules(self.unit_under(read), self.abilities_under(read), **parts)

    def read_options(self, options: Mapping[str, Any]) -> Any:
        """Return validated options as every part gets them: its `options`.

        Default: the model.
        """
        return options_as(self.options, options)

    def unit_under(self, read: Any) -> TimeUnit:
        """Return what time is counted in under these options.

        Default: always `unit`.
        """
        return self.unit

    def abilities_under(self, read: Any) -> Abilities:
        """Return what the game has of what keys and lines can ask for under these options.

        Default: always `abilities`.
        """
        return self.abilities

    def library_record(self, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return an entry of the library (`creature`, or a kind of `parts`) as plain data: its `name` first.

        Called for `tracker library` and the library's page. The entry is whole and has been held against its model.

        Default: as it is written.
        """
        return {"name": entry["name"], **entry}

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Return the built-in library by kind: `creature`, and the kinds of `parts`. Entries as a file would have them.

        Called whenever a file of this game is read. What a table has of its own comes before it.

        Default: `library.toml` of the package.
        """
        return tomli.loads(self._file("library.toml"))

    def template(self) -> str:
        """Return a commented encounter to fill in, as TOML text, for `tracker new --system`.

        Default: `encounter.toml` of the package.
        """
        return self._file("encounter.toml")

    def _file(self, name: str) -> str:
        return files(self.package).joinpath(name).read_text(encoding="utf-8")

    def calculators(self) -> Sequence[Calculator]:
        """Return the calculators of `tracker reckon` for this game, without a fight or figures. May be empty.

        Default: `reckoned`.
        """
        return self.reckoned()

    def remarks(self, document: Mapping[str, Any]) -> tuple[str, ...]:
        """Return sentences about a resolved encounter without mistakes, for `tracker check`. May be empty.

        They say where the game reads a value otherwise than it is written.

        Default: none.
        """
        return ()

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        """Yield each free name in a combatant's valid entry that no rule looks for.

        `Fault.offered` are the names that are looked for. The caller decides which of them is perhaps a mistyping.

        Default: none, the game has no free names.
        """
        return ()

    def stated(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options of a new fight, with every rule written out whose default has changed between releases.

        Those are the rules in `before`.
        """
        if not self.before:
            return options
        read: Any = options_as(self.options, options)
        known = read.house_rules.model_dump(mode="json", include=set(self.before))
        return {**options, "house_rules": {**options.get("house_rules", {}), **known}}

    def as_played(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options of a fight's file, where a rule that is not written out is as it was before it changed.

        Default: as `before` has it.
        """
        house = options.get("house_rules", {})
        if not self.before or not isinstance(house, dict):
            return options
        return {**options, "house_rules": {**self.before, **house}}
