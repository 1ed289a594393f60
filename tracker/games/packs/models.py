"""Models: every key of a pack, as frozen values. Formulas are read on the way in.

Editors show the text below a key, through `tracker schema pack`. `docs/packs.md` explains each key at length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema, model_validator

from tracker.games.packs import formulas
from tracker.games.packs.formulas import ONE, ZERO, Formula, FormulaError
from tracker.model.combatant import Combatant, Condition, Presence
from tracker.model.validation_errors import Faults

FORMAT = 1
GAME_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
"""The names that a game may have."""
FIGURE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,29}")
"""The names that a figure, a pool or a condition may have."""
VERB = re.compile(r"[a-z][a-z-]{0,19}")
"""The names that an action, an answer, a modifier or a phase may have. They are typed."""
MOST = 60
"""The most entries of a list or table of a pack."""


def _formula(value: object) -> Formula:
    """Read a formula, or a whole number in its place. Raises Faults with a suggestion."""
    if isinstance(value, Formula):
        return value
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError("must be a whole number, or a formula in quotes")
    try:
        return formulas.read(str(value))
    except FormulaError as error:
        raise Faults([((), str(error), error.word, error.offered)]) from error  # type: ignore[list-item]


_WRITTEN = [{"type": "integer"}, {"type": "string", "maxLength": formulas.LONGEST, "pattern": formulas.LETTERS}]
Expression = Annotated[Formula, PlainValidator(_formula), WithJsonSchema({"anyOf": _WRITTEN})]
"""A formula, or a whole number."""


def _need(value: object) -> Formula:
    """Read a formula of `needs`, or a table of a formula and the words that say why a value of 0 refuses."""
    if not isinstance(value, Mapping):
        return _formula(value)
    if set(value) != {"if", "say"} or not isinstance(value["say"], str) or not 0 < len(value["say"]) <= 80:
        raise ValueError('must be a formula, or { if = "a formula", say = "why not, in a few words" }')
    return replace(_formula(value["if"]), say=value["say"])


_NEED = {
    "type": "object",
    "properties": {"if": {"anyOf": _WRITTEN}, "say": {"type": "string", "maxLength": 80}},
    "required": ["if", "say"],
    "additionalProperties": False,
}
Need = Annotated[Formula, PlainValidator(_need), WithJsonSchema({"anyOf": [*_WRITTEN, _NEED]})]
"""A formula that must not be 0, with the words for a value of 0."""
Name = Annotated[str, Field(min_length=1, max_length=60)]
Text = Annotated[str, Field(max_length=60)]
Count = Annotated[int, Field(ge=-1000, le=1000)]
Line = Annotated[str, Field(max_length=200)]


def _for_editors(pattern: re.Pattern[str]) -> Any:
    """Return the form of a name for editors. The validation tells the author in a sentence."""
    return Field(json_schema_extra={"pattern": f"^{pattern.pattern}$"})


Verb = Annotated[Name, _for_editors(VERB)]


def _by_name(most: int) -> Any:
    """Return the bounds of a table with the author's keys, and the form of these for editors."""
    return Field(max_length=most, json_schema_extra={"propertyNames": {"pattern": f"^{FIGURE_NAME.pattern}$"}})


def _as_written(schema: dict[str, Any]) -> None:
    """Put the text of each default formula into a schema, in place of its tree."""
    for key in schema.get("properties", {}).values():
        if isinstance(default := key.get("default"), dict) and "root" in default:
            key["default"] = default["text"]


