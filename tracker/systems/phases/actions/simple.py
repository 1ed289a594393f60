"""Simple actions: moving, loading, defending, anything of 2 seconds or more in words, holding, resting, by hand."""

from __future__ import annotations

from tracker.encounter import events as ev
from tracker.encounter.combatant import Action
from tracker.encounter.declaring import check_moment, close_moment, may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.kit import changes
from tracker.systems.phases.actions import course
from tracker.systems.phases.actions.attacks import weapon_of
from tracker.systems.phases.body import wounds
from tracker.systems.phases.body.conditions import DEFENDING, RESTING
from tracker.systems.phases.body.rest import MOVED
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.checks import initiative
from tracker.systems.phases.sheets.sheet import sheet_of
from tracker.systems.phases.timing import fire, phases


def metres_left(encounter: Encounter, who: str, rules: Options) -> float:
    """How far one may move now: the rate in each sub-phase, or what is left of it in the phase (P-MOVE, PQ 14)."""
    rate = sheet_of(encounter, who).movement
    if rules.house_rules.movement == "sub-phase":
        return rate
    moved = encounter[who].marks.get(MOVED, 0)
    return max(0.0, rate - float(moved))


def move(draft: Draft, who: str, metres: float | None, rules: Options) -> None:
    """Up to the movement rate, in sub-phase 2 or 3 or in both (P-MOVE)."""
    most = metres_left(draft.encounter, who, rules)
    if not most or (metres or 0) > most:
        raise Refused(f"{draft[who].name} may move {most:g} m now, not {metres or 0:g} (P-MOVE).")
    metres = most if metres is None else metres
    action = course.start(draft, who, Action(0, "move", label=f"move, up to {metres:g} m"))
    before = draft[who].marks.get(MOVED, 0)
    draft.emit(ev.MarkChanged(who=who, mark=MOVED, value=float(before) + metres))
    course.finish(draft, who, action.id, rules)


def load(draft: Draft, who: str, name: str, rules: Options) -> None:
    """One 2-second action, and the weapon is full again (P-FIRE-4, PQ 12)."""
    empty = [one for one in sheet_of(draft.encounter, who).weapons if fire.to_load(draft.encounter, who, one)]
    weapon = weapon_of(draft.encounter, who, name) if name else empty[0] if empty else None
    if weapon is None or weapon not in empty:
        raise Refused(f"{draft[who].name} has nothing to load{f' in {weapon.name}' if weapon else ''}.")
    action = course.start(draft, who, Action(0, "load", weapon=weapon.name, label=f"load {weapon.name}"))
    fire.load(draft, who, weapon)
    course.finish(draft, who, action.id, rules)


def defend(draft: Draft, who: str, rules: Options) -> None:
    """Attacks in melee are contests until one's next action or the end of the phase (P-HIT-2, PQ 19)."""
    if not rules.house_rules.defend:
        raise Refused(f"{draft[who].name} cannot defend: the house rule defend is off here (PQ 19).")
    action = course.start(draft, who, Action(0, "defend", label="defend"))
    changes.begin(draft, who, DEFENDING, DEFENDING)
    course.finish(draft, who, action.id, rules)


def other(draft: Draft, who: str, text: str, sub_phases: int, rules: Options) -> None:
    """Any action in words: one sub-phase at once, more of them until the last (P-SUB 1 and 2, PQ 28)."""
    if sub_phases > 1:
        course.start_long(draft, who, Action(0, "other", label=text), sub_phases)
        return
    action = course.start(draft, who, Action(0, "other", label=text))
    course.finish(draft, who, action.id, rules)


def rest(draft: Draft, who: str, rules: Options) -> None:
    """Hold for the rest of the phase, so that shock comes back at its end (P-DMG-8)."""
    check_moment(draft, who)
    if draft[who].mark(phases.USED) or draft[who].mark(wounds.HIT):
        raise Refused(
            f"{draft[who].name} has acted or was hit in this phase, so no rest comes of it (P-DMG-8); `{who} hold`."
        )
    close_moment(draft, who, "rest")
    changes.end(draft, who, DEFENDING)
    changes.begin(draft, who, RESTING, RESTING)
    at = phases.phase_end(draft.encounter.count) + 1
    may_declare_at(draft, who, phases.entry_from(draft.encounter, who, at, rules))
    draft.note(f"{draft[who].name} rests for this phase", who)


def damage(draft: Draft, who: str, points: int, place: str, kind: str, rules: Options) -> None:
    """Damage the game master gives: to a location or to none (P-DMG, damage by hand)."""
    location = tables().place(place) if place else None
    if location is None and kind == "shock":
        raise Refused(f"Shock is counted where it hits (P-DMG-2): {who} damage {points} head shock")
    injury, shock = wounds.shares(points, kind, rules)
    wounds.hurt(draft, who, injury, shock, location, "by hand", rules)


def surprise(draft: Draft, who: str, level: int) -> None:
    """The level of its Initiative roll, before the fight (P-INIT-2, PQ 29)."""
    if draft.encounter.began and initiative.rolled(draft.encounter, who):
        raise Refused(f"{draft[who].name} has rolled Initiative already; undo the beginning, or leave it.")
    words = f"Initiative at level {level:+d}".replace("-", "−") if level else "Initiative at level 0"
    draft.emit(ev.MarkChanged(who=who, mark=initiative.SURPRISE, value=level, why=words))
