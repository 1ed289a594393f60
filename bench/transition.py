"""One state transition against the same done in place; 300 combatants against 30; what a kept step costs."""

from __future__ import annotations

import tracemalloc
from dataclasses import dataclass

from fights import begun
from pairs import ratio, report, timed

from tracker.encounter.engine.evolve import evolve
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.state import Encounter

TIMES = 4000
KEPT = 400


@dataclass(slots=True)
class InPlace:
    """A combatant that is changed where it stands."""

    names: tuple[str, ...]
    pools: list[int]


class FloorFight:
    """The same with mutable slots: the event is told apart, its bearer found, the old value kept."""

    def __init__(self, encounter: Encounter) -> None:
        self.combatants = {
            one.id: InPlace(tuple(pool.name for pool in one.profile.pools), list(one.pools)) for one in encounter
        }
        self.undo: list[tuple[str, int, int]] = []

    def change(self, event: ev.Event) -> None:
        """Carry out one event."""
        match event:
            case ev.PoolChanged():
                one = self.combatants[event.who]
                at = one.names.index(event.pool)
                self.undo.append((event.who, at, one.pools[at]))
                one.pools[at] = event.to
            case _:
                raise AssertionError(event)


def _event(encounter: Encounter) -> ev.PoolChanged:
    middle = encounter.combatants[len(encounter.combatants) // 2]
    return ev.PoolChanged(who=middle.id, pool=middle.profile.pools[0].name, by=-1, to=middle.pools[0] - 1)


def _ours(encounter: Encounter, rules: Rules) -> object:
    event = _event(encounter)
    return timed(lambda: evolve(encounter, event), TIMES)


def _kept(combatants: int) -> float:
    """KiB that one kept state costs beyond what it shares with the one before."""
    session = begun(combatants)
    encounter, event = session.encounter, _event(session.encounter)
    states = [encounter]
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for points in range(KEPT):
        states.append(evolve(states[-1], ev.PoolChanged(who=event.who, pool=event.pool, by=-1, to=points)))
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return grown / KEPT / 1024


def main() -> None:
    """Print the ratios and the sizes."""
    small, large = begun(30), begun(300)
    floor = FloorFight(small.encounter)
    event = _event(small.encounter)

    def in_place() -> None:
        floor.change(event)
        floor.undo.clear()

    ours_small, ours_large = _ours(small.encounter, small.rules), _ours(large.encounter, large.rules)
    report("a transition / the same in place, 30 combatants", ratio(ours_small, timed(in_place, TIMES)), 15)
    report("a transition with 300 combatants / with 30", ratio(ours_large, ours_small), 2.5)
    report("KiB a kept step, 30 combatants", _kept(30), 4)
    report("KiB a kept step, 300 combatants", _kept(300), 10)


if __name__ == "__main__":
    main()
