"""Game: feats as the program talks to it: play, lines, menus and reports put together, and what its files hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import Any

import tomli
from pydantic import BaseModel

from tracker.clock.spans import TimeUnit
from tracker.encounter.combatant import Action, Condition, Pool
from tracker.encounter.commands import Command
from tracker.encounter.questions import Question, Roll
from tracker.encounter.state import Encounter
from tracker.rules.reckoning import primed
from tracker.rules.sheets import Calculator
from tracker.rules.values import Abilities, Card, Choice, Menu
from tracker.systems.feats import lines, menus, reports
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.actions.play import Play
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.calculators import CALCULATORS
from tracker.systems.feats.sheets import entry, sheet

BY_HAND = (
    (now.AIRLESS, "suffocating", 0),
    (now.WATER, "in deep water", 0),
    (now.PRONE, "lying down", 0),
    (now.GRAPPLED, "grappled", 0),
    (now.SECURED, "secured by a rope", 0),
    (now.UNCONSCIOUS, "unconscious", 0),
)
"""Grapples come from outside: an unwilling person is grappled first, by hand (F-GRAB-2)."""
SEEN = (now.WATER, now.PRONE, now.GRAPPLED, now.UNCONSCIOUS, now.DEAD, now.DROWNING, *now.LABELS)


class Feats(Play):
    """The rules of one encounter, as the program talks to them."""

    __slots__ = ()

    unit = TimeUnit("second", "seconds", Fraction(1))
    abilities = Abilities(damage="damage", shortest=1, passes=True)

    # Offers

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """What may be declared."""
        return menus.menu(encounter, who, path, self.options.house_rules)

    def choices(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """How a blow is met."""
        return menus.defences(encounter, question)

    def again(self, encounter: Encounter, who: str) -> Choice | None:
        """The last slam once more."""
        last = encounter[who].last
        wet = encounter[who].condition(now.WATER) is not None
        if last is None or last.verb != "slam" or wet or not encounter[last.target].able:
            return None
        kind, yards, foe, strong = last.options
        words = " ".join(word for word in (kind if kind != "slam" else "", f"{yards} foe {foe}", strong) if word)
        return Choice("enter", last.label, line=f"{who} slam {last.target} {words}", price="1 s")

    def verbs(self) -> tuple[str, ...]:
        """All that can be typed after a name."""
        return lines.VERBS

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        """Read the words after a verb."""
        return lines.parse(encounter, who, verb, words, self.options.house_rules)

    def conditions(self) -> tuple[tuple[str, str, int], ...]:
        """What may be begun by hand."""
        return BY_HAND

    # Face

    def odds(self, roll: Roll) -> str:
        """`12 or less, 74.1 %`."""
        return "" if roll.chance is None else menus.odds(roll.chance, self.options.house_rules.criticals)

    def card(self, encounter: Encounter, who: str) -> Card:
        """The sheet pane."""
        return reports.card(encounter, who)

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        """`why mira swim`."""
        return reports.explain(encounter, who, words, self.options.house_rules)

    def doing(self, encounter: Encounter, who: str) -> str:
        """`sprinting 8.4 yd/s`."""
        return reports.doing(encounter, who)

    def heading(self, encounter: Encounter, who: str) -> str:
        """`next roll 85 · out of breath at 140`."""
        return reports.heading(encounter, who, self.options.gap is not None)

    def trend(self, encounter: Encounter, who: str, pool: str) -> str:
        """Where the fatigue points are going."""
        return reports.heading(encounter, who, gap=False) if pool == sheet.FP else ""

    def drift(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        """The pools the clock changes."""
        return reports.drift(encounter, who)

    def visible(self, condition: Condition) -> str:
        """What anybody sees."""
        return condition.label if condition.key in SEEN else ""

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        """Falling ends what is under way."""
        return action.speed > 0

    def postscript(self, encounter: Encounter) -> tuple[str, ...]:
        """Where this game ends."""
        return (
            "By hand: weapon fights, falling damage, ranges and sizes, recovery, injury; the text gives none of it.",
        )

    def changed_rules(self) -> tuple[str, ...]:
        """The house rules that are not as the rulings have them."""
        usual = HouseRules().model_dump()
        return tuple(_rule(key, value) for key, value in self._house().items() if value != usual[key])

    def all_rules(self) -> tuple[str, ...]:
        """Every house rule with its value in force."""
        return tuple(_rule(key, value) for key, value in self._house().items())

    def _house(self) -> dict[str, Any]:
        return self.options.house_rules.model_dump()

    # Sheets

    def read_sheet(self, entry: Mapping[str, Any]) -> tuple[object, tuple[Pool, ...], tuple[int, ...]]:
        """A validated entry; there are no standing orders in feats."""
        if entry.get("orders", ""):
            raise ValueError(f'orders "{entry["orders"]}" are unknown: feats has none, an activity goes on by itself')
        return sheet.read_sheet(entry)

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """The sheet as plain data."""
        own = sheet.sheet_of(encounter, who)
        stats = {name: getattr(own, name.lower()) for name in entry.Stats.model_fields}
        skills = [{"name": name, "value": value} for name, value in own.skills]
        things = [thing.model_dump() for thing in own.things]
        derived = [f"{what}: {value}" for what, value in reports.figures(encounter, who).items()]
        more = {"stats": [f"{name} {value}" for name, value in stats.items()], "derived": derived}
        return {**super().sheet_record(encounter, who), **more, "skills": skills, "things": things}

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        """The calculators with somebody's figures and skills; what a run-up comes to is no skill."""
        if not who:
            return CALCULATORS
        own = sheet.sheet_of(encounter, who)
        skills = {name.casefold().replace(" ", "-"): value for name, value in own.skills}
        stats = {name: getattr(own, name) for name in ("st", "dx", "ht", "hp", "level", "build")}
        return primed(CALCULATORS, {**skills, **stats, "move": own.basic_move}, {"jump": {"running": None}})


def _rule(key: str, value: object) -> str:
    return f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {str(value).lower()}"


class Game:
    """The system `feats`."""

    name = "feats"
    options: type[BaseModel] = entry.Options
    combatant: type[BaseModel] = entry.Entry
    parts: Mapping[str, type[BaseModel]] = {"thing": entry.Thing}
    figures: Mapping[str, tuple[str, ...]] = {"thing": ("weight",)}

    def library_record(self, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        """An entry as it stands in the file."""
        return {"name": entry["name"], **entry}

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """A few people and things; their figures are examples."""
        return tomli.loads(files("tracker.systems.feats").joinpath("library.toml").read_text(encoding="utf-8"))

    def bind(self, options: Mapping[str, Any]) -> Feats:
        """The rules of one encounter."""
        return Feats(entry.Options.model_validate(dict(options)))

    def template(self) -> str:
        """An encounter to fill in."""
        return files("tracker.systems.feats").joinpath("encounter.toml").read_text(encoding="utf-8")

    def calculators(self) -> Sequence[Calculator]:
        """Jump, lift, drag, dig, hike, sprint, climb, throw, breath, swim, rescue, slam."""
        return CALCULATORS


FEATS = Game()
