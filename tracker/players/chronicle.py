"""Chronicle: a whole fight as the players saw it: who was in it, what was told, each fighter's points, the end.

It is made of what is seen at its last moment and of their tale, and of nothing else of the fight.
"""

from __future__ import annotations

from tracker.clock.spans import TimeUnit
from tracker.game_api.rules import Rules
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.narration.field import field
from tracker.players.log import Line, Tale
from tracker.players.samples import Sample
from tracker.players.view import Discretion, Showing, View, as_seen, view


@dataclass(frozen=True, slots=True)
class Person:
    """One whom the players saw. `group` is that of strangers who go by its name."""

    id: str
    name: str
    side: str
    player: str
    friend: bool
    group: str
    presence: str


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The players' knowledge of a fight."""

    title: str
    unit: TimeUnit
    began: bool
    now: int
    field: str
    """The side that holds the field, as one sentence."""
    people: tuple[Person, ...]
    lines: tuple[Line, ...]
    samples: tuple[Sample, ...]


def chronicle(encounter: Encounter, rules: Rules, showing: Showing, tale: Tale) -> Chronicle:
    """Return the chronicle at a moment that the players see. `tale` is what they have been told until then."""
    words = Discretion(encounter, tale.numbers)
    seen: View = view(encounter, rules, showing, tale.now, (), tale.numbers)
    people = tuple(
        Person(
            fighter.id,
            words.name(fighter.id),
            fighter.profile.side,
            fighter.profile.player,
            words.friend(fighter.id),
            # Only strangers who go by the name of their group are told as one of it.
            "" if fighter.alias or words.friend(fighter.id) else fighter.group,
            fighter.presence.value,
        )
        for fighter in encounter
        if words.name(fighter.id)
    )
    known = as_seen(encounter, tale.now, tale.numbers)
    return Chronicle(
        title=seen.title,
        unit=rules.unit,
        began=encounter.began,
        now=tale.now,
        field=field(known),
        people=people,
        lines=tale.lines,
        samples=tale.samples,
    )
