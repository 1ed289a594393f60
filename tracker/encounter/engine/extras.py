"""Extras: what some games have besides what every game must: lines of the table, remarks, rules that have changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from tracker.clock.agenda import Due
from tracker.model.state import Encounter
from tracker.model.validation_errors import Fault


@runtime_checkable
class SpeaksForTheTable(Protocol):
    """A game with lines that begin with no name, such as `scene light poor`."""

    def table_verbs(self) -> tuple[str, ...]:
        """What such lines begin with; they are parsed with an empty `who`."""
        ...


@runtime_checkable
class RemarksOnFiles(Protocol):
    """A game that has something to say about a sound file: what it takes otherwise than it is written."""

    def remarks(self, document: Mapping[str, Any]) -> tuple[str, ...]:
        """Sentences about a resolved encounter, for `tracker check`."""
        ...


@runtime_checkable
class GoesByNames(Protocol):
    """A game some of whose free names decide something: a skill or an attribute that a rule looks for by its name."""

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        """Each name of a sound combatant's entry that nothing goes by, `offered` those looked for and not found.

        Which of them was perhaps meant is found out by who asks; a name that is near none of them is no mistyping.
        """
        ...


@runtime_checkable
class ChangesItsRules(Protocol):
    """A game some of whose rules have changed from one release to the next: its fights say which they go by."""

    def stated(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """The options of a new fight with every rule written out that was once otherwise."""
        ...

    def as_played(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """The options of a fight's file, where a rule not written out is as it was before it changed."""
        ...


@runtime_checkable
class MayGoOn(Protocol):
    """A game in which a fight may go on though one side is left: somebody who is down may still be saved."""

    def goes_on(self, encounter: Encounter) -> bool:
        """Whether something is under way that keeps the fight from being over."""
        ...


@runtime_checkable
class ForeseesTurns(Protocol):
    """A game in which it is certain when somebody's turns come, beyond the next one: the timeline marks them."""

    def turns_ahead(self, encounter: Encounter, who: str, until: int) -> Sequence[int]:
        """The counts of the turns after the one that is due, up to `until`; empty when nothing is due."""
        ...


@runtime_checkable
class SaysWhatIsDue(Protocol):
    """A game with a verb for what comes due of somebody besides acting: `Gruk bleeds`, `Gruk recovers`."""

    def due_words(self, due: Due) -> str:
        """The verb of an entry of the agenda, to stand behind a name; empty: it is called as its condition is."""
        ...
