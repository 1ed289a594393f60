"""Game: feats as the program talks to it: play, lines, menus and reports put together, and what its files hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pydantic import BaseModel

from tracker.clock.recovery import Recovery
from tracker.clock.spans import TimeUnit
from tracker.encounter.combatant import Action, Condition, Pool
from tracker.encounter.commands import Command
from tracker.encounter.questions import Question
from tracker.encounter.state import Encounter
from tracker.rules.reckoning import primed
from tracker.rules.sheets import Calculator
from tracker.rules.values import Abilities, Card, Choice, Menu, OrderWords
from tracker.systems.feats import lines, menus, reports, sheets
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.actions import declarations, deeds
from tracker.systems.feats.actions.play import Dice, Play
from tracker.systems.feats.calculators import CALCULATORS
from tracker.systems.feats.sheets import Options
from tracker.systems.kit import defaults
from tracker.systems.kit.files import Files
from tracker.systems.kit.rules import Rules


class Offers(defaults.Offers[Options]):
    """What can be chosen."""

    __slots__ = ()

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """What may be declared."""
        return menus.menu(encounter, who, path, self.options.house_rules)

    def choices(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """How a blow is met, or what is thrown to one caught."""
        return menus.Menus(encounter, question.who, self.options.house_rules).answers(question)

    def priced(self, encounter: Encounter, question: Question, amount: int) -> str:
        """What so many pounds or yards come to."""
        return menus.Menus(encounter, question.who, self.options.house_rules).priced(question, amount)

    def again(self, encounter: Encounter, who: str) -> Choice | None:
        """The last slam, rescue or first aid once more."""
        return declarations.again(encounter, who, self.options.house_rules)

    def verbs(self) -> tuple[str, ...]:
        """All that can be typed after a name."""
        return lines.VERBS

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        """Read the words after a verb."""
        return lines.parse(encounter, who, verb, words, self.options.house_rules)

    def conditions(self) -> tuple[tuple[str, str, int], ...]:
        """What may be begun by hand."""
        return tuple((key, now.WORDS["conditions"][key], 0) for key in now.BY_HAND)


class Face(defaults.Face[Options]):
    """What is shown."""

    __slots__ = ()

    def card(self, encounter: Encounter, who: str) -> Card:
        """The sheet pane."""
        return reports.card(encounter, who, self.options.house_rules)

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
        return reports.heading(encounter, who, gap=False) if pool == sheets.FP else ""

    def drift(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        """The pools the clock changes."""
        return reports.drift(encounter, who)

    def visible(self, condition: Condition) -> str:
        """What anybody sees."""
        return condition.label if condition.key in now.SEEN else ""

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        """Falling ends what is under way."""
        return action.speed > 0

    def postscript(self, encounter: Encounter) -> tuple[str, ...]:
        """Where this game ends."""
        return (
            "By hand: weapon fights, falling damage, ranges and sizes, recovery, injury; the text gives none of it.",
        )


class Sheets(defaults.Sheets[Options]):
    """How an entry becomes a sheet."""

    __slots__ = ()

    def read_sheet(self, entry: Mapping[str, Any]) -> tuple[object, tuple[Pool, ...], tuple[int, ...]]:
        """A validated sheets."""
        return sheets.read_sheet(entry)

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """The sheet as plain data."""
        own = sheets.sheet_of(encounter, who)
        return {
            **super().sheet_record(encounter, who),
            "stats": [f"{name} {getattr(own, name.lower())}" for name in sheets.Stats.model_fields],
            "derived": list(reports.lines(encounter, who)),
            "skills": [{"name": name, "value": value} for name, value in own.skills.items()],
            "things": [thing.model_dump() for thing in own.things],
        }

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        """The calculators with somebody's figures and skills; what a run-up comes to is no skill."""
        if not who:
            return CALCULATORS
        own = sheets.sheet_of(encounter, who)
        skills = {name.casefold().replace(" ", "-"): value for name, value in own.skills.items()}
        stats = {name: getattr(own, name) for name in ("st", "dx", "ht", "hp", "level", "build")}
        return primed(CALCULATORS, {**skills, **stats, "move": own.basic_move}, {"jump": {"running": None}})


class Keeping(defaults.Keeping[Options]):
    """What outlasts a fight."""

    __slots__ = ()

    def rests(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Fatigue at the usual rate of rest (`rest_seconds`); hit points are by hand."""
        return {"rest": (Recovery(sheets.FP, 1, self.options.house_rules.rest_seconds),)}


UNIT = TimeUnit("second", "seconds", Fraction(1))
ABILITIES = Abilities(
    damage="damage",
    orders=OrderWords(
        answers=(deeds.NONE, *deeds.DEFENCES),
        body=(sheets.HP,),
        spares=(now.UNCONSCIOUS,),
        also=(("attack again", "attack"),),
    ),
    shortest=1,
    passes=True,
)


class Game(Files):
    """The system `feats`."""

    name = "feats"
    package = "tracker.systems.feats"
    options: type[BaseModel] = Options
    combatant: type[BaseModel] = sheets.Entry
    parts: Mapping[str, type[BaseModel]] = {"thing": sheets.Thing}
    figures: Mapping[str, tuple[str, ...]] = {"thing": ("weight",)}

    def bind(self, options: Mapping[str, Any]) -> Rules:
        """The rules of one encounter."""
        own = Options.model_validate(dict(options))
        return Rules(UNIT, ABILITIES, Play(own), Dice(own), Offers(own), Face(own), Sheets(own), Keeping(own))

    def calculators(self) -> Sequence[Calculator]:
        """Jump, lift, drag, dig, hike, sprint, fly, climb, throw, breath, swim, rescue, slam."""
        return CALCULATORS


FEATS = Game()
