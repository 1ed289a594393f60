"""Dispatch: what comes due, and the stages of a step that are of no verb, each passed to the function that does it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tracker.clock.agenda import Due
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.actions import batch_resolution
from tracker.games.hybrid.blows import bleeding, shock
from tracker.games.hybrid.body import activities, activity_rates, conditions
from tracker.games.hybrid.book.rounding import exact
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import tiers
from tracker.games.hybrid.checks.success_chance import signed
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.timing import dodge_and_drop, held_presets, initiative
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.questions import Task
from tracker.model.state import Rank

ATTACK = "attack"


def due(draft: StepBuilder, rules: Rulebook, entries: Sequence[Due]) -> None:
    """Carry out the entries of the agenda that are due: landings together, of any others the first alone."""
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
    # The last task pushed is carried out first, so the last action is pushed first.
    for entry in reversed(entries):
        action = draft[entry.who].action(int(entry.ref))
        # The action has ended already: its entry goes too.
        if action is None:
            draft.emit(ev.DueEnded(who=entry.who, what=entry.what, at=entry.count, ref=entry.ref))
        elif action.verb == ATTACK:
            blows.insert(0, (entry.who, action))
        else:
            draft.push("landed", who=entry.who, action=action.id)
    if blows:
        batch_resolution.start(draft, blows)


def _first_of(draft: StepBuilder, rules: Rulebook, entries: Sequence[Due]) -> Sequence[Due]:
    """Return the entries to carry out together: all, or only the fastest fighter's where ties are broken.

    Ruling 23.
    """
    if rules.house.ties == "simultaneous":
        return entries
    first = min(entries, key=lambda entry: (*initiative.tie_order(draft.encounter, entry.who), entry.serial)).who
    return [entry for entry in entries if entry.who == first]


def severity(fighter: Acting, data: Data) -> None:
    """Note how bad a critical failure is, by its second roll, and continue with the stage named in `then`."""
    tier, effect = tiers.severity(data["missed_by"], data["total"], fighter.rules.book)
    hidden = bool(data.get("hidden"))
    fighter.draft.note(f"{fighter.name}: {tier}, effect {signed(exact(effect))}", fighter.who, secret=hidden)
    kept = {"tier": tier, "success": False, "margin": -data["missed_by"], "hidden": hidden}
    fighter.draft.push(data["then"], who=fighter.who, **kept)


OF_A_FIGHTER: dict[str, Callable[[Acting], None]] = {
    "enter": initiative.enter,
    "again": initiative.rolled_again,
    "after": initiative.after_action,
    "come back": initiative.come_back,
    "recover": shock.recover,
}
AFTER_A_ROLL: dict[str, Callable[[Acting, Data], None]] = {
    "entered": initiative.entered,
    "initiative": initiative.rolled,
    "recovered": shock.recovered,
    "recovering": shock.recovering,
    "severity": severity,
}


def resume(fighter: Acting, task: Task) -> None:
    """Go on with the stage that the task names: one of a fighter's turn, or one that takes a roll's result."""
    if task.stage in OF_A_FIGHTER:
        OF_A_FIGHTER[task.stage](fighter)
    else:
        AFTER_A_ROLL[task.stage](fighter, task.data)
