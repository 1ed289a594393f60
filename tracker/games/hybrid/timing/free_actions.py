"""Free actions: done at a combatant's own count, which they do not use up, such as evading or advancing."""

from __future__ import annotations

from tracker.encounter.engine.declarations import check_moment
from tracker.games.hybrid.body import conditions, posture
from tracker.games.hybrid.body.conditions import EVADING
from tracker.games.hybrid.body.weapons import at_hand
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.timing import action_points, stances
from tracker.games.toolkit import guards
from tracker.games.toolkit.conditions import begin
from tracker.model import events as ev


def keep_moment_open(fighter: Acting, why: str) -> None:
    """Let a combatant act at its moment without using it. Its question is asked again afterwards."""
    draft, who = fighter.draft, fighter.who
    check_moment(draft, who)
    draft.actor = who
    question = draft.encounter.question
    if question is not None and question.who == who:
        draft.emit(ev.Withdrawn(who=who, what=question.what, why=why))
    draft.straight_on = True  # those who may declare on this count are asked at once, this one too


def evade(fighter: Acting) -> None:
    """Begin to evade, or stop. It doubles the defence, and other actions suffer as in two at once (H-DEF-3)."""
    keep_moment_open(fighter, "evades")
    action_points.action_point(fighter)
    if fighter.now.condition(EVADING) is not None:
        fighter.draft.end(fighter.who, EVADING, "given up")
        return
    guards.refuse(posture.why_lying(fighter.now, "evade"))
    begin(fighter.draft, fighter.who, EVADING, "evading", of="", why="evades (H-DEF-3)")


def advance(fighter: Acting, target: str = "") -> None:
    """Begin to advance until the next declaration. Raises Refused where the `target`, if given, has a longer weapon."""
    keep_moment_open(fighter, "advances")
    action_points.action_point(fighter)
    stances.advance(fighter, at_hand(fighter.now), target)
    stances.mark_free(fighter, conditions.ADVANCED)
