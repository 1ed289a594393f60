"""The calculators of Hybrid, for the command line and, with a combatant's figures, for the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Annotated, Any, Literal

from tracker.game_api.calculator_arguments import primed
from tracker.game_api.calculators import Figure, calculator
from tracker.game_api.sheets import Calculator
from tracker.games.hybrid.blows.odds import HitOdds
from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.house_rules import HouseRules
from tracker.games.hybrid.book.rounding import half_up, shown
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills, tiers
from tracker.games.hybrid.checks.success_chance import Chance
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

KEYS = ("amazing", "very_notable", "notable", "solid", "success")
Rank = Annotated[int | None, Figure("the skill's rank; without it, unranked", 0, 30)]
Ranks = tuple[int, ...]


def chance(
    house: HouseRules | None,
    stat: Annotated[tuple[Fraction, ...], Figure("the stat; of several, their mean: 12,12,13", 0, 1000, parts=True)],
    rank: Rank = None,
    df: Annotated[int, Figure("difficulty factors, summed", -40, 40)] = 0,
    roll: Annotated[int | None, Figure("the roll", 1, 10_000)] = None,
    edition: Annotated[Literal["current", "1997"], Figure("the edition")] = "current",
    why: Annotated[bool, Figure("show the sum")] = False,
    kind: Annotated[
        Literal["specific", "general", "support", "filter"] | None, Figure("the kind of skill; specific is usual")
    ] = None,
    support: Annotated[Ranks, Figure("ranks of support skills", 0, 30)] = (),
    filter_: Annotated[int | None, Figure("rank of the filter skill that caps it", 0, 30)] = None,
    related: Annotated[
        Literal["similar", "dissimilar", "stretch"] | None, Figure("how closely the skill is related to the task")
    ] = None,
    unfamiliar: Annotated[int | None, Figure("an unfamiliar tool: the points gained back", 0, 30)] = None,
    pool: Annotated[Ranks, Figure("the other ranks of its skill pool", 0, 30)] = (),
    difficulty: Annotated[tuple[str, ...], Figure("the difficulty by its word; of several, their mean")] = (),
    setup: Annotated[bool, Figure("set up beforehand")] = False,
    rush: Annotated[Fraction | None, Figure("the part of the usual time, such as 1/2", 0, 1, parts=True)] = None,
    passive: Annotated[bool, Figure("a passive perception")] = False,
    severity: Annotated[int | None, Figure("the second roll of a critical failure (1997)", 1, 10_000)] = None,
) -> Mapping[str, Any]:
    """A chance and its thresholds, and what a roll against it means.

    Rules: H-CHECK 1–8, H-SKILL 2–6. Raises Refused for figures that only a skill has where no rank is given.
    """
    if len(stat) > 3:
        raise Refused(f"A check has up to three stats, not {len(stat)}: 12,12,13")
    rules = Rulebook.under(edition, house)
    book = rules.book
    total = Chance(per_df=Fraction(book.checks.df_percent))
    skill = _Skill(rank, kind, support, filter_, related, pool)
    effective_rank = _add_skill(total, sum(stat, Fraction(0)) / len(stat), skill, book)
    dfs: list[tuple[Fraction | int, str]] = [(df, "DF")]
    if difficulty:
        difficulties = book.checks.difficulty
        if strange := [word for word in difficulty if word not in difficulties]:
            raise Refused(f'"{strange[0]}" is no difficulty; there are {", ".join(difficulties)}.')
        mean = sum((Fraction(difficulties[word]) for word in difficulty), Fraction(0)) / len(difficulty)
        dfs.append((mean, f"{' and '.join(difficulty)} (H-CHECK-10)"))
    if unfamiliar is not None:
        table = book.skills.unfamiliar
        dfs.append((min(0, table.df + table.gain * unfamiliar), "unfamiliar tool (H-SKILL-5)"))
    total.dfs(dfs)
    if setup:
        percent = book.actions.setup.percent + book.actions.setup.per_rank * effective_rank
        total.add(percent, "set up (H-ACT-4)")
    if rush is not None:
        if not 0 < rush < 1:
            raise Refused(f"{rush} is no part of the time; write for example 1/2")
        total.times(rush, "rushed (H-ACT-3)")
    if passive:
        total.times(Fraction(1, book.perception.passive_share), "passive (H-PERC-3)")
    record = {**_thresholds(total, book), **({} if roll is None else _judged(total, roll, rules, severity))}
    return record | ({"sum": total.lines} if why else {})


@dataclass(frozen=True, slots=True)
class _Skill:
    """The figures of a skill in a chance, with those of the skills beside it."""

    rank: int | None
    kind: str | None
    support: Ranks = field(default=())
    filter: int | None = None
    related: str | None = None
    pool: Ranks = field(default=())

    @property
    def needs_rank(self) -> str:
        """Return the name of a figure that only a skill has. Empty where there is none."""
        names = ("kind", "support", "filter", "related", "pool")
        return next((name for name in names if getattr(self, name) not in (None, ())), "")


def _add_skill(chance: Chance, stat: Fraction, skill: _Skill, book: Book) -> int:
    """Add 3 × stat, rank, supports and pool to the chance. Return the rank as it counts, 0 unranked (ruling 83)."""
    checks = book.checks
    chance.add(checks.stat_factor * stat, f"{checks.stat_factor} × {shown(stat)} (H-CHECK-1)")
    if skill.rank is None:
        if skill.needs_rank:
            raise Refused(f"Without a rank there is no skill, so --{skill.needs_rank} says nothing; give --rank too.")
        chance.exact = Fraction(chance.exact, 2)
        chance.lines.append(f"unranked, half of it (H-CHECK-3): {shown(chance.exact)}")
        return 0
    given_rank = effective = min(skill.rank, book.skills.most_rank)
    if skill.related:
        part, whole = book.skills.related[skill.related]
        effective = effective * part // whole
        chance.lines.append(f"{skill.related}: rank {given_rank} counts as {effective} (H-SKILL-4)")
    if skill.filter is not None and effective > skill.filter:
        effective = skill.filter
        chance.lines.append(f"the filter skill leaves rank {effective} (H-SKILL-3)")
    kind = "specific" if skill.kind in (None, "filter") else skill.kind
    chance.add(checks.rank_percent[kind] * effective, f"rank {effective}, {kind} (H-SKILL-2)")
    for support in (min(rank, book.skills.most_rank) for rank in skill.support):
        chance.add(checks.rank_percent["support"] * support, f"support rank {support} (H-SKILL-2)")
    if skill.pool:
        most = min(book.skills.most_rank, book.skills.most_rank if skill.filter is None else skill.filter)
        bonus = skills.bonus_of([effective, *(min(most, rank) for rank in skill.pool)], book)
        chance.add(bonus, "skill pool (H-SKILL-6)")
    return effective


def _thresholds(chance: Chance, book: Book) -> dict[str, Any]:
    percent = half_up(chance.exact)
    return {"chance": percent, "thresholds": dict(zip(KEYS, tiers.thresholds(percent, book), strict=True))}


def _judged(chance: Chance, roll: int, rules: Rulebook, severity: int | None) -> dict[str, Any]:
    """Return tier, effect and margin of a roll. A critical failure adds the points missed by.

    Given its second roll (`severity`), it has that roll's tier and effect.
    """
    judgement = tiers.judge(half_up(chance.exact), roll, rules.book, rules.house)
    record = {"tier": judgement.tier, "effect": judgement.effect, "margin": judgement.margin}
    if judgement.tier == tiers.CRITICAL:
        record["missed_by"] = -judgement.margin
        if severity is not None:
            record["tier"], record["effect"] = tiers.severity(-judgement.margin, severity, rules.book)
    return record


def exchange(
    house: HouseRules | None,
    attack: Annotated[int, Figure("the attack's chance, the defence taken off", -500, 1000)],
    answer: Annotated[
        int | None, Figure("the chance of the parry alone; without it, nothing opposes", -500, 1000)
    ] = None,
) -> Mapping[str, Any]:
    """The chance to be hit of an attack against a parry or a disarming.

    Rules: H-CHECK-11.
    """
    defence = None if answer is None else Chance(Fraction(answer))
    return {"to_be_hit": HitOdds(Chance(Fraction(attack)), defence, house).to_be_hit}


def calculators(house: HouseRules | None = None) -> tuple[Calculator, ...]:
    """Return the calculators under house rules; None: those of the edition."""
    return tuple(calculator(function, house) for function in (chance, exchange))


def for_fighter(encounter: Encounter, rules: Rulebook, who: str) -> Sequence[Calculator]:
    """Return the calculators under the rules in force, filled with the first weapon of `who`, if given."""
    defaults: dict[str, Any] = {"edition": rules.edition}
    if who:
        sheet = sheet_of(encounter[who])
        weapon = sheet.all_weapons[0]
        rank = weapon.skill.rank if weapon.skill else None
        defaults |= {"stat": Fraction(sheet.basis(weapon.basis)), "rank": rank}
    return primed(calculators(rules.house), defaults)
