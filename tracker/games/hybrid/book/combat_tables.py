"""The book's tables of combat: attacks, close quarters, damage, defences, social checks."""

from collections.abc import Mapping
from typing import NamedTuple

from tracker.games.hybrid.book.rounding import half_up_share


class Flourish(NamedTuple):
    """A spin or jump into a blow: its DF, and the factor of its damage and speed (H-ATK-5)."""

    df: int
    times: float


class Location(NamedTuple):
    """A location up to this roll. `limb` is the aimed shot that includes it (H-ATK-4, PG 5.2).

    `shock` is the DF of a shock check there (H-DMG-8).
    """

    up_to: int
    name: str
    paired: bool = False
    limb: str = ""
    shock: int = 0


class Attack(NamedTuple):
    """Attacks: the stat by use, DFs of modifiers and tricks, aimed shots and locations (H-ATK)."""

    basis: Mapping[str, str]
    other_target: int
    indirect: int
    spin: Flourish
    jump: Flourish
    disarm: int
    feint: int
    called: Mapping[str, int]
    location: tuple[Location, ...]

    def flourish(self, how: str) -> Flourish:
        """Return the row of `spin` or `jump`."""
        return {"spin": self.spin, "jump": self.jump}[how]


class Technique(NamedTuple):
    """A technique of close combat (H-ATK-8)."""

    name: str
    verb: str
    speed: int
    damage: str
    df: int


class Close(NamedTuple):
    """Closing, holds and techniques (H-ATK 7 and 8)."""

    counts: int
    retreat: int
    grappled: int
    improve_share: int
    strongest: int
    skills: tuple[str, ...]
    unarmed: tuple[str, ...]
    technique: tuple[Technique, ...]


class Impression(NamedTuple):
    """A social check: its DF, and the stats it may use, the usual one first (H-NPC)."""

    df: int
    basis: tuple[str, ...]


class Meeting(NamedTuple):
    """Social checks. Morale is offered when `losing_share` of a side is out (H-NPC)."""

    reaction: Impression
    presence: Impression
    morale: Impression
    losing_share: int

    def check(self, verb: str) -> Impression:
        """Return the row of `reaction`, `presence` or `morale`."""
        return {"reaction": self.reaction, "presence": self.presence, "morale": self.morale}[verb]


class Knockback(NamedTuple):
    """Damage that knocks back: by a heavy hit or always, and how heavy a hit must be (H-DMG-6)."""

    types: tuple[str, ...]
    always: tuple[str, ...]
    fatigue_share: int
    body_share: int
    df: int


class Bleeding(NamedTuple):
    """Damage that bleeds, and how much how often (H-DMG-7)."""

    types: tuple[str, ...]
    df: int
    every: int
    points: int


class Shock(NamedTuple):
    """The DF of the shock check for rolling with the blow, and damage that always shocks (H-DMG-8)."""

    rolled: int
    always: tuple[str, ...]


class Recovery(NamedTuple):
    """Counts until the next recovery check: dice, plus a base (H-DMG-9)."""

    dice: str
    base: int


class Shocked(NamedTuple):
    """The state after failing the shock check by so much, and its DF (PG 5.3)."""

    by: int
    name: str
    df: int


class Damage(NamedTuple):
    """The damage of a hit (H-DMG)."""

    types: tuple[str, ...]
    knockback: Knockback
    bleeding: Bleeding
    shock: Shock
    recovery: Recovery
    shocked: tuple[Shocked, ...]


class Dodge(NamedTuple):
    """A dodge: the counts at which its phases end, their factors of the defence, and its skill (H-DEF-4)."""

    until: tuple[int, ...]
    times: tuple[int, ...]
    skill: str


class Ducking(NamedTuple):
    """Dropping or crouching: its counts and its factor of the defence (H-DEF-5, H-DEF-6)."""

    counts: int
    times: int


class Parry(NamedTuple):
    """DFs of parrying, by the kind of attack (H-DEF-7)."""

    df: int
    thrown: int
    projectile: int
    energy: int
    laser: int


class Block(NamedTuple):
    """The DF of blocking (H-DEF-8)."""

    df: int


class AnswerTime(NamedTuple):
    """The time of an answer with a weapon (ruling 27)."""

    share: int = 1
    """The divisor of the weapon's speed."""
    counts: int = 0
    """A fixed number of counts for every weapon. 0: by its speed."""

    def of(self, speed: int) -> int:
        """Return the counts with a weapon of this speed, rounded half up, at least 1."""
        return self.counts or max(1, half_up_share(speed, self.share))


class Stance(NamedTuple):
    """DFs of advancing or retreating on attacks and on defences (H-ATK-3)."""

    offensive: int
    defensive: int

    def of(self, use: str) -> int:
        """Return the DF of an `offensive` or a `defensive` action."""
        return self.offensive if use == "offensive" else self.defensive


class Evade(NamedTuple):
    """Evading: its factor of the defence, and the DF of a dodge begun from it (H-DEF-3)."""

    times: int
    dodge: int


class Defences(NamedTuple):
    """The defences (H-DEF)."""

    prone_share: int
    stand_up: int
    dodge: Dodge
    drop: Ducking
    crouch: Ducking
    time: Mapping[str, AnswerTime]
    parry: Parry
    block: Block
    roll_with: tuple[str, ...]
    """Skills of rolling with blows (ruling 90)."""
    bound_under: int
    off_balance: tuple[tuple[int, int], ...]
    """Margins of a parry and the DF from each on, the widest first."""
    advance: Stance
    retreat: Stance
    evade: Evade
