"""Experience: points handed out or trained for, and the ranks they buy (H-SKILL 9 and 10)."""

from __future__ import annotations

from fractions import Fraction

from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.success_chance import signed
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.sheet.sheet import Skill, sheet_of
from tracker.model.combatant import Combatant
from tracker.model.refusals import Refused

POINTS = "experience"
"""The mark with the unspent experience points of a fighter."""
HOURS = "trained."
"""The prefix of marks with the hours of training, before the way of training."""


def gains(fighter: Acting, points: int) -> None:
    """Hand out experience points, or take some back. Raises Refused for more than there are."""
    fighter.draft.actor = ""  # it is no action of the fighter's
    points_before = fighter.now.mark(POINTS)
    if points_before + points < 0:
        raise Refused(f"{fighter.name} has {points_before} experience points, so {-points} cannot be taken away.")
    fighter.mark(POINTS, points_before + points, f"{signed(Fraction(points))} experience")
    total = f"{signed(Fraction(points))} experience, {points_before + points} in all"
    fighter.note(f"{fighter.name}: {total}; {_can_buy(fighter.now, fighter.rules)}")


def trains(fighter: Acting, hours: int, way: str) -> None:
    """Count hours of training: a point for every 10 with a teacher, 20 with a partner, 30 alone (H-SKILL-10).

    `way` is `teacher`, `partner` or `alone`. The hours over are kept for each way.
    """
    fighter.draft.actor = ""  # it is no action of the fighter's
    hours_per_point = fighter.rules.book.skills.training[way]
    points, hours_over = divmod(fighter.now.mark(HOURS + way) + hours, hours_per_point)
    fighter.mark(HOURS + way, hours_over)
    if points:
        fighter.mark(POINTS, fighter.now.mark(POINTS) + points, f"{hours} h of training (H-SKILL-10)")
    how = "alone" if way == "alone" else f"with a {way}"
    gained = f"{points} experience, {hours_over} h towards the next point"
    fighter.note(f"{fighter.name} trains {hours} h {how}: {gained} (H-SKILL-10)")


def next_rank_cost(skill: Skill, book: Book) -> int | None:
    """Return the experience points for the next rank. None without a base cost or at the highest rank (H-SKILL-9)."""
    if skill.cost is None or skill.capped or skill.rank > book.skills.last_priced:
        return None
    factor = next(row.factor for row in book.skills.raising if skill.rank <= row.up_to)
    return int(skill.cost * factor)


def purchases(combatant: Combatant, rules: Rulebook) -> list[tuple[Skill, int]]:
    """Return the skills whose next rank has a price, each with that price, the cheapest first (H-SKILL-9)."""
    priced_skills = []
    for skill in sheet_of(combatant).skills:
        cost = next_rank_cost(skill, rules.book)
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
    """Return lines for the end of a fight: points in hand and the price of each next rank. Empty without either."""
    prices = purchases(combatant, rules)
    points_now = combatant.mark(POINTS)
    if not prices and not points_now:
        return ()
    words = [f"{skill.name} {skill.rank + 1}: {cost}{' ✓' if cost <= points_now else ''}" for skill, cost in prices]
    lines = [f"{points_now} experience", *words]
    return tuple(lines)
