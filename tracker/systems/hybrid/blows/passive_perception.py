"""Passive perception before a blow: combatants unaware of the attacker roll to notice it (H-PERC-3)."""

from __future__ import annotations

from typing import Any

from tracker.model import events as ev
from tracker.model.questions import Roll
from tracker.systems.hybrid.blows.batch_plan import PlannedStage, Stage
from tracker.systems.hybrid.body import perception


def want_notice(stage: Stage) -> None:
    """Everyone who might notice the attacker gets a passive perception (H-PERC-3)."""
    batch, blow = stage.batch, stage.blow
    if not blow.gone:
        place = batch.blows.index(blow)
        unaware = perception.might_notice(stage.draft.encounter, blow.attacker)
        batch.insert([PlannedStage("noticing", place, who) for who in unaware])


def want_noticing(stage: Stage) -> Roll | None:
    """One passive perception, at a quarter of the chance."""
    draft = stage.draft
    return perception.passive_roll(draft[stage.who], stage.rules, f"noticing {draft[stage.blow.attacker].name}")


def take_noticing(stage: Stage, rolled: Any) -> None:
    """A success makes aware."""
    if rolled["success"]:
        stage.draft.emit(
            ev.AwarenessChanged(who=stage.who, of=stage.blow.attacker, aware=True, why="noticed (H-PERC-3)")
        )
