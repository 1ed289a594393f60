"""Experience: points handed out or trained for, and the ranks they buy (H-SKILL 9 and 10)."""

from __future__ import annotations

from fractions import Fraction

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.chances import skills
from tracker.games.hybrid.chances.success_chance import signed
from tracker.games.hybrid.sheets.sheet import Skill, sheet_of
from tracker.games.toolkit import steps
from tracker.model.combatant import Combatant
from tracker.model.commands import Do
from tracker.model.refusals import Refused

POINTS = "experience"
"""Mark: the unspent experience points of a fighter."""
HOURS = "trained."
"""Mark, followed by the way of training: the hours trained towards the next point."""


def gains(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Hand out experience points, or take some back; raises Refused for more than there are."""
    who, points = command.who, int(command.words[0])
    draft.actor = ""
    points_before = draft[who].mark(POINTS)
    if points_before + points < 0:
        raise Refused(f"{draft[who].name} has {points_before} experience points, so {-points} cannot be taken away.")
    steps.mark(draft, who, POINTS, points_before + points, f"{signed(Fraction(points))} experience")
    total = f"{signed(Fraction(points))} experience, {points_before + points} in all"
    draft.note(f"{draft[who].name}: {total}; {_can_buy(draft[who], rules)}", who)


def trains(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Count hours of training: a point for every 10 with a teacher, 20 with a partner, 30 alone (H-SKILL-10)."""
    who, hours, way = command.who, int(command.words[0]), command.words[1]
    draft.actor = ""
    hours_per_point = rules.book.skills.training[way]
    points, hours_over = divmod(draft[who].mark(HOURS + way) + hours, hours_per_point)
    steps.mark(draft, who, HOURS + way, hours_over)
    if points:
        points_after = draft[who].mark(POINTS) + points
        steps.mark(draft, who, POINTS, points_after, f"{hours} h of training (H-SKILL-10)")
    how = "alone" if way == "alone" else f"with a {way}"
    gained = f"{points} experience, {hours_over} h towards the next point"
    draft.note(f"{draft[who].name} trains {hours} h {how}: {gained} (H-SKILL-10)", who)


def purchases(combatant: Combatant, rules: Rulebook) -> list[tuple[Skill, int]]:
    """Return the skills whose next rank has a price, each with that price, the cheapest first (H-SKILL-9)."""
    priced_skills = []
    for skill in sheet_of(combatant).skills:
        cost = skills.next_rank_cost(skill, rules.book)
        if cost is not None:
            priced_skills.append((skill, cost))
    return sorted(priced_skills, key=lambda pair: pair[1])


def _can_buy(combatant: Combatant, rules: Rulebook) -> str:
    """Return in words the ranks that a fighter's points can buy now."""
    points_now = combatant.mark(POINTS)
    affordable = [(skill, cost) for skill, cost in purchases(combatant, rules) if cost <= points_now]
    if not affordable:
        return "nothing to buy with it yet (H-SKILL-9)"
    words = [f"{skill.name} {skill.rank} → {skill.rank + 1} for {cost}" for skill, cost in affordable]
    return f"buys {', '.join(words)} (H-SKILL-9)"


def summary(combatant: Combatant, rules: Rulebook) -> tuple[str, ...]:
    """Return lines for the end of a fight: points in hand and the price of each next rank; none without either."""
    prices = purchases(combatant, rules)
    points_now = combatant.mark(POINTS)
    if not prices and not points_now:
        return ()
    words = [f"{skill.name} {skill.rank + 1}: {cost}{' ✓' if cost <= points_now else ''}" for skill, cost in prices]
    lines = [f"{points_now} experience", *words]
    return tuple(lines)
