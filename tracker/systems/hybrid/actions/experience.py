"""Experience: points given after a fight or trained for, and what they buy (H-SKILL 9 and 10)."""

from __future__ import annotations

from fractions import Fraction

from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.commands import Do
from tracker.model.refusals import Refused
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import skills
from tracker.systems.hybrid.chances.success_chance import signed
from tracker.systems.hybrid.sheets.sheet import Skill, sheet_of

POINTS = "experience"
"""The mark with the experience points a combatant has to spend."""
HOURS = "trained."
"""The mark, with the way of training, that holds hours short of a point."""


def gains(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Hand out experience points."""
    who, points = command.who, int(command.words[0])
    draft.actor = ""
    have = draft[who].mark(POINTS)
    if have + points < 0:
        raise Refused(f"{draft[who].name} has {have} experience points, so {-points} cannot be taken back.")
    draft.emit(ev.MarkChanged(who=who, mark=POINTS, value=have + points, why=f"{signed(Fraction(points))} experience"))
    total = f"{signed(Fraction(points))} experience, {have + points} in all"
    draft.note(f"{draft[who].name}: {total}; {_can_buy(draft[who], rules)}", who)


def trains(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Hours of training: a point for every 10 with a teacher, 20 with a partner, 30 alone (H-SKILL-10)."""
    who, hours, way = command.who, int(command.words[0]), command.words[1]
    draft.actor = ""
    per = rules.book.skills.training[way]
    points, rest = divmod(draft[who].mark(HOURS + way) + hours, per)
    draft.emit(ev.MarkChanged(who=who, mark=HOURS + way, value=rest))
    if points:
        have = draft[who].mark(POINTS) + points
        draft.emit(ev.MarkChanged(who=who, mark=POINTS, value=have, why=f"{hours} h of training (H-SKILL-10)"))
    how = "alone" if way == "alone" else f"with a {way}"
    gained = f"{points} experience, {rest} h towards the next point"
    draft.note(f"{draft[who].name} trains {hours} h {how}: {gained} (H-SKILL-10)", who)


def purchases(combatant: Combatant, rules: Rulebook) -> list[tuple[Skill, int]]:
    """Each skill whose next rank has a price, with it, the cheapest first (H-SKILL-9)."""
    purchases_left = []
    for skill in sheet_of(combatant).skills:
        cost = skills.next_rank_cost(skill, rules.book)
        if cost is not None:
            purchases_left.append((skill, cost))
    return sorted(purchases_left, key=lambda pair: pair[1])


def _can_buy(combatant: Combatant, rules: Rulebook) -> str:
    have = combatant.mark(POINTS)
    affordable = [(skill, cost) for skill, cost in purchases(combatant, rules) if cost <= have]
    if not affordable:
        return "nothing to buy with it yet (H-SKILL-9)"
    words = [f"{skill.name} {skill.rank} → {skill.rank + 1} for {cost}" for skill, cost in affordable]
    return f"buys {', '.join(words)} (H-SKILL-9)"


def summary(combatant: Combatant, rules: Rulebook) -> tuple[str, ...]:
    """For the end of a fight: points in hand and what each next rank costs; empty without either."""
    prices = purchases(combatant, rules)
    have = combatant.mark(POINTS)
    if not prices and not have:
        return ()
    words = [f"{skill.name} {skill.rank + 1}: {cost}{' ✓' if cost <= have else ''}" for skill, cost in prices]
    lines = [f"{have} experience", *words]
    return tuple(lines)
