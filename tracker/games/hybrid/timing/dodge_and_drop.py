"""Dodging and dropping prone, phase by phase, and how they end (H-DEF 4 and 5)."""

from __future__ import annotations

from tracker.clock.agenda import Due
from tracker.encounter.engine.declarations import close_moment
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.body import conditions, passive_defence, posture, scene_changes
from tracker.games.hybrid.body.condition_lifecycle import ConditionLifecycle
from tracker.games.hybrid.body.conditions import DODGING, DROPPING, EVADING, PHASES
from tracker.games.hybrid.body.passive_defence import DODGE, DROP
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.games.hybrid.timing import action_points, initiative
from tracker.games.hybrid.timing.intent import intend
from tracker.games.toolkit import guards
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.questions import Task
from tracker.model.state import Rank

OVER = "fall"
"""The reference of the agenda entry that ends a manoeuvre."""
FROM_EVADING = "dodge.evading"
"""The mark of a dodge begun while evading, which helps to land on the feet."""


def dodge(fighter: Acting) -> None:
    """Dodge at the combatant's own count (H-DEF-4, ruling 26)."""
    _declare(fighter, DODGE)


def drop(fighter: Acting) -> None:
    """Drop prone at the combatant's own count (H-DEF-5, ruling 26)."""
    _declare(fighter, DROP)


def _declare(fighter: Acting, verb: str) -> None:
    """Declare a dodge or a drop (`verb`) and use the fighter's moment for it. Raises Refused."""
    draft, who = fighter.draft, fighter.who
    action_points.action_point(fighter)
    guards.refuse(why_not(fighter.now, fighter.rules, verb))
    intend(fighter, "physical")
    close_moment(draft, who, verb)
    draft.actor = who
    manoeuvre(fighter, verb)


def why_not(combatant: Combatant, rules: Rulebook, verb: str) -> str:
    """Return why a fighter cannot dodge or drop prone. Empty when it can."""
    if why := posture.why_lying(combatant, verb):
        return why
    if verb == DROP and scene_changes.of(combatant, rules).gravity == "100% off":
        return f"{combatant.name} cannot drop prone: there is no gravity to fall by."
    return ""


def manoeuvre(fighter: Acting, verb: str) -> None:
    """Begin a dodge or a drop (`verb`), and put the begin of each later phase, and the end, on the agenda."""
    evading = fighter.now.condition(EVADING) is not None
    if verb == DODGE and (evading or fighter.now.marks.get(FROM_EVADING)):
        fighter.mark(FROM_EVADING, evading)
    fighter.draft.end(fighter.who, EVADING, f"{verb}s")
    # A phase ends `until` counts from now. `times` are the factors of the defence, one for each phase.
    dodge, drop = fighter.rules.book.defences.dodge, fighter.rules.book.defences.drop
    key = DODGING if verb == DODGE else DROPPING
    until, times = (dodge.until, dodge.times) if verb == DODGE else ((drop.counts,), (drop.times,))
    _phase(fighter.draft, fighter.who, key, times[0], f"{verb} (H-DEF)")
    for place, counts in enumerate(until):
        following = passive_defence.phase(times[place + 1]) if place + 1 < len(times) else OVER
        next_count = fighter.count + counts
        fighter.draft.emit(ev.DueAdded(who=fighter.who, what=key, at=next_count, rank=Rank.ENDING, ref=following))


def _phase(draft: StepBuilder, who: str, key: str, times: int, why: str) -> None:
    """Begin a phase of a manoeuvre, which multiplies the defence by `times`."""
    of = passive_defence.phase(times)
    draft.emit(ev.ConditionGained(who=who, condition=key, label=f"{key} {of}", of=of, why=why))


def phase(draft: StepBuilder, rules: Rulebook, due: Due) -> None:
    """Begin the next phase of a dodge or drop, as its entry on the agenda says, or end it: a fall, then initiative.

    At the end of a dodge a combatant with the skill of it rolls to keep its feet.
    """
    key = due.what
    condition = draft[due.who].condition(key)
    if condition is None:
        return
    draft.actor = due.who
    if due.ref != OVER:
        _phase(draft, due.who, key, passive_defence.PHASES[due.ref], "next phase")
        return
    draft.end(due.who, key, "over")
    skill = sheet_of(draft[due.who]).skill(rules.book.defences.dodge.skill) if key == DODGING else None
    if skill is None:
        posture.fall(draft, due.who, "a controlled fall (H-DEF-4)" if key == DODGING else "dropped (H-DEF-5)")
        initiative.after_action(Acting(draft, due.who, rules))
        return
    chance = skills.chance(sheet_of(draft[due.who]), skill, rules, ("PAG",))
    if draft[due.who].marks.get(FROM_EVADING):
        chance.dfs([(rules.book.defences.evade.dodge, "begun while evading (H-DEF-3)")])
    chance.dfs(conditions.dfs_on_action(draft[due.who], rules))
    draft.roll(chance.roll(due.who, "acrobatics", "landing on its feet"), Task("rolled over", {"who": due.who}))


def _end_by_hand(fighter: Acting, key: str) -> None:
    """End a manoeuvre that the game master removes: no fall, and the combatant rolls initiative."""
    fighter.draft.cancel(fighter.who, (key,), "by hand")
    initiative.come_back(fighter)


def _cut_short(draft: StepBuilder, who: str, why: str) -> None:
    """End a manoeuvre in a fall, after a hit or another interruption."""
    for key in PHASES:
        if draft[who].condition(key) is not None:
            draft.end(who, key, why)
            posture.fall(draft, who, "ended in a fall")
    draft.cancel(who, PHASES, why)


LIFECYCLES = (ConditionLifecycle(PHASES, ended=_end_by_hand, lost=_cut_short),)


def rolled_over(fighter: Acting, data: Data) -> None:
    """Let the dodger keep its feet on a success, else fall. Then it rolls initiative (H-DEF-4)."""
    if not data["success"]:
        posture.fall(fighter.draft, fighter.who, "a controlled fall (H-DEF-4)")
    initiative.after_action(fighter)
