"""The book's tables outside combat: checks, skills, senses, energy; frozen values."""

# Annotations are read when the book is: they stay what they are, not their text.

from collections.abc import Mapping
from typing import NamedTuple


class Time(NamedTuple):
    """The unit of time and how many of it make a second (H-TIME-1)."""

    unit: str
    per_second: int


class Speed(NamedTuple):
    """Up to this awareness, this speed (H-STAT)."""

    up_to: int
    speed: int


class Stats(NamedTuple):
    """Primary stats, what a combatant average has, and speeds (H-STAT)."""

    primary: tuple[str, ...]
    average: int
    lowest: int
    highest: int
    speed: tuple[Speed, ...]


class Part(NamedTuple):
    """A tier from this part of a number on (H-CHECK 6 and 9)."""

    name: str
    part: int
    effect: float


class Failure(NamedTuple):
    """A tier of failing, over this multiple of the chance, or this much past a critical failure (H-CHECK-8)."""

    name: str
    over: float
    margin: int
    effect: float


class Checks(NamedTuple):
    """What makes a chance, and how well or badly a roll went (H-CHECK, PG ch. 2)."""

    stat_factor: int
    rank_percent: Mapping[str, int]
    """Percent a rank, by kind of skill (H-SKILL-2)."""
    df_percent: int
    unranked_counts: int
    critical_over: int
    critical_share: int
    critical_failure: str
    """How bad a bad failure is, unless the house has it otherwise (H-CHECK 8 and 9)."""
    success: tuple[Part, ...]
    failure: tuple[Failure, ...]
    severity: tuple[Part, ...]
    difficulty: Mapping[str, int]
    kind: Mapping[str, int]


class Unfamiliar(NamedTuple):
    """An unfamiliar tool: its DF, that of growing familiar, and what each success gains (H-SKILL-5)."""

    df: int
    check: int
    gain: int


class SkillPool(NamedTuple):
    """How a pool's bonus is made: of `shares`, or `counted` (H-SKILL-6)."""

    formula: str
    highest: int
    others: int
    most: int
    share: int = 1
    in_force: bool = False
    """Whether the edition has pools as a rule (ruling 93)."""


class Named(NamedTuple):
    """What ranks are called, up to this one (H-SKILL-1)."""

    up_to: int
    name: str


class Typical(NamedTuple):
    """A typical skill and its parts by kind: discipline, assistance, tools (PG 7.2)."""

    name: str
    parts: Mapping[str, str]


class SkillPart(NamedTuple):
    """What a part of a skill adds to its base cost and its own DF (H-SKILL-8, PG 7.1)."""

    cost: int
    df: int


class Raising(NamedTuple):
    """Up to this rank held, the next costs the base cost times this (H-SKILL-9)."""

    up_to: int
    factor: int


class Skills(NamedTuple):
    """Ranks and what they cost, related and unfamiliar skills, pools, training (H-SKILL)."""

    most_rank: int
    last_priced: int
    """The rank held whose next one still has a price (ruling 87)."""
    rank_speed_share: int
    unfamiliar: Unfamiliar
    related: Mapping[str, tuple[int, int]]
    """A share of the rank, as part and whole, by how near the other skill is (H-SKILL-4)."""
    pool: SkillPool
    training: Mapping[str, int]
    """Hours for a point, by with whom (H-SKILL-10)."""
    names: tuple[Named, ...]
    typical: tuple[Typical, ...]
    discipline: Mapping[str, SkillPart]
    assistance: Mapping[str, SkillPart]
    tools: Mapping[str, SkillPart]
    raising: tuple[Raising, ...]

    def part(self, kind: str, name: str) -> SkillPart:
        """A discipline, assistance or tools by name."""
        return {"discipline": self.discipline, "assistance": self.assistance, "tools": self.tools}[kind][name]


class Perceived(NamedTuple):
    """What a perception shows: percent of the details, or how far off; the error of timing (H-PERC-4)."""

    words: str
    detail: int = 0
    wrong: int = 0
    timing: int = 0


class Perception(NamedTuple):
    """Perceiving: its counts, its skills and stats, its modifiers and what each tier shows (H-PERC)."""

    counts: int
    passive_share: int
    skills: tuple[str, ...]
    basis: Mapping[str, str]
    results: Mapping[str, Perceived]
    modifiers: Mapping[str, int]


class Preset(NamedTuple):
    """A preset: DF of noticing its trigger, times the reaction, MFT for every MST counts held (H-INIT-7)."""

    df: int
    reaction: int
    cost: int


class Initiative(NamedTuple):
    """Initiative (H-INIT 1–4, 7)."""

    dice: str
    base: int
    unperceived: int
    least: int
    preset: Preset


class Setup(NamedTuple):
    """Setting up: percent, and for every rank; a share of the time from so many counts on (H-ACT-4)."""

    percent: int
    per_rank: int
    long_share: int
    long_from: int


class Florentine(NamedTuple):
    """Two actions at once: DFs of one kind, of two kinds, and on awareness (H-ACT-5)."""

    same: tuple[int, int]
    mixed: tuple[int, int]
    awareness: int


class Fist(NamedTuple):
    """What every combatant can strike with (H-ACT)."""

    name: str
    speed: int
    damage: str
    type: str


class SimpleAction(NamedTuple):
    """A simple action in words, and its counts (H-ACT-2)."""

    words: str
    counts: int


class Actions(NamedTuple):
    """Simple actions and what others take (H-ACT)."""

    draw_factor: int
    first_aid: int
    setup: Setup
    florentine: Florentine
    fist: Fist
    simple: Mapping[str, SimpleAction]


class Columns(NamedTuple):
    """DFs of an action of the body and of one of the mind."""

    physical: int
    mental: int

    def of(self, column: str) -> int:
        """The DF of a `physical` or `mental` action."""
        return self.mental if column == "mental" else self.physical


class Wound(NamedTuple):
    """From this share of a body lost on: DFs of actions of its own kind and of the other (PG 4.1, 4.2)."""

    percent: int
    own: int
    other: int


class Conditions(NamedTuple):
    """What being out of breath, and wounds, cost (H-COND)."""

    out_of: Mapping[str, Columns]
    """By the pool that is empty."""
    wounds: tuple[Wound, ...]


class Environment(NamedTuple):
    """DFs of light and gravity (H-COND, PG 4.4)."""

    light: Mapping[str, int]
    gravity: Mapping[str, int]

    def of(self, part: str) -> Mapping[str, int]:
        """Of `light` or `gravity`."""
        return {"light": self.light, "gravity": self.gravity}[part]


class Movement(NamedTuple):
    """Ways of moving as parts of the dash, and what moving costs (H-MOVE, H-COND)."""

    parts: Mapping[str, int]
    basis: str
    skills: tuple[str, ...]
    df: Mapping[str, Columns]
    target: Mapping[str, int]
    """DF of attacking a combatant who moves so."""


class Meal(NamedTuple):
    """Exhaustion a meal restores, and the counts it takes at least (ruling 65)."""

    points: int
    least: int


class Rate(NamedTuple):
    """Points of a pool in so many seconds; negative: lost (PG 4.5–4.7)."""

    pool: str
    points: int
    seconds: int


class Activity(NamedTuple):
    """An activity as it is typed, and what it takes or gives."""

    verb: str
    rates: tuple[Rate, ...]


class Energy(NamedTuple):
    """Fatigue and exhaustion (H-NRG)."""

    fatigue_per_exhaustion: int
    meal: Meal
    activity: Mapping[str, Activity]
