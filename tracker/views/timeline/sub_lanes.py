"""Sub-lanes: the lines of each lane: one for each action of a fighter, one for each state of a folded group."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.encounter.features.groups import members
from tracker.model.combatant import Action, Combatant, Presence
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import DECLARE, Encounter
from tracker.views.short_names import CrowdName


@dataclass(frozen=True, slots=True)
class SubLane:
    """One line: whose lane it is of, its place in that, what is under way on it or when it may declare."""

    who: Combatant
    place: int = 0
    action: Action | None = None
    declares: int | None = None
    members: tuple[Combatant, ...] = ()
    """The fighters it stands for: members of a folded group in this state, else the fighter itself."""
    many: int = 0
    """The number of these in a group. 0 where there is nothing to tell apart."""
    others: tuple[Combatant, ...] = ()
    """The members of a folded group standing with nothing due, shown at the end of its first line."""

    def of(self, fighter: Combatant) -> tuple[Action, ...]:
        """Return the actions of a fighter that this line draws as one with those of other members."""
        drawn = self.action
        return tuple(action for action in fighter.actions if drawn is not None and _key(action) == _key(drawn))

    def refs(self, fighter: Combatant) -> tuple[str, ...]:
        """Return the agenda entries of a represented fighter that are drawn on it."""
        return ("",) if self.action is None else tuple(str(action.id) for action in self.of(fighter))


def _key(action: Action) -> tuple[str, str, int, int]:
    """Return the common part of actions that are drawn as one."""
    return action.label, action.target, action.declared, action.lands


def in_lanes(encounter: Encounter) -> list[Combatant]:
    """Return the fighters who have a lane, in seat order: all who have not left."""
    return [combatant for combatant in encounter.combatants if combatant.presence is not Presence.LEFT]


class LaneCache:
    """The lines of each fighter who has changed neither in itself nor in its turn: a key changes few of a crowd."""

    def __init__(self) -> None:
        self._lines: dict[str, tuple[Combatant, int | None, tuple[SubLane, ...]]] = {}

    def lines(self, fighter: Combatant, declares: int | None) -> tuple[SubLane, ...]:
        """Return a line for each action of a fighter. The first has the count at which it `declares`.

        They are the same objects until either changes.
        """
        before = self._lines.get(fighter.profile.id)
        if before is not None and before[0] is fighter and before[1] == declares:
            return before[2]
        lines = tuple(
            SubLane(fighter, place, action, None if place else declares, (fighter,))
            for place, action in enumerate(fighter.actions or (None,))
        )
        self._lines[fighter.profile.id] = fighter, declares, lines
        return lines


def sub_lanes(encounter: Encounter, whole: Encounter | None = None, kept: LaneCache | None = None) -> list[SubLane]:
    """Return every line of every lane. Of a folded group, whose members are in `whole`, the soonest state first.

    `kept` has the lines of unchanged fighters.
    """
    whole, kept = whole or encounter, kept or LaneCache()
    declares = {due.who: due.count for due in whole.agenda.entries if due.what == DECLARE}
    lines: list[SubLane] = []
    for fighter in in_lanes(encounter):
        if whole is not encounter and isinstance(fighter.name, CrowdName):
            lines += _of_group(fighter, members(whole, fighter.group), declares)
        else:
            lines += kept.lines(fighter, declares.get(fighter.profile.id))
    return lines


def _of_group(drawn: Combatant, everybody: tuple[Combatant, ...], declares: dict[str, int]) -> Iterator[SubLane]:
    """Yield a line of a folded group for each common action, and for each count of a declaration.

    `drawn` is the fighter in the group's place. `declares` has the counts by fighter. Members with nothing due are on
    the first line.
    """
    doing: dict[tuple[str, str, int, int], list[tuple[Combatant, Action]]] = {}
    turns: dict[int, list[Combatant]] = {}
    others: list[Combatant] = []
    for fighter in everybody:
        for action in fighter.actions:
            doing.setdefault(_key(action), []).append((fighter, action))
        if not fighter.actions and fighter.id in declares:
            turns.setdefault(declares[fighter.id], []).append(fighter)
        elif not fighter.actions and fighter.able:
            others.append(fighter)
    states: list[tuple[tuple[int, int], SubLane]] = []
    for pairs in doing.values():
        alike, action = tuple(fighter for fighter, _ in pairs), pairs[0][1]
        states.append(((action.lands, 0), SubLane(drawn, 0, action, None, alike)))
    for count, turn in turns.items():
        states.append(((count, 1), SubLane(drawn, 0, None, count, tuple(turn))))
    ordered = [lane for _, lane in sorted(states, key=lambda state: state[0])]
    if not ordered:
        yield SubLane(drawn, members=tuple(others))
    for place, lane in enumerate(ordered):
        many = len(lane.members) if len(ordered) > 1 or others else 0
        beside = () if place else tuple(others)
        yield SubLane(drawn, place, lane.action, lane.declares, lane.members, many, beside)
