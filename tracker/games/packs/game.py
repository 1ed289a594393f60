"""The game of a pack: a system like any other, made of one TOML document that every fight takes along."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, ClassVar

import tomli

from tracker.clock.recovery import HOUR, Recovery
from tracker.encounter.engine.step import StepBuilder
from tracker.game_api import parts
from tracker.game_api.game import Game
from tracker.game_api.sheets import Calculator, CombatantSheet
from tracker.game_api.validated import entry_as
from tracker.game_api.values import Abilities, ModifierScale
from tracker.games.packs import explain, turns
from tracker.games.packs.actions import DAMAGE, OPENED_AGAIN
from tracker.games.packs.calculators import calculators, for_fighter
from tracker.games.packs.choices import Choices
from tracker.games.packs.models import GAME_NAME, Pack
from tracker.games.packs.ranges import INITIATIVE, WEAPON
from tracker.games.packs.sheet import (
    Played,
    entry_model,
    options_model,
    played,
    read_sheet,
    weapon_model,
)
from tracker.games.packs.templates import encounter_text
from tracker.games.packs.timing import unit_of
from tracker.games.packs.turns import Turns
from tracker.games.packs.validation import JudgedPack, PackFile
from tracker.games.packs.verbs import verbs_of
from tracker.model.commands import Do
from tracker.model.lazy_dataclass import dataclass
from tracker.model.orders import ATTACK, OrderWords
from tracker.model.state import Encounter

CARRIED = "pack"
"""The key of an encounter or fight that holds the whole pack."""
MODEL = PackFile
"""The model of a pack's file, which reports every mistake."""


class Resolution(turns.Resolution):
    """The resolution of verbs and due entries of a pack."""

    def __init__(self, options: Played) -> None:
        super().__init__(options)
        self.rows = verbs_of(options)

    def decide(self, draft: StepBuilder, command: Do) -> None:
        """Declare an action and pay for it. Damage by hand may come at any time."""
        self.rows.carry_out(turns.Doing(draft, command.who, self.options, command.verb), command)


class Sheets(parts.Sheets[Played]):
    """The reading of entries into sheets of a pack."""

    __slots__ = ()

    def read_sheet(self, entry: Mapping[str, Any]) -> CombatantSheet[object]:
        """Return the sheet, the pools and the points left of a combatant's entry in a file."""
        model = self.options.entry
        fields = entry_as(model, entry)
        return read_sheet(self.options, {name: getattr(fields, name) for name in model.model_fields})

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        return explain.sheet_record(encounter, who)

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        return for_fighter(self.options, encounter, who)


class CarryOver(parts.CarryOver[Played]):
    """The values kept after a fight of a pack."""

    __slots__ = ()

    def rest_rates(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Return the recovery of each pool that states one, under the one kind of rest. Empty when none does."""
        pools = self.options.pack.pools.items()
        back = tuple(Recovery(name, rule.rest.points, rule.rest.hours * HOUR) for name, rule in pools if rule.rest)
        return {"rest": back} if back else {}


@dataclass(frozen=True, kw_only=True)
class PackGame(Game):
    """The system of one pack."""

    in_one_file: ClassVar[bool] = True
    played: Played
    document: Mapping[str, Any]
    """The pack as its file has it."""

    @property
    def pack(self) -> Pack:
        return self.played.pack

    def read_options(self, options: Mapping[str, Any]) -> Played:
        """Return the pack in play, whatever the options: its fights have no house rules."""
        return self.played

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        library = self.pack.library
        return {"creature": library.creature, **({WEAPON: library.weapon} if self.pack.armed else {})}

    def template(self) -> str:
        """Return an encounter made of the figures and creatures of the pack."""
        return encounter_text(self.pack)

    def calculators(self) -> Sequence[Calculator]:
        """Return a calculator for each action that rolls."""
        return calculators(self.played)

    def stated(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options with the whole pack in them, so that an edited pack changes no fight."""
        return {**options, CARRIED: self.document}


def game_of(pack: Pack, document: Mapping[str, Any]) -> PackGame:
    """Return the game of a pack. `document` is the pack as its file has it."""
    weapon = weapon_model(pack)
    game = played(pack, entry_model(pack, weapon))
    return PackGame(
        name=pack.name,
        options=options_model(),
        combatant=game.entry,
        parts={WEAPON: weapon} if pack.armed else {},
        unit=unit_of(pack.clock),
        abilities=abilities(pack),
        turns=Turns,
        resolution=Resolution,
        dice=explain.Dice,
        choices=Choices,
        display=explain.Display,
        sheets=Sheets,
        carry_over=CarryOver,
        played=game,
        document=document,
    )


def abilities(pack: Pack) -> Abilities:
    """Return what a game of this pack has: its order words, the GM's modifiers, damage by hand, passes."""
    undefended = pack.words.undefended
    answers = (undefended, *(answer.name for answer in pack.answer)) if pack.answer else ()
    named = [action for action in pack.action if action.name != ATTACK and not (action.target and action.fallen)]
    attacks = (ATTACK, *(action.name for action in named if action.target and action.name not in answers))
    does = (*attacks, *(action.name for action in named if not action.target))
    silent = undefended if answers else ""  # the answer of a fighter whose orders name none
    orders = OrderWords(does, answers, body=pack.body, silent=silent, attacks=attacks)
    takes_time = pack.clock.runs != "passes" and pack.clock.again == "cost"
    return Abilities(
        ModifierScale("mod", -40, 40),
        damage=DAMAGE if pack.body else "",
        orders=orders,
        shortest=1 if takes_time else 0,
        placing=(INITIATIVE,),
        again=OPENED_AGAIN,
        passes=pack.passes,
    )


def of_document(document: Mapping[str, Any]) -> PackGame:
    """Return the game of a pack's document. Raises ValidationError for one with mistakes."""
    return _of_text(json.dumps(document, default=str))


# Cached, since every file of a game is validated with models that take long to build.
@lru_cache(maxsize=32)
def _of_text(text: str) -> PackGame:
    """Return the game of a pack in JSON. Raises ValidationError for one with mistakes."""
    document = json.loads(text)
    return game_of(JudgedPack.model_validate(document), document)


def from_package(package: str, name: str) -> PackGame:
    """Return the game of a pack in a package of Python, for an entry point to name."""
    return of_document(tomli.loads(files(package).joinpath(name).read_text(encoding="utf-8")))


def template(name: str) -> str:
    """Return a commented pack to fill in, with this name where it can be one."""
    text = files("tracker.games.packs").joinpath("template.toml").read_text(encoding="utf-8")
    return text.replace('name = "my-game"', f'name = "{name}"', 1) if GAME_NAME.fullmatch(name) else text


# Cached: validating a pack takes longer than opening a fight.
@cache
def shipped(name: str) -> PackGame:
    """Return a game whose pack comes with the program."""
    return from_package("tracker.games.packs.shipped", f"{name}.toml")
