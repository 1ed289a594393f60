"""Models: every key of a pack, as frozen values; formulas are read on the way in. `docs/packs.md` explains each key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, PlainValidator

from tracker.model.validation_errors import Faults
from tracker.systems.kit.models import Name, Strict, Text
from tracker.systems.packs import formulas
from tracker.systems.packs.formulas import ZERO, Formula, FormulaError

FORMAT = 1
MOST = 60
"""Entries of a list or table of a pack."""


def _formula(value: object) -> Formula:
    """Read a formula, or a whole number in its place; raises Faults with the word meant."""
    if isinstance(value, Formula):
        return value
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError("must be a whole number, or a formula in quotes")
    try:
        return formulas.read(str(value))
    except FormulaError as error:
        raise Faults([((), str(error), error.word, error.offered)]) from error  # type: ignore[list-item]


Expression = Annotated[Formula, PlainValidator(_formula)]
"""A formula, or a whole number."""
Count = Annotated[int, Field(ge=-1000, le=1000)]
Line = Annotated[str, Field(max_length=200)]


class Table(Strict):
    """A table of a pack."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True, arbitrary_types_allowed=True)


class Phase(Table):
    """A part of a round with a name of its own."""

    name: Name
    counts: Annotated[int, Field(ge=1, le=100)] = 1


class Clock(Table):
    """[clock]: how time runs, and when each fighter acts."""

    runs: Literal["up", "down", "rounds", "passes"] = "up"
    unit: Name = "count"
    units: Text = ""
    seconds: Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)] = 1.0
    round: Annotated[int, Field(ge=2, le=200)] | None = None
    round_name: Name = "round"
    lose: Annotated[int, Field(ge=1, le=100)] = 10
    phases: Annotated[list[Phase], Field(max_length=12)] = []
    initiative: Expression = ZERO
    anew: bool = False
    first: Expression | None = None
    ties: Expression = ZERO
    again: Literal["cost", "round"] = "cost"


class Figure(Table):
    """[figures.NAME]: a whole number on each fighter's sheet."""

    label: Text = ""
    default: Count = 0
    low: Count = 0
    high: Count = 100


class Rest(Table):
    """How points of a pool come back between fights."""

    points: Annotated[int, Field(ge=1, le=1000)]
    hours: Annotated[int, Field(ge=1, le=8784)]


class PoolRule(Table):
    """[pools.NAME]: points that are lost and come back."""

    label: Text = ""
    full: Expression
    least: Count = 0
    down: Count | None = None
    dead: Count | None = None
    rest: Rest | None = None


class WeaponFigure(Table):
    """[weapon.NAME]: a whole number of each weapon, or dice where `default` is text."""

    label: Text = ""
    default: Count | Annotated[str, Field(min_length=1, max_length=40)] = 0
    low: Count = 0
    high: Count = 100

    @property
    def dice(self) -> bool:
        """Whether it is dice."""
        return isinstance(self.default, str)


class ConditionRule(Table):
    """[conditions.NAME]: a state that weighs on figures until it ends."""

    label: Text = ""
    lasts: Expression | None = None
    until: Literal["", "acting", "round"] = ""
    by_hand: bool = False
    weighs: dict[str, Count] = {}


class Effect(Table):
    """[[action.effect]]: what an action does besides its damage."""

    on: Literal["hit", "miss", "always"] = "hit"
    when: Expression | None = None
    who: Literal["target", "self"] = "target"
    begins: Text = ""
    ends: Text = ""
    takes: dict[str, Expression] = {}
    gives: dict[str, Expression] = {}
    delays: Expression = ZERO


class Result(Table):
    """[[action.result]]: what a margin is called, and its `effect` for formulas."""

    margin: Count
    word: Name
    effect: Count = 0


class ActionRule(Table):
    """[[action]]: what a fighter may do."""

    name: Name
    label: Text = ""
    target: bool = False
    weapon: bool = False
    needs: Expression | None = None
    cost: Expression | None = None
    lands: Expression = ZERO
    phase: Text = ""
    pays: dict[str, Expression] = {}
    roll: Expression | None = None
    at_least: Expression | None = None
    more_than: Expression | None = None
    at_most: Expression | None = None
    result: Annotated[list[Result], Field(max_length=12)] = []
    answers: Annotated[list[Name], Field(max_length=12)] | None = None
    damage: Expression | None = None
    soak: Expression = ZERO
    places: bool = False
    pool: Text = ""
    effect: Annotated[list[Effect], Field(max_length=12)] = []

    @property
    def against(self) -> Formula | None:
        """What the roll is held against; None for a roll that is not."""
        return self.at_least or self.more_than or self.at_most