class Strict(BaseModel):
    """A table that a pack has, or makes the keys of."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


class Table(Strict):
    """A table of a pack."""

    model_config = ConfigDict(arbitrary_types_allowed=True, json_schema_extra=_as_written)


class Phase(Table):
    """A part of a round with a name of its own."""

    name: Verb
    """The name of the phase. An action happens in it by `phase`."""
    counts: Annotated[int, Field(ge=1, le=100)] = 1
    """The length of the phase in counts."""


class Clock(Table):
    """[clock]: how time runs, and when each fighter acts."""

    runs: Literal["up", "down", "rounds", "passes"] = "up"
    """"up" counts without end. "down" counts from `round` to 1. "rounds" has rounds of `round` counts, or of `phases`.
    "passes" has an initiative total that each action uses up."""
    unit: Name = "count"
    """The word for a count: tick, shot, second."""
    units: Text = ""
    """The word for several counts, if not `unit` with an s."""
    seconds: Annotated[float, Field(ge=0.0001, le=86_400, allow_inf_nan=False)] = 1.0
    """The length of a count in seconds."""
    round: Annotated[int, Field(ge=2, le=200)] | None = None
    """The highest number of a round. A higher initiative acts on it."""
    round_name: Name = "round"
    """The word for a round."""
    lose: Annotated[int, Field(ge=1, le=100)] = 10
    """With "passes": the loss of a total from pass to pass where an action has no `cost`."""
    phases: Annotated[list[Phase], Field(max_length=12)] = []
    """With "rounds": the parts of a round, in order."""
    initiative: Expression = ZERO
    """The roll for initiative. 0 rolls nothing."""
    anew: bool = False
    """True if initiative is rolled at the start of every round."""
    first: Expression | None = None
    """The number of a fighter's first moment: counts from now ("up"), the shot or total ("down", "passes"), the
    count of the round ("rounds")."""
    ties: Expression = ZERO
    """The order on one count: the highest acts first. 0 goes by seat."""
    again: Literal["cost", "round", "turn"] = "cost"
    """"cost": a fighter acts again when the cost of its action is over. "round": once a round. "turn": in one turn a
    round, as often as pools that a turn refills can pay."""
    ends: Literal["points", "actions"] = "points"
    """The end of a turn with again = "turn": "points" once they pay for nothing, "actions" once none can be done."""


class Bounded(Table):
    """The name and the bounds of a figure."""

    label: Text = ""
    """The name on the screen. Without it, the key."""
    low: Count = 0
    """The least value."""
    high: Count = 100
    """The greatest value."""


class Figure(Bounded):
    """[figures.NAME]: a whole number on each fighter's sheet."""

    default: Count = 0
    """The value of a combatant that states none."""


class Rest(Table):
    """The points of a pool that return between fights."""

    points: Annotated[int, Field(ge=1, le=1000)]
    """The number of points that come back."""
    hours: Annotated[int, Field(ge=1, le=8784)]
    """The hours of rest that this takes."""


class PoolRule(Table):
    """[pools.NAME]: points that are lost and come back."""

    label: Text = ""
    """The name on the screen. Without it, the key."""
    full: Expression
    """The points of a full pool. `full = "hits"` takes them from a figure of each creature."""
    least: Count = 0
    """The fewest points possible."""
    down: Count | None = None
    """At this or fewer points its fighter is out of the fight. Damage goes to the first pool that has this key."""
    dead: Count | None = None
    """At this or fewer points its fighter is dead."""
    rest: Rest | None = None
    """The recovery by a rest between fights."""
    start: Expression | None = None
    """The points at the beginning, if not all: start = 0 for temporary points."""
    refill: Literal["", "turn", "round"] = ""
    """The time of refilling: as its fighter's turn begins, or a round."""
    absorbs: Text = ""
    """The pool that it protects: it loses points before that one."""
    counts: Literal["down", "up"] = "down"
    """"up": it begins empty, damage fills it, and `down` and `dead` are reached from below."""
    of: Text = ""
    """The thing it belongs to: "weapon" is the first weapon, another word the weapon with that word in its name.
    `weapon.NAME` in `full` are the figures of that thing. Without it there are no points."""

    @property
    def begins(self) -> Formula:
        return self.start if self.start is not None else ZERO if self.counts == "up" else self.full

    def reached(self, mark: int | None, points: int) -> bool:
        """Return whether points are at a mark of the pool or beyond it. False without a mark."""
        return mark is not None and (points >= mark if self.counts == "up" else points <= mark)


