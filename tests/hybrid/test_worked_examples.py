"""Every worked example and printed figure of the players guides, row by row."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import tomli

from tracker.dice.notation import read
from tracker.games.hybrid import calculators
from tracker.games.hybrid.blows import harm
from tracker.games.hybrid.book.book import book
from tracker.games.hybrid.book.house_rules import HouseRules
from tracker.games.hybrid.book.rounding import exact
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import hit_location, tiers
from tracker.games.hybrid.json_records import record
from tracker.games.hybrid.sheet.derived_stats import speed_of

from .table import Table

BOOK = book("current")
ROWS = tomli.loads((Path(__file__).parent / "worked_examples.toml").read_text(encoding="utf-8"))
Row = dict[str, Any]


def chance(row: Row) -> object:
    options = {"edition": row["edition"]} if "edition" in row else {}
    return calculators.chance(None, (exact(row["stat"]),), row.get("rank"), row["df"], **options)["chance"]


def derived(row: Row) -> object:
    table = Table({"name": "Somebody", "stats": row["stats"]})
    return record(table.now, Rulebook.of({}), "somebody")["derived"]


def judged(row: Row) -> object:
    judgement = tiers.judge(row["chance"], row["roll"], BOOK, HouseRules())
    return {"tier": judgement.tier, "effect": judgement.effect, "margin": judgement.margin}


def split(row: Row) -> object:
    base = read(row["damage"]).total((), {"PSE": Fraction(12, 5)})
    return list(harm.split(base, exact(row["effect"])))


def shock(row: Row) -> object:
    rows = BOOK.damage.shocked
    return [next(r.name for r in rows if failed >= r.by) for failed in row["failed_by"]]


def raising(row: Row) -> object:
    rows = BOOK.skills.raising
    return [row["cost"] * next(r.factor for r in rows if rank <= r.up_to) for rank in range(31)]


CHECKS: dict[str, Callable[[Row], object]] = {
    "chance": chance,
    "thresholds": lambda row: list(tiers.thresholds(row["chance"], BOOK)),
    "tier": judged,
    "severity": lambda row: [tiers.severity(row["missed_by"], roll, BOOK)[0] for roll in row["rolls"]],
    "derived": derived,
    "speed": lambda row: [speed_of(Fraction(awareness), BOOK.stats) for awareness in row["awareness"]],
    "location": lambda row: [hit_location.words(*hit_location.of_roll(roll, BOOK)) for roll in row["rolls"]],
    "called": lambda row: {place: hit_location.called_df(place, BOOK) for place in row["expect"]},
    "damage": split,
    "shock": shock,
    "raising": raising,
}


def test_a_worked_example_comes_out_as_printed() -> None:
    every = [(kind, row) for kind, rows in ROWS.items() for row in rows]
    came = [(row["rule"], row["source"], CHECKS[kind](row)) for kind, row in every]
    assert came == [(row["rule"], row["source"], row["expect"]) for _, row in every]
