"""A chance from bare figures, for `tracker chance`: each kind of skill and use, and what a roll means."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tracker.model.refusals import Refused
from tracker.systems.hybrid.book.book import Book
from tracker.systems.hybrid.book.house_rules import Options
from tracker.systems.hybrid.book.rounding import exact, half_up, shown
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import skills, tiers
from tracker.systems.hybrid.chances.success_chance import Chance

KEYS = ("amazing", "very_notable", "notable", "solid", "success")


def chance(
    stat: Fraction | float,
    rank: int | None,
    df: int,
    roll: int | None,
    options: Mapping[str, Any],
    more: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the SC, its five thresholds, and the tier, effect and margin of a roll (H-CHECK 1–8).

    No rank means unranked. `more` may hold `kind`, `support` (ranks), `filter` (rank), `related`, `unfamiliar`
    (points gained back), `pool` (the other ranks), `difficulty` (words, their mean counts), `setup`, `rush`,
    `passive`, `why`, and `severity`, the second roll of a critical failure.
    """
    more = more or {}
    encounter_options = Options.model_validate(dict(options))
    book = Rulebook.under(encounter_options.edition, encounter_options.house_rules).book
    total = Chance(per_df=Fraction(book.checks.df_percent))
    effective_rank = _basis(total, exact(stat), rank, book, more)
    dfs: list[tuple[Fraction | int, str]] = [(df, "DF")]
    if more.get("difficulty"):
        difficulties = book.checks.difficulty
        words = list(more["difficulty"])
        if strange := next((word for word in words if word not in difficulties), ""):
            raise Refused(f'"{strange}" is no difficulty; there are {", ".join(difficulties)}.')
        mean = sum((Fraction(difficulties[word]) for word in words), Fraction(0)) / len(words)
        dfs.append((mean, f"{' and '.join(words)} (H-CHECK-10)"))
    if more.get("unfamiliar") is not None:
        table = book.skills.unfamiliar
        dfs.append((min(0, table.df + table.gain * more["unfamiliar"]), "unfamiliar tool (H-SKILL-5)"))
    total.dfs(dfs)
    if more.get("setup"):
        setup = book.actions.setup
        total.add(setup.percent + setup.per_rank * effective_rank, "set up (H-ACT-4)")
    if more.get("rush") is not None:
        total.times(Fraction(more["rush"]), "rushed (H-ACT-3)")
    if more.get("passive"):
        total.times(Fraction(1, book.perception.passive_share), "passive (H-PERC-3)")
    return _record(total, roll, encounter_options, book, bool(more.get("why")), more.get("severity"))


def _basis(chance: Chance, stat: Fraction, rank: int | None, book: Book, more: Mapping[str, Any]) -> int:
    """Add 3 × stat, rank, supports and pool to the chance; return the effective rank (ruling 83)."""
    checks = book.checks
    chance.add(checks.stat_factor * stat, f"{checks.stat_factor} × {shown(stat)} (H-CHECK-1)")
    if rank is None:
        _needs_rank(more)
        chance.exact = Fraction(chance.exact, 2)
        chance.lines.append(f"unranked, half of it (H-CHECK-3): {shown(chance.exact)}")
        return 0
    given_rank = _most(rank, book)
    effective = given_rank
    if more.get("related"):
        part, whole = book.skills.related[more["related"]]
        effective = effective * part // whole
        chance.lines.append(f"{more['related']}: rank {given_rank} counts as {effective} (H-SKILL-4)")
    if more.get("filter") is not None and effective > more["filter"]:
        effective = more["filter"]
        chance.lines.append(f"the filter skill leaves rank {effective} (H-SKILL-3)")
    kind = {"filter": "specific"}.get(more.get("kind", ""), more.get("kind") or "specific")
    chance.add(checks.rank_percent[kind] * effective, f"rank {effective}, {kind} (H-SKILL-2)")
    for support in (_most(rank, book) for rank in more.get("support") or ()):
        chance.add(checks.rank_percent["support"] * support, f"support rank {support} (H-SKILL-2)")
    if more.get("pool"):
        most = more["filter"] if more.get("filter") is not None else book.skills.most_rank
        others = (min(most, _most(rank, book)) for rank in more["pool"])
        chance.add(skills.bonus_of([effective, *others], book), "skill pool (H-SKILL-6)")
    return effective


def _most(rank: int, book: Book) -> int:
    """Return a rank, at most the highest that the edition uses."""
    return min(rank, book.skills.most_rank)


def _needs_rank(more: Mapping[str, Any]) -> None:
    """Refuse figures that only a skill has, when no rank is given."""
    given = [name for name in ("kind", "support", "filter", "related", "pool") if more.get(name) not in (None, ())]
    if given:
        raise Refused(f"Without a rank there is no skill, so --{given[0]} says nothing; give --rank too.")


def _record(
    chance: Chance, roll: int | None, model: Options, book: Book, why: bool, severity_roll: int | None
) -> dict[str, Any]:
    """Return the chance and its thresholds as plain data, with the tier of a roll and the sum where asked for."""
    percent = half_up(chance.exact)
    record: dict[str, Any] = {
        "chance": percent,
        "thresholds": dict(zip(KEYS, tiers.thresholds(percent, book), strict=True)),
    }
    if roll is not None:
        judgement = tiers.judge(percent, roll, book, model.house_rules)
        record |= {"tier": judgement.tier, "effect": judgement.effect, "margin": judgement.margin}
        if judgement.tier == tiers.CRITICAL:
            record |= {"missed_by": -judgement.margin}
        if judgement.tier == tiers.CRITICAL and severity_roll is not None:
            record["tier"], record["effect"] = tiers.severity(-judgement.margin, severity_roll, book)
    return record | ({"sum": chance.lines} if why else {})
