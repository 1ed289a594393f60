"""Samples: how much a fighter has left of something from a count on, as far as players see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from tracker.encounter.hidden_fighters import friendly
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.players.moments import Moment
from tracker.players.view import BADLY_HURT, DOWN, EXACT, FRESH, HURT, WORDS, Showing, health

LOOKS, STANDS = "looks", "stands"
_FOURTHS = {FRESH: 4, HURT: 3, BADLY_HURT: 1, DOWN: 0}
_PLAIN_TO_SEE = (
    *(ev.DueAdded, ev.DueMoved, ev.DueEnded, ev.WaitChanged, ev.GroupChanged, ev.Revealed, ev.PresenceChanged),
    *(ev.Renamed, ev.AliasChanged, ev.SideChanged, ev.ActionDeclared, ev.ActionChanged, ev.ActionEnded, ev.Joined),
)
"""Events that visibly change a fighter in sight, with or without a line."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The points of a fighter from a count on.

    Of the players' own, and of all where points are shown, a pool by its words. Of others how they look (`LOOKS`, in
    fourths), and of everybody whether they stand (`STANDS`).
    """

    at: int
    who: str
    """The id, which players do not see."""
    what: str
    now: int
    """The points left, or of harm the points up to the full ones."""
    full: int
    fells: bool = True
    """True if lacking it can take a fighter down."""
    harm: int | None = None
    """The points themselves where they are harm."""


def samples_of(moments: Iterable[Moment], showing: Showing) -> Iterator[Sample]:
    """Yield the samples of the fighters whom each moment has changed or brought into sight."""
    for moment in moments:
        match moment.event:
            case ev.PoolChanged(who=who) | ev.PresenceChanged(who=who):
                if moment.words.name(who):
                    yield from _changed(who, moment.after, showing, moment.before)
            case ev.Began():
                for fighter in moment.after.combatants:
                    if moment.words.name(fighter.id):
                        yield from _changed(fighter.id, moment.after, showing)
            case _:
                pass
        for who in moment.into_sight:
            yield from _changed(who, moment.after, showing)


def looks_changed(moment: Moment, showing: Showing) -> bool:
    """Return whether an event changes what players see of a fighter, whether or not a line tells of it."""
    event = moment.event
    if isinstance(event, ev.PoolChanged):
        who = event.who
        return bool(moment.words.name(who)) and _measures(moment.before[who], moment.before, showing) != _measures(
            moment.after[who], moment.after, showing
        )
    return isinstance(event, _PLAIN_TO_SEE) and bool(moment.words.name(event.who))


def _changed(
    who: str, state_now: Encounter, showing: Showing, state_before: Encounter | None = None
) -> Iterator[Sample]:
    """Yield the changes of a fighter since `state_before`, or everything without it."""
    earlier = {} if state_before is None else _measures(state_before[who], state_before, showing)
    for what, sample in _measures(state_now[who], state_now, showing).items():
        if earlier.get(what) != sample:
            yield replace(sample, at=state_now.count)


def _measures(fighter: Combatant, state: Encounter, showing: Showing) -> Mapping[str, Sample]:
    """Return samples without a count of what players see changing of a fighter: exact points, or how it looks."""
    measures = {STANDS: Sample(at=0, who=fighter.id, what=STANDS, now=int(fighter.able), full=1)}
    if fighter.profile.side in friendly(state) or showing.health == EXACT:
        for now, pool in zip(fighter.pools, fighter.profile.pools, strict=True):
            if not pool.group or pool.short:  # parts such as limbs and armour are no measure of the whole
                harm = now if pool.harm else None
                measures[pool.words] = Sample(
                    at=0,
                    who=fighter.id,
                    what=pool.words,
                    now=pool.left(now),
                    full=pool.full,
                    fells=pool.fells,
                    harm=harm,
                )
    elif showing.health == WORDS:
        measures[LOOKS] = Sample(at=0, who=fighter.id, what=LOOKS, now=_FOURTHS[health(fighter)], full=4)
    return measures
