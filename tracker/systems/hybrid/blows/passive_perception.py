"""Passive perception before a blow: who might notice an unseen attacker rolls for it (H-PERC-3)."""

from __future__ import annotations

from typing import Any

from tracker.model import events as ev
from tracker.model.questions import Roll
from tracker.systems.hybrid.blows.batch_plan import Stage
from tracker.systems.hybrid.body import perception


def want_notice(at: Stage) -> None:
    """Everyone who might notice the attacker gets a passive perception (H-PERC-3)."""
    batch, blow = at.batch, at.blow
    if not blow.gone:
        place = batch.blows.index(blow)
        batch.insert(
            [["noticing", place, other] for other in perception.might_notice(at.draft.encounter, blow.attacker)]
        )


def want_noticing(at: Stage) -> Roll | None:
    """One passive perception, at a quarter of the chance."""
    draft = at.draft
    return perception.passive_roll(draft[at.who], at.rules, f"noticing {draft[at.blow.attacker].name}")


def take_noticing(at: Stage, rolled: Any) -> None:
    """A success makes aware."""
    if rolled["success"]:
        at.draft.emit(ev.AwarenessChanged(who=at.who, of=at.blow.attacker, aware=True, why="noticed (H-PERC-3)"))
