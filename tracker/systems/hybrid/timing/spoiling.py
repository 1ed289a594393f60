"""Spoiling: what an action loses its owner, and what ends with somebody who falls."""

from __future__ import annotations

from tracker.encounter import events as ev
from tracker.encounter.combatant import Action, Combatant, Presence
from tracker.encounter.declaring import lose_pending
from tracker.encounter.draft import Draft
from tracker.encounter.state import Encounter
from tracker.systems.hybrid.body import conditions
from tracker.systems.hybrid.body.conditions import BOUND, DODGING, DROPPING, PRONE
from tracker.systems.hybrid.book.rulebook import Rulebook

RECOVER, BLEED = "recover", "bleed"
"""What the agenda calls a recovery check and a bleeding wound."""
PHASES = (DODGING, DROPPING)
"""What the agenda calls the phases of a manoeuvre."""


def lose(draft: Draft, who: str, why: str) -> bool:
    """All `who` has pending is lost, a dodge or drop too, which leaves it prone; says whether there was any."""
    lost = lose_pending(draft, who, why)
    for key in (DODGING, DROPPING):
        if draft[who].condition(key) is not None:
            end(draft, who, key, why)
            prone(draft, who, "ended in a fall")
            lost = True
    cancel(draft, who, PHASES, why)
    if draft[who].condition(conditions.PRESET) is not None:
        lost = True
    from tracker.systems.hybrid.timing import presets

    presets.drop(draft, who, why)
    return lost


def cancel(draft: Draft, who: str, kinds: tuple[str, ...], why: str) -> None:
    """Take entries of these kinds off the agenda."""
    for due in draft.encounter.agenda.of(who):
        if due.what in kinds:
            draft.emit(ev.DueEnded(who=who, what=due.what, at=due.count, ref=due.ref, why=why))


def end(draft: Draft, who: str, key: str, why: str) -> None:
    """End a condition if it is borne."""
    condition = draft[who].condition(key)
    if condition is not None:
        draft.emit(ev.ConditionEnded(who=who, condition=key, label=condition.label, why=why))


def prone(draft: Draft, who: str, why: str) -> None:
    """Put somebody on the ground, if not there already."""
    if draft[who].condition(PRONE) is None:
        from tracker.systems.hybrid.body import activities

        end(draft, who, conditions.EVADING, "prone")
        activities.fall(draft, who)
        draft.emit(ev.ConditionGained(who=who, condition=PRONE, label="prone", why=why))


def release(draft: Draft, who: str, why: str) -> None:
    """End a bind on both sides, and the advance that came with it."""
    bind = draft[who].condition(BOUND)
    if bind is None:
        return
    for one, other in ((who, bind.of), (bind.of, who)):
        theirs = draft[one].condition(BOUND) if one in draft.encounter else None
        if theirs is not None and theirs.of == other:
            end(draft, one, BOUND, why)
            end(draft, one, conditions.ADVANCED, why)


def unbind(draft: Draft, who: str) -> None:
    """The game master has freed a weapon: the other one bound with it is free too."""
    for other in draft.encounter:
        theirs = other.condition(BOUND)
        if theirs is not None and theirs.of == who:
            end(draft, other.id, BOUND, "by hand")
            end(draft, other.id, conditions.ADVANCED, "by hand")
    end(draft, who, conditions.ADVANCED, "by hand")


def fallen(draft: Draft, rules: Rulebook, who: str) -> None:
    """One who is out: recovery, phases and a bind end; the surrendered still bleed, the others no longer."""
    lose(draft, who, "out of the fight")
    release(draft, who, "out of the fight")
    from tracker.systems.hybrid.actions import meeting
    from tracker.systems.hybrid.body import activities
    from tracker.systems.hybrid.close_quarters import closing

    closing.part_all(draft, who, "out of the fight")
    activities.stop(draft, rules, who)
    presence = draft[who].presence
    kinds = (*PHASES, RECOVER) if presence is Presence.SURRENDERED else (*PHASES, RECOVER, BLEED)
    cancel(draft, who, kinds, presence.value)
    if presence is Presence.DOWN:
        prone(draft, who, "down")
    meeting.offer(draft, rules, who)


def can_be_spoiled(encounter: Encounter, who: str, action: Action) -> bool:
    """Whether something under way against the owner lands before this action does (flow: one blow, 8)."""
    return any(
        other.target == who and other.lands < action.lands
        for combatant in encounter
        if combatant.id != who
        for other in combatant.actions
    )


def doing(encounter: Encounter, who: str) -> str:
    """`dodging, 3 × PDF`, `stunned until 81`; empty otherwise."""
    combatant = encounter[who]
    for key in (DODGING, DROPPING):
        phase = combatant.condition(key)
        if phase is not None:
            return phase.label
    return recovering(encounter, combatant)


def recovering(encounter: Encounter, combatant: Combatant) -> str:
    """`stunned until 81`, or empty."""
    state = conditions.helpless(combatant)
    if not state:
        return ""
    due = encounter.agenda.find(combatant.id, RECOVER)
    return f"{state} until {due.count}" if due is not None else state
