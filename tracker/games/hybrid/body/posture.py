"""Posture: a fighter falls prone, and what ends with that (H-DEF-5, H-DMG-6)."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.body import activities
from tracker.games.hybrid.body.condition_lifecycle import ConditionLifecycle
from tracker.games.hybrid.body.conditions import EVADING, PRONE
from tracker.games.hybrid.fighter import Acting
from tracker.games.toolkit.conditions import begin
from tracker.model.combatant import Combatant, Presence


def why_lying(combatant: Combatant, verb: str) -> str:
    """Return why a fighter on the ground cannot do what needs feet. Empty for a standing fighter."""
    if combatant.condition(PRONE) is None:
        return ""
    return f"{combatant.name} cannot {verb}: prone; `{combatant.id} stand` gets up."


def fall(draft: StepBuilder, who: str, why: str) -> None:
    """Put a fighter on the ground, unless it is there already."""
    if draft[who].condition(PRONE) is None:
        _end_what_needs_feet(draft, who)
        begin(draft, who, PRONE, why=why)


def _end_what_needs_feet(draft: StepBuilder, who: str) -> None:
    """End evading, walking and running."""
    draft.end(who, EVADING, "prone")
    activities.stop_walking(draft, who)


def _grounded(fighter: Acting, key: str) -> None:
    """End everything that needs feet, after the GM put the fighter on the ground."""
    _end_what_needs_feet(fighter.draft, fighter.who)


def _lie_down_if_taken_out(fighter: Acting) -> None:
    """Put a fighter who is down on the ground. Others stay as they are."""
    if fighter.now.presence is Presence.DOWN:
        fall(fighter.draft, fighter.who, "down")


LIFECYCLES = (ConditionLifecycle((PRONE,), began=_grounded, left=_lie_down_if_taken_out, also_outside_fight=True),)
