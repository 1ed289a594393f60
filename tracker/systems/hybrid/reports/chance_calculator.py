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
    """SC, its five thresholds, and the tier, effect and margin of a roll; no rank means unranked (H-CHECK 1–8).

    `more` may hold `kind`, `support` (ranks), `filter` (rank), `related`, `unfamiliar` (points gained back),
    `pool` (the other ranks), `difficulty` (words, their mean counts), `setup`, `rush`, `passive`, `why`, and
    `severity`, the second roll of a critical failure.
    """
    more = more or {}
    model = Options.model_validate(dict(options))
    book = Rulebook.under(model.edition, model.house_rules).book
    total = Chance(per_df=Fraction(book.checks.df_percent))
    counts = _basis(total, exact(stat), rank, book, more)
    dfs: list[tuple[Fraction | int, str]] = [(df, "DF")]
    if more.get("difficulty"):
        known = book.checks.difficulty
        words = list(more["difficulty"])
        if strange := next((word for word in words if word not in known), ""):
            raise Refused(f'"{strange}" is no difficulty; there are {", ".join(known)}.')
        mean = sum((Fraction(known[word]) for word in words), Fraction(0)) / len(words)
        dfs.append((mean, f"{' and '.join(words)} (H-CHECK-10)"))
    if more.get("unfamiliar") is not None:
        table = book.skills.unfamiliar
        dfs.append((min(0, table.df + table.gain * more["unfamiliar"]), "unfamiliar tool (H-SKILL-5)"))
    total.dfs(dfs)
    if more.get("setup"):
        setup = book.actions.setup
        total.add(setup.percent + setup.per_rank * counts, "set up (H-ACT-4)")
    if more.get("rush") is not None:
        total.times(Fraction(more["rush"]), "rushed (H-ACT-3)")
    if more.get("passive"):
        total.times(Fraction(1, book.perception.passive_share), "passive (H-PERC-3)")
    return _record(total, roll, model, book, bool(more.get("why")), more.get("severity"))


def _basis(chance: Chance, stat: Fraction, rank: int | None, book: Book, more: Mapping[str, Any]) -> int:
    """Add 3 × stat, rank, supports and pool; returns the effective rank, which all else goes by (ruling 83)."""
    checks = book.checks
    chance.add(checks.stat_factor * stat, f"{checks.stat_factor} × {shown(stat)} (H-CHECK-1)")
    if rank is None:
        _needs_rank(more)
        chance.exact = Fraction(chance.exact, 2)
        chance.lines.append(f"unranked, half of it (H-CHECK-3): {shown(chance.exact)}")
        return 0
    held = _most(rank, book)
    counts = held
    if more.get("related"):
        part, whole = book.skills.related[more["related"]]
        counts = counts * part // whole
        chance.lines.append(f"{more['related']}: rank {held} counts as {counts} (H-SKILL-4)")
    if more.get("filter") is not None and counts > more["filter"]:
        counts = more["filter"]
        chance.lines.append(f"the filter skill leaves rank {counts} (H-SKILL-3)")
    kind = {"filter": "specific"}.get(more.get("kind", ""), more.get("kind") or "specific")
    chance.add(checks.rank_percent[kind] * counts, f"rank {counts}, {kind} (H-SKILL-2)")
    for support in (_most(rank, book) for rank in more.get("support") or ()):
        chance.add(checks.rank_percent["support"] * support, f"support rank {support} (H-SKILL-2)")
    if more.get("pool"):
        most = more["filter"] if more.get("filter") is not None else book.skills.most_rank
        others = (min(most, _most(rank, book)) for rank in more["pool"])
        chance.add(skills.bonus_of([counts, *others], book), "skill pool (H-SKILL-6)")
    return counts


def _most(rank: int, book: Book) -> int:
    return min(rank, book.skills.most_rank)


def _needs_rank(more: Mapping[str, Any]) -> None:
    """Refuses what only a skill has, when no rank is given."""
    odd = [name for name in ("kind", "support", "filter", "related", "pool") if more.get(name) not in (None, ())]
    if odd:
        raise Refused(f"Without a rank there is no skill, so --{odd[0]} says nothing; give --rank too.")


def _record(
    chance: Chance, roll: int | None, model: Options, book: Book, why: bool, again: int | None
) -> dict[str, Any]:
    percent = half_up(chance.exact)
    record: dict[str, Any] = {
        "chance": percent,
        "thresholds": dict(zip(KEYS, tiers.thresholds(percent, book), strict=True)),
    }
    if roll is not None:
        judged = tiers.judge(percent, roll, book, model.house_rules)
        record |= {"tier": judged.tier, "effect": judged.effect, "margin": judged.margin}
        if judged.tier == tiers.CRITICAL:
            record |= {"missed_by": -judged.margin}
        if judged.tier == tiers.CRITICAL and again is not None:
            record["tier"], record["effect"] = tiers.severity(-judged.margin, again, book)
    return record | ({"sum": chance.lines} if why else {})
