"""Output types: the shape of what each command prints as JSON, from which `output_schemas.py` draws the schemas.

A table of figures whose names belong to a game or a file is left open. The names of the games that come with the
tracker are declared. Another game may have other ones beside them.
"""

from __future__ import annotations

from typing import Literal, NotRequired, Required

from typing_extensions import TypedDict

from tracker.model import events as ev
from tracker.model.combatant import Action, Condition
from tracker.model.lazy_dataclass import dataclass

Figures = dict[str, float]
"""Figures whose names belong to a game or a file."""


class Mistake(TypedDict):
    """A mistake or a warning. Lines and columns start at 1."""

    file: str
    """The path as it was given. `-` for the standard input."""
    line: float | None
    """The line of the key. null for a mistake of the whole file."""
    column: float | None
    end_column: float | None
    """The column after that key, on the same line. null if unknown."""
    severity: str
    """`error` or `warning`."""
    message: str
    """The sentence."""
    hint: str | None
    """The end of the sentence that says what would work (`did you mean "skill"?`), or null."""


Game = TypedDict("Game", {"name": str, "kind": str, "from": str, "version": str, "problem": str})
"""A game: its name, `game` or `pack`, its origin, and why it cannot be loaded, empty when it can."""


class RuleInWords(TypedDict):
    """A rule in words."""

    id: str
    title: str
    text: str
    see: list[str]
    """The ids of related rules."""
    words: list[str]
    """The words it is found by."""
    source: str
    house_rules: list[str]
    """The keys that change it."""


class CalculatorEntry(TypedDict):
    """A calculator of a game."""

    name: str
    about: str


class Thresholds(TypedDict):
    """The highest roll of each tier of success."""

    amazing: float
    very_notable: float
    notable: float
    solid: float
    success: float


class Judged(TypedDict, total=False):
    """The meaning of a roll against a chance."""

    tier: str
    effect: float
    """The factor for the effect of the result."""
    margin: float
    """The chance less the roll."""
    missed_by: float
    """The number to roll against for the severity of a critical failure."""
    sum: list[str]


class Chance(Judged):
    """A chance and its thresholds. With a roll, what the roll means."""

    chance: float
    thresholds: Thresholds


class Reckoned(Judged, total=False):
    """The figures of a calculator. Each has some of these."""

    chance: float
    thresholds: Thresholds
    needed: float
    percent: float
    outcome: str
    velocity: float
    dice: str
    foe_dice: str
    mean: float
    foe_mean: float
    effective: float
    encumbrance: str
    move: float
    fatigue_each_second: float
    yards: float
    hands: float
    target: float
    high_inches: float
    broad_feet: float
    rules: list[str]
    damage: float
    passes: float
    stamina: float
    vitality: float
    trauma: float
    base: float
    level: float


class Bonuses(TypedDict, total=False):
    """Bonuses that a game calculates from the attributes."""

    reflexes: Required[float]
    intuition: float


class LibrarySkill(TypedDict, total=False):
    """A skill of a creature."""

    name: Required[str]
    value: Required[float]
    stat: str
    attribute: str


class Thing(TypedDict, total=False):
    """A thing that a fighter carries."""

    name: Required[str]
    weight: Required[float]
    palm: Required[bool]
    held: Required[bool]
    fragile: bool
    piece: str
    bonus: float


class Weapon(TypedDict, total=False):
    """A weapon, with the figures that its game knows."""

    name: Required[str]
    strike: float
    parry: float
    block: float
    speed: float
    """The speed of the weapon."""
    counts: float
    """The counts of a blow."""
    damage: float | str
    type: str
    hands: float
    mass: float
    """In kg."""
    attack: float
    skill: str
    use: str
    rof: float
    loaded: bool
    rounds: float
    kind: str
    bonus: float
    chance: float
    modifier: float
    harm: str
    deflects: bool
    tn: float
    threshold: float
    capacity: float


class Armour(TypedDict, total=False):
    """An armour, with the figures that its game knows."""

    name: Required[str]
    stops: Figures
    """The points it stops, by kind of damage."""
    covers: list[str]
    """The hit locations."""
    now: str
    threshold: float
    capacity: float


_Entry = TypedDict("_Entry", {"kind": str, "name": str, "from": str, "file": str})


class LibraryEntry(_Entry, total=False):
    """A creature, weapon, armour or other part of the library. `from` and `file` say where it comes from."""

    side: str
    PFT: float
    PBD: float
    skills: Figures
    carries: list[str]
    speed: float
    damage: float | str
    type: str
    length: float
    use: str
    stops: Figures
    covers: list[str]
    stats: Figures
    thrust: str
    encumbrance: float
    skill: str | list[LibrarySkill]
    thing: list[Thing]
    weight: float
    palm: bool
    hit_points: float
    initiative: float
    defence: float
    weapon: list[Weapon]
    attack: float
    hit_factors: float
    bonuses: Bonuses
    rof: float
    rounds: float
    attributes: Figures
    pools: Figures
    armour: list[Armour]
    modifier: float
    harm: str
    deflects: bool
    threshold: float
    capacity: float


class SheetSkill(TypedDict, total=False):
    """A skill of a fighter, with the figures that its game knows."""

    name: Required[str]
    rank: float
    df: float
    kind: str
    chance: float
    speed: float
    """The speed rank of the skill."""
    cost: float
    """The base cost."""
    next_rank: float
    """The experience for the next rank."""
    value: float
    stat: str
    bonus: float
    attribute: str
    tn: float


