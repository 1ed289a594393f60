"""Improvement: the roll for a skill to rise, by use or by training under a teacher (S-GROW)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.names import slug
from tracker.games.prism.book.tables import BOOK
from tracker.games.prism.fighter import Fighter
from tracker.games.prism.sheet import Skill
from tracker.games.toolkit import steps
from tracker.games.toolkit.fighters import Acting
from tracker.games.toolkit.sums import Sum
from tracker.model.questions import Ask, Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

IMPROVE, TRAINING = "improve", "training"
BY_HAND = "by hand"
"""The answer of the GM in place of a teacher's id, for a teacher who is not there."""
TEACHER = "teacher"
"""The topic of the question for a teacher."""
IMPROVED, TAUGHT = "prism.improved", "prism.taught"
Data = Mapping[str, Any]


def teachers(encounter: Encounter, who: str, skill: Skill) -> tuple[str, ...]:
    """Return the allies with a higher skill, the best first (S-GROW-1, SQ 37).

    One whom players know by another name is left out, since its id would tell the true one.
    """
    value, side = Fighter(encounter, who).risen(skill), encounter[who].profile.side
    allies = [ally for ally in encounter if ally.id != who and ally.profile.side == side and not ally.alias]
    skilled = [(-value_of(encounter, ally.id, skill), ally.profile.seat, ally.id) for ally in allies]
    return tuple(id for below, _, id in sorted(skilled) if -below > value)


def value_of(encounter: Encounter, teacher: str, skill: Skill) -> int:
    """Return a teacher's value of a skill, with what it rose in this fight. 0 without the skill."""
    fighter = Fighter(encounter, teacher)
    known = fighter.sheet.skill(skill.name)
    return 0 if known is None else fighter.risen(known)


def taught(draft: StepBuilder, data: Data) -> None:
    """Go on after the choice of a teacher (SQ 37)."""
    teacher = BY_HAND if data["answer"] == slug(BY_HAND) else str(data["answer"])
    improve(Acting(draft, data["who"]), Improvement(data["skill"], TRAINING, teacher))


def _has_teacher(draft: StepBuilder, fighter: Fighter, skill: Skill, teacher: str) -> bool:
    """Return whether training has its teacher, or ask for one. Raises Refused for one without the higher skill.

    In a fight of an older release training needs none. Rules: S-GROW-1, SQ 37.
    """
    if not teacher:
        if not draft.encounter.release:
            return True
        draft.push(TAUGHT, who=fighter.who, skill=skill.name)
        words = (*teachers(draft.encounter, fighter.who, skill), slug(BY_HAND))
        text = f"{fighter.name}: who teaches {skill.name}, with more than {fighter.risen(skill)}?"
        draft.ask(Ask.CHOOSE, fighter.who, TEACHER, text, words)
        return False
    if teacher == BY_HAND:
        return True
    name, taught, value = draft[teacher].name, value_of(draft.encounter, teacher, skill), fighter.risen(skill)
    if taught <= value:
        why = f"{name} has {skill.name} {taught}, {fighter.name} {value}, and a teacher's is higher (S-GROW-1)"
        raise Refused(f"{fighter.name} cannot train {skill.name} under {name}: {why}.")
    draft.note(
        f"{name} teaches {fighter.name} {skill.name}: {taught} above {value} (S-GROW-1)", fighter.who, secret=True
    )
    return True


class Improvement(NamedTuple):
    """A skill to improve, the method, and for training the teacher: an id, `by hand`, or empty to be asked for."""

    skill: str
    method: str
    teacher: str = ""


def improve(acting: Acting, improvement: Improvement) -> None:
    """Roll to improve a skill by one of the methods (S-GROW-1). Raises Refused."""
    draft, who, method = acting.draft, acting.who, improvement.method
    fighter = Fighter(draft.encounter, who)
    skill = fighter.skill(improvement.skill)
    number = fighter.improvement(skill)
    if number < 0:
        raise Refused(f"{fighter.name} cannot improve {skill.name}: the target would be {number} (S-GROW-1).")
    if method == TRAINING and not _has_teacher(draft, fighter, skill, improvement.teacher):
        return
    start, factor = BOOK.growth.start, BOOK.growth.factor
    line = f"{start} − {factor} × (skill {fighter.risen(skill)} + {fighter.potential(skill)}) = {number} (S-GROW-1)"
    roll = fighter.roll(IMPROVE, f"improve {skill.name} by {method}", Sum(number, [line]))
    draft.roll(roll, Task(IMPROVED, {"who": who, "skill": skill.name, "method": method}))


def raised(draft: StepBuilder, data: Data) -> None:
    """Raise a skill after a successful improvement roll (S-GROW-1)."""
    if data["success"]:
        fighter = Fighter(draft.encounter, data["who"])
        skill = fighter.skill(data["skill"])
        before, points = fighter.risen(skill), BOOK.points[data["method"]]
        why = f"{skill.name} {before} → {before + points} (S-GROW-1)"
        # The mark holds all points that the skill rose over its value on the sheet.
        steps.mark(draft, fighter.who, f"gained {skill.name}", before + points - skill.value, why)
