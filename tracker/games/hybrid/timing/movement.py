"""Movement: the rate of each way of moving, and the checks of accelerating over short distances (H-MOVE)."""

from __future__ import annotations

from fractions import Fraction

from tracker.games.hybrid.body import activities, conditions
from tracker.games.hybrid.body.skill_use import SkillUse
from tracker.games.hybrid.book.rounding import half_up
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.checks.success_chance import Chance, of_stats, signed
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.modifiers import florentine
from tracker.games.hybrid.modifiers.action_modifiers import ActionModifiers, Beside
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.games.hybrid.timing import free_actions
from tracker.games.toolkit import steps
from tracker.model.combatant import Combatant
from tracker.model.questions import Task
from tracker.model.refusals import Refused

STANDING = "stand"
TRIED = "accelerate.tried"
"""The mark with the count of the last attempt to get faster."""


def rate(combatant: Combatant, mode: str, rules: Rulebook) -> Fraction | None:
    """Return the metres a second of a way of moving: a part of the dash, to one decimal half up (H-MOVE).

    None in a vehicle.
    """
    part = rules.book.movement.parts.get(mode)
    if part is None:
        return None
    dash = Fraction(half_up(sheet_of(combatant).stats["PMV"] * 10), 10)
    return Fraction(half_up(dash * 10 / part), 10)


def table(combatant: Combatant, rules: Rulebook) -> tuple[str, ...]:
    """Return all ways of moving with their rates and costs."""
    rows = []
    for mode in rules.book.movement.parts:
        speed = rate(combatant, mode, rules)
        costs = ", ".join(
            f"{signed(Fraction(row.points))} {row.pool} every {'minute' if row.seconds == 60 else 'second'}"
            for row in rules.book.energy.activity[mode].rates
        )
        rows.append(f"{mode} {float(speed or 0):g} m/s{f', {costs}' if costs else ''} (H-MOVE, H-NRG-1)")
    return tuple(rows)


def mode(combatant: Combatant) -> str:
    """Return the way a combatant moves now. `stand` when it does not."""
    moving = combatant.condition(conditions.MOVING)
    return moving.of if moving is not None else STANDING


def chance(combatant: Combatant, rules: Rulebook) -> Chance:
    """Return the check of accelerating: the best movement skill, else PAG (H-MOVE, ruling 31)."""
    sheet, row = sheet_of(combatant), rules.book.movement
    movement_skills = [skill for name in row.skills if (skill := sheet.skill(name)) is not None]
    if movement_skills:
        best = max(
            (skills.chance(sheet, skill, rules, (row.basis,)) for skill in movement_skills), key=lambda c: c.exact
        )
    else:
        best = of_stats(sheet, (row.basis,), rules.book, rules.house.halve_stat_checks)
    # Moving does not make it harder to move faster.
    dfs_of_moving = conditions.movement_dfs(combatant, "physical", rules.book)
    return best.dfs(df for df in conditions.dfs_on_action(combatant, rules) if df not in dfs_of_moving)


def why_not(combatant: Combatant, rules: Rulebook, gait: str, count: int) -> str:
    """Return why a fighter cannot try for a faster pace at this count. Empty when it can."""
    steps, pace_now = (STANDING, *rules.book.movement.parts), mode(combatant)
    if combatant.condition(conditions.PRONE) is not None:
        return f"{combatant.name} lies on the ground; `{combatant.id} stand` gets up first."
    if pace_now not in steps:
        return f"{combatant.name} rides and does not run; `{combatant.id} idles` ends that."
    if steps.index(pace_now) >= steps.index(gait):
        verb = rules.book.energy.activity[gait].verb
        slower = "" if pace_now == gait else f"; `{combatant.id} {verb}` slows down without a check"
        return f"{combatant.name} moves as fast already{slower}."
    if combatant.marks.get(TRIED) == count:
        return f"{combatant.name} has tried at this count already; it may try again at its next initiative."
    return ""


def accelerate(fighter: Acting, gait: str) -> None:
    """Try for a faster pace, the `gait`, which takes no time. Raises Refused.

    A first success reaches the pace just below it, a second one the gait.
    """
    draft, rules, who = fighter.draft, fighter.rules, fighter.who
    paces = (STANDING, *rules.book.movement.parts)
    pace_now = mode(draft[who])
    if why := why_not(draft[who], rules, gait, draft.encounter.count):
        raise Refused(why)
    free_actions.keep_moment_open(fighter, "accelerates first")
    steps.mark(draft, who, TRIED, draft.encounter.count)
    attempted = max(paces.index(pace_now) + 1, paces.index(gait) - 1)
    if paces.index(pace_now) == paces.index(gait) - 1:
        attempted = paces.index(gait)
    task = Task("accelerated", {"who": who, "to": paces[attempted], "from": pace_now})
    use = SkillUse(draft[who], rules)
    if draft.beside:
        mixed = florentine.column_of(draft[who], draft[who].actions[0]) == "mental"
        use = SkillUse(draft[who], rules, how=ActionModifiers(beside=Beside(1, mixed)))
    draft.roll(
        use.in_manner(chance(draft[who], rules)).roll(who, "movement", f"getting up to a {paces[attempted]}"), task
    )


def accelerated(fighter: Acting, data: Data) -> None:
    """Take up the pace `to` on a success. On a failure drop one below the pace before, `from` (rulings 31 and 103)."""
    draft, rules, attempted = fighter.draft, fighter.rules, data["to"]
    steps = (STANDING, *rules.book.movement.parts)
    reached = attempted if data["success"] else data["from"]
    if not data["success"] and reached != STANDING:
        dropped_to = steps.index(reached) - 1 if rules.third_reading else steps.index(attempted) - 1
        reached = steps[min(steps.index(reached), dropped_to)]
    if reached != data["from"]:
        activities.begin(fighter, reached)
    draft.straight_on = True
