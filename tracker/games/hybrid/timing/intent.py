"""Intent: whether a combatant acts with body or mind, which decides its next initiative (H-INIT-1)."""

from __future__ import annotations

from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.model.combatant import Combatant

INTENT = "intent"
"""The mark with `physical` or `mental`, which decides a combatant's next initiative (H-INIT-1)."""


def intent(combatant: Combatant) -> str:
    """Return `physical` or `mental`: by the last action, else by the game master or the sheet (H-INIT-1)."""
    marked = combatant.marks.get(INTENT)
    return str(marked) if marked else sheet_of(combatant).intent


def intend(fighter: Acting, column: str) -> None:
    """Remember whether the last action was physical or mental, for the next initiative (H-INIT-1)."""
    if intent(fighter.now) != column:
        fighter.mark(INTENT, column, f"{column} intent (H-INIT-1)")


def set_intent(fighter: Acting, column: str) -> None:
    """Set the intent, `physical` or `mental`, that decides the next initiative."""
    fighter.draft.actor = ""
    fighter.mark(INTENT, column, f"{column} intent (H-INIT-1)")
