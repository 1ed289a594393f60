"""Row 11: fights by orders played to their ends, as a forecast does, against a bare loop of the same rules.

The floor must be the same game: it has to agree in how often each side wins and in how long it takes.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass

import bare_duel
import fights
from pairs import SAMPLES, ratio, report, timed

from tracker.dice.source import SeededDice
from tracker.encounter.decide import decide
from tracker.encounter.engine.system import RuleSystem
from tracker.encounter.features.sides import standing_sides
from tracker.model import commands as cmd
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.storage.preparation import prepare

ORDERS = "attack again, parry"
CROWD = 11
DUELS = 4
"""Played for one sample, since one takes from ten counts to hundreds."""


@dataclass(frozen=True, slots=True)
class End:
    """The sides that stand at the end, and its count."""

    standing: tuple[str, ...]
    count: int


def played(encounter: Encounter, rules: RuleSystem, seed: int | str) -> End:
    """A fight from its beginning until one side stands, by orders alone."""
    dice, waiting = SeededDice(seed), list[cmd.Command]()
    while encounter.count <= bare_duel.LATEST:
        if encounter.began and len(standing_sides(encounter, rules)) < 2:
            break
        if waiting:
            command = waiting.pop(0)
        elif encounter.question is not None:
            command = cmd.Unattended()
        else:
            command = cmd.Advance() if encounter.began else cmd.Begin()
        try:
            decided = decide(encounter, command, rules, dice)
        except Refused:
            if encounter.question is None:
                break
            waiting = []
            continue
        encounter, waiting = decided.encounter, [*decided.then, *waiting]
    return End(standing_sides(encounter, rules), encounter.count)


def _in_turn(play: Callable[[str], object], times: int) -> Callable[[], None]:
    """Plays so many fights, each time further ones."""
    number = 0

    def work() -> None:
        nonlocal number
        for _ in range(times):
            number += 1
            play(f"1/{number}")

    return work


def _crowd() -> dict[str, object]:
    """Eleven fighters of two sides who attack the nearest foe and parry."""
    document = fights.document(CROWD)
    people = [{**one, "orders": ORDERS, "weapon": [{**fights.SWORD, "damage": 14}]} for one in document["combatant"]]  # type: ignore[attr-defined]
    return {**document, "combatant": people}


def _agree(duels: int) -> None:
    """Print how often the first wins and how long it takes, by the engine and by the floor, each with its error."""
    prepared = prepare(bare_duel.document())
    ours = [played(prepared.encounter, prepared.rules, f"agree/{number}") for number in range(duels)]
    bare = [bare_duel.fought(f"agree/{number}") for number in range(20 * duels)]
    told = (
        ("engine", [end.standing == ("Red",) for end in ours], [end.count for end in ours]),
        ("bare loop", [end.winner == 0 for end in bare], [end.count for end in bare]),
    )
    for whose, wins, counts in told:
        rate, length = statistics.mean(wins), statistics.mean(counts)
        error = statistics.stdev(counts) / len(counts) ** 0.5
        chance = 100 * (rate * (1 - rate) / len(wins)) ** 0.5
        what = f"11 {whose}, {len(wins):,} duels: the first wins; counts"
        print(f"{what:<64} {100 * rate:5.1f} ± {chance:.1f} %; {length:.0f} ± {error:.1f}", flush=True)


def main() -> None:
    """Print the ratios; `row11_forecast.py DUELS` compares so many duels with the floor first."""
    _agree(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    duel, crowd = prepare(bare_duel.document()), prepare(_crowd())
    bare = timed(_in_turn(bare_duel.fought, 20 * DUELS))
    ours = timed(_in_turn(lambda seed: played(duel.encounter, duel.rules, seed), DUELS))
    report("11 a duel by orders / a bare loop of the same rules", 20 * ratio(ours, bare, SAMPLES), 60)
    many = timed(_in_turn(lambda seed: played(crowd.encounter, crowd.rules, seed), 1))
    bare_few = timed(_in_turn(bare_duel.fought, 20))
    report(f"11 {CROWD} fighters by orders / a bare duel", 20 * ratio(many, bare_few, SAMPLES // 3), 450)


if __name__ == "__main__":
    main()