class SheetPool(TypedDict):
    """A pool of points of a fighter, full."""

    name: str
    label: str
    full: float


class Turns(TypedDict):
    """The turns of a fighter."""

    every: float
    next: str


class Sheet(TypedDict, total=False):
    """A fighter's sheet, with the figures that its game knows."""

    name: Required[str]
    side: Required[str]
    id: str
    player: str
    stats: Figures | list[str]
    derived: Figures | list[str]
    skills: list[SheetSkill]
    weapons: list[Weapon]
    armour: list[Armour]
    pools: list[SheetPool]
    things: list[Thing]
    defence: float
    initiative: float
    initiative_level: float
    bonuses: Bonuses
    movement: float
    attributes: Figures
    turns: Turns
    dodges: str
    dice: str


class Share(TypedDict):
    """A share of the fights from 0 to 1, and between which bounds it lies."""

    share: float
    low: float
    high: float


class ForecastFighter(TypedDict):
    """The share of fights in which a fighter falls, and the points it has left."""

    who: str
    name: str
    side: str
    falls: Share | None
    left: list[float]
    """The fights by tenths of the body left."""


class Policy(TypedDict):
    """The results of the fights of one policy."""

    policy: str
    fights: float
    sides: dict[str, Share]
    nobody: float
    undecided: Figures
    """The share of fights without a winner, by reason."""
    assumed: Figures
    """The share of fights with a question that no orders answer, by question."""
    over_at: list[float]
    """The counts by which tenths of the fights were over."""
    fighters: list[ForecastFighter]


class Change(Share):
    """The gain by a change, and whether it is likely."""

    change: str
    fights: float
    likely: bool


class Odds(TypedDict):
    """The forecast of a fight."""

    kind: Literal["Odds"]
    title: str
    moment: str
    count: float
    seed: str
    side: str
    """The side whose chances are told."""
    ahead: str
    difficulty: str
    fights: float
    policies: list[Policy]
    changes: list[Change]


class Blow(TypedDict):
    """A hit with the most damage."""

    who: str
    target: str
    damage: float


class BestRoll(TypedDict):
    """A check with the greatest or the least margin."""

    who: str
    label: str
    total: float
    chance: float | None
    margin: float | None


class GroupDeeds(TypedDict):
    """The deeds of a group: points dealt, taken and spent."""

    group: str
    blows: float
    hits: float
    damage: float
    hardest: Blow | None
    was_hit: float
    checks: float
    succeeded: float
    best: BestRoll | None
    """The check with the greatest margin."""
    worst: BestRoll | None
    dealt: Figures
    """By pool."""
    taken: Figures
    spent: Figures
    harm_dealt: float
    """Each blow as one number, also if several pools count it."""
    harm_taken: float
    declared: float
    """The number of actions declared."""
    acting: float
    """The counts spent on its own actions."""
    answering: float
    """The counts spent on answers."""


class FighterDeeds(GroupDeeds):
    """The deeds of a fighter: points dealt, taken and spent."""

    who: str


class Summary(TypedDict):
    """The end of a fight: `holds` is the only side left, empty when none is, null when it is undecided."""

    holds: str | None
    fighters: list[FighterDeeds]
    groups: list[GroupDeeds]


class Explained(TypedDict):
    """An answer in words, with a summary where one was asked for."""

    count: float
    kind: Literal["Explained"]
    who: str
    lines: list[str]
    holds: NotRequired[str | None]
    """The last side in the fight. Empty if no side is left, null while it is undecided."""
    fighters: NotRequired[list[FighterDeeds]]
    groups: NotRequired[list[GroupDeeds]]


class Turned(TypedDict):
    """A step that was undone or redone."""

    count: float
    kind: Literal["Undone", "Redone"]
    who: str
    n: float
    """The number of the step."""
    line: str
    """The command of the step."""


class Pool(TypedDict):
    """The points of a pool."""

    now: float
    full: float


@dataclass(frozen=True)
class ActionUnderWay(Action):
    """An action under way."""

    can_be_spoiled: bool = False


class CombatantState(TypedDict):
    """A fighter as it is."""

    who: str
    name: str
    side: str
    player: str
    presence: str
    pools: dict[str, Pool]
    """By abbreviation."""
    conditions: list[Condition]
    doing: str
    """Its activity in a few words."""
    actions: list[ActionUnderWay]
    declares: float | None
    """The count at which it may declare."""
    waiting: bool
    """True without an activity that continues, such as running."""
    orders: str
    typed: bool
    """True if the player types its dice."""
    group: str
    alias: str
    unaware_of: list[str]
    """The ids of the fighters that it has not noticed."""


class OpenQuestion(TypedDict):
    """The question that is open."""

    ask: str
    who: str
    what: str
    text: str
    choices: list[str]
    dice: str
    about: str
    low: float
    high: float
    step: float
    unseen: bool


class State(TypedDict):
    """The fight as it is."""

    count: float
    kind: Literal["State"]
    who: str
    title: str
    began: bool
    combatants: list[CombatantState]
    question: OpenQuestion | None


class Step(TypedDict):
    """A step of a fight with its events."""

    step: float
    count: float
    line: str
    who: str
    orders: bool
    undone: bool
    by: str
    events: list[ev.Event]


class Told(TypedDict):
    """A line of the log as the players see it."""

    count: float
    at: str
    text: str
