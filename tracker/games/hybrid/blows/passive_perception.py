"""Passive perception before a blow: fighters unaware of the attacker may notice it (H-PERC-3)."""

from __future__ import annotations

from typing import Any

from tracker.games.hybrid.blows.batch_plan import PlannedStage, Stage
from tracker.games.hybrid.body import perception
from tracker.model import events as ev
from tracker.model.questions import Roll


def want_notice(stage: Stage) -> None:
    """Plan a passive perception for each fighter who might notice the attacker (H-PERC-3). It needs no roll itself."""
    batch, blow = stage.batch, stage.blow
    if not blow.gone:
        blow_index = batch.blows.index(blow)
        unaware = perception.might_notice(stage.draft.encounter, blow.attacker)
        batch.insert([PlannedStage("noticing", blow_index, who) for who in unaware])


def want_noticing(stage: Stage) -> Roll | None:
    """Return one passive perception roll, at a quarter of the chance."""
    draft = stage.draft
    return perception.passive_roll(draft[stage.who], stage.rules, f"noticing {draft[stage.blow.attacker].name}")


def take_noticing(stage: Stage, rolled: Any) -> None:
    """Make the fighter aware of the attacker on success."""
    if rolled["success"]:
        stage.draft.emit(
            ev.AwarenessChanged(who=stage.who, of=stage.blow.attacker, aware=True, why="noticed (H-PERC-3)")
        )
