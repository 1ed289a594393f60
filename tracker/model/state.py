"""The state of one fight: frozen, with the parts that never change kept apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from enum import IntEnum

from tracker import __version__
from tracker.clock.agenda import Agenda
from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Question


class Rank(IntEnum):
    """The order of things within one count.

    An EVENT stops `next`. EFFECT, RECOVERY and CLOSING pass by (see `Resolution.next_stops_at`), CLOSING after all else
    of the count. LANDING and RESOLUTION come as one batch and stop it, before and after the declarations of the
    count. ENDING is the end of a condition given one by hand.
    """

    EVENT = 0
    EFFECT = 1
    RECOVERY = 2
    LANDING = 3
    ENDING = 4
    DECLARATION = 5
    RESOLUTION = 6
    CLOSING = 7


DECLARE = "declare"
"""The agenda's name for a fighter's moment to declare."""
LAND = "land"
"""The agenda's name for the landing of an action. `ref` is the action's id."""
END = "end"
"""The agenda's name for the end of a condition given by hand. `ref` is its key."""
FREE_EVENT = "event"
"""The agenda's name for a free event. `ref` is the event's key."""
ROUND = "round"
"""The agenda's name for the beginning of a round, which has no fighter. `ref` is its number."""


@dataclass(frozen=True, slots=True)
class FreeEvent:
    """A line of the game master's on the time axis. `every` 0: once.

    With a `condition` of `who`, named by its key or its words, it counts down while that lasts: `at` counts after it
    began. With `stop` the fight halts until it has been taken in. The players are told of a `public` one.
    """

    key: str
    at: int
    text: str
    every: int = 0
    stop: bool = False
    who: str = ""
    condition: str = ""
    public: bool = False


@dataclass(frozen=True, slots=True)
class Modifier:
    """An extra modifier that waits for the next roll of `who` (empty: of anyone): the sum of all for one reason."""

    amount: int
    why: str
    who: str = ""


def with_modifier(modifiers: tuple[Modifier, ...], given: Modifier) -> tuple[Modifier, ...]:
    """Return the modifiers with one more: those for one fighter and one reason are one, and a sum of 0 is none."""
    for place, modifier in enumerate(modifiers):
        if modifier.why == given.why and modifier.who == given.who:
            amount = modifier.amount + given.amount
            folded = (replace(given, amount=amount),) if amount else ()
            return modifiers[:place] + folded + modifiers[place + 1 :]
    return (*modifiers, given) if given.amount else modifiers


def without_modifier(modifiers: tuple[Modifier, ...], used: Modifier) -> tuple[Modifier, ...]:
    """Return the modifiers after one was used. Of a sum used in parts, as in older fights, the rest stays."""
    if not any(modifier.why == used.why and modifier.who == used.who for modifier in modifiers):
        return modifiers
    return with_modifier(modifiers, replace(used, amount=-used.amount))


@dataclass(frozen=True, slots=True)
class Group:
    """A group, the way it is played, and the last roll that placed its members."""

    name: str
    together: bool = True
    """True if it declares once for all who may, and answers once for all who are asked alike."""
    one_roll: bool = True
    """True if one roll places all who roll at the same moment."""
    what: str = ""
    """The purpose of the last shared roll, with its faces, its moment and the fighters it has placed."""
    faces: tuple[int, ...] = ()
    at: int = -1
    placed: tuple[str, ...] = ()
    one_count: bool = False
    """True if that roll places them at one count, that of the first of them."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """A fight at one moment: change it only by evolving events."""

    title: str
    count: int = 0
    began: bool = False
    combatants: tuple[Combatant, ...] = ()
    """The combatants in seat order. None is ever removed."""
    seats: Mapping[str, int] = field(default_factory=dict)
    """The position in `combatants` by instance id."""
    agenda: Agenda = field(default_factory=Agenda)
    questions: tuple[Question, ...] = ()
    """Open questions. The last one is the one to answer."""
    modifiers: tuple[Modifier, ...] = ()
    events: tuple[FreeEvent, ...] = ()
    serial: int = 0
    """The id of the next action."""
    groups: tuple[Group, ...] = ()
    """Groups with other than default options, or placed by a roll. `group` returns the others too."""
    release: str = field(default=__version__, compare=False)
    """The release that wrote the head of the fight. Empty without one: such a fight began under older rules of the
    kernel and keeps them. It is no part of equality: the same lines and dice lead to equal states."""

    def __getitem__(self, who: str) -> Combatant:
        return self.combatants[self.seats[who]]

    def __contains__(self, who: str) -> bool:
        return who in self.seats

    def __iter__(self) -> Iterator[Combatant]:
        return iter(self.combatants)

    def group(self, name: str) -> Group:
        return next((group for group in self.groups if group.name == name), Group(name))

    def with_group(self, group: Group) -> Encounter:
        """Return a copy with these options of the group."""
        others = tuple(other for other in self.groups if other.name != group.name)
        return replace(self, groups=(*others, group))

    @property
    def question(self) -> Question | None:
        """The question to answer now, or None."""
        return self.questions[-1] if self.questions else None

    def with_combatant(self, combatant: Combatant) -> Encounter:
        """Return a copy in which `combatant` has taken the place of its former self."""
        seat = self.seats[combatant.profile.id]
        others = self.combatants
        combatants = (*others[:seat], combatant, *others[seat + 1 :])
        return self._changed(self.count, combatants, self.agenda, self.questions)

    def with_action_of(self, combatant: Combatant, id: int) -> Encounter:
        """Return a copy with `combatant` in place of its former self, after it got a new action with this id.

        The next action gets a higher id.
        """
        seat = self.seats[combatant.profile.id]
        combatants = (*self.combatants[:seat], combatant, *self.combatants[seat + 1 :])
        return self._changed(self.count, combatants, self.agenda, self.questions, max(self.serial, id + 1))

    def with_combatants(self, combatants: tuple[Combatant, ...]) -> Encounter:
        """Return a copy in which all combatants have taken the places of their former selves, in the same seats."""
        return self._changed(self.count, combatants, self.agenda, self.questions)

    def with_agenda(self, agenda: Agenda, count: int | None = None) -> Encounter:
        """Return a copy with this agenda, and at this count where one is given."""
        return self._changed(self.count if count is None else count, self.combatants, agenda, self.questions)

    def with_questions(self, questions: tuple[Question, ...]) -> Encounter:
        """Return a copy in which these questions are open."""
        return self._changed(self.count, self.combatants, self.agenda, questions)

    def _changed(
        self,
        count: int,
        combatants: tuple[Combatant, ...],
        agenda: Agenda,
        questions: tuple[Question, ...],
        serial: int | None = None,
    ) -> Encounter:
        """Return a copy with these parts, which change most often. Spelled out, since `replace` takes twice as long."""
        return Encounter(
            self.title,
            count,
            self.began,
            combatants,
            self.seats,
            agenda,
            questions,
            self.modifiers,
            self.events,
            self.serial if serial is None else serial,
            self.groups,
            self.release,
        )

    def seated(self, combatant: Combatant) -> Encounter:
        """Return a copy with one more combatant at the end."""
        seats = {**self.seats, combatant.id: len(self.combatants)}
        return replace(self, combatants=(*self.combatants, combatant), seats=seats)
