"""Calculators: what `tracker reckon --system feats` reckons, with the very rules of a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tracker.model.refusals import Refused
from tracker.systems.feats import checks, formulas
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import HouseRules, Sheet, Thing, read_sheet
from tracker.systems.kit.calculator_files import Reckon, number, plain, read_calculators
from tracker.systems.kit.d6 import read_sixes
from tracker.systems.kit.exact_numbers import half_up

Given = Mapping[str, Any]
_SKILLS = ("jumping", "lifting", "running", "flight", "climbing", "throwing", "throwing-art", "swimming")


def _sheet(given: Given) -> Sheet:
    """The sheet of somebody with what was given, and with nothing else."""
    skills = [{"name": name.replace("-", " "), "value": given[name]} for name in _SKILLS if given.get(name)]
    entry: dict[str, Any] = {"skill": skills, "encumbrance": given.get("level", 0), "basic_move": given.get("move", 5)}
    entry["stats"] = {stat.upper(): given[stat] for stat in ("st", "dx", "ht") if stat in given}
    if "enhanced" in given:
        entry["enhanced_times"] = entry["enhanced_air_times"] = float(number(given, "enhanced", 1, 100))
    if "speed" in given:
        entry["basic_speed"] = float(half_up(number(given, "speed", 0, 100) * 4) / 4)
    return read_sheet(entry | ({"build": given["build"]} if "build" in given else {}))[0]


def _jump(given: Given) -> Given:
    figures = checks.figures(_sheet({**given, "running": None}), number(given, "running"))
    jump = {name: plain(figures[name]) for name in ("high_inches", "broad_feet")}
    return {**jump, "rules": ["F-JUMP-1", "F-JUMP-2"]}


def _lift(given: Given) -> Given:
    lift = sum((formulas.basic_lift(st) for st in (given["st"], given["with"]) if st), formulas.ZERO)
    record: dict[str, Any] = {"basic_lift": plain(lift)}
    most = formulas.limits(lift)
    if given["lifting"] is not None and given["roll"] is not None:
        success = formulas.succeeds(given["lifting"], given["roll"])
        record["more_percent"] = formulas.lift_bonus(given["lifting"] - given["roll"]) if success else 0
        lift = lift * (100 + record["more_percent"]) / 100
        record["for_picking_up"] = plain(lift)
    most |= {what: pounds for what, pounds in formulas.limits(lift).items() if "hand" in what}
    record |= {what: plain(pounds) for what, pounds in most.items()}
    for hands in () if given["weight"] is None else (1, 2):
        record[f"seconds_with_{hands}"] = formulas.ready_seconds(number(given, "weight"), lift, hands) or "too heavy"
    return record


def _drag(given: Given) -> Given:
    lift, smooth = formulas.basic_lift(given["st"]), given["smooth"] == "yes"
    weight = formulas.pulled(number(given, "load"), number(given, "vehicle-weight"), given["vehicle"], smooth)
    level, most = formulas.level(weight, lift), lift * BOOK.drag.most
    if weight > most:
        return {"effective": plain(weight), "most": plain(most), "outcome": "does not move"}
    moving = {"encumbrance": formulas.level_name(level), "move": plain(given["move"] * formulas.factor(level))}
    return {"effective": plain(weight), **moving, "fatigue_each_second": int(formulas.straining(weight, lift))}


def _dig(given: Given) -> Given:
    tools = {tool: given["with"] in ("both", tool) for tool in ("pick", "shovel")}
    dug = formulas.dig(
        formulas.basic_lift(given["st"]), given["soil"], number(given, "volume"), given["tools"], **tools
    )
    hours = "not with this tool alone" if dug.hours is None else plain(dug.hours)
    return {"pick_cf_an_hour": plain(dug.pick), "shovel_cf_an_hour": plain(dug.shovel), "hours": hours}


def _hike(given: Given) -> Given:
    ways = {"road": given["road"] or "", "on": given["on"] or "", "snow_twice": given["snow-twice"] == "yes"}
    return {"miles_a_day": plain(formulas.miles(_sheet(given).move, given["terrain"], given["weather"], **ways))}


def _moving(fast: str, given: Given) -> Given:
    sheet, enhanced, seconds = _sheet(given), number(given, "enhanced", 1, 100), given["seconds"]
    move = sheet.move if fast == "sprint" else sheet.air
    top = formulas.top(move, enhanced)
    on_a_map = formulas.map_sprint(move) if enhanced == 1 else max(1, int(top))
    speeds = {fast: plain(top), "on_a_map": on_a_map, "paced": plain(formulas.paced(move, enhanced))}
    rolls = max(0, (seconds - BOOK.activities[fast].first) // BOOK.activities[fast].every + 1)  # F-RUN-6, FQ 23
    way = {"yards": plain(formulas.sprinted(move, seconds, enhanced)), "rolls": rolls}
    return {**speeds, **way, **formulas.record(checks.tiring(sheet, fast))}


def _climb(given: Given) -> Given:
    climb, modifier = given["climb"] or "the climb", given["modifier"]
    kind = BOOK.climbs.get(climb.casefold())
    if kind is None:
        return formulas.record(checks.climbing(_sheet(given), modifier or 0, climb))
    if modifier is not None:
        raise Refused("Give either --climb or --modifier; the climb has a modifier of its own.")
    speed, roll = kind.speed(given["haste"] == "yes"), {"target": "no roll"}
    if kind.modifier is not None:
        roll = formulas.record(checks.climbing(_sheet(given), kind.modifier, climb))
    return {**roll, "feet_a_second": plain(speed), "seconds": plain(half_up(number(given, "feet") / speed))}


def _throw(given: Given) -> Given:
    sheet, weight = _sheet(given), number(given, "weight")
    thing = Thing(name="it", weight=float(weight), palm=given["palm"] == "yes")
    training = checks.training(sheet, thing)
    reach = formulas.distance(sheet.stats["ST"], weight, sheet.lift, training.strength)
    hands = formulas.hands(weight, sheet.lift)
    if reach is None:
        most, lift = plain(formulas.limits(sheet.lift)["two_hands"]), plain(sheet.lift)
        raise Refused(f"{plain(weight)} lb cannot be thrown: at most {most} lb, 8 times the Basic Lift of {lift}.")
    need = checks.throwing(sheet, thing, at_somebody=given["at"] == "somebody")
    record = {"yards": plain(reach), "hands": hands, **formulas.record(need)}
    if given["thrust"]:
        try:
            record["damage"] = formulas.damage(read_sixes(given["thrust"]), weight, sheet.lift, training.per_die).text
        except ValueError as error:
            raise Refused(f"--thrust: {error}") from None
    return record


def _breath(given: Given) -> Given:
    options = {option: given[option] == "yes" for option in ("control", "unprepared")}
    return {f"seconds_{exertion}": formulas.breath(given["ht"], exertion, **options) for exertion in formulas.EXERTIONS}


def _swim(given: Given) -> Given:
    need, move = checks.swimming(_sheet(given), given["on-purpose"] == "yes"), given["move"]
    yards = plain(formulas.water_move(move) * formulas.factor(given["level"]) * given["seconds"])
    return {"water_move": formulas.water_move(move), "yards": yards, **formulas.record(need)}


def _slam(given: Given) -> Given:
    velocity = number(given, "yards") + number(given, "foe-yards")
    slammer = formulas.collision(given["hp"], velocity)
    foe = formulas.collision(given["foe-hp"], velocity)
    if given["strong"] == "yes":
        slammer = formulas.strong(slammer, HouseRules().all_out)
    record = {"velocity": plain(velocity), "dice": slammer.text, "foe_dice": foe.text}
    record |= {"mean": plain(slammer.mean), "foe_mean": plain(foe.mean)}
    if given["target"] is not None:
        record["hits"] = checks.Exchange(given["target"], given["defence"]).hit
    return record


def _rescue(given: Given) -> Given:
    victim = _sheet({"st": given["victim-st"]})
    return formulas.record(checks.rescue(_sheet(given), victim, given["technique"]))


_RECKONS: Mapping[str, Reckon] = {
    "jump": _jump,
    "lift": _lift,
    "drag": _drag,
    "dig": _dig,
    "hike": _hike,
    "sprint": partial(_moving, "sprint"),
    "fly": partial(_moving, "swoop"),
    "climb": _climb,
    "throw": _throw,
    "breath": _breath,
    "swim": _swim,
    "rescue": _rescue,
    "slam": _slam,
}
_CHOICES: Mapping[str, Sequence[str]] = {
    "vehicles": tuple(BOOK.vehicles),
    "soils": tuple(BOOK.soils),
    "tools": tuple(BOOK.tools),
    "terrain": (*BOOK.terrain, *BOOK.ground),
    "weather": tuple(BOOK.weather),
    "climbs": tuple(BOOK.climbs),
    "builds": tuple(BOOK.builds),
}
CALCULATORS = read_calculators(__package__, _RECKONS, _CHOICES)
"""In the order they are listed."""
