"""The course of an action: declared and carried out in one step, then the next moment of whoever acted."""

from __future__ import annotations

from tracker.encounter import events as ev
from tracker.encounter.combatant import Action
from tracker.encounter.declaring import check_moment, declare, declare_at_once, end_action, may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.state import DECLARE, Rank
from tracker.systems.kit import changes
from tracker.systems.phases.body import rest
from tracker.systems.phases.body.conditions import DEFENDING, RESTING
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.timing import phases

PHASE_END = "phase"
"""What the agenda calls the end of a phase."""
NEW_ORDER = "order"
"""What the agenda calls Initiative rolled anew, where the house does (PQ 8)."""


def start(draft: Draft, who: str, action: Action, shoots: bool = False) -> Action:
    """One's moment becomes an action that is carried out at once and uses a sub-phase (P-SUB-1, PQ 15)."""
    check_moment(draft, who)
    phases.check_free(draft.encounter, who, shoots)
    under_way = declare_at_once(draft, who, action)
    changes.end(draft, who, DEFENDING, RESTING)
    phases.use(draft, who)
    return under_way


def start_long(draft: Draft, who: str, action: Action, sub_phases: int) -> None:
    """An action of several sub-phases is under way until its last one (P-SUB-2, PQ 28)."""
    check_moment(draft, who)
    phases.check_free(draft.encounter, who, False)
    lands = phases.landing(draft.encounter, who, sub_phases)
    speed = lands - draft.encounter.count
    declare(draft, who, Action(0, action.verb, label=action.label, speed=speed))
    changes.end(draft, who, DEFENDING, RESTING)
    phases.use(draft, who)


def long_ended(draft: Draft, who: str, action: Action) -> None:
    """A long action is done in its last sub-phase, which is used with it (P-SUB-2)."""
    used = phases.used_by(draft.encounter, action.declared, draft.encounter.count)
    draft.emit(ev.MarkChanged(who=who, mark=phases.USED, value=used))
    end_action(draft, who, action, "landed")


def finish(draft: Draft, who: str, number: int, rules: Options) -> None:
    """An action is over; its owner is asked again when its turn comes (P-TIME-2)."""
    action = draft[who].action(number)
    if action is not None:
        end_action(draft, who, action, "landed")
    go_on(draft, who, rules)


def go_on(draft: Draft, who: str, rules: Options) -> None:
    """The next moment of whoever has none."""
    free = draft[who].able and not draft[who].actions
    if free and draft.encounter.agenda.find(who, DECLARE) is None:
        may_declare_at(draft, who, phases.next_entry(draft.encounter, who, rules))


def back(draft: Draft, who: str, rules: Options) -> None:
    """Who comes in late or wakes up is asked from the next count on."""
    may_declare_at(draft, who, phases.entry_from(draft.encounter, who, draft.encounter.count + 1, rules))


def phase_over(draft: Draft, rules: Options) -> None:
    """The end of a phase; the next one has an end too as long as somebody can act in it or wake."""
    rest.phase_over(draft, rules, lambda draft, who: back(draft, who, rules))
    if rules.house_rules.initiative == "phase":
        draft.emit(ev.DueAdded(who="", what=NEW_ORDER, at=draft.encounter.count + 1, rank=Rank.EFFECT))
    mark_end(draft, draft.encounter.count + 1)


def mark_end(draft: Draft, count: int) -> None:
    """Put the end of the phase of `count` on the agenda."""
    if draft.encounter.agenda.find("", PHASE_END) is None:
        draft.emit(ev.DueAdded(who="", what=PHASE_END, at=phases.phase_end(count), rank=Rank.CLOSING))
