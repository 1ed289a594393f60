"""Every worked example of Prism, row by row: the printed ones and those worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli

from tracker.dice.notation import read
from tracker.dice.typed_faces import typed
from tracker.games.prism import checks, harm, timing
from tracker.games.prism.actions.action_options import Plan
from tracker.games.prism.book.house_rules import HouseRules
from tracker.games.prism.harm import Layer

ROWS = tomli.loads((Path(__file__).parent / "worked_examples.toml").read_text(encoding="utf-8"))
HOUSE, DEGREES = HouseRules(), HouseRules(degrees=True)
Row = dict[str, Any]


def roll(row: Row) -> None:
    dice = read("d00")
    assert dice.total(typed(dice, row["faces"])) == row["expect"]


def outcome(row: Row) -> None:
    assert checks.succeeds(row["tn"], row["roll"]) is row["expect"]


def raised(row: Row) -> None:
    assert row["tn"] + checks.raised(row["energy"], HOUSE) == row["expect"]


def contest(row: Row) -> None:
    (result, target), (answer, own) = row["actor"], row["reactor"]
    if not checks.succeeds(target, result):
        assert row["expect"] == "nobody"
        return
    away = checks.farness(target, result, HOUSE), checks.farness(own, answer, HOUSE)
    assert list(away) == row["away"]
    assert ("reactor" if checks.reactor_wins(*away, HOUSE) else "actor") == row["expect"]


def window(row: Row) -> None:
    faces = checks.window(row["tn"], row["result"], HOUSE)
    assert ([faces[0], faces[-1]] if faces else []) == row["expect"]


def of_quality(row: Row) -> None:
    gear = [1.0, float(row["modifier"])] if "modifier" in row else []
    assert harm.final(row["result"], gear, row.get("degree", "normal")) == row["expect"]


def degree(row: Row) -> None:
    assert [harm.degree(row["tn"], result, DEGREES) for result in row["results"]] == row["expect"]


def damage(row: Row) -> None:
    house = HouseRules(damage_from=row.get("from", "tens"))
    assert harm.damage(row["result"], row["modifier"], "normal", house) == row["expect"]


def turns(row: Row) -> None:
    assert [timing.first_turn(initiative) for initiative in row["initiative"]] == row["expect"]


def on_chain(row: Row) -> None:
    first, every = timing.first_turn(row["initiative"]), timing.period(row["initiative"], HOUSE)
    ticks = [first]
    while len(ticks) < len(row["expect"]):
        ticks.append(timing.after(first, every, ticks[-1]))
    assert ticks == row["expect"]


def shared(row: Row) -> None:
    one, other = row["periods"]
    assert timing.first_shared((one, one), (other, other)) == row["expect"]


def armour(row: Row) -> None:
    (threshold, capacity), *_ = row["layers"]
    layer = Layer(threshold, capacity, threshold)
    for at, hit in enumerate(row["hits"]):
        layer, through = harm.struck(layer, hit)
        assert through == row["through"][at]
        assert (layer.capacity, layer.threshold) == (row["capacity"][at], row["threshold"][at])
        assert layer.destroyed(HOUSE) is row["destroyed"][at]


def layers(row: Row) -> None:
    points, left = row["hit"], []
    for threshold, capacity in row["layers"]:
        layer, points = harm.struck(Layer(threshold, capacity, threshold), points)
        left.append(layer.capacity)
    assert (points, left) == (row["through"], row["capacity"])


def penalty(row: Row) -> None:
    assert checks.penalty(row["reaction"], row["energy"], row.get("defensive", False), HOUSE) == row["expect"]


def desperation(row: Row) -> None:
    own = row["tn"] + checks.raised(row["stamina"], HOUSE)
    faces = checks.window(own, row["result"], HOUSE)
    assert ([faces[0], faces[-1]], len(faces)) == (row["window"], row["percent"])


def share(row: Row) -> None:
    kinds = row.get("degrees", ["normal"] * len(row["damage"]))
    house = DEGREES if "degrees" in row else HOUSE
    pairs = zip(row["damage"], kinds, strict=True)
    assert [harm.deflected(points, kind, house) for points, kind in pairs] == row["expect"]


def pools(row: Row) -> None:
    stamina, vitality = row["left"]
    loss = harm.spread(row["points"], row["threshold"], row["harm"], stamina_left=stamina, vitality_left=vitality)
    assert [loss.stamina, loss.vitality, loss.trauma] == row["expect"]


def move(row: Row) -> None:
    metres, cost = Plan(row["pace"]).metres(row["speed"]), Plan(row["pace"]).price(HOUSE)
    assert [float(metres), cost] == row["expect"]


def grows(row: Row) -> None:
    assert checks.improvement(row["skill"], row["potential"]) == row["expect"]


CHECKS: dict[str, Callable[[Row], None]] = {
    "roll": roll,
    "outcome": outcome,
    "raised": raised,
    "contest": contest,
    "window": window,
    "quality": of_quality,
    "degree": degree,
    "damage": damage,
    "turns": turns,
    "chain": on_chain,
    "shared": shared,
    "armour": armour,
    "layers": layers,
    "penalty": penalty,
    "desperation": desperation,
    "share": share,
    "pools": pools,
    "move": move,
    "growth": grows,
}


@pytest.mark.parametrize(
    ("kind", "row"),
    [pytest.param(kind, row, id=f"{row['rule']} {row['source']}") for kind, rows in ROWS.items() for row in rows],
)
def test_a_worked_example_comes_out_as_it_stands(kind: str, row: Row) -> None:
    CHECKS[kind](row)


def test_the_printed_examples_are_all_there() -> None:
    printed = [row["rule"] for rows in ROWS.values() for row in rows if row.get("printed")]
    sections = {"S-DICE-1", "S-OPP-2", "S-OPP-3", "S-QUAL-1", "S-QUAL-2", "S-DMG-1", "S-CHAIN-2"}
    assert {*sections, "S-ARM-2", "S-DEFLECT-2"} <= set(printed)
