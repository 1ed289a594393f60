"""Events: the facts of a fight, past tense, neutral of any game. They are what is saved; evolving them gives the state.

Every field is a scalar or a tuple of scalars; None is left out when written. Names only ever grow.
"""

from __future__ import annotations

from tracker.model.course import (
    AliasChanged,
    Answered,
    Asked,
    AwarenessChanged,
    DueAdded,
    DueEnded,
    DueMoved,
    EventHappened,
    EventSet,
    EventStruck,
    GroupChanged,
    GroupSet,
    ModifierGiven,
    ModifierUsed,
    Noted,
    OrdersChanged,
    Renamed,
    Revealed,
    RollerChanged,
    SideChanged,
    WaitChanged,
    Withdrawn,
)
from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Began:
    """The fight began at count 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeAdvanced:
    """The present moved to count `to`."""

    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A combatant joined after the start; `sheet` is its resolved entry as TOML text."""

    who: str
    name: str
    sheet: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceChanged:
    """A combatant is `in`, `down`, `left` or `surrendered`."""

    who: str
    presence: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """Dice fell: `faces` of `dice`, `total`; against a `chance` of the game they gave `tier`, `effect`, `margin`."""

    who: str
    what: str
    label: str
    dice: str
    faces: tuple[int, ...]
    total: int
    by: str
    chance: int | None = None
    tier: str = ""
    effect: float | None = None
    margin: int | None = None
    target: str = ""
    sum: tuple[str, ...] = ()
    secret: bool = False
    group: str = ""
    """The group whose roll it is; `by` is `group` where another of it has rolled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolChanged:
    """A pool went by `by` to `to`; `excess` is what it could not cover."""

    who: str
    pool: str
    by: int
    to: int
    excess: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionGained:
    """A condition began, or an existing one with the same `condition` key was replaced."""

    who: str
    condition: str
    label: str
    amount: int = 0
    of: str = ""
    until: int | None = None
    why: str = ""
    acts: str = ""
    """Whose next action ends it; empty: nobody's."""
    own: bool = False
    """It is in the game master's own words, none of the game's."""
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionEnded:
    """A condition is over."""

    who: str
    condition: str
    label: str = ""
    why: str = ""
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkChanged:
    """A scalar of the rule system about one combatant."""

    who: str
    mark: str
    value: str | int | float | bool
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDeclared:
    """Somebody declared: it takes `speed` counts and lands at `lands`."""

    who: str
    action: int
    verb: str
    label: str
    speed: int
    lands: int
    weapon: str = ""
    target: str = ""
    options: tuple[str, ...] = ()
    ordered: bool = False
    order: str = ""
    """The orders it follows, in a word or two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionChanged:
    """An action under way got another target, or other words."""

    who: str
    action: int
    label: str
    target: str = ""
    options: tuple[str, ...] = ()
    """All its options from now on; empty: as they were."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionEnded:
    """An action is over: `landed`, `aborted` by its owner, or `lost`."""

    who: str
    action: int
    how: str
    label: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceDeclared:
    """Somebody answers a blow; `counts` is the time it takes."""

    who: str
    defence: str
    against: str
    label: str = ""
    counts: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    """What came of an action on a target: `outcome` in a word, with the reckoning of damage where there is any.

    `hit` is what the summary counts; it, `missed` and `parried` have verbs of their own, another word is said as it is.
    """

    who: str
    target: str
    outcome: str
    label: str
    location: str = ""
    tier: str = ""
    damage: int = 0
    critical: int = 0
    stopped: int = 0
    type: str = ""
    """The kind of damage, such as `cutting`; empty when none was done or the game knows no kinds."""
    sum: tuple[str, ...] = ()


Event = (
    Began
    | TimeAdvanced
    | Joined
    | PresenceChanged
    | Rolled
    | PoolChanged
    | ConditionGained
    | ConditionEnded
    | MarkChanged
    | ActionDeclared
    | ActionChanged
    | ActionEnded
    | DefenceDeclared
    | Struck
    | DueAdded
    | DueMoved
    | DueEnded
    | WaitChanged
    | OrdersChanged
    | GroupChanged
    | GroupSet
    | RollerChanged
    | AwarenessChanged
    | AliasChanged
    | Renamed
    | SideChanged
    | Revealed
    | ModifierGiven
    | ModifierUsed
    | EventSet
    | EventHappened
    | EventStruck
    | Asked
    | Answered
    | Withdrawn
    | Noted
)

__all__ = [
    "Event",
    "Began",
    "TimeAdvanced",
    "Joined",
    "PresenceChanged",
    "Rolled",
    "PoolChanged",
    "ConditionGained",
    "ConditionEnded",
    "MarkChanged",
    "ActionDeclared",
    "ActionChanged",
    "ActionEnded",
    "DefenceDeclared",
    "Struck",
    "DueAdded",
    "DueMoved",
    "DueEnded",
    "WaitChanged",
    "OrdersChanged",
    "GroupChanged",
    "GroupSet",
    "RollerChanged",
    "AwarenessChanged",
    "AliasChanged",
    "Renamed",
    "SideChanged",
    "Revealed",
    "ModifierGiven",
    "ModifierUsed",
    "EventSet",
    "EventHappened",
    "EventStruck",
    "Asked",
    "Answered",
    "Withdrawn",
    "Noted",
]
