"""Fights by orders played to their ends, as a forecast does, against a bare loop of the same rules.

The floor must be the same game: it has to agree in how often each side wins and in how long it takes.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import bare_duel
import fights
from pairs import SAMPLES, ratio, report, timed

from tracker.odds.job import Job, job_of
from tracker.odds.playout import play
from tracker.storage.preparation import prepare
from tracker.storage.toml.models import KERNEL_KEYS

ORDERS = "attack again, parry"
CROWD = 11
DUELS = 4
"""Played for one sample, since one takes from ten counts to hundreds."""


def job(document: dict[str, object]) -> Job:
    """What a forecast sends to its workers of a fight by the orders in it."""
    prepared = prepare(document)
    options = {key: value for key, value in document.items() if key not in KERNEL_KEYS}
    return job_of(prepared.encounter, prepared.system.name, options)


def _in_turn(fought: Callable[[int], object], times: int) -> Callable[[], None]:
    """Plays so many fights, each time further ones."""
    number = 0

    def work() -> None:
        nonlocal number
        for _ in range(times):
            number += 1
            fought(number)

    return work


def _crowd() -> dict[str, object]:
    """Eleven fighters of two sides who attack the nearest foe and parry."""
    document = fights.document(CROWD)
    people = [{**one, "orders": ORDERS, "weapon": [{**fights.SWORD, "damage": 14}]} for one in document["combatant"]]  # type: ignore[attr-defined]
    return {**document, "combatant": people}


def _agree(duels: int) -> None:
    """Print how often the first wins and how long it takes, by the engine and by the floor, each with its error."""
    duel = job(bare_duel.document())
    ours = [play(duel, number) for number in range(duels)]
    bare = [bare_duel.fought(f"agree/{number}") for number in range(20 * duels)]
    told = (
        ("engine", [end.winner == "Red" for end in ours], [end.count for end in ours]),
        ("bare loop", [end.winner == 0 for end in bare], [end.count for end in bare]),
    )
    for whose, wins, counts in told:
        rate, length = statistics.mean(wins), statistics.mean(counts)
        error = statistics.stdev(counts) / len(counts) ** 0.5
        chance = 100 * (rate * (1 - rate) / len(wins)) ** 0.5
        what = f"{whose}, {len(wins):,} duels: the first wins; counts"
        print(f"{what:<64} {100 * rate:5.1f} ± {chance:.1f} %; {length:.0f} ± {error:.1f}", flush=True)


def main() -> None:
    """Print the ratios; `forecast.py DUELS` compares so many duels with the floor first."""
    _agree(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    duel, crowd = job(bare_duel.document()), job(_crowd())
    bare = timed(_in_turn(bare_duel.fought, 20 * DUELS), 1, time.process_time)
    ours = timed(_in_turn(lambda number: play(duel, number), DUELS), 1, time.process_time)
    report("a duel by orders / a bare loop of the same rules", 20 * ratio(ours, bare, SAMPLES), 42)
    many = timed(_in_turn(lambda number: play(crowd, number), 1), 1, time.process_time)
    bare_few = timed(_in_turn(bare_duel.fought, 20), 1, time.process_time)
    report(f"{CROWD} fighters by orders / a bare duel", 20 * ratio(many, bare_few, SAMPLES // 3), 380)


if __name__ == "__main__":
    main()
