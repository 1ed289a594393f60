"""Every row of the digest's table of examples comes out as it stands there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import tomli

from tracker.games.feats import checks, formulas
from tracker.games.feats.book.d6 import read_sixes
from tracker.games.feats.book.house_rules import Options
from tracker.games.feats.book.tables import BOOK
from tracker.games.feats.calculators import drag
from tracker.games.feats.sheet import Sheet, Thing, read_sheet
from tracker.games.toolkit.exact_numbers import half_up
from tracker.games.toolkit.tables import row_of

EXAMPLES = tomli.loads((Path(__file__).parent / "worked_examples.toml").read_text(encoding="utf-8"))["example"]


def sheet(*, stats: dict[str, int], **more: Any) -> Sheet:
    return read_sheet({"stats": stats, **more}).sheet


def lift(given: dict[str, Any]) -> Fraction:
    return formulas.basic_lift(given["st"])


def _jump(given: dict[str, Any]) -> str:
    high, broad = formulas.jumps(Fraction(given["move"]), Fraction(given["running"]), given["jumping"])
    return f"{high} in, {broad} ft"


def _distance(given: dict[str, Any]) -> object:
    known = [{"name": "Throwing", "value": given["throwing"]}] if "throwing" in given else []
    own = sheet(stats={"DX": given.get("dx", 10)}, skill=known)
    more = checks.training(own, Thing(name="rock", weight=1.0, palm=True)).strength
    return formulas.distance(given["st"], Fraction(given["weight"]), lift(given), more)


def _lift_bonus(given: dict[str, Any]) -> int:
    assert formulas.succeeds(given["skill"], given["roll"])
    return formulas.lift_bonus(given["skill"] - given["roll"])


def _dig(given: dict[str, Any], pick: bool) -> formulas.Digging:
    volume = Fraction(given.get("volume", 1))
    return formulas.dig(lift(given), given["soil"], volume, given.get("tools", "iron"), pick=pick)


def _ratio(given: dict[str, Any]) -> object:
    row = row_of(BOOK.ranges, Fraction(given["weight"]) / lift(given))
    return row and row[0]


def _climb(given: dict[str, Any]) -> int:
    kind = BOOK.climbs[given["climb"]]
    assert kind.modifier is not None
    return checks.climbing(sheet(stats={"DX": given["dx"]}, encumbrance=given["level"]), kind.modifier).total


def _swim(given: dict[str, Any]) -> int:
    own = sheet(stats={"HT": given["ht"]}, encumbrance=given["level"], build=given["build"])
    return checks.swimming(own, given["on_purpose"]).total


def _swim_load(given: dict[str, Any]) -> int:
    laden = checks.swimming(sheet(stats={}, encumbrance=given["level"]), on_purpose=False).total
    return laden - checks.swimming(sheet(stats={}), on_purpose=False).total


def _second(move: int, second: int, multiple: int = 1) -> Fraction:
    top = Fraction(multiple)
    return formulas.sprinted(Fraction(move), second, top) - formulas.sprinted(Fraction(move), second - 1, top)


def _moves(given: dict[str, Any]) -> str:
    return "no" if "outcome" in drag(Options(), st=given["st"], load=Fraction(given["effective"])) else "yes"


def _rescue(given: dict[str, Any]) -> int:
    own = sheet(stats={"ST": given["st"]}, skill=[{"name": "Swimming", "value": given["swimming"]}])
    return checks.rescue(own, sheet(stats={"ST": given["victim_st"]})).total


def _damage(given: dict[str, Any]) -> str:
    return formulas.damage(read_sixes(given["thrust"]), Fraction(given["weight"]), lift(given)).text


def _move(given: dict[str, Any]) -> Fraction:
    return Fraction(given["move"]) * formulas.factor(given["level"])


def _swum(given: dict[str, Any]) -> object:
    own = sheet(stats={}, basic_move=given["move"], encumbrance=given["level"])
    return checks.figures(own)["swim"] * given["seconds"]


def _in_the_air(given: dict[str, Any]) -> Mapping[str, Fraction | int]:
    return checks.figures(sheet(stats={}, basic_speed=float(given["basic_speed"])))


RECKONED: dict[str, Callable[[dict[str, Any]], object]] = {
    "basic_lift": lift,
    "lift_bonus": _lift_bonus,
    "limit": lambda given: formulas.limits(lift(given))[given["what"].replace(" ", "_")],
    "sprint": lambda given: _second(given["move"], 2),
    "map_sprint": lambda given: formulas.map_sprint(Fraction(given["move"])),
    "enhanced": lambda given: _second(given["move"], given["second"], given["multiple"]),
    "paced": lambda given: formulas.paced(Fraction(given["move"])),
    "mile": lambda given: half_up(1760 / formulas.paced(Fraction(given["move"]))),
    "swim_load": _swim_load,
    "swum": _swum,
    "distance": _distance,
    "damage": _damage,
    "pulled": lambda given: formulas.pulled(
        Fraction(given["load"]), Fraction(given["vehicle_weight"]), given["vehicle"], given["smooth"]
    ),
    "moves": _moves,
    "dig_rate": lambda given: _dig(given, pick=False).shovel,
    "dig_hours": lambda given: _dig(given, given["pick"]).hours,
    "miles": lambda given: formulas.miles(_move(given), given["terrain"], given["weather"]),
    "jump": _jump,
    "breath": lambda given: formulas.breath(**given),
    "climb": _climb,
    "swim": _swim,
    "water_move": lambda given: formulas.water_move(given["move"]),
    "rescue": _rescue,
    "ratio": _ratio,
    "catch": lambda given: checks.catching(sheet(stats={"DX": given["dx"]}), given["waiting"], given["margin"]).total,
    "slam": lambda given: formulas.collision(given["hp"], Fraction(given["velocity"])).text,
    "falls": lambda given: formulas.falls(given["own"], given["foe"]),
    "airless": lambda given: formulas.airless(given["seconds"]),
    "air_move": lambda given: _in_the_air(given)["air_move"],
    "air_sprint": lambda given: _in_the_air(given)["swoop"],
    "tired": lambda given: "halved" if formulas.tired(given["now"], given["full"]) else "not",
}


def test_the_example_comes_out() -> None:
    came = [(one["id"], one["source"], str(RECKONED[one["reckon"]](one["given"]))) for one in EXAMPLES]
    assert came == [(one["id"], one["source"], one["result"]) for one in EXAMPLES]


def test_every_section_with_figures_has_an_example_and_the_printed_ones_are_marked() -> None:
    sections = {"ENC", "LIFT", "DRAG", "DIG", "HIKE", "RUN", "FLY", "CLIMB", "JUMP", "BREATH", "AIR", "SWIM", "SAVE"}
    assert {example["id"].split("-")[1] for example in EXAMPLES} == sections | {"THROW", "CATCH", "SLAM"}
    assert sum(example["printed"] for example in EXAMPLES) == 26
