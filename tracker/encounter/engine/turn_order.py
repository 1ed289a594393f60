"""Turn order: the agenda in the order in which it comes due; ties on one count are broken by the rules' tie order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from tracker.clock.agenda import Due
from tracker.encounter.engine.system import RuleSystem
from tracker.model.state import Encounter, Rank


def in_turn(encounter: Encounter, rules: RuleSystem) -> Iterator[Due]:
    """What is due, soonest first; on one count in the order in which they are asked."""
    for (_, rank), group in groupby(encounter.agenda, key=lambda due: (due.count, due.rank)):
        tied = list(group)
        yield from put_in_turn(encounter, rules, tied) if rank == Rank.DECLARATION else tied


def put_in_turn(encounter: Encounter, rules: RuleSystem, tied: Iterable[Due]) -> list[Due]:
    """Declarations of one count in the order in which they are asked for."""
    many = list(tied)
    if len(many) < 2:
        return many  # the rules need not be asked; several panes look at each key
    return sorted(many, key=lambda due: (*rules.turns.tie_order(encounter, due.who), due.serial))
