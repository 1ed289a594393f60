"""Corrections: what the game master puts right or brings in by hand, as commands; `by_hand` carries them out."""

from __future__ import annotations

from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Leave:
    """Take somebody out of the fight: `left`, `surrendered` or `down`."""

    who: str
    how: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Return:
    """Bring somebody back into the fight."""

    who: str


@dataclass(frozen=True, slots=True)
class Join:
    """A new combatant joins; `sheet` is its resolved entry as TOML text, `id` its instance id."""

    id: str
    name: str
    sheet: str


@dataclass(frozen=True, slots=True)
class SetAware:
    """Make somebody aware or unaware of another by hand."""

    who: str
    of: str
    aware: bool


@dataclass(frozen=True, slots=True)
class SetHidden:
    """Hide somebody from every other side, or reveal it to all of them."""

    who: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class SetAlias:
    """What the players call somebody; empty: its own name."""

    who: str
    alias: str


@dataclass(frozen=True, slots=True)
class Rename:
    """What the table calls somebody from now on; its id stays."""

    who: str
    name: str


@dataclass(frozen=True, slots=True)
class SetSide:
    """Somebody changes sides."""

    who: str
    side: str


@dataclass(frozen=True, slots=True)
class GiveModifier:
    """An extra modifier with its reason for the next roll (of `who`, or of anyone)."""

    amount: int
    why: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class FixPool:
    """Put a pool right by hand."""

    who: str
    pool: str
    value: int


@dataclass(frozen=True, slots=True)
class FixCount:
    """Move what `who` has pending to another count by hand."""

    who: str
    to: int


@dataclass(frozen=True, slots=True)
class FixCondition:
    """Begin or end a condition by hand; `until` is a count, when it ends by itself.

    An `own` one is none of the game's: `condition` is what the game master calls it.
    """

    who: str
    condition: str
    on: bool
    amount: int = 0
    until: int | None = None
    acts: str = ""
    """Whose next action ends it; empty: nobody's."""
    own: bool = False
    secret: bool = False
    """The players are not shown it."""


@dataclass(frozen=True, slots=True)
class GiveOrders:
    """Standing orders; empty: none any more."""

    who: str
    orders: str


@dataclass(frozen=True, slots=True)
class SetGroup:
    """Play somebody with a group; empty: by itself."""

    who: str
    group: str


@dataclass(frozen=True, slots=True)
class PlayGroup:
    """How a group is played; None: as it was."""

    group: str
    together: bool | None = None
    one_roll: bool | None = None


@dataclass(frozen=True, slots=True)
class SetRoller:
    """Whether `who`'s dice are typed in or rolled by the program."""

    who: str
    typed: bool


@dataclass(frozen=True, slots=True)
class SetEvent:
    """Put a free event on the time axis; `every` 0: once, `stop`: the fight halts at it.

    With a `condition` of `who`, `at` counts after that begins.
    """

    at: int
    text: str
    every: int = 0
    stop: bool = False
    who: str = ""
    condition: str = ""


@dataclass(frozen=True, slots=True)
class MoveEvent:
    """Put a free event, named by its key, at another count."""

    event: str
    to: int


@dataclass(frozen=True, slots=True)
class StrikeEvent:
    """Take a free event, named by its key, off the time axis."""

    event: str


@dataclass(frozen=True, slots=True)
class Note:
    """A line for the log; a `secret` one is for the game master only."""

    text: str
    secret: bool = False
    who: str = ""
    """Whom it is about, if one."""


Correction = (
    Leave
    | Return
    | Join
    | SetAware
    | SetHidden
    | SetAlias
    | Rename
    | SetSide
    | GiveModifier
    | FixPool
    | FixCount
    | FixCondition
    | GiveOrders
    | SetGroup
    | PlayGroup
    | SetRoller
    | SetEvent
    | MoveEvent
    | StrikeEvent
    | Note
)
