"""The scene: light, gravity, a DF and a filter skill, from the file and as changed in the fight (H-COND)."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.book.house_rules import Scene
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.fighter import Acting
from tracker.games.toolkit import steps
from tracker.model.combatant import Combatant

LIGHT, GRAVITY, DF, FILTER = "light", "gravity", "df", "filter"
PARTS = (LIGHT, GRAVITY, DF, FILTER)
MARK = "scene."
"""The prefix of marks, before the part: its value once changed in the fight, on every fighter. Empty: as usual."""
_MARKS = frozenset(MARK + part for part in PARTS)
WORDS = {
    LIGHT: {"full": "", "good": "", "normal": "", "dim": "50% off", "poor": "75% off", "half": "50% off"},
    GRAVITY: {"full": "", "normal": "", "half": "50% off", "none": "100% off"},
}
"""Words that may be typed instead of those of the table."""


def of(combatant: Combatant, rules: Rulebook) -> Scene:
    """Return light, gravity and DF of the scene as a fighter has them now (ruling 86). Its filter is in the sheet."""
    marks = combatant.marks
    if not marks or _MARKS.isdisjoint(marks):
        return rules.scene  # nearly always
    marked = {part: marks[MARK + part] for part in PARTS if MARK + part in marks}
    changed: dict[str, object] = {part: marked[part] or None for part in (LIGHT, GRAVITY) if part in marked}
    if DF in marked:
        changed[DF] = int(marked[DF])
    return rules.scene.model_copy(update=changed)


def change(table: Acting, to: tuple[str, str | int]) -> None:
    """Change a part of the scene for everyone, from now on. `to` is the part and its value."""
    (part, value), draft = to, table.draft
    draft.actor = ""
    draft.note(f"the scene: {part} {'as usual' if value == '' else value} from now on (H-COND)")
    for combatant in draft.encounter:
        steps.mark(draft, combatant.id, MARK + part, value)


def enter(draft: StepBuilder, who: str) -> None:
    """Copy the changes of the scene so far, which each fighter keeps as marks, to a fighter who joins."""
    other = next((fighter for fighter in draft.encounter if fighter.id != who), None)
    for part in PARTS:
        if other is not None and MARK + part in other.marks and MARK + part not in draft[who].marks:
            steps.mark(draft, who, MARK + part, other.marks[MARK + part])
