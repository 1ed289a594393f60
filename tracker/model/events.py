"""Events: the facts of a fight, past tense, neutral of any game. They are what is saved. Evolving them gives the state.

Every written field is a scalar or a tuple of scalars. None is left out when written. Names only ever grow.
"""

from __future__ import annotations

from dataclasses import field

from tracker.model.combatant import Newcomer
from tracker.model.lazy_dataclass import dataclass
from tracker.model.orders import NONE, Orders


@dataclass(frozen=True, slots=True, kw_only=True)
class Began:
    """The fight began at count 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeAdvanced:
    """The present moved to count `to`."""

    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A combatant joined after the start. `sheet` is its resolved entry as TOML text."""

    who: str
    name: str
    sheet: str
    newcomer: Newcomer | None = field(default=None, compare=False, repr=False)
    """The values the game reads from the sheet (`encounter.roster.read_texts`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceChanged:
    """A combatant is `in`, `down`, `left` or `surrendered`."""

    who: str
    presence: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """Dice fell: `faces` of `dice`, `total`. Against a `chance` of the game they gave `tier`, `effect`, `margin`."""

    who: str
    what: str
    label: str
    dice: str
    """In notation: `!` opens upwards."""
    faces: tuple[int, ...]
    total: int
    by: str
    """`typed`, `rolled` by the program, or `group`: another member of its group rolled."""
    chance: int | None = None
    tier: str = ""
    effect: float | None = None
    margin: int | None = None
    target: str = ""
    sum: tuple[str, ...] = ()
    """The terms of the chance, a line each."""
    secret: bool = False
    """True if only the GM sees it."""
    group: str = ""
    """The group of the roll. `by` is `group` where another member has rolled."""
    for_player: bool = False
    """True if the program rolled these dice, though the fighter's player rolls real ones."""
    reached: int | None = None
    """In games of dice and skill: the total with everything added."""
    against: int | None = None
    """The number that `reached` is compared with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolChanged:
    """A pool went by `by` to `to`. `excess` is what it could not cover."""

    who: str
    pool: str
    by: int
    to: int
    excess: int = 0
    """The points that the pool could not cover."""
    why: str = ""
    called: str = ""
    """The name of the resulting points, where they are no amount: `d6`."""
    label: str = ""
    """The name of the pool in the log, if another one."""
    harm: bool = False
    """True if its points are harm, so that more of them are a loss."""
    spent: bool = False
    """True if its fighter spent the points on what it does. That is a loss, and no harm."""

    @property
    def lost(self) -> int:
        """Return how many points this took. Below 0 where it gave some back."""
        return self.by if self.harm else -self.by

    @property
    def harmed(self) -> int:
        """Return how many points this took as harm: none where they were spent."""
        return 0 if self.spent else max(0, self.lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionGained:
    """A condition began, or an existing one with the same `condition` key was replaced."""

    who: str
    condition: str
    """Its key."""
    label: str
    amount: int = 0
    """The amount in the unit of the game. 0 without weight."""
    of: str = ""
    """The fighter or thing it concerns."""
    until: int | None = None
    """The count at which it ends. None: none."""
    why: str = ""
    acts: str = ""
    """The fighter whose next action ends it. Empty: none."""
    own: bool = False
    """True if it is in the GM's own words, none of the game's."""
    secret: bool = False
    """True if only the GM sees it."""
    lasts: str = ""
    """The part of that fighter's turn it lasts, as in `Condition.lasts`."""


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
    """A fighter declared: it takes `speed` counts and lands at `lands`."""

    who: str
    action: int
    """The number of the action."""
    verb: str
    label: str
    speed: int
    lands: int
    weapon: str = ""
    target: str = ""
    options: tuple[str, ...] = ()
    ordered: bool = False
    """True if declared under standing orders."""
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
    """All its options from now on. Empty: as before."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionEnded:
    """An action is over: `landed`, `aborted` by its owner, or `lost`."""

    who: str
    action: int
    """The number of the action."""
    how: str
    label: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceDeclared:
    """A fighter answers a blow. `counts` is the time it takes."""

    who: str
    defence: str
    against: str
    """The attacker."""
    label: str = ""
    counts: int = 0


HIT, MISSED, PARRIED = "hit", "missed", "parried"
"""Outcomes that every game shares, with a verb each. Any other word is shown as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    """The result of an action on a target: `outcome` in a word, with the sum of the damage where there is any.

    `HIT` is what the summary counts.
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
    """The points that armour stopped."""
    type: str = ""
    """The kind of damage, such as `cutting`. Empty when none was done or the game knows no kinds."""
    sum: tuple[str, ...] = ()
    """The terms of the damage, a line each."""


# The course of the fight: agenda, standing orders, free events, questions, notes


@dataclass(frozen=True, slots=True, kw_only=True)
class DueAdded:
    """Something was put on the agenda."""

    who: str
    what: str
    at: int
    rank: int
    """Its place within the count."""
    ref: str = ""
    """The number or key of what is due."""
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
    """A fighter waits, or waits no longer."""

    who: str
    waiting: bool
    busy: bool = False
    """True for an ongoing activity, which has been told already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersChanged:
    """A fighter got standing orders. Empty: none."""

    who: str
    orders: str
    given: Orders = field(default=NONE, compare=False, repr=False)
    """The values the game reads from the words (`encounter.roster.read_texts`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupChanged:
    """A fighter is now played with a group. Empty: by itself."""

    who: str
    group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSet:
    """A group is played otherwise from now on: whether it declares once, rolls once, and acts at one count."""

    group: str
    together: bool
    one_roll: bool
    one_count: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RollerChanged:
    """A fighter's dice are now typed in, or rolled by the program."""

    who: str
    typed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AwarenessChanged:
    """A fighter is now aware, or unaware, of another."""

    who: str
    of: str
    aware: bool
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """A fighter unknown to some has acted on another, so that the players know of it."""

    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """The table calls a fighter otherwise. `was` is what it was called."""

    who: str
    name: str
    was: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideChanged:
    """A fighter is on another side."""

    who: str
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AliasChanged:
    """The players now call a fighter by another name. Empty: by its own."""

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
    """A free event was put on the time axis. `every` 0 means once.

    With a `condition` of `who` it is due `at` counts after that begins, and only while it lasts. With `stop` the fight
    halts at it. The players are told of it, when it happens, only if it is `public`.
    """

    event: str
    """Its key."""
    at: int
    text: str
    every: int = 0
    stop: bool = False
    who: str = ""
    condition: str = ""
    public: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHappened:
    """A free event came due."""

    event: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan:
    """A round began, in a game whose clock has rounds. `called` is what the game calls one."""

    number: int
    called: str = "round"

    @property
    def sentence(self) -> str:
        """Return `Round 2 begins`, the same for the GM and for players."""
        return f"{self.called[:1].upper()}{self.called[1:]} {self.number} begins"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventStruck:
    """A free event was taken off and will not happen."""

    event: str
    text: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question was opened. `then` holds how its answer continues."""

    ask: str
    """`declare`, `choose`, `dice` or `amount`."""
    who: str
    what: str
    text: str
    choices: tuple[str, ...] = ()
    """The words that answer it."""
    dice: str = ""
    """The dice to roll."""
    about: str = ""
    """The attacker or another fighter it concerns."""
    then: tuple[str, ...] = ()
    low: int = 0
    """For an `amount` its least number. `high` is the greatest."""
    high: int = 0
    step: int = 0
    """The step from `low` on. 0: every whole number."""
    unseen: bool = False
    """True if several fighters answer at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The open question was answered with `answer`. By orders, where `order` says which."""

    who: str
    what: str
    answer: str
    order: str = ""
    """The orders that gave it, and why it differs from them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """The open question has lost its point and is gone."""

    who: str
    what: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A line for the log. `who` may be empty, and a `secret` one is for the game master only."""

    text: str
    who: str = ""
    secret: bool = False
    offers: str = ""
    """The line to continue with, such as `summary`. The reader words the way to give it."""


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
    | RoundBegan
    | Asked
    | Answered
    | Withdrawn
    | Noted
)

READ_FROM_TEXT: dict[type, tuple[str, ...]] = {Joined: ("newcomer",), OrdersChanged: ("given",)}
"""Fields that no file and no output has: values that the game reads from the text beside them."""
