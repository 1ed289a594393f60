"""The book's tables of combat: attacks, close quarters, damage, defences, social checks; frozen values."""

from collections.abc import Mapping
from typing import NamedTuple


class Flourish(NamedTuple):
    """Spinning or jumping into a blow: its DF, and times its damage and speed (H-ATK-5)."""

    df: int
    times: float


class Location(NamedTuple):
    """Where a blow lands, up to this roll; `limb` is what a called shot at it is aimed at (H-ATK-4, PG 5.2)."""

    up_to: int
    name: str
    paired: bool
    limb: str


class Attack(NamedTuple):
    """Striking: the stat by use, DFs of modifiers and tricks, called shots and locations (H-ATK)."""

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
        """`spin` or `jump`."""
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
    """A check of meeting people: its DF, and the stats it may stand on, the usual one first (H-NPC)."""

    df: int
    basis: tuple[str, ...]


class Meeting(NamedTuple):
    """Meeting people; `losing_share`: morale is offered when this part of a side is out (H-NPC)."""

    reaction: Impression
    presence: Impression
    morale: Impression
    losing_share: int

    def check(self, verb: str) -> Impression:
        """`reaction`, `presence` or `morale`."""
        return {"reaction": self.reaction, "presence": self.presence, "morale": self.morale}[verb]


class Knockback(NamedTuple):
    """What knocks back: when heavy, always, and how heavy by fatigue and body (H-DMG-6)."""

    types: tuple[str, ...]
    always: tuple[str, ...]
    fatigue_share: int
    body_share: int
    df: int


class Bleeding(NamedTuple):
    """What bleeds, and how much how often (H-DMG-7)."""

    types: tuple[str, ...]
    df: int
    every: int
    points: int


class Shock(NamedTuple):
    """DFs of the shock check by place, of rolling with the blow, and the types that always shock (H-DMG-8)."""

    head: int
    groin: int
    rolled: int
    always: tuple[str, ...]

    def at(self, place: str) -> int | None:
        """The DF of a place; None where there is none."""
        return {"head": self.head, "groin": self.groin}.get(place)


class Recovery(NamedTuple):
    """Counts until the next check to recover: the dice and what comes on top (H-DMG-9)."""

    dice: str
    base: int


class Shocked(NamedTuple):
    """What failing the shock check by so much makes of a combatant, and its DF (PG 5.3)."""

    by: int
    name: str
    df: int


class Damage(NamedTuple):
    """What follows a hit (H-DMG)."""

    types: tuple[str, ...]
    knockback: Knockback
    bleeding: Bleeding
    shock: Shock
    recovery: Recovery
    shocked: tuple[Shocked, ...]


class Dodge(NamedTuple):
    """A dodge: until how many counts in, how many times the defence, and the skill it is done with (H-DEF)."""

    until: tuple[int, ...]
    times: tuple[int, ...]
    skill: str


class Ducking(NamedTuple):
    """Dropping or crouching: its counts, and how many times the defence (H-DEF)."""

    counts: int
    times: int


class Parry(NamedTuple):
    """DFs of parrying, by what comes (H-DEF)."""

    df: int
    thrown: int
    projectile: int
    energy: int
    laser: int


class Block(NamedTuple):
    """The DF of blocking (H-DEF)."""

    df: int


class Stance(NamedTuple):
    """DFs of advancing or retreating on what is done against others, and on defending (H-ATK-3)."""

    offensive: int
    defensive: int

    def of(self, use: str) -> int:
        """The DF of an `offensive` or a `defensive` action."""
        return self.offensive if use == "offensive" else self.defensive


class Evade(NamedTuple):
    """Evading: how many times the defence, and the DF of a dodge begun from it (H-DEF)."""

    times: int
    dodge: int


class Defences(NamedTuple):
    """The defences (H-DEF)."""

    prone_share: int
    stand_up: int
    dodge: Dodge
    drop: Ducking
    crouch: Ducking
    half_speed: int
    parry: Parry
    block: Block
    roll_with: tuple[str, ...]
    """Skills of rolling with blows (ruling 90)."""
    bound_under: int
    off_balance: tuple[tuple[int, int], ...]
    """Parried by at least so much: the DF, the widest first."""
    advance: Stance
    retreat: Stance
    evade: Evade
