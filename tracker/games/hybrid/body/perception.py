"""Perception: active and passive chances, alertness, and what each tier shows (H-PERC)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tracker.games.hybrid.body import activities, conditions
from tracker.games.hybrid.book.book import Book, book
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.checks.success_chance import Chance, Df, of_stats
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.modifiers import florentine
from tracker.games.hybrid.sheet.sheet import Skill, sheet_of
from tracker.model.combatant import Combatant
from tracker.model.questions import Roll
from tracker.model.state import Encounter

ALERTNESS = "alertness"
"""The mark that is set if the fighter's alertness was set during the fight."""
_WORD = "alertness."
"""The prefix of marks, before a word of alertness: true while that word is in force."""


def alertness(combatant: Combatant) -> tuple[str, ...]:
    """Return the alertness words in force: those set during the fight, else those of the sheet."""
    match combatant.marks.get(ALERTNESS):
        case None:
            return sheet_of(combatant).alertness
        case str(joined):  # as fights up to 0.2 have it
            return tuple(word for word in joined.split("|") if word)
    return tuple(word for word in book().perception.modifiers if combatant.marks.get(f"{_WORD}{word}"))


def alert(fighter: Acting, words: tuple[str, ...] = ()) -> None:
    """Set a fighter's alertness before or during the fight, each word with its own mark."""
    fighter.draft.actor = ""
    for word in fighter.rules.book.perception.modifiers:
        if fighter.now.marks.get(f"{_WORD}{word}", False) != (word in words):
            fighter.mark(f"{_WORD}{word}", value=word in words)
    fighter.mark(ALERTNESS, value=True, why=f"alertness {', '.join(words) or 'none'}")


def skill_of(combatant: Combatant, rules: Rulebook, kind: str = "physical") -> Skill | None:
    """Return the fighter's best perception skill for a `kind`: physical, mental or general. None without one."""
    table, sheet = rules.book.perception, sheet_of(combatant)
    known = [skill for name in table.skills if (skill := sheet.skill(name)) is not None]
    stat = table.basis[kind]
    return max(known, key=lambda skill: skills.chance(sheet, skill, rules, (stat,)).exact) if known else None


def chance(combatant: Combatant, rules: Rulebook, passive: bool = False, kind: str = "physical") -> Chance:
    """Return the chance of a perception: PAW, MAW or GAW, or a perception skill, with alertness and conditions.

    Rules: H-PERC 1–3.

    `kind` is physical, mental or general. A passive perception has a quarter, and acting twice at once does not make it
    harder (ruling 39).
    """
    table, sheet = rules.book.perception, sheet_of(combatant)
    stat, column = table.basis[kind], "mental" if kind == "mental" else "physical"
    skill = skill_of(combatant, rules, kind)
    if skill is not None:
        best = skills.chance(sheet, skill, rules, (stat,))
    else:
        best = of_stats(sheet, (stat,), rules.book, rules.house.halve_stat_checks)
    words = dict.fromkeys([*alertness(combatant), *(("asleep",) if activities.asleep(combatant) else ())])
    modifiers: list[Df] = [(table.modifiers[word], f"{word} (H-PERC-2)") for word in words]
    use = conditions.NOTICING if passive else conditions.PERCEIVING
    dfs = conditions.dfs_on_action(combatant, rules, use, column)
    best.dfs([*modifiers, *dfs, *([] if passive else florentine.while_at_it(combatant, rules))])
    if passive:
        best.times(Fraction(1, table.passive_share), "passive (H-PERC-3)")
    return best


def passive_roll(combatant: Combatant, rules: Rulebook, label: str, kind: str = "physical") -> Roll:
    """Return the roll of a passive perception, secret unless the encounter lets players roll it."""
    kept = rules.passive_rolls.get((combatant.id, kind))
    if kept is None or kept[0] is not combatant:  # a watcher is asked about each attacker of a moment in turn
        roll = chance(combatant, rules, passive=True, kind=kind).roll(combatant.id, "perception", label)
        kept = combatant, replace(roll, secret=rules.perception == "secret")
        rules.passive_rolls[combatant.id, kind] = kept
    return replace(kept[1], label=label)


def result(tier: str, book: Book) -> str:
    """Return in words what a perception shows at a tier (H-PERC-4, PG table 3.1)."""
    row = book.perception.results.get(tier)
    if row is None:
        return ""
    words = row.words
    if row.wrong:
        return f"{words}: details up to {row.wrong} % off, timing ±{row.timing} % (H-PERC-4)"
    if not row.detail:
        return f"{words} (H-PERC-4)"
    return f"{words}: {row.detail} % of the details, timing ±{row.timing} % (H-PERC-4)"


def might_notice(encounter: Encounter, attacker: str) -> list[str]:
    """Return the fighters of other sides, in seat order, who are unaware of the attacker and able to notice it."""
    side = encounter[attacker].profile.side
    return [
        other.id
        for other in encounter
        if attacker in other.unaware_of
        and other.profile.side != side
        and other.able
        and other.condition(conditions.UNCONSCIOUS) is None
    ]
