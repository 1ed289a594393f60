"""Every row of `worked_examples.toml` comes out as it stands there, through the rooms a fight uses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli

from tests.phases.table import GUN, KANE, LASER, VOS, Table, begun
from tracker.games.phases import timing
from tracker.games.phases.book.house_rules import Options
from tracker.games.phases.book.tables import tables
from tracker.games.phases.checks.chances import Check, Side, judge, winner
from tracker.games.phases.initiative import order
from tracker.games.phases.sheet import shock
from tracker.games.phases.timing import UNIT
from tracker.model.refusals import Refused

RULES = Options()
EXAMPLES = tomli.loads((Path(__file__).parent / "worked_examples.toml").read_text(encoding="utf-8"))["example"]
Row = dict[str, Any]


def chance(row: Row) -> None:
    check = Check(tuple((points, "") for points in row["summands"]))
    for step in row["steps"]:
        check = check.harder(step, "")
    assert (check.base, check.chance) == (row["base"], row["chance"])


def roll(row: Row) -> None:
    assert judge(row["at"], row["roll"], RULES).success is row["success"]


def limit(row: Row) -> None:
    assert timing.limit(row["rof"], row["fired"], RULES) == row["shots"]


def third(row: Row) -> None:
    table = begun({**KANE, "weapon": [{**GUN, "skill": "Pistol"}]}, VOS, dice=[99, 99])
    table.say("next", "kane fire vos 1", "next", "kane fire vos 1", "vos hold")
    table.say("fix kane count 1.3", "next")
    with pytest.raises(Refused, match="already used two sub-phases of this phase"):
        table.say("kane move")


def shares_sum(row: Row) -> None:
    assert sum(place.share for place in tables().location) == row["sum"]
    assert len(tables().location) == 7


def initiative(row: Row) -> None:
    bonuses = {"reflexes": row["reflexes"], "intuition": row["intuition"]}
    entry = {"name": "A", "bonuses": bonuses, "initiative": row["points"], "surprise": row["level"]}
    table = Table(entry, dice=[row["chance"]])
    events = table.told("begin")
    assert f"A Initiative {row['chance']} against {row['chance']}: success" in events
    assert table.session.rules.sheets.sheet_record(table.now, "a")["initiative"] == row["skill"]


def in_order(row: Row) -> None:
    entries = [
        {"name": f"N{at}", "initiative": skill - 30 - reflexes, "bonuses": {"reflexes": reflexes}}
        for at, (skill, reflexes) in enumerate(zip(row["skills"], row["reflexes"], strict=True))
    ]
    table = Table(*entries, dice=[100 if failed else 1 for failed in row["failed"]])
    table.say("begin")
    assert sorted(range(len(entries)), key=lambda at: order(table.now, f"n{at}")) == row["order"]


def contest(row: Row) -> None:
    one, other = (
        Side(judge(skill, total, RULES).success, total, skill)
        for skill, total in zip(row["skills"], row["rolls"], strict=True)
    )
    assert winner(one, other, RULES) == row["winner"] == -winner(other, one, RULES)


def shares(row: Row) -> None:
    by_name = {place.name: shock(row["hf"], place.share) for place in tables().location}
    names = ["head", "chest", "vitals", "left arm", "right arm", "left leg", "right leg"]
    assert [by_name[name] for name in names] == row["shares"]


def hurt(row: Row) -> None:
    table = Table({"name": "A", "hit_factors": row["hf"]})
    table.say(f"a damage {row['points']} {row['place']} {row['harm']}")
    key = next(place.key for place in tables().location if place.name == row["place"])
    assert (table.pools("a")["HF"], table.pools("a")[key]) == (row["left_hf"], row["left_sf"])
    assert table.bears("a") == set(row["conditions"])


def locations(row: Row) -> None:
    assert [tables().hit_by(face).name for face in row["faces"]] == row["places"]


def clock(row: Row) -> None:
    assert [UNIT.text(count) for count in row["counts"]] == row["shown"]
    assert [UNIT.read(shown) for shown in row["shown"]] == row["counts"]
    assert [UNIT.seconds(count) for count in row["counts"]] == row["seconds"]


KINDS: dict[str, Callable[[Row], None]] = {
    "chance": chance, "roll": roll, "limit": limit, "third": third, "shares_sum": shares_sum, "initiative": initiative,
    "order": in_order, "contest": contest, "shares": shares, "hurt": hurt, "locations": locations, "clock": clock,
}  # fmt: skip


@pytest.mark.parametrize("row", [pytest.param(row, id=f"{row['id']} {row['about']}") for row in EXAMPLES])
def test_an_example_comes_out_as_it_stands(row: Row) -> None:
    KINDS[row["kind"]](row)


def test_the_printed_ones_are_marked() -> None:
    assert sum(row["printed"] for row in EXAMPLES) == 6
    assert LASER["rof"] == 2 and len({row["id"] for row in EXAMPLES}) == len(EXAMPLES)