class WeaponFigure(Bounded):
    """[weapon.NAME]: a whole number of each weapon, or dice where `default` is text."""

    default: Count | Annotated[str, Field(min_length=1, max_length=40)] = 0
    """The value of a weapon that states none. As text it is dice: "1d6"."""

    @property
    def dice(self) -> bool:
        return isinstance(self.default, str)


class ConditionRule(Table):
    """[conditions.NAME]: a state that weighs on figures until it ends."""

    label: Text = ""
    """The name on the screen. Without it, the key."""
    lasts: Expression | None = None
    """Counts until it ends."""
    until: Literal["", "acting", "acted", "declaring", "turn", "round"] = ""
    """The time of its end: "acting" after the rolls of its bearer's next action, "acted" after all of that action,
    "declaring" when its bearer declares next, "turn" when its turn begins, "round" when a round does."""
    while_: Annotated[Expression | None, Field(alias="while")] = None
    """It ends as soon as this is 0. `source.` is the fighter who began it: "source.focus"."""
    level: Annotated[int, Field(ge=1, le=100)] = 1
    """The most levels that can be borne at once. Each new beginning adds a level, which adds its modifiers again."""
    stops: bool = False
    """True if its bearer can neither act nor answer."""
    by_hand: bool = False
    """True if the game master begins or ends it."""
    weighs: dict[str, Count] = {}
    """The modifiers of the bearer's figures, derived ones too: { skill = -2 }. Each level adds them once."""

    def borne(self, condition: Condition) -> int:
        """Return the level at which it is borne, 1 for a condition without levels."""
        return max(1, condition.amount) if self.level > 1 else 1


class Effect(Table):
    """[[action.effect]]: what an action does besides its damage."""

    on: Name = "hit"
    """The roll after which it happens: "hit", "miss", "always", the word of a result, or "declared" of an action."""
    when: Expression | None = None
    """It happens only while this is not 0: "margin >= 6"."""
    who: Literal["target", "self"] = "target"
    """The fighter it happens to. Without a target always "self", for answers and triggers mostly "self"."""
    test: Test | None = None
    """It happens only if its own fighter passes, or with who = "target" if the target fails."""
    begins: Text = ""
    """The condition that it begins."""
    ends: Text = ""
    """The condition that it ends."""
    level: Expression = ONE
    """The number of levels that the condition gains."""
    takes: dict[str, Expression] = {}
    """The points that it takes, by pool: { breath = 2 }."""
    gives: dict[str, Expression] = {}
    """The points that it gives back, by pool: { breath = 2 }."""
    delays: Expression = ZERO
    """The counts by which everything that the fighter has pending is delayed."""
    lasts: Expression | None = None
    """The counts that the condition lasts which it begins, in place of the condition's own end."""
    breaks: bool = False
    """True if the fighter loses its action under way."""
    acts: Text = ""
    """The action that the fighter does at once towards the other, at no cost."""

    def by_default_on(self, who: Literal["target", "self"]) -> Literal["target", "self"]:
        """Return the fighter of an effect whose rule names none: `who`."""
        return self.who if "who" in self.model_fields_set else who


class Rolling(Table):
    """A roll against a number: the keys that an action and a test share."""

    roll: Expression | None = None
    """The dice, and the sum added to them: "2d10 + skill". Without this key it succeeds."""
    edge: Expression | None = None
    """Above 0 the first dice of the roll are thrown twice and the higher counts, below 0 the lower."""
    at_least: Expression | None = None
    """The roll must be this number or more. One of `at_least`, `more_than` and `at_most`."""
    more_than: Expression | None = None
    """The roll must be more than this number. With dice in it the other rolls them."""
    at_most: Expression | None = None
    """The roll must be this number or less, in a game of rolling under."""

    @property
    def against(self) -> Formula | None:
        """Return the formula that a roll is compared with. None without one."""
        return self.at_least or self.more_than or self.at_most

    @property
    def under(self) -> bool:
        return self.at_most is not None


