"""Bleeding: a wound takes a point again and again until it is bound or the fighter is out (H-DMG-7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.clock.agenda import Due
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.blows.batch_plan import Stage
from tracker.games.hybrid.blows.incapacitation import take_out_if_spent
from tracker.games.hybrid.body import conditions
from tracker.games.hybrid.body.condition_lifecycle import ConditionLifecycle
from tracker.games.hybrid.body.pool_changes import take, tire
from tracker.games.hybrid.body.weapons import kind, weapon_of
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import resistance
from tracker.games.hybrid.checks.success_chance import Df
from tracker.games.hybrid.fighter import Acting
from tracker.model import events as ev
from tracker.model.combatant import Combatant, Condition, Presence
from tracker.model.questions import Roll
from tracker.model.state import END, Rank


def want_bleeding(stage: Stage) -> Roll | None:
    """Return the check against bleeding, after a cut or stab that took PBD (H-DMG-7). Else None."""
    draft, rules, blow = stage.draft, stage.rules, stage.blow
    if not blow.strikes or not blow.body or not draft[blow.target].able:
        return None
    weapon = weapon_of(draft[blow.attacker], blow.weapon)
    type_ = kind(draft.encounter, blow.attacker, blow.target, weapon)
    if weapon.use == "mental" or type_ not in rules.book.damage.bleeding.types:
        return None
    return bleeding_roll(draft[blow.target], rules)


def take_bleeding(stage: Stage, rolled: Any) -> None:
    """Let the wound bleed when the check failed."""
    blow = stage.blow
    if not rolled["success"]:
        wound(stage.fighter(blow.target), blow.location)


def wound(fighter: Acting, place: str, by_hand: Condition | None = None) -> str:
    """Add a wound that bleeds every 20 counts (H-DMG-7, ruling 19). Return the key of its condition.

    `place` is the location, for the label. `by_hand` is bleeding that the GM began, which becomes this wound: the wound
    ends, and is hidden from the players, as that was.
    """
    number = 1
    while fighter.now.condition(f"{conditions.BLEEDING}-{number}") is not None:
        number += 1
    key = f"{conditions.BLEEDING}-{number}"
    label = f"bleeding {place}".strip()
    gained = ev.ConditionGained(who=fighter.who, condition=key, label=label, why="failed by the wound (H-DMG-7)")
    if by_hand is not None:
        gained = replace(gained, until=by_hand.until, acts=by_hand.acts, secret=by_hand.secret)
    fighter.draft.emit(gained)
    _bleeds_on(fighter, key)
    return key


def bleed_on(fighter: Acting) -> None:
    """Let the wounds that a fighter brings along bleed from now on."""
    for wounded in conditions.wounds_of(fighter.now):
        if fighter.draft.encounter.agenda.find(fighter.who, conditions.BLEED, wounded.key) is None:
            _bleeds_on(fighter, wounded.key)


def _bleeds_on(fighter: Acting, key: str) -> None:
    """Schedule the next loss by the wound `key`."""
    next_count = fighter.count + fighter.rules.book.damage.bleeding.every
    fighter.draft.emit(ev.DueAdded(who=fighter.who, what=conditions.BLEED, at=next_count, rank=Rank.EFFECT, ref=key))


def bleed(draft: StepBuilder, rules: Rulebook, due: Due) -> None:
    """Take a wound's loss: 1 PFT, from PBD once PFT is gone, and again in 20 counts (H-DMG-7, ruling 19)."""
    who, table = due.who, rules.book.damage.bleeding
    if draft[who].condition(due.ref) is None:
        return
    why = "bleeding (H-DMG-7)"
    from_fatigue = min(draft[who].pool("PFT"), table.points)
    tire(draft, who, "PFT", from_fatigue, why, rules.book.energy.fatigue_per_exhaustion)
    take(draft, who, "PBD", table.points - from_fatigue, why)
    if not take_out_if_spent(Acting(draft, who, rules)):
        next_count = draft.encounter.count + table.every
        draft.emit(ev.DueAdded(who=who, what=conditions.BLEED, at=next_count, rank=Rank.EFFECT, ref=due.ref))


# By hand


def _bleeds(fighter: Acting, key: str) -> None:
    """Turn bleeding begun by hand into a numbered wound, which ends when that condition was to end.

    A condition with the key of a numbered wound is a wound already: it bleeds from now on.
    """
    agenda = fighter.draft.encounter.agenda
    if key != conditions.BLEEDING:
        if agenda.find(fighter.who, conditions.BLEED, key) is None:  # brought along from before the fight
            _bleeds_on(fighter, key)
        return
    due, begun = agenda.find(fighter.who, END, key), fighter.now.condition(key)
    fighter.draft.end(fighter.who, key, "as a wound")
    wounded = wound(fighter, "", begun)
    if due is not None:
        fighter.draft.emit(ev.DueAdded(who=fighter.who, what=END, at=due.count, rank=Rank.ENDING, ref=wounded))


def _staunched(fighter: Acting, key: str) -> None:
    """End a wound's losses when it is ended by hand."""
    for due in fighter.draft.encounter.agenda.of(fighter.who):
        if due.what == conditions.BLEED and due.ref == key:
            fighter.draft.emit(ev.DueEnded(who=fighter.who, what=due.what, at=due.count, ref=due.ref, why="by hand"))


def _bleeds_no_more(fighter: Acting) -> None:
    """End the losses of a fighter who is out. A surrendered fighter bleeds on."""
    if fighter.now.presence is not Presence.SURRENDERED:
        fighter.draft.cancel(fighter.who, (conditions.BLEED,), fighter.now.presence.value)


LIFECYCLES = (
    ConditionLifecycle((conditions.BLEEDING,), began=_bleeds, ended=_staunched, left=_bleeds_no_more, prefix=True),
)


def bleeding_roll(target: Combatant, rules: Rulebook) -> Roll:
    """Return the check against bleeding: PEN, DF −3 (H-DMG-7)."""
    dfs: list[Df] = [(rules.book.damage.bleeding.df, "bleeding (H-DMG-7)")]
    return resistance.check(target, rules, "PEN", dfs).roll(target.id, "bleeding", "resisting bleeding")
