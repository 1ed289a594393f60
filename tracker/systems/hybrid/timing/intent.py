"""Intent: whether a combatant acts with body or mind; its next initiative goes by it (H-INIT-1)."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.systems.hybrid.sheets.sheet import sheet_of

INTENT = "intent"
"""The mark that returns whether a combatant's next initiative is of the body or of the mind (H-INIT-1)."""


def intent(combatant: Combatant) -> str:
    """Whether a combatant acts with body or mind: its last action, else what the table or its sheet says (H-INIT-1)."""
    marked = combatant.marks.get(INTENT)
    return str(marked) if marked else sheet_of(combatant).intent


def intend(draft: StepBuilder, who: str, column: str) -> None:
    """Remember whether the last action was of the body or the mind; the next initiative goes by it (H-INIT-1)."""
    if intent(draft[who]) != column:
        draft.emit(ev.MarkChanged(who=who, mark=INTENT, value=column, why=f"{column} intent (H-INIT-1)"))
