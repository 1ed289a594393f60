"""Due entries of the agenda, each passed to the module that carries it out: landings, phases, bleeding, recovery."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.clock.agenda import Due
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.actions import batch_resolution
from tracker.games.hybrid.blows import bleeding
from tracker.games.hybrid.body import activities, activity_rates, conditions
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.timing import dodge_and_drop, held_presets, initiative
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.state import Rank

ATTACK = "attack"


def due(draft: StepBuilder, rules: Rulebook, entries: Sequence[Due]) -> None:
    """Carry out due entries: landings together, blows first. Any other entry alone."""
    first = entries[0]
    if first.rank == Rank.LANDING:
        land(draft, rules, entries)
    elif first.what in conditions.PHASES:
        dodge_and_drop.phase(draft, rules, first)
    elif first.what == conditions.BLEED:
        bleeding.bleed(draft, rules, first)
    elif first.what == activity_rates.ENERGY:
        activities.due(draft, rules, first)
    elif first.what == held_presets.HOLD:
        held_presets.charge_holding(draft, rules, first)
    elif first.what == conditions.RECOVER:
        draft.push("recover", who=first.who)


def land(draft: StepBuilder, rules: Rulebook, entries: Sequence[Due]) -> None:
    """Land all actions of one count: the blows as one batch, then the other actions that no blow has ended."""
    blows: list[tuple[str, Action]] = []
    entries = _first_of(draft, rules, entries)
    for entry in reversed(entries):
        action = draft[entry.who].action(int(entry.ref))
        if action is None:
            draft.emit(ev.DueEnded(who=entry.who, what=entry.what, at=entry.count, ref=entry.ref))
        elif action.verb == ATTACK:
            blows.insert(0, (entry.who, action))
        else:
            draft.push("landed", who=entry.who, action=action.id)
    if blows:
        batch_resolution.start(draft, rules, blows)


def _first_of(draft: StepBuilder, rules: Rulebook, entries: Sequence[Due]) -> Sequence[Due]:
    """Return the entries to carry out together: all, or only the fastest fighter's where ties are broken.

    Ruling 23.
    """
    if rules.house.ties == "simultaneous":
        return entries
    first = min(entries, key=lambda entry: (*initiative.tie_order(draft.encounter, entry.who), entry.serial)).who
    return [entry for entry in entries if entry.who == first]
