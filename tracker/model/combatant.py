"""A combatant: what never changes during a fight, and the small part that does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from tracker.model.lazy_dataclass import dataclass
from tracker.model.orders import NONE, Orders

Scalar = str | int | float | bool


IMPROVISED = "does"


class Presence(StrEnum):
    """The presence of a combatant in the fight."""

    IN = "in"
    DOWN = "down"
    LEFT = "left"
    SURRENDERED = "surrendered"

    @property
    def words(self) -> str:
        return _PRESENCES[self]


_PRESENCES = {
    Presence.IN: "is in the fight",
    Presence.DOWN: "is down",
    Presence.LEFT: "has left",
    Presence.SURRENDERED: "has surrendered",
}


@dataclass(frozen=True, slots=True)
class Pool:
    """One pool of points: its abbreviation, what it is called, and how many points it holds when full."""

    name: str
    label: str
    full: int
    group: str = ""
    """The group it belongs to, such as `mind`, which is shown only once it matters. Empty: always in play."""
    short: str = ""
    """The name within its group, a word for a heading. Empty: its abbreviation."""
    least: int = 0
    """The fewest points. Below 0 where the game counts on."""
    steps: tuple[str, ...] = ()
    """The names of its points from `least` up, where they are no amount: `d4`, `d6`, `d8` of a die that steps."""
    in_log: str = ""
    """The name in the log, if another one."""
    fells: bool = True
    """True if lacking it can take a fighter down: players judge health by it, not by spent breath."""
    harm: bool = False
    """True if its points are harm that counts up. An unhurt fighter has the fewest."""
    fresh: int | None = None
    """The points of one to whom nothing has happened. None: the full ones."""

    @property
    def lacking(self) -> bool:
        """Return whether its bearer can have no points of it, such as spells that it never learnt."""
        return self.full <= self.least and not self.steps

    def left(self, points: int) -> int:
        """Return how many of the full points are left. Of harm, how many more there can be."""
        return self.full + self.least - points if self.harm else points

    def untouched(self, points: int) -> bool:
        """Return whether a fighter to whom nothing has happened has so many points."""
        return points == (self.full if self.fresh is None else self.fresh)

    @property
    def words(self) -> str:
        """The name by itself, with its group where the word needs one: `fatigue`, `mind body`."""
        return f"{self.group} {self.short}".strip() if self.short else self.label or self.name

    def called(self, points: int) -> str:
        """Return the name of this number of points. Empty where they are an amount."""
        place = points - self.least
        return self.steps[place] if 0 <= place < len(self.steps) else ""

    def text(self, points: int) -> str:
        """Return the points beside the full ones, `3/8`. The name alone where they have one, `d6`."""
        return self.called(points) or f"{points}/{self.full}".replace("-", "−")

    def step_named(self, name: str) -> int | None:
        """Return the points that have this name. None without any."""
        names = [step.casefold() for step in self.steps]
        return names.index(name.casefold()) + self.least if name.casefold() in names else None


@dataclass(frozen=True, slots=True)
class Profile:
    """The part that only the game master's hand changes: who this is, and the rule system's own sheet."""

    id: str
    name: str
    side: str
    seat: int
    player: str
    pools: tuple[Pool, ...]
    sheet: object
    """The rule system's frozen sheet. The kernel never looks inside."""
    joined: str = ""
    """For a fighter who joined after the start: its resolved entry as TOML text."""
    altered: bool = False
    """True if name or side were changed by hand during the fight, so that both are kept with the state."""
    lasting: tuple[str, ...] = ()
    """The keys of the conditions brought along from before the fight."""


TURN, UNDER_WAY = "turn", "under way"
"""The values of `lasts`: through the next turn of a fighter, and that turn has begun."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A state that lasts: stunned, prone, bleeding, a stance. `key` is unique to its bearer."""

    key: str
    label: str
    amount: int = 0
    """The amount in the system's unit. 0 when it weighs nothing."""
    of: str = ""
    """The fighter or thing it concerns, if one."""
    since: int = 0
    until: int | None = None
    acts: str = ""
    """The fighter whose next action ends it. Empty: none."""
    lasts: str = ""
    """The part of that fighter's turn it lasts: empty none, `TURN` through its next one, `UNDER_WAY` now to its end."""
    own: bool = False
    """True if it is in the GM's own words. Its amount then modifies every roll of its bearer."""
    secret: bool = False
    """True if players never see it."""


@dataclass(frozen=True, slots=True)
class Action:
    """A declared action under way: it lands at `lands`."""

    id: int
    verb: str
    weapon: str = ""
    target: str = ""
    options: tuple[str, ...] = ()
    label: str = ""
    declared: int = 0
    speed: int = 0
    lands: int = 0
    ordered: bool = False
    """True if declared by the program under standing orders."""


