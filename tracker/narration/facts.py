"""Facts: what a player may hear of, as typed values that hold known names and words, never an id and never a state.

Names are those that the hearer knows. A fact about a fighter who is hidden is not made at all.
"""

from __future__ import annotations

from dataclasses import field

from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Began:
    """The fight begins."""


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round begins. `sentence` is the game's."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Happened:
    """A free event."""

    text: str


@dataclass(frozen=True, slots=True)
class Joined:
    """A fighter comes into the fight."""

    who: str
    group: str = ""
    """The group of strangers that `who` is of, here and in each fact below."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A fighter goes down, leaves, surrenders or is back. `presence` as in the state."""

    who: str
    presence: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration. `what` says the target, and `lands` is as the game writes it, empty where that is not known."""

    who: str
    what: str
    whom: str = ""
    lands: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A fighter gives up what was under way. `what` is empty where players do not know it."""

    who: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """A fighter answers a blow of `whom`. The group is that of `whom`."""

    who: str
    what: str
    whom: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Blow:
    """A blow and its result, with what it took as far as that is known. `whom` is empty for a blow without a target."""

    who: str
    how: str
    whom: str = ""
    where: str = ""
    group: str = ""
    harm: tuple[tuple[str, int], ...] = ()
    """The points that the target lost, by pool. Only where the hearer sees points."""
    points: int = field(default=0, compare=False)
    """The points in one number, as the game counts a blow: once, though it may empty several pools."""
    share: float = field(default=0.0, compare=False)
    """The share of the target's full points, 0 to 1 and more."""
    looks: str = ""
    """The target's look from now on, if that is worse than before and the hearer sees no points."""


@dataclass(frozen=True, slots=True)
class Done:
    """The result of an action that is no blow."""

    who: str
    how: str
    what: str


@dataclass(frozen=True, slots=True)
class Became:
    """A condition that a fighter bears from now on."""

    who: str
    what: str
    bare: str = ""
    """The condition without the fighter it ties this one to."""
    whom: str = ""
    """The fighter it ties this one to."""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """One of several things that opponents show each other at once."""

    who: str
    what: str
    group: str = ""


Fact = Began | RoundBegan | Happened | Joined | Standing | Declared | GivenUp | Answered | Blow | Done | Became | Shown
