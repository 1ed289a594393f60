"""Ghosts: where on the axis a choice would put a landing or a turn, and what lands before that."""

from __future__ import annotations

from tracker.game_api.rules import Rules
from tracker.model.combatant import Action
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import DECLARE, LAND, Encounter

_MOST_BLOWS = 60
"""The most fighters whose first blow is reckoned: of more the board shows few, and the first frame waits for all."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """A landing or a turn that a choice would put at count `at`: a new one from now on, or one moved from `since`."""

    who: str
    what: str
    """`LAND` or `DECLARE`."""
    ref: str
    """The agenda's reference of the action that lands. Empty for a turn."""
    at: int
    since: int
    new: bool
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Ghosts:
    """All that one choice would put or move, and what is under way by others and would land meanwhile."""

    ghosts: tuple[Ghost, ...] = ()
    between: frozenset[tuple[str, str]] = frozenset()
    """The landings before a ghost or with it: the fighter and the agenda's reference."""

    def of(self, who: str) -> tuple[Ghost, ...]:
        return tuple(ghost for ghost in self.ghosts if ghost.who == who)


NO_GHOSTS = Ghosts()


def ghosts_between(state_before: Encounter, state_after: Encounter) -> Ghosts:
    """Return the landings and declarations of `state_after` that are new, or at another count than before."""
    ghosts: list[Ghost] = []
    old = {(due.who, due.what, due.ref): due.count for due in state_before.agenda if due.what in (DECLARE, LAND)}
    for due in state_after.agenda:
        if due.what not in (DECLARE, LAND) or due.who not in state_before:
            continue
        since = old.get((due.who, due.what, due.ref))
        if since == due.count:
            continue
        new = since is None
        action = state_after[due.who].action(int(due.ref)) if due.what == LAND else None
        since = state_before.count if since is None else since
        ghosts.append(Ghost(due.who, due.what, due.ref, due.count, since, new, action))
    return _with_what_is_between(ghosts, state_before)


def first_blows(encounter: Encounter, rules: Rules) -> Ghosts:
    """Return where the first blow of each fighter would land, if it could act now: before the fight who is quicker."""
    ghosts: list[Ghost] = []
    for fighter in encounter.combatants if len(encounter.combatants) <= _MOST_BLOWS else ():
        strike = rules.display.first_blow(encounter, fighter.id) if fighter.able else None
        if strike is None or not strike.counts:
            continue
        chance = next((f" {percent} %" for _, percent in strike.chances), "")
        lands = encounter.count + strike.counts
        action = Action(0, "", label=f"{strike.name.lower()}{chance}", lands=lands)
        ghosts.append(Ghost(fighter.id, LAND, "", lands, encounter.count, new=True, action=action))
    return Ghosts(tuple(ghosts))


def those_of(who: str, state_before: Encounter, *states_after: Encounter) -> Ghosts:
    """Return the ghosts of a fighter that are the same whichever of `states_after` results."""
    each = [ghosts_between(state_before, state).of(who) for state in states_after]
    return _with_what_is_between([ghost for ghost in each[0] if all(ghost in other for other in each)], state_before)


def _with_what_is_between(ghosts: list[Ghost], before: Encounter) -> Ghosts:
    """Return the ghosts with the landings of other fighters that come before them or with them."""
    if not ghosts:
        return NO_GHOSTS
    between = frozenset(
        (due.who, due.ref)
        for due in before.agenda
        if due.what == LAND
        if any(due.who != ghost.who and ghost.since < due.count <= ghost.at for ghost in ghosts)
    )
    return Ghosts(tuple(ghosts), between)
