"""Skills in use: rank under a filter, skill pools, unfamiliar tools, rank speed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from tracker.encounter.names import plain
from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.rounding import half_up_share
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.success_chance import Chance, of_skill, unranked
from tracker.games.hybrid.sheet.schema import MENTAL
from tracker.games.hybrid.sheet.sheet import Sheet, Skill, Weapon
from tracker.model.combatant import Combatant

FAMILIAR = "familiar."
"""The prefix of marks, before a weapon's key: the points of unfamiliarity gained back."""


def name_of(rank: int, book: Book) -> str:
    """Return the name of a rank, from familiar to mystical (H-SKILL-1)."""
    return next(row.name for row in book.skills.names if rank <= row.up_to)


def filter_of(sheet: Sheet, rules: Rulebook) -> str:
    """Return the filter skill that applies: the fighter's own, else the scene's. Empty without one (ruling 85)."""
    return sheet.filter if sheet.filter is not None else rules.scene.filter or ""


def cap(sheet: Sheet, skill: Skill | None, rules: Rulebook) -> int | None:
    """Return the rank to which a filter caps a skill in this scene. None when it does not cap it (H-SKILL-3)."""
    name = filter_of(sheet, rules)
    if not name or skill is None or skill.kind == "filter" or not skill.own:  # supports are not capped either
        return None
    filter_skill = sheet.skill(name)
    most = filter_skill.rank if filter_skill is not None else 0
    return most if skill.rank > most else None


def effective(sheet: Sheet, skill: Skill, rules: Rulebook, uncapped: bool = False) -> Skill:
    """Return a skill at its present rank: capped by the filter, or `uncapped` by a check (ruling 38)."""
    most = None if uncapped else cap(sheet, skill, rules)
    if most is None:
        return skill
    return replace(skill, rank=most)


def chance(
    sheet: Sheet, skill: Skill, rules: Rulebook, basis: tuple[str, ...] = (), task: str = "", uncapped: bool = False
) -> Chance:
    """Return the chance of a skill: 3·SB (stat basis) + rank + supports + pool bonus + the skill's DF.

    `basis` are the stats of a skill that has none of its own. `task` chooses the supports. `uncapped`: a check has
    lifted the cap of the filter skill.

    Rules: H-SKILL-3, ruling 34.
    """
    book = rules.book
    bonus = pool_bonus(sheet, skill, rules, uncapped) if rules.skill_pools and skill.pool else Fraction(0)
    total = of_skill(sheet, effective(sheet, skill, rules, uncapped), book, basis, task, bonus)
    capped_rank = None if uncapped else cap(sheet, skill, rules)
    if capped_rank is not None:
        total.lines.append(f"rank {skill.rank} counts as {capped_rank} under {filter_of(sheet, rules)} (H-SKILL-3)")
    return total


def with_weapon(
    combatant: Combatant, sheet: Sheet, weapon: Weapon, rules: Rulebook, task: str = "", uncapped: bool = False
) -> Chance:
    """Return the chance of using a weapon or tool: its skill's, or half of 3·SB unranked. Of DFs only unfamiliarity."""
    total = _cached_chance(sheet, weapon, rules, task, uncapped)
    df = unfamiliar(combatant, weapon, rules)
    return total.dfs([(df, f"{weapon.name} is unfamiliar (H-SKILL-5)")] if df else [])


class _Kept(NamedTuple):
    """A cached chance, with the sheet and the weapon it was calculated for."""

    sheet: Sheet
    weapon: Weapon
    exact: Fraction | int
    lines: tuple[str, ...]
    per_df: Fraction | int


MOST_KEPT = 4096
"""The most base chances cached at once, far more than a fight has. A short-lived sheet leaves one behind, too."""


def _cached_chance(sheet: Sheet, weapon: Weapon, rules: Rulebook, task: str, uncapped: bool) -> Chance:
    """Return the part of a chance that no moment of the fight changes.

    It is cached with the rules, because menus and cards ask for it at every redraw. The cache counts only for the same
    sheet and weapon *objects*: a sheet edited in a fight has new weapons under the old keys. The cache holds both
    objects, so no other object can get their identity.
    """
    key = (id(sheet), id(weapon), task, uncapped)
    kept: _Kept | None = rules.base_chances.get(key)
    if kept is not None:
        return Chance(kept.exact, [*kept.lines], kept.per_df)
    if weapon.skill is None:
        total = unranked(sheet, weapon.basis, rules.book)
    else:
        total = chance(sheet, weapon.skill, rules, weapon.basis, task, uncapped)
    if len(rules.base_chances) >= MOST_KEPT:
        rules.base_chances.clear()
    rules.base_chances[key] = _Kept(sheet, weapon, total.exact, tuple(total.lines), total.per_df)
    return total


def unfamiliar(combatant: Combatant, weapon: Weapon, rules: Rulebook) -> int:
    """Return the DF left of a weapon's unfamiliarity (H-SKILL-5). 0 when it is familiar."""
    if not weapon.unfamiliar:
        return 0
    table = rules.book.skills.unfamiliar
    return min(0, table.df + table.gain * combatant.mark(f"{FAMILIAR}{weapon.key}"))


def pool_bonus(sheet: Sheet, skill: Skill, rules: Rulebook, uncapped: bool = False) -> Fraction:
    """Return the percent that the skill's pool adds to it, by the present ranks of the skills in the pool.

    Rules: H-SKILL-6, rulings 8 and 38.
    """
    own_name = plain(skill.origin or skill.name)
    pooled = [other for other in sheet.skills if other.own and other.pool and plain(other.pool) == plain(skill.pool)]
    others = [other for other in pooled if plain(other.name) != own_name]
    return bonus_of([effective(sheet, other, rules, uncapped).rank for other in (skill, *others)], rules.book)


def bonus_of(ranks: Iterable[int], book: Book) -> Fraction:
    """Return the bonus in percent of a pool with these ranks.

    Current edition: half the highest rank plus a tenth of all others, at most twice the highest. 1997: the highest rank
    N, and 1 for every skill beyond the first N whose rank is at least N/2.
    """
    table = book.skills.pool
    ordered = sorted(ranks, reverse=True)
    if not ordered:
        return Fraction(0)
    highest = ordered[0]
    if table.formula == "counted":
        counted_ranks = [rank for rank in ordered[highest:] if rank * table.share >= highest]
        return Fraction(highest * table.highest + len(counted_ranks) * table.others)
    bonus = Fraction(highest, table.highest) + Fraction(sum(ordered[1:]), table.others)
    return min(bonus, Fraction(table.most * highest))


def rank_speed(sheet: Sheet, skill: Skill | None, rules: Rulebook) -> int:
    """Return the speed points that a skill gives an action: half its present rank, rounded half up (H-SKILL-7)."""
    if skill is None or not skill.own:
        return 0
    return half_up_share(effective(sheet, skill, rules).rank, rules.book.skills.rank_speed_share)


def column(sheet: Sheet, name: str) -> str:
    """Return whether a skill or stat is `physical` or `mental`, by the stats it uses."""
    skill = sheet.skill(name)
    names = skill.basis if skill is not None else tuple(name.split("/"))
    return "mental" if sum(stat in MENTAL for stat in names) * 2 > len(names) else "physical"
