"""Events of the course of a fight: the agenda, standing orders, free events, questions, notes. See `events`."""

from __future__ import annotations

from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DueAdded:
    """Something was put on the agenda."""

    who: str
    what: str
    at: int
    rank: int
    ref: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueMoved:
    """An entry of the agenda moved, and with it the action it stands for."""

    who: str
    what: str
    from_: int
    to: int
    ref: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueEnded:
    """An entry of the agenda was carried out or taken off."""

    who: str
    what: str
    at: int
    ref: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitChanged:
    """Somebody waits, or waits no longer."""

    who: str
    waiting: bool
    busy: bool = False
    """With something that goes on by itself, which has been told already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersChanged:
    """Somebody got standing orders; empty: none."""

    who: str
    orders: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupChanged:
    """Somebody is now played with a group; empty: by itself."""

    who: str
    group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSet:
    """How a group is played from now on: whether it declares once for all, whether one roll places all."""

    group: str
    together: bool
    one_roll: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RollerChanged:
    """Somebody's dice are now typed in, or rolled by the program."""

    who: str
    typed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AwarenessChanged:
    """Somebody is now aware, or unaware, of another."""

    who: str
    of: str
    aware: bool
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """Somebody of whom not everybody knew has acted on another, so that the players know of it."""

    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """The table calls somebody otherwise; `was` is what it was called."""

    who: str
    name: str
    was: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideChanged:
    """Somebody is on another side."""

    who: str
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AliasChanged:
    """The players now call somebody by another name; empty: by its own."""

    who: str
    alias: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierGiven:
    """The game master gave the next roll (of `who`, or of anyone) an extra modifier with its reason."""

    amount: int
    why: str
    who: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierUsed:
    """An extra modifier went into a roll."""

    amount: int
    why: str
    who: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSet:
    """A free event was put on the time axis; `every` 0 means once.

    With a `condition` of `who` it is due `at` counts after that begins, and only while it lasts; with `stop` the fight
    halts at it.
    """

    event: str
    at: int
    text: str
    every: int = 0
    stop: bool = False
    who: str = ""
    condition: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHappened:
    """A free event came due."""

    event: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventStruck:
    """A free event was taken off and will not happen."""

    event: str
    text: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question was opened; `then` holds how its answer goes on."""

    ask: str
    who: str
    what: str
    text: str
    choices: tuple[str, ...] = ()
    dice: str = ""
    about: str = ""
    then: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    step: int = 0
    """Of a question for a number: its bounds, and the step (0: every whole number)."""
    unseen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The open question was answered with `answer`; by orders, where `order` says which."""

    who: str
    what: str
    answer: str
    order: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """The open question has lost its point and is gone."""

    who: str
    what: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A line for the log; `who` may be empty, and a `secret` one is for the game master only."""

    text: str
    who: str = ""
    secret: bool = False
    offers: str = ""
    """The line that tells how it went, such as `summary`; whoever shows this says how it is given there."""
