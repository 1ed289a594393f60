"""The game feats: its parts put together, and the models of its files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tracker.clock.recovery import Recovery
from tracker.clock.spans import TimeUnit
from tracker.model.combatant import Pool
from tracker.model.orders import OrderWords
from tracker.model.state import Encounter
from tracker.model.validation_errors import Fault
from tracker.system_api import parts
from tracker.system_api.game import Game
from tracker.system_api.sheets import Calculator, CombatantSheet
from tracker.system_api.values import Abilities
from tracker.systems.feats import display, formulas, sheets
from tracker.systems.feats.actions import fighter_state
from tracker.systems.feats.actions.turns import Dice, Resolution, Turns
from tracker.systems.feats.book.house_rules import BEFORE, Options
from tracker.systems.feats.calculators import CALCULATORS, for_fighter
from tracker.systems.feats.menus import Choices
from tracker.systems.kit import resolving_action
from tracker.systems.kit.exact_numbers import exact, plain


class Sheets(parts.Sheets[Options]):
    """How an entry becomes a sheet."""

    __slots__ = ()

    def read_sheet(self, entry: Mapping[str, Any]) -> CombatantSheet[object]:
        """Return a validated entry as sheet, pools and points left, under the fight's house rules."""
        return sheets.read_sheet(entry, self.options)

    def pools_once_listed(self, pools: Sequence[Pool]) -> tuple[str, ...]:
        """Return hit points, then fatigue points."""
        return ("HP", "FP")

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """Return the sheet as plain data."""
        sheet = sheets.sheet_of(encounter, who)
        return {
            **super().sheet_record(encounter, who),
            "stats": [f"{name} {value}" for name, value in sheet.stats.items()],
            "derived": list(display.lines(encounter, who)),
            "skills": [{"name": name, "value": value} for name, value in sheet.skills.items()],
            "things": [thing.model_dump() for thing in sheet.entry.thing],
        }

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        """Return the calculators, filled in with the figures and skills of `who`."""
        return for_fighter(self.options, encounter, who)


class CarryOver(parts.CarryOver[Options]):
    """What outlasts a fight."""

    __slots__ = ()

    def rest_rates(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Return the recovery at rest: fatigue points at `rest_seconds` each; hit points are by hand."""
        return {"rest": (Recovery(sheets.FP, 1, self.options.house_rules.rest_seconds),)}


ORDERS = OrderWords(
    answers=(resolving_action.NONE, *fighter_state.DEFENCES),
    body=(sheets.HP,),
    spares=(fighter_state.UNCONSCIOUS,),
    also=(("attack again", "attack"),),
)
ABILITIES = Abilities(damage="damage", orders=ORDERS, shortest=1, passes=True)


_DOUBTED = 2
"""A level of Enhanced Move above this was perhaps meant as a multiple."""


class Feats(Game):
    """The system `feats`."""

    def remarks(self, document: Mapping[str, Any]) -> tuple[str, ...]:
        """Return a remark on each high level of Enhanced Move, which was perhaps meant as a multiple.

        Rules: F-RUN-3, FQ 29.
        """
        house = document.get("house_rules", {})
        if isinstance(house, dict) and house.get("enhanced") == "times":
            return ()
        return tuple(
            f"{entry['name']}'s {key} = {entry[key]:g} is the printed level: "
            f"{plain(formulas.multiple(exact(entry[key])))} times Move (F-RUN-3); "
            f"for {entry[key]:g} times it would be {key}_times = {entry[key]:g}"
            for entry in document.get("combatant", ())
            for key in ("enhanced", "enhanced_air")
            if entry.get(key, 0) > _DOUBTED
        )

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        return sheets.unused_names(entry, options)


FEATS = Feats(
    name="feats",
    package=__package__,
    options=Options,
    combatant=sheets.Entry,
    parts={"thing": sheets.Thing},
    figures={"thing": ("weight",)},
    unit=TimeUnit("second", "seconds", Fraction(1)),
    abilities=ABILITIES,
    turns=Turns,
    resolution=Resolution,
    dice=Dice,
    choices=Choices,
    display=display.Display,
    sheets=Sheets,
    carry_over=CarryOver,
    reckoned=CALCULATORS,
    before=BEFORE,
)
