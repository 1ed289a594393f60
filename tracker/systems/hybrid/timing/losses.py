"""Losses: what takes from somebody what it has under way, and how a bind ends (H-DMG 6 and 8, H-DEF)."""

from __future__ import annotations

from tracker.encounter import events as ev
from tracker.encounter.combatant import Action, Combatant
from tracker.encounter.declarations import end_action, lose_pending
from tracker.encounter.draft import Draft
from tracker.encounter.state import Encounter
from tracker.rules.values import Doing
from tracker.systems.hybrid.body import conditions, footing, weapons
from tracker.systems.hybrid.body.conditions import BOUND, DODGING, DROPPING
from tracker.systems.hybrid.body.lasting import OUT, Lasting
from tracker.systems.hybrid.body.weapons import weapon_of
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.timing import presets

RECOVER, BLEED = "recover", "bleed"
"""What the agenda calls a recovery check and a bleeding wound."""
PHASES = (DODGING, DROPPING)
"""What the agenda calls the phases of a manoeuvre."""


def lose(draft: Draft, who: str, why: str) -> bool:
    """All `who` has pending is lost, a dodge or drop too, which leaves it prone; says whether there was any."""
    lost = lose_pending(draft, who, why)
    for key in (DODGING, DROPPING):
        if draft[who].condition(key) is not None:
            draft.end(who, key, why)
            footing.fall(draft, who, "ended in a fall")
            lost = True
    draft.cancel(who, PHASES, why)
    if draft[who].condition(conditions.PRESET) is not None:
        lost = True
    presets.drop(draft, who, why)
    return lost


def release(draft: Draft, who: str, why: str) -> None:
    """End a bind on both sides, and the advance that came with it."""
    bind = draft[who].condition(BOUND)
    if bind is None:
        return
    for one, other in ((who, bind.of), (bind.of, who)):
        theirs = draft[one].condition(BOUND) if one in draft.encounter else None
        if theirs is not None and theirs.of == other:
            draft.end(one, BOUND, why)
            draft.end(one, conditions.ADVANCED, why)


def _unbound(draft: Draft, rules: Rulebook, who: str, key: str) -> None:
    """The game master has freed a weapon: the other one bound with it is free too."""
    for other in draft.encounter:
        theirs = other.condition(BOUND)
        if theirs is not None and theirs.of == who:
            draft.end(other.id, BOUND, "by hand")
            draft.end(other.id, conditions.ADVANCED, "by hand")
    draft.end(who, conditions.ADVANCED, "by hand")


def _released(draft: Draft, rules: Rulebook, who: str) -> None:
    release(draft, who, OUT)


LASTING = (Lasting((BOUND,), ended=_unbound, left=_released),)


def can_be_spoiled(encounter: Encounter, who: str, action: Action) -> bool:
    """Whether something under way against the owner lands before this action does (flow: one blow, 8)."""
    return any(
        other.target == who and other.lands < action.lands
        for combatant in encounter
        if combatant.id != who
        for other in combatant.actions
    )


def doing(encounter: Encounter, who: str) -> Doing:
    """`dodging 3×PDF`, `stunned until 81`; nothing otherwise."""
    combatant = encounter[who]
    for key in (DODGING, DROPPING):
        phase = combatant.condition(key)
        if phase is not None:
            return Doing(phase.label)
    return recovering(encounter, combatant)


def recovering(encounter: Encounter, combatant: Combatant) -> Doing:
    """`stunned until 81`, or nothing."""
    state = conditions.helpless(combatant)
    due = encounter.agenda.find(combatant.id, RECOVER) if state else None
    return Doing(state, f"until {due.count}" if due is not None else "")


def drop_weapon(draft: Draft, who: str, key: str, why: str) -> None:
    """A weapon leaves the hand; an action with it that is under way is lost."""
    draft.emit(ev.MarkChanged(who=who, mark=f"{weapons.DRAWN}{key}", value=False, why=why))
    draft.note(f"{draft[who].name}'s {weapon_of(draft[who], key).name} is out of hand", who)
    lost = [action for action in draft[who].actions if action.weapon == key and action.lands > draft.encounter.count]
    for action in lost:
        end_action(draft, who, action, "lost", why)
    if lost and not draft[who].actions:
        draft.push("come back", who=who)