class Test(Rolling):
    """A roll by either of two fighters: test = { who = "target", roll = "1d20 + target.dex", at_least = "dc" }."""

    __test__ = False  # no test of pytest
    who: Literal["target", "self"] = "self"
    """The fighter who rolls. Names in the formulas stay those of the fighter whose action it is."""


class Result(Table):
    """[[action.result]]: what a roll is called that came so far, and what follows from it."""

    margin: Count | None = None
    """The roll was over its number by this or more."""
    when: Expression | None = None
    """Only while this is not 0: "natural == 20"."""
    word: Name
    """The word for such a roll in the log."""
    effect: Count = 0
    """The value of `effect` in formulas after such a roll."""
    hit: bool | None = None
    """Says if it hits, whatever the total of the roll."""
    damage: Expression | None = None
    """The damage, in place of the action's, which is `damage` here: "damage / 2". A miss does it too."""
    pool: Text = ""
    """The pool that takes the damage, without `soak`, in place of the action's."""


class Typed(Table):
    """The keys of what is typed."""

    name: Verb
    """The word that is typed: small letters and hyphens. That of a modifier is behind the target."""
    label: Text = ""
    """The name on the screen. Without it, `name`."""


class ActionRule(Typed, Rolling):
    """[[action]]: what a fighter may do."""

    target: bool = False
    """True if it has a target."""
    targets: Annotated[int, Field(ge=2, le=100)] | Literal["any", "side"] | None = None
    """The most targets at once, a number or "any". "side": all of one side. The damage is rolled once."""
    fallen: bool = False
    """True if it reaches a target that is down too, as first aid does."""
    weapon: bool = False
    """True if it is done with a weapon."""
    like: Text = ""
    """The action whose keys it copies, except for those it states."""
    needs: Need | None = None
    """It can be done only while this is not 0: "breath > 2". Or { if = "breath > 2", say = "out of breath" }."""
    cost: Expression | None = None
    """Counts until the fighter acts again, from its declaration on. With "passes" the loss of its total. 0 only where
    points are paid that a turn refills."""
    lands: Expression = ZERO
    """Counts from the declaration until it happens."""
    phase: Text = ""
    """The phase in which it happens. It can be declared until the end of that phase."""
    pays: dict[str, Expression] = {}
    """The points that it costs when it is declared, by pool: { breath = 2 }."""
    test: Test | None = None
    """The roll as a table, where the target rolls it. It hits if the target fails."""
    result: Annotated[list[Result], Field(max_length=12)] = []
    """Words for the degree of success, and the consequences: the first row that holds."""
    answers: Annotated[list[Name], Field(max_length=12)] | None = None
    """The names of the answers that it leaves the target. Without this key, all."""
    damage: Expression | None = None
    """Points that a hit takes."""
    soak: Expression = ZERO
    """The points that the target takes off the damage. Dice in it are rolled by the target."""
    places: bool = False
    """True if the place of a hit is rolled, from the table `places`."""
    pool: Text = ""
    """The pool that takes the damage. Without this key, the first with `down`."""
    effect: Annotated[list[Effect], Field(max_length=12)] = []
    """The effects besides its damage."""

    def reaches(self, target: Combatant) -> bool:
        """Return whether a fighter can be its target: in the fight, or with `fallen` also down."""
        return target.able or (self.fallen and target.presence is Presence.DOWN)

    @property
    def rolled(self) -> Rolling:
        return self.test or self

    @property
    def tests_target(self) -> bool:
        return self.test is not None and self.test.who == "target" and self.target

    @property
    def harms(self) -> bool:
        return self.damage is not None or any(row.damage is not None for row in self.result)


class TriggerRule(Table):
    """[[trigger]]: what happens to a fighter by itself at a moment."""

    label: Text = ""
    """The name in the log. Without it, the moment."""
    on: Literal["damaged", "hit", "missed", "turn", "acted", "round", "down"] | None = None
    """The moment: it was damaged, hit or missed, its turn begins, it has acted, a round begins, it goes down."""
    every: Annotated[int, Field(ge=1, le=100_000)] | None = None
    """In place of `on`: the number of counts between two times, as long as `needs` holds."""
    needs: Expression | None = None
    """It happens only while this is not 0."""
    test: Test | None = None
    """The fighter's roll. Effects on "hit" follow if it passes, on "miss" if it fails."""
    effect: Annotated[list[Effect], Field(min_length=1, max_length=12)]
    """The effects: on the fighter, or with who = "target" on the one who triggered it."""


