"""The game of a pack: a system like any other, made of one TOML document that every fight takes along."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

import tomli
from pydantic import BaseModel

from tracker.clock.recovery import HOUR, Recovery
from tracker.model.orders import ATTACK, OrderWords
from tracker.model.state import Encounter
from tracker.system_api.sheets import Calculator, CombatantSheet
from tracker.system_api.values import Abilities, ModifierScale
from tracker.systems.kit import defaults
from tracker.systems.kit.models import entry_as
from tracker.systems.kit.rules import Rules
from tracker.systems.packs import display
from tracker.systems.packs.actions import DAMAGE, OPENED_AGAIN
from tracker.systems.packs.calculators import calculators, for_fighter
from tracker.systems.packs.choices import Choices
from tracker.systems.packs.clock import unit_of
from tracker.systems.packs.fighters import (
    Played,
    entry_model,
    options_model,
    played,
    read_sheet,
    sheet_of,
    weapon_model,
)
from tracker.systems.packs.models import GAME_NAME, Pack
from tracker.systems.packs.play import Resolution, Turns
from tracker.systems.packs.ranges import INITIATIVE, WEAPON
from tracker.systems.packs.templates import encounter_text
from tracker.systems.packs.validation import JudgedPack, PackFile

CARRIED = "pack"
"""The key of an encounter or fight that holds the whole pack."""
MODEL = PackFile
"""The model of a pack's file: it finds every mistake."""


class Sheets(defaults.Sheets[Played]):
    """How an entry of a file becomes a sheet."""

    __slots__ = ("entry",)

    def __init__(self, game: Played, entry: type[BaseModel]) -> None:
        super().__init__(game)
        self.entry = entry

    def read_sheet(self, entry: Mapping[str, Any]) -> CombatantSheet[object]:
        """Return an entry as sheet, pools and points left; raises Faults for values that do not fit together."""
        fields = entry_as(self.entry, entry)
        return read_sheet(self.options, {name: getattr(fields, name) for name in self.entry.model_fields})

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """Return name, side, player and pools, then the figures and the weapons."""
        return display.sheet_record(encounter, who)

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        """Return the calculators, filled in with the figures of a fighter."""
        return for_fighter(self.options, encounter, who)


class CarryOver(defaults.CarryOver[Played]):
    """What outlasts a fight: the points left, which come back with rest."""

    __slots__ = ()

    def rest_rates(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Return what a rest brings back; none where no pool says."""
        pools = self.options.pack.pools.items()
        back = tuple(Recovery(name, rule.rest.points, rule.rest.hours * HOUR) for name, rule in pools if rule.rest)
        return {"rest": back} if back else {}


class PackGame(defaults.System):
    """The system of one pack. `document` is the pack as its file has it."""

    def __init__(self, pack: Pack, document: Mapping[str, Any]) -> None:
        self.pack, self.document = pack, document
        self.name = pack.name
        self.options = options_model()
        weapon = weapon_model(pack)
        self.combatant = entry_model(pack, weapon)
        self.parts: Mapping[str, type[BaseModel]] = {WEAPON: weapon} if pack.armed else {}
        self.figures: Mapping[str, tuple[str, ...]] = {}
        game = self.game = played(pack)
        self._rules = Rules(
            unit_of(pack.clock),
            abilities(pack),
            Turns(game),
            Resolution(game),
            display.Dice(game),
            Choices(game),
            display.Display(game),
            Sheets(game, self.combatant),
            CarryOver(game),
        )

    def bind(self, options: Mapping[str, Any]) -> Rules:
        """Return the rules, which are the same for every encounter of the pack but for their memo."""
        return replace(self._rules)

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Return the library of the pack."""
        library = self.pack.library
        return {"creature": library.creature, **({WEAPON: library.weapon} if self.pack.armed else {})}

    def library_record(self, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return an entry of the library as the pack has it, its name first."""
        return {"name": entry["name"], **entry}

    def template(self) -> str:
        """Return an encounter to fill in, made of the figures and creatures of the pack."""
        return encounter_text(self.pack)

    def calculators(self) -> Sequence[Calculator]:
        """Return a calculator for each action that rolls."""
        return calculators(self.game)

    def stated(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options of a new fight with the whole pack in them: a pack that is edited changes no fight."""
        return {**options, CARRIED: self.document}


def abilities(pack: Pack) -> Abilities:
    """Return what keys and lines can ask for in a game of this pack."""
    undefended = pack.words.undefended
    answers = (undefended, *(answer.name for answer in pack.answer)) if pack.answer else ()
    does = (ATTACK, *(action.name for action in pack.action if not action.target and action.name != ATTACK))
    silent = undefended if answers else ""
    orders = OrderWords(does, answers, body=pack.body, silent=silent)
    takes_time = pack.clock.runs != "passes" and pack.clock.again == "cost"
    return Abilities(
        ModifierScale("mod", -40, 40),
        damage=DAMAGE if pack.body else "",
        orders=orders,
        shortest=1 if takes_time else 0,
        placing=(INITIATIVE,),
        again=OPENED_AGAIN,
    )


def of_document(document: Mapping[str, Any]) -> PackGame:
    """Return the game of a pack's document; raises ValidationError for one with mistakes."""
    return _of_text(json.dumps(document, default=str))


# Cached, since every file of a game is validated with models that take long to build.
@lru_cache(maxsize=32)
def _of_text(text: str) -> PackGame:
    """Return the game of a document as JSON."""
    document = json.loads(text)
    return PackGame(JudgedPack.model_validate(document), document)


def from_package(package: str, name: str) -> PackGame:
    """Return the game of a pack in a package of Python, for an entry point to name."""
    return of_document(tomli.loads(files(package).joinpath(name).read_text(encoding="utf-8")))


def template(name: str) -> str:
    """Return a commented pack to fill in, with this name where it can be one."""
    text = files("tracker.systems.packs").joinpath("template.toml").read_text(encoding="utf-8")
    return text.replace('name = "my-game"', f'name = "{name}"', 1) if GAME_NAME.fullmatch(name) else text


def shipped(name: str) -> PackGame:
    """Return a game whose pack comes with the program."""
    return from_package("tracker.systems.packs.shipped", f"{name}.toml")


__all__ = ["CARRIED", "MODEL", "PackGame", "from_package", "of_document", "shipped", "sheet_of"]
