"""The book's tables outside combat: checks, skills, perception, energy."""

# Annotations are read when the book is: they stay what they are, not their text.

from collections.abc import Mapping
from typing import NamedTuple


class Time(NamedTuple):
    """The unit of time and how many of it make a second (H-TIME-1)."""

    unit: str
    per_second: int


class Speed(NamedTuple):
    """The speed up to an awareness (H-STAT)."""

    up_to: int
    speed: int


class Stats(NamedTuple):
    """Primary stats, the average and bounds of a stat, and speeds (H-STAT)."""

    primary: tuple[str, ...]
    average: int
    lowest: int
    highest: int
    speed: tuple[Speed, ...]


class Part(NamedTuple):
    """The tier from this share of a number on, with its effect (H-CHECK 6 and 9)."""

    name: str
    part: int
    effect: float


class Failure(NamedTuple):
    """A tier of failure, above this multiple of the chance or this margin past a critical failure (H-CHECK-8)."""

    name: str
    over: float
    margin: int
    effect: float


class Checks(NamedTuple):
    """The parts of a chance, and the tiers of success and failure (H-CHECK, PG ch. 2)."""

    stat_factor: int
    rank_percent: Mapping[str, int]
    """Percent a rank, by kind of skill (H-SKILL-2)."""
    df_percent: int
    unranked_counts: int
    critical_over: int
    critical_share: int
    critical_failure: str
    """The way to find the severity of a critical failure, unless a house rule says otherwise (H-CHECK 8 and 9)."""
    success: tuple[Part, ...]
    failure: tuple[Failure, ...]
    severity: tuple[Part, ...]
    difficulty: Mapping[str, int]
    kind: Mapping[str, int]


class Unfamiliar(NamedTuple):
    """An unfamiliar tool: its DF, the DF of growing familiar, and the gain of a success (H-SKILL-5)."""

    df: int
    check: int
    gain: int


class SkillPool(NamedTuple):
    """The formula of a pool's bonus, `shares` or `counted`, and its figures (H-SKILL-6)."""

    formula: str
    highest: int
    others: int
    most: int
    share: int = 1
    in_force: bool = False
    """True if the edition has pools as a rule (ruling 93)."""


class Named(NamedTuple):
    """The name of the ranks up to this one (H-SKILL-1)."""

    up_to: int
    name: str


class Typical(NamedTuple):
    """A typical skill and its parts by kind: discipline, assistance, tools (PG 7.2)."""

    name: str
    parts: Mapping[str, str]


class SkillPart(NamedTuple):
    """A part of a skill, with its addition to the base cost and its own DF (H-SKILL-8, PG 7.1)."""

    cost: int
    df: int


class Raising(NamedTuple):
    """Up to this rank, the next one costs the base cost times `factor` (H-SKILL-9)."""

    up_to: int
    factor: int


class Skills(NamedTuple):
    """Ranks and what they cost, related and unfamiliar skills, pools, training (H-SKILL)."""

    most_rank: int
    last_priced: int
    """The highest rank whose next rank has a price (ruling 87)."""
    rank_speed_share: int
    unfamiliar: Unfamiliar
    related: Mapping[str, tuple[int, int]]
    """The share of the rank, as part and whole, by how near the other skill is (H-SKILL-4)."""
    pool: SkillPool
    training: Mapping[str, int]
    """Hours for a point, by the way of training (H-SKILL-10)."""
    names: tuple[Named, ...]
    typical: tuple[Typical, ...]
    discipline: Mapping[str, SkillPart]
    assistance: Mapping[str, SkillPart]
    tools: Mapping[str, SkillPart]
    raising: tuple[Raising, ...]

    def part(self, kind: str, name: str) -> SkillPart:
        """Return the row of a discipline, assistance or tools by name."""
        return {"discipline": self.discipline, "assistance": self.assistance, "tools": self.tools}[kind][name]


class Perceived(NamedTuple):
    """The result of a perception: percent of the details, or how wrong they are, and the error of timing (H-PERC-4)."""

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
    """A preset: DF of noticing its trigger, factor of the reaction, MFT for every MST counts held (H-INIT-7)."""

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
    """Setting up: percent, more for every rank, and from a number of counts on a share of the time (H-ACT-4)."""

    percent: int
    per_rank: int
    long_share: int
    long_from: int


class Florentine(NamedTuple):
    """Two actions at once: DFs of the same kind, of two kinds, and on perception (H-ACT-5)."""

    same: tuple[int, int]
    mixed: tuple[int, int]
    awareness: int


class Fist(NamedTuple):
    """The bare fist of every fighter (H-ACT)."""

    name: str
    speed: int
    damage: str
    type: str


class SimpleAction(NamedTuple):
    """A simple action in words, and its counts (H-ACT-2)."""

    words: str
    counts: int


class Actions(NamedTuple):
    """Simple actions, and the counts of others (H-ACT)."""

    draw_factor: int
    first_aid: int
    setup: Setup
    florentine: Florentine
    fist: Fist
    simple: Mapping[str, SimpleAction]


class Columns(NamedTuple):
    """DFs of a physical and a mental action."""

    physical: int
    mental: int

    def of(self, column: str) -> int:
        """Return the DF of a `physical` or `mental` action."""
        return self.mental if column == "mental" else self.physical


class Wound(NamedTuple):
    """From this share of a body lost on, the DFs of actions of its own kind and of the other (PG 4.1, 4.2)."""

    percent: int
    own: int
    other: int


class Conditions(NamedTuple):
    """DFs of empty exhaustion pools and of wounds (H-COND)."""

    out_of: Mapping[str, Columns]
    """The DFs of an empty pool, by its name."""
    wounds: tuple[Wound, ...]


class Environment(NamedTuple):
    """DFs of light and gravity (H-COND, PG 4.4)."""

    light: Mapping[str, int]
    gravity: Mapping[str, int]

    def of(self, part: str) -> Mapping[str, int]:
        """Return the DFs of `light` or `gravity`."""
        return {"light": self.light, "gravity": self.gravity}[part]


class Movement(NamedTuple):
    """Ways of moving as parts of the dash, and what moving costs (H-MOVE, H-COND)."""

    parts: Mapping[str, int]
    basis: str
    skills: tuple[str, ...]
    df: Mapping[str, Columns]
    target: Mapping[str, int]
    """The DF of attacking a fighter who moves in this way."""


class Meal(NamedTuple):
    """The exhaustion that a meal restores, and the least counts it takes (ruling 65)."""

    points: int
    least: int


class Rate(NamedTuple):
    """Points of a pool per number of seconds. Negative ones are lost (PG 4.5–4.7)."""

    pool: str
    points: int
    seconds: int


class Activity(NamedTuple):
    """An activity's verb, and what it takes or restores."""

    verb: str
    rates: tuple[Rate, ...]


class Energy(NamedTuple):
    """Fatigue and exhaustion (H-NRG)."""

    fatigue_per_exhaustion: int
    meal: Meal
    activity: Mapping[str, Activity]