class AnswerRule(Typed):
    """[[answer]]: how a target may meet an action."""

    needs: Need | None = None
    """It can be given only while this is not 0. Or { if = "shield", say = "no shield" }."""
    cost: Expression = ZERO
    """The counts by which the defender's next moment is delayed."""
    pays: dict[str, Expression] = {}
    """The points that it costs the defender, by pool: { breath = 1 }."""
    adds: Expression = ZERO
    """The bonus to the number of the attacker. With `at_most` it is taken off the attacker's chance."""
    number: Expression | None = None
    """The number in place of the attacker's. Dice in it are rolled by the defender."""
    on: Literal["aimed", "hit", "damaged", "acted"] = "aimed"
    """The moment of the question: before the roll, after a hit, once the damage is known, after all of it."""
    test: Test | None = None
    """The defender's roll for it. It has an effect only if that passes."""
    result: Annotated[list[Result], Field(max_length=12)] = []
    """The results, by the roll of its test: whether the action still hits, and for what damage."""
    effect: Annotated[list[Effect], Field(max_length=12)] = []
    """The effects besides."""

    @property
    def stops(self) -> bool:
        """True if it stops an action altogether, since it states no other effect of a passed test."""
        return self.test is not None and self.number is None and self.adds == ZERO and not self.result


class ModifierRule(Typed):
    """[[modifier]]: a way to do an action that changes its numbers."""

    actions: Annotated[list[Name], Field(max_length=12)] = []
    """The actions that it belongs to. Without this key, all."""
    roll: Expression = ZERO
    """The bonus to the side of the fighter who acts."""
    damage: Expression = ZERO
    """The bonus to the damage."""
    cost: Expression = ZERO
    """The addition to the cost."""
    lands: Expression = ZERO
    """The addition to the counts until the action happens."""


class Place(Table):
    """[[places.table]]: a place that a blow hits, on a roll of up to a number."""

    up_to: Count
    """The highest roll that hits this place."""
    name: Name
    """The name of the place."""
    damage: Expression | None = None
    """The damage of a hit here, in place of the action's: "damage * 2"."""
    soak: Expression | None = None
    """The points taken off the damage here, in place of the action's."""
    effect: Annotated[list[Effect], Field(max_length=12)] = []
    """The effects of a hit here."""
    aim: Annotated[int, Field(ge=0, le=1000)] | None = None
    """The penalty of a roll that is aimed here. Its name is typed behind the target, as a modifier is."""


class Places(Table):
    """[places]: where blows hit."""

    dice: Expression
    """The roll for the place."""
    table: Annotated[list[Place], Field(min_length=1, max_length=20)]
    """The places, from the lowest roll to the highest."""


class Library(Table):
    """[library]: creatures and weapons that an encounter names."""

    creature: Annotated[list[dict[str, Any]], Field(max_length=MOST)] = []
    """Combatants by name, with figures, weapons and orders. An encounter takes one by `from`."""
    weapon: Annotated[list[dict[str, Any]], Field(max_length=MOST)] = []
    """Weapons by name, with their figures."""


class Words(Table):
    """[words]: what the screen calls things in this game."""

    moment: Line = "{name} may declare."
    """The line above the menu of actions. {name} is the fighter."""
    undefended: Name = "none"
    """The answer that does nothing."""
    unarmed: Name = "unarmed"
    """The weapon of a fighter without one."""


