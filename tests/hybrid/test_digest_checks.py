"""Chances, tiers, derived figures and experience: the program against an independent reading of the digest."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hybrid import from_the_digest as digest
from tests.lanes import drawing, sample
from tracker.cli import main
from tracker.games.hybrid.body.perception import result
from tracker.games.hybrid.book.book import book
from tracker.games.hybrid.book.house_rules import HouseRules
from tracker.games.hybrid.calculators import chance

EDITIONS = (digest.CURRENT, digest.OLD)
TOP = {digest.CURRENT: 30, digest.OLD: 20}  # H-SKILL-1
RULES = ("gated", "table", "severity", "additive")
CHANCES = (-60, -33, -10, *range(-2, 121), *range(123, 302, 7), 400)
SWEPT = sample(CHANCES, 12)
"""Some chances, in the slow lane all of them."""
RULED = sample(product(("", *RULES), EDITIONS), each=lambda pair: pair if not pair[0] else pair[0])
"""Each rule in one edition, and each edition with the rule that it has of its own."""
WHOLE = settings(max_examples=3 * settings().max_examples)


def the_program(stat: Fraction, rank: int | None, df: int, roll: int | None, **options: Any) -> dict[str, Any]:
    house = HouseRules(**options.pop("house_rules", {}))
    return dict(chance(house, (stat,), rank, df, roll, **options))


def of_chance(sc: int, roll: int | None, **options: Any) -> dict[str, Any]:
    """What the program says of exactly this chance."""
    df = min(0, (sc - 4) // 5)
    check = the_program(Fraction(sc - 5 * df, 3), 0, df, roll, **options)
    assert check["chance"] == sc
    return check


def telling(sc: int) -> list[int]:
    """The rolls at which anything may change, with their neighbours."""
    edges = [1, 100, *digest.thresholds(sc).values()]
    edges += [-(-digest.critical_from(sc) // 1) + more for more in (0, 25, 50, 75)]
    edges += [max(sc, 1) * n // 2 for n in (3, 4, 5, 6)]
    return sorted({roll for edge in edges for roll in (edge - 1, edge, edge + 1) if roll >= 1})


# The chance


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mean_of", sample([3, 2, 1]))
def test_the_chance_of_any_mean_of_stats_rank_and_df(mean_of: int, edition: str) -> None:
    ranks = (None, 0, 1, 7, 20, TOP[edition])
    for total, rank, df in product(sample(range(mean_of, 30 * mean_of + 1), 20), ranks, (-20, -5, -1, 0, 3)):
        stat = Fraction(total, mean_of)
        check = the_program(stat, rank, df, None, edition=edition)
        assert check["chance"] == digest.chance(stat, rank, df), (stat, rank, df)
        assert check["thresholds"] == digest.thresholds(check["chance"]), (stat, rank, df)


def test_the_chance_of_the_mean_of_three_stats_without_a_rank() -> None:
    for total in range(3, 91):
        stat = Fraction(total, 3)
        assert the_program(stat, None, 0, None)["chance"] == digest.chance(stat, None), stat


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("stat", sample([15, 1, 12, 30]))
def test_the_chance_of_every_rank_and_df(stat: int, edition: str) -> None:
    for rank, df in product((None, *range(TOP[edition] + 1)), sample(range(-40, 21), 16)):
        percent = the_program(Fraction(stat), rank, df, None, edition=edition)["chance"]
        assert percent == digest.chance(Fraction(stat), rank, df), (stat, rank, df)


@WHOLE
@given(
    st.fractions(min_value=1, max_value=45, max_denominator=2),
    st.none() | st.integers(0, 20),
    st.integers(-60, 40),
    st.integers(1, 500),
    st.sampled_from(EDITIONS),
)
def test_all_that_is_said_of_a_check(stat: Fraction, rank: int | None, df: int, roll: int, edition: str) -> None:
    check = the_program(stat, rank, df, roll, edition=edition)
    sc = digest.chance(stat, rank, df)
    name, effect = digest.tier(sc, roll, digest.rule_of(edition, {}))
    assert check.pop("missed_by", roll - sc) == roll - sc
    assert check == {
        "chance": sc,
        "thresholds": digest.thresholds(sc),
        "tier": name,
        "effect": float(effect),
        "margin": sc - roll,
    }


def test_the_printed_examples() -> None:
    assert digest.chance(Fraction(15), 4, -5) == digest.chance(Fraction(12), 0) == 36
    assert digest.chance(Fraction(40, 3), 8, -1) == 67
    assert [list(digest.thresholds(sc).values()) for sc in (17, 50, 120)] == [
        [0, 2, 4, 9, 17],
        [1, 5, 13, 25, 50],
        [1, 12, 30, 60, 120],
    ]
    assert (digest.critical_from(90), digest.critical_from(120)) == (140, 180)
    assert digest.tier(120, 180, "gated") == digest.SOLID


# Tiers


def test_the_thresholds_of_every_chance() -> None:
    for sc in CHANCES:
        assert of_chance(sc, None)["thresholds"] == digest.thresholds(sc), sc


@pytest.mark.parametrize(("rule", "edition"), RULED)
@drawing
def test_the_tier_at_every_edge_of_every_chance(rule: str, edition: str) -> None:
    house = {"critical_failure": rule} if rule else {}
    for sc in SWEPT:
        for roll in telling(sc):
            check = of_chance(sc, roll, edition=edition, house_rules=house)
            name, effect = digest.tier(sc, roll, digest.rule_of(edition, house))
            assert (check["tier"], check["effect"]) == (name, effect), (sc, roll)
            assert check["margin"] == sc - roll, (sc, roll)


@pytest.mark.parametrize("rule", RULES)
@drawing
def test_every_roll_of_some_chances(rule: str) -> None:
    for sc, roll in product((-7, 0, 1, 5, 36, 50, 99, 101, 133, 180), sample(range(1, 420), 15)):
        check = of_chance(sc, roll, house_rules={"critical_failure": rule})
        assert (check["tier"], check["effect"]) == digest.tier(sc, roll, rule), (sc, roll)


@pytest.mark.parametrize("rule", RULES)
@drawing
def test_where_equal_does_not_succeed(rule: str) -> None:
    for sc in SWEPT:
        for roll in telling(sc):
            check = of_chance(sc, roll, house_rules={"critical_failure": rule, "equal_succeeds": False})
            assert (check["tier"], check["effect"]) == digest.tier(sc, roll, rule, equal_succeeds=False), (sc, roll)


def test_a_chance_of_nothing_never_succeeds() -> None:
    for sc, roll, rule in product(range(-60, 1), (1, 2, 50, 100), RULES):
        check = of_chance(sc, roll, house_rules={"critical_failure": rule})
        assert check["effect"] <= 0 and "Success" not in check["tier"], (sc, roll, rule)


# Sheets


def sheets(tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: list[str]) -> list[dict[str, Any]]:
    """What `tracker sheet` says of an encounter of these lines."""
    file = tmp_path / "sheets.toml"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["sheet", str(file), "--json"]) == 0
    records: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return records


STATS = ("PST", "PEN", "DEX", "PAG", "PAW", "MST", "MEN", "MAG", "PSI", "MAW")


def of_all_kinds() -> list[dict[str, int]]:
    """Many sets of primaries: each at every height, and all of them mixed."""
    alone = [dict.fromkeys(STATS, 12) | {key: n} for key in STATS for n in (*range(1, 31), 40)]
    mixed = [{key: (n * (7 + 2 * i) + 11 * i) % 30 + 1 for i, key in enumerate(STATS)} for n in range(150)]
    return alone + mixed


@pytest.mark.parametrize("racial", sample([2, 1]))
def test_derived_stats_are_those_of_the_digest(racial: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people = sample(of_all_kinds(), 100)
    lines = []
    for n, stats in enumerate(people):
        given_stats = ", ".join(f"{key} = {value}" for key, value in stats.items())
        lines += ["[[combatant]]", f'name = "P{n}"', f"stats = {{ {given_stats} }}", f"racial = {racial}"]
    records = sheets(tmp_path, capsys, lines)
    assert len(records) == len(people)
    for stats, sheet in zip(people, records, strict=True):
        expected = {key: float(digest.shown(key, n)) for key, n in digest.derived(stats, racial).items()}
        assert sheet["derived"] == expected, stats


def test_the_average_human() -> None:
    human = {key: digest.shown(key, n) for key, n in digest.derived(dict.fromkeys(STATS, 12)).items()}
    printed = {"PBD": 24, "PFT": 36, "PEX": 60, "PMV": Fraction(24, 5), "ACC": 12, "PCA": 12, "PDF": 12, "PSE": 2}
    assert {key: human[key] for key in printed} == printed
    assert human["PSPD"] == 4


@drawing
@pytest.mark.parametrize("edition", EDITIONS)
def test_df_and_experience_of_every_kind_of_skill_at_every_rank(
    edition: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = list(product(digest.DISCIPLINES, digest.ASSISTANCE, digest.TOOLS))
    cases = sample([(*kind, rank) for rank in range(TOP[edition]) for kind in kinds], 400)
    lines = [f'edition = "{edition}"']
    for n, (discipline, assistance, tools, rank) in enumerate(cases):
        lines += ["[[combatant]]", f'name = "Scholar {n}"'] if n % 200 == 0 else []
        lines += ["[[combatant.skill]]", f'name = "S{n}"', 'basis = ["MAW", "PAW"]', f"rank = {rank}"]
        lines += [f'discipline = "{discipline}"', f'assistance = "{assistance}"', f'tools = "{tools}"']
    skills = [skill for sheet in sheets(tmp_path, capsys, lines) for skill in sheet["skills"]]
    assert len(skills) == len(cases)
    for (discipline, assistance, tools, rank), skill in zip(cases, skills, strict=True):
        parts = (digest.DISCIPLINES[discipline], digest.ASSISTANCE[assistance], digest.TOOLS[tools])
        df, cost = (sum(column) for column in zip(*parts, strict=True))
        expected = {
            "df": df,
            "cost": cost,
            "chance": digest.chance(Fraction(12), rank, df),
            "speed": digest.rank_speed(rank),
            "next_rank": digest.raising(cost, rank),
        }
        assert {key: skill[key] for key in expected} == expected, (discipline, assistance, tools, rank)


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_is_no_rank_above_the_highest(edition: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f'edition = "{edition}"', "[[combatant]]", 'name = "Master"', "[[combatant.skill]]", 'name = "Sword"']
    skill = sheets(tmp_path, capsys, [*lines, 'basis = ["PAW"]', f"rank = {TOP[edition]}", 'tools = "simple"'])[0][
        "skills"
    ][0]
    assert skill["chance"] == digest.chance(Fraction(12), TOP[edition], -1)
    assert skill.get("next_rank") == (None if edition == digest.CURRENT else digest.raising(skill["cost"], 20))


def test_a_rank_too_high_for_1997_is_the_same_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ['edition = "1997"', "[[combatant]]", 'name = "Master"', "[[combatant.skill]]", 'name = "Sword"']
    on_sheet = sheets(tmp_path, capsys, [*lines, 'basis = ["PAW"]', "rank = 25"])[0]["skills"][0]["chance"]
    assert the_program(Fraction(12), 25, 0, None, edition=digest.OLD)["chance"] == on_sheet


@pytest.mark.parametrize("edition", ["current", "1997"])
@pytest.mark.parametrize(
    ("tier", "detail", "timing"),
    [
        ("Amazing Success", "300 % of the details", 0),
        ("Very Notable Success", "200 % of the details", 5),
        ("Notable Success", "150 % of the details", 10),
        ("Solid Success", "125 % of the details", 25),
        ("Success", "100 % of the details", 50),
        ("Failure", "25 % of the details", 75),
        ("Notable Failure", "details up to 125 % off", 175),
        ("Very Notable Failure", "details up to 150 % off", 200),
        ("Amazing Failure", "details up to 250 % off", 300),
    ],
)
def test_what_a_perception_shows_at_every_tier(edition: str, tier: str, detail: str, timing: int) -> None:
    """H-PERC-4."""
    assert result(tier, book(edition)).endswith(f": {detail}, timing ±{timing} % (H-PERC-4)")
    assert "%" not in result("Solid Failure", book(edition))