class AnswerRule(Table):
    """[[answer]]: how a target may meet an action."""

    name: Name
    label: Text = ""
    needs: Expression | None = None
    cost: Expression = ZERO
    pays: dict[str, Expression] = {}
    adds: Expression = ZERO
    number: Expression | None = None


class ModifierRule(Table):
    """[[modifier]]: a way to do an action that changes its numbers."""

    name: Name
    label: Text = ""
    actions: Annotated[list[Name], Field(max_length=12)] = []
    roll: Expression = ZERO
    damage: Expression = ZERO
    cost: Expression = ZERO
    lands: Expression = ZERO


class Place(Table):
    """[[places.table]]: a place that a blow hits, on a roll of up to a number."""

    up_to: Count
    name: Name
    damage: Expression | None = None
    soak: Expression | None = None


class Places(Table):
    """[places]: where blows hit."""

    dice: Expression
    table: Annotated[list[Place], Field(min_length=1, max_length=20)]


class Library(Table):
    """[library]: creatures and weapons that an encounter names."""

    creature: Annotated[list[dict[str, Any]], Field(max_length=MOST)] = []
    weapon: Annotated[list[dict[str, Any]], Field(max_length=MOST)] = []


class Words(Table):
    """[words]: what the screen calls things in this game."""

    moment: Line = "{name} may act."
    undefended: Name = "none"
    unarmed: Name = "unarmed"


class RuleText(Table):
    """[[rule]]: a rule of the game in words, for `tracker rules` and the help."""

    id: Annotated[str, Field(pattern=r"^[A-Z]+(-[A-Z0-9]+)+$", max_length=30)]
    title: Annotated[str, Field(min_length=1, max_length=80)]
    text: Annotated[str, Field(min_length=1, max_length=4000)]
    source: Line = ""
    words: Annotated[list[Name], Field(max_length=MOST)] = []
    see: Annotated[list[Name], Field(max_length=20)] = []
    signs: Annotated[list[Name], Field(max_length=20)] = []


class Pack(Table):
    """A whole pack."""

    pack: int
    name: Name
    about: Line = ""
    clock: Clock
    figures: Annotated[dict[str, Figure], Field(max_length=MOST)] = {}
    derived: Annotated[dict[str, Expression], Field(max_length=MOST)] = {}
    pools: Annotated[dict[str, PoolRule], Field(max_length=20)] = {}
    weapon: Annotated[dict[str, WeaponFigure], Field(max_length=20)] = {}
    conditions: Annotated[dict[str, ConditionRule], Field(max_length=MOST)] = {}
    action: Annotated[list[ActionRule], Field(min_length=1, max_length=MOST)]
    answer: Annotated[list[AnswerRule], Field(max_length=20)] = []
    modifier: Annotated[list[ModifierRule], Field(max_length=20)] = []
    places: Places | None = None
    library: Library = Library.model_construct()
    words: Words = Words.model_construct()
    rule: Annotated[list[RuleText], Field(max_length=200)] = []
    synonyms: Annotated[dict[Name, list[Name]], Field(max_length=300)] = {}

    @cached_property
    def actions(self) -> Mapping[str, ActionRule]:
        """The actions by name."""
        return {action.name: action for action in self.action}

    @cached_property
    def answers(self) -> Mapping[str, AnswerRule]:
        """The answers by name."""
        return {answer.name: answer for answer in self.answer}

    @cached_property
    def modifiers(self) -> Mapping[str, ModifierRule]:
        """The modifiers by name."""
        return {modifier.name: modifier for modifier in self.modifier}

    @cached_property
    def armed(self) -> bool:
        """Whether fighters have weapons."""
        return bool(self.weapon)

    @cached_property
    def body(self) -> tuple[str, ...]:
        """The pools that keep a fighter on its feet."""
        return tuple(name for name, pool in self.pools.items() if pool.down is not None)

    @cached_property
    def fights(self) -> str:
        """The action of an order to attack: the first that has a target; empty when there is none."""
        return next((action.name for action in self.action if action.target), "")

    def answers_to(self, action: ActionRule) -> tuple[AnswerRule, ...]:
        """Return the answers that a target may give to an action: all for one with a roll, or those it names."""
        if action.roll is None or not action.target:
            return ()
        return tuple(answer for answer in self.answer if action.answers is None or answer.name in action.answers)

    def modifiers_of(self, action: ActionRule) -> tuple[ModifierRule, ...]:
        """Return the modifiers of an action."""
        return tuple(each for each in self.modifier if not each.actions or action.name in each.actions)
