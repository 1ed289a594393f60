"""Weapon binds: two weapons caught in each other, and how they come free (H-DEF-7)."""

from __future__ import annotations

from tracker.encounter.engine.declarations import check_moment
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.body import conditions
from tracker.games.hybrid.body.condition_lifecycle import OUT, ConditionLifecycle
from tracker.games.hybrid.body.conditions import ADVANCED, BOUND
from tracker.games.hybrid.body.weapons import weapon_check, weapon_of
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.sheet.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing.free_actions import keep_moment_open
from tracker.games.toolkit import steps
from tracker.model import events as ev
from tracker.model.questions import Task
from tracker.model.refusals import Refused

TRIED = "unbind.tried"
"""The mark with the count of the last attempt to free the weapon."""


def bind(draft: StepBuilder, attacker: str, blade: str, parrier: str, other: str) -> None:
    """Bind the attacker's weapon `blade` and the parrier's weapon `other`, by key, in each other (H-DEF-7, ruling 22).

    The attacker has advanced then.
    """
    for fighter, opponent, weapon_key in ((attacker, parrier, blade), (parrier, attacker, other)):
        label = f"bound with {draft[opponent].name}"
        draft.emit(
            ev.ConditionGained(who=fighter, condition=BOUND, label=label, of=opponent, why="narrow parry (H-DEF-7)")
        )
        steps.mark(draft, fighter, BOUND, weapon_key)
    draft.emit(
        ev.ConditionGained(who=attacker, condition=ADVANCED, label="advanced", of=parrier, why="bound (H-DEF-7)")
    )


def release(draft: StepBuilder, who: str, why: str) -> None:
    """End a bind on both sides, and the advance that came with it."""
    own_bind = draft[who].condition(BOUND)
    if own_bind is None:
        return
    for fighter, other in ((who, own_bind.of), (own_bind.of, who)):
        bound = draft[fighter].condition(BOUND) if fighter in draft.encounter else None
        if bound is not None and bound.of == other:
            draft.end(fighter, BOUND, why)
            draft.end(fighter, ADVANCED, why)


# Breaking a bind


def unbind(fighter: Acting) -> None:
    """Try to free a bound weapon, once a count, taking no time: the holder of the bind rolls first (H-DEF-7)."""
    draft, rules, who, combatant = fighter.draft, fighter.rules, fighter.who, fighter.now
    own_bind = combatant.condition(BOUND)
    if own_bind is None:
        raise Refused(f"{combatant.name}'s weapon is not bound.")
    check_moment(draft, who)
    if combatant.marks.get(TRIED) == draft.encounter.count:
        raise Refused(f"{combatant.name} has tried at this count already; it may try again at its next initiative.")
    keep_moment_open(fighter, "tries to free its weapon first")
    steps.mark(draft, who, TRIED, draft.encounter.count)
    other = draft[own_bind.of]
    chance = weapon_check(other, rules, _bound_weapon(draft, other.id), conditions.OFFENSIVE)
    roll = chance.roll(other.id, "bind", "holding the bind")
    draft.roll(roll, Task("unbind", {"who": who}))


def _bound_weapon(draft: StepBuilder, who: str) -> Weapon:
    """Return the weapon that is bound. The first of the sheet where its key is gone."""
    key = str(draft[who].marks.get(BOUND))
    return weapon_of(draft[who], key) if sheet_of(draft[who]).weapon(key) else sheet_of(draft[who]).weapons[0]


def holder_rolled(fighter: Acting, data: Data) -> None:
    """Roll to free the weapon, once the holder of the bind has rolled, less the margin of its success (ruling 37)."""
    weapon = _bound_weapon(fighter.draft, fighter.who)
    chance = weapon_check(fighter.now, fighter.rules, weapon, conditions.DEFENSIVE)
    if data["success"]:
        chance.less_margin(data["margin"], "the holder")
    fighter.draft.straight_on = True
    fighter.roll(chance, "unbind", "freeing the weapon", "unbound")


def unbound(fighter: Acting, data: Data) -> None:
    """Free both weapons on a success. Either way the moment goes on."""
    fighter.draft.straight_on = True
    if data["success"]:
        release(fighter.draft, fighter.who, "freed (H-DEF-7)")


# By hand


def _end_bind_by_hand(fighter: Acting, key: str) -> None:
    """End the bind on the other side too, when the game master frees a weapon."""
    for other in fighter.draft.encounter:
        other_bind = other.condition(BOUND)
        if other_bind is not None and other_bind.of == fighter.who:
            fighter.draft.end(other.id, BOUND, "by hand")
            fighter.draft.end(other.id, ADVANCED, "by hand")
    fighter.draft.end(fighter.who, ADVANCED, "by hand")


def _release_on_leaving(fighter: Acting) -> None:
    release(fighter.draft, fighter.who, OUT)


LIFECYCLES = (ConditionLifecycle((BOUND,), ended=_end_bind_by_hand, left=_release_on_leaving),)