@dataclass(frozen=True, slots=True)
class Combatant:
    """The changing part, with its profile. Structural sharing keeps a change small."""

    profile: Profile
    pools: tuple[int, ...]
    presence: Presence = Presence.IN
    conditions: tuple[Condition, ...] = ()
    marks: Mapping[str, Scalar] = field(default_factory=dict)
    """The rule system's own scalars about this combatant."""
    actions: tuple[Action, ...] = ()
    last: Action | None = None
    waiting: bool = False
    orders: Orders = NONE
    typed: bool = False
    """True if a player types its dice. Otherwise the program rolls them."""
    unaware_of: frozenset[str] = frozenset()
    alias: str = ""
    """The players' name for it, if another one."""
    revealed: bool = False
    """True once it has acted on another fighter: then the players know of it even if it was unnoticed before."""
    group: str = ""
    """The group it is played with (`encounter.groups`). Empty: none."""
    busy: bool = False
    """True if it waits because its own activity continues, such as a run. It then lies in wait for nothing."""

    @property
    def id(self) -> str:
        return self.profile.id

    @property
    def name(self) -> str:
        return self.profile.name

    def pool(self, name: str) -> int:
        """Return the points left in the pool `name`."""
        return self.pools[self._place(name)]

    def full(self, name: str) -> int:
        """Return the points in the pool `name` when full."""
        return self.profile.pools[self._place(name)].full

    def lost(self, name: str) -> int:
        """Return the points that the pool `name` lacks. Of harm, those that there are."""
        pool = self.profile.pools[place := self._place(name)]
        return pool.full - pool.left(self.pools[place])

    def least(self, name: str) -> int:
        """Return the fewest points the pool `name` can hold."""
        return self.profile.pools[self._place(name)].least

    def counts_harm(self, name: str) -> bool:
        """Return whether the points of the pool `name` are harm."""
        return self.profile.pools[self._place(name)].harm

    def pool_in_log(self, name: str) -> str:
        """Return the name of the pool `name` in the log where it differs, else an empty text."""
        return self.profile.pools[self._place(name)].in_log

    def points_called(self, name: str, points: int) -> str:
        """Return the name of this number of points of the pool `name`. Empty where they are an amount."""
        return self.profile.pools[self._place(name)].called(points)

    def has_pool(self, name: str) -> bool:
        return any(pool.name == name for pool in self.profile.pools)

    @property
    def weights(self) -> tuple[tuple[int, str], ...]:
        """Return the modifiers of the GM's own conditions, each with its words, on the modifier's scale."""
        return tuple(
            (condition.amount, condition.label) for condition in self.conditions if condition.own and condition.amount
        )

    def condition(self, key: str) -> Condition | None:
        """Return the condition with this key. None if the fighter does not have it."""
        for condition in self.conditions:
            if condition.key == key:
                return condition
        return None

    def mark(self, name: str, default: int = 0) -> int:
        """Return a whole-number mark of the rule system."""
        value = self.marks.get(name, default)
        return value if isinstance(value, int) else default

    def action(self, id: int) -> Action | None:
        """Return the action under way with this id. None without one."""
        for action in self.actions:
            if action.id == id:
                return action
        return None

    @property
    def able(self) -> bool:
        """Return whether it is in the fight, by presence alone."""
        return self.presence is Presence.IN

    def with_pool(self, name: str, value: int) -> Combatant:
        """Return a copy with `value` points in the pool `name`."""
        place = self._place(name)
        pools = (*self.pools[:place], value, *self.pools[place + 1 :])
        return self._changed(pools, self.marks, self.actions, self.last)

    def with_marks(self, marks: Mapping[str, Scalar]) -> Combatant:
        """Return a copy with these marks."""
        return self._changed(self.pools, marks, self.actions, self.last)

    def with_actions(self, actions: tuple[Action, ...], last: Action | None) -> Combatant:
        """Return a copy with these actions under way, and this one done last."""
        return self._changed(self.pools, self.marks, actions, last)

    def _changed(
        self, pools: tuple[int, ...], marks: Mapping[str, Scalar], actions: tuple[Action, ...], last: Action | None
    ) -> Combatant:
        """Return a copy with these parts, which change most often. Spelled out, since `replace` takes twice as long."""
        return Combatant(
            self.profile,
            pools,
            self.presence,
            self.conditions,
            marks,
            actions,
            last,
            self.waiting,
            self.orders,
            self.typed,
            self.unaware_of,
            self.alias,
            self.revealed,
            self.group,
            self.busy,
        )

    def _place(self, name: str) -> int:
        """Return the place of the pool `name` among the fighter's pools. Raises KeyError without one."""
        for place, pool in enumerate(self.profile.pools):
            if pool.name == name:
                return place
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A combatant as read from its entry, before it has a seat."""

    combatant: Combatant
    hidden: bool = False
    """True if no fighter of another side is aware of it."""