class RuleText(Table):
    """[[rule]]: a rule of the game in words, for `tracker rules` and the help."""

    id: Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$", max_length=30)]
    """Capitals, digits and hyphens: "T-CLOCK"."""
    title: Annotated[str, Field(min_length=1, max_length=80)]
    """The topic of the rule, in a few words."""
    text: Annotated[str, Field(min_length=1, max_length=4000)]
    """The rule in the author's words. Each line is a paragraph."""
    source: Line = ""
    """The source. Without this key, the name of the pack."""
    words: Annotated[list[Name], Field(max_length=MOST)] = []
    """The words to search it by, as a game master would ask."""
    see: Annotated[list[Name], Field(max_length=20)] = []
    """The ids of related rules."""
    signs: Annotated[list[Name], Field(max_length=20)] = []
    """Words of the screen that stand for it: a condition, an action, an answer."""


def names_in(value: object) -> Iterator[str]:
    """Yield every name in the formulas of a part of a pack."""
    if isinstance(value, Formula):
        yield from formulas.names(value.root)
    elif isinstance(value, Table):
        for name in type(value).model_fields:
            yield from names_in(getattr(value, name))
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from names_in(each)


class Pack(Table):
    """A whole pack."""

    pack: Annotated[int, Field(json_schema_extra={"const": FORMAT})]
    """The form of the file, always 1."""
    name: Annotated[Name, _for_editors(GAME_NAME)]
    """The name of the game in encounters: small letters, digits and hyphens."""
    about: Line = ""
    """A description of the game, in a line."""
    clock: Clock
    """The course of time, and the moments of each fighter."""
    figures: Annotated[dict[str, Figure], _by_name(MOST)] = {}
    """Whole numbers on each fighter's sheet, by name."""
    derived: Annotated[dict[str, Expression], _by_name(MOST)] = {}
    """Figures computed from others, each a formula: "12 + 2 * grace"."""
    pools: Annotated[dict[str, PoolRule], _by_name(20)] = {}
    """Points that are lost and come back, by name."""
    weapon: Annotated[dict[str, WeaponFigure], _by_name(20)] = {}
    """Figures of each weapon, by name. Leave the table out for a game without weapons."""
    conditions: Annotated[dict[str, ConditionRule], _by_name(MOST)] = {}
    """States that change figures until they end, by name."""
    action: Annotated[list[ActionRule], Field(min_length=1, max_length=MOST)]
    """The actions. At least one has a target."""
    answer: Annotated[list[AnswerRule], Field(max_length=20)] = []
    """The answers of a target to an action."""
    trigger: Annotated[list[TriggerRule], Field(max_length=MOST)] = []
    """The events that happen to fighters automatically at a moment."""
    modifier: Annotated[list[ModifierRule], Field(max_length=20)] = []
    """Ways to do an action that change its numbers."""
    places: Places | None = None
    """The places that blows hit."""
    library: Library = Library.model_construct()
    """Creatures and weapons that an encounter takes by name."""
    words: Words = Words.model_construct()
    """The words of this game on the screen."""
    rule: Annotated[list[RuleText], Field(max_length=200)] = []
    """The rules in words, for `tracker rules` and the help of a fight."""
    synonyms: Annotated[dict[Name, list[Name]], Field(max_length=300)] = {}
    """By a word of the table, the words of the rules that it may mean: shield = ["block"]."""

    # The tables by name below are kept: a pack never changes, and every line and menu looks something up.
    @cached_property
    def actions(self) -> Mapping[str, ActionRule]:
        return {action.name: action for action in self.action}

    @cached_property
    def answers(self) -> Mapping[str, AnswerRule]:
        return {answer.name: answer for answer in self.answer}

    @cached_property
    def modifiers(self) -> Mapping[str, ModifierRule]:
        """The modifiers by name, and the places that can be aimed at."""
        return {modifier.name: modifier for modifier in (*self.modifier, *self.aimed)}

    @cached_property
    def aimed(self) -> tuple[ModifierRule, ...]:
        """The places that can be aimed at, as modifiers of the actions whose blows hit a place."""
        actions = [action.name for action in self.action if action.places]
        rows = [row for row in self.places.table if row.aim is not None] if self.places is not None and actions else []
        every = [{"name": row.name, "actions": actions, "roll": -(row.aim or 0)} for row in rows]
        return tuple(ModifierRule.model_validate(each) for each in every)

    @cached_property
    def armed(self) -> bool:
        return bool(self.weapon)

    def is_dice(self, name: str) -> bool:
        """Return whether a name in a formula stands for a weapon's dice."""
        front, _, back = name.partition(".")
        return front == "weapon" and back in self.weapon and self.weapon[back].dice

    @cached_property
    def body(self) -> tuple[str, ...]:
        """The pools that keep a fighter on its feet."""
        return tuple(name for name, pool in self.pools.items() if pool.down is not None)

    @cached_property
    def named(self) -> frozenset[str]:
        """Every name in a formula of the pack that is not one of its figures."""
        return frozenset(names_in(self)) - self.own

    @cached_property
    def own(self) -> frozenset[str]:
        """The names of a fighter's figures, which take precedence over names of dice."""
        return frozenset((*self.figures, *self.derived, *self.pools, *self.conditions))

    @cached_property
    def has_turns(self) -> bool:
        """True if anything depends on the beginning of a turn."""
        return (
            any(rule.on == "turn" for rule in self.trigger)
            or any(pool.refill == "turn" for pool in self.pools.values())
            or any(rule.until == "turn" for rule in self.conditions.values())
        )

    @cached_property
    def passes(self) -> bool:
        """Return whether a fighter may pass its turn: in a game of turns, or where a state makes it do so."""
        return self.clock.again == "turn" or any(rule.stops for rule in self.conditions.values())

    def held_by_others(self, trigger: TriggerRule) -> tuple[str, ...]:
        """Return the states that a trigger needs of which is kept who began them."""
        names = () if trigger.needs is None else formulas.names(trigger.needs.root)
        return tuple(name for name in names if name in self.conditions and self.conditions[name].while_ is not None)

    def by_turn(self, pays: Mapping[str, Formula]) -> bool:
        """Return whether points are paid that a turn refills."""
        return any(pool in self.pools and self.pools[pool].refill == "turn" for pool in pays)

    def stopped(self, fighter: Combatant) -> str:
        """Return the state that keeps a fighter from acting, in words. Empty without one."""
        return next((each.label for each in self.stops(fighter)), "")

    def stops(self, fighter: Combatant) -> list[Condition]:
        """Return the states of the pack that keep a fighter from acting; one in the GM's own words never does."""
        return [each for each in fighter.conditions if each.key in self.conditions and self.conditions[each.key].stops]

    @model_validator(mode="after")
    def _with_those_they_are_like(self) -> Pack:
        """Give each action the keys that it lacks from the earlier action it names in `like`, except the label."""
        actions = list(self.action)
        for place, action in enumerate(actions):
            like = next((each for each in actions[:place] if each.name == action.like), None)
            if like is not None:
                given = {key: getattr(action, key) for key in action.model_fields_set}
                actions[place] = like.model_copy(update={"label": "", **given})
        return self if actions == self.action else self.model_copy(update={"action": actions})

    @cached_property
    def fights(self) -> str:
        """The action of an order to attack: the first with a target who stands. Empty when there is none."""
        return next((action.name for action in self.action if action.target and not action.fallen), "")

    def answers_to(self, action: ActionRule) -> tuple[AnswerRule, ...]:
        """Return the answers that a target may give to an action: those for a moment it has, and that it allows."""
        if not action.target:
            return ()
        rolls = action.rolled.roll is not None and not action.tests_target
        # An answer fits an action that has its moment: a roll to avoid, or damage to lessen.
        moments = {"aimed": rolls, "hit": rolls, "damaged": action.harms, "acted": rolls or action.harms}
        every = [answer for answer in self.answer if moments[answer.on]]
        return tuple(answer for answer in every if action.answers is None or answer.name in action.answers)

    def modifiers_of(self, action: ActionRule) -> tuple[ModifierRule, ...]:
        """Return the modifiers of an action."""
        return tuple(each for each in self.modifiers.values() if not each.actions or action.name in each.actions)
