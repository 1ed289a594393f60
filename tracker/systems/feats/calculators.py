"""Calculators: what `tracker reckon --system feats` reckons, with the very rules of a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tracker.model.refusals import Refused
from tracker.systems.feats import checks, rules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import HouseRules, Sheet, Thing, read_sheet
from tracker.systems.kit.calculators import Reckon, number, plain, read_calculators
from tracker.systems.kit.figures import half_up
from tracker.systems.kit.sixes import read_sixes

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
    there = checks.figures(_sheet({**given, "running": None}), number(given, "running"))
    return {**{name: plain(there[name]) for name in ("high_inches", "broad_feet")}, "rules": ["F-JUMP-1", "F-JUMP-2"]}


def _lift(given: Given) -> Given:
    lift = sum((rules.basic_lift(st) for st in (given["st"], given["with"]) if st), rules.ZERO)
    record, most = dict[str, Any](basic_lift=plain(lift)), rules.limits(lift)
    if given["lifting"] is not None and given["roll"] is not None:
        good = rules.succeeds(given["lifting"], given["roll"])
        record["more_percent"] = rules.lift_bonus(given["lifting"] - given["roll"]) if good else 0
        lift = lift * (100 + record["more_percent"]) / 100
        record["for_picking_up"] = plain(lift)
    most |= {what: pounds for what, pounds in rules.limits(lift).items() if "hand" in what}
    record |= {what: plain(pounds) for what, pounds in most.items()}
    for hands in () if given["weight"] is None else (1, 2):
        record[f"seconds_with_{hands}"] = rules.ready_seconds(number(given, "weight"), lift, hands) or "too heavy"
    return record


def _drag(given: Given) -> Given:
    lift, smooth = rules.basic_lift(given["st"]), given["smooth"] == "yes"
    weight = rules.pulled(number(given, "load"), number(given, "vehicle-weight"), given["vehicle"], smooth)
    level, most = rules.level(weight, lift), lift * BOOK.drag.most
    if weight > most:
        return {"effective": plain(weight), "most": plain(most), "outcome": "does not move"}
    moving = {"encumbrance": BOOK.levels[level][1], "move": plain(given["move"] * rules.factor(level))}
    return {"effective": plain(weight), **moving, "fatigue_each_second": int(rules.straining(weight, lift))}


def _dig(given: Given) -> Given:
    tools = {tool: given["with"] in ("both", tool) for tool in ("pick", "shovel")}
    dug = rules.dig(rules.basic_lift(given["st"]), given["soil"], number(given, "volume"), given["tools"], **tools)
    hours = "not with this tool alone" if dug.hours is None else plain(dug.hours)
    return {"pick_cf_an_hour": plain(dug.pick), "shovel_cf_an_hour": plain(dug.shovel), "hours": hours}


def _hike(given: Given) -> Given:
    ways = {"road": given["road"] or "", "on": given["on"] or "", "snow_twice": given["snow-twice"] == "yes"}
    return {"miles_a_day": plain(rules.miles(_sheet(given).move, given["terrain"], given["weather"], **ways))}


def _moving(fast: str, given: Given) -> Given:
    sheet, enhanced, seconds = _sheet(given), number(given, "enhanced", 1, 100), given["seconds"]
    move = sheet.move if fast == "sprint" else sheet.air
    top = rules.top(move, enhanced)
    on_a_map = rules.map_sprint(move) if enhanced == 1 else max(1, int(top))
    speeds = {fast: plain(top), "on_a_map": on_a_map, "paced": plain(rules.paced(move, enhanced))}
    rolls = max(0, (seconds - BOOK.activities[fast].first) // BOOK.activities[fast].every + 1)  # F-RUN-6, FQ 23
    way = {"yards": plain(rules.sprinted(move, seconds, enhanced)), "rolls": rolls}
    return {**speeds, **way, **rules.record(checks.tiring(sheet, fast))}


def _climb(given: Given) -> Given:
    climb, modifier = given["climb"] or "the climb", given["modifier"]
    kind = BOOK.climbs.get(climb.casefold())
    if kind is None:
        return rules.record(checks.climbing(_sheet(given), modifier or 0, climb))
    if modifier is not None:
        raise Refused("Give either --climb or --modifier; the climb has a modifier of its own.")
    speed, roll = kind.speed(given["haste"] == "yes"), {"target": "no roll"}
    if kind.modifier is not None:
        roll = rules.record(checks.climbing(_sheet(given), kind.modifier, climb))
    return {**roll, "feet_a_second": plain(speed), "seconds": plain(half_up(number(given, "feet") / speed))}


def _throw(given: Given) -> Given:
    sheet, weight = _sheet(given), number(given, "weight")
    thing = Thing(name="it", weight=float(weight), palm=given["palm"] == "yes")
    more, per_die = checks.training(sheet, thing)
    reach, hands = rules.distance(sheet.stats["ST"], weight, sheet.lift, more), rules.hands(weight, sheet.lift)
    if reach is None:
        most, own = plain(rules.limits(sheet.lift)["two_hands"]), plain(sheet.lift)
        raise Refused(f"{plain(weight)} lb cannot be thrown: at most {most} lb, 8 times the Basic Lift of {own}.")
    need = checks.throwing(sheet, thing, given["at"] == "somebody")
    record = {"yards": plain(reach), "hands": hands, **rules.record(need)}
    if given["thrust"]:
        try:
            record["damage"] = rules.damage(read_sixes(given["thrust"]), weight, sheet.lift, per_die).text
        except ValueError as error:
            raise Refused(f"--thrust: {error}") from None
    return record


def _breath(given: Given) -> Given:
    options = {option: given[option] == "yes" for option in ("control", "unprepared")}
    return {f"seconds_{one}": rules.breath(given["ht"], one, **options) for one in rules.EXERTIONS}


def _swim(given: Given) -> Given:
    need, move = checks.swimming(_sheet(given), given["on-purpose"] == "yes"), given["move"]
    yards = plain(rules.water_move(move) * rules.factor(given["level"]) * given["seconds"])
    return {"water_move": rules.water_move(move), "yards": yards, **rules.record(need)}


def _slam(given: Given) -> Given:
    velocity = number(given, "yards") + number(given, "foe-yards")
    own, foe = (rules.collision(given[points], velocity) for points in ("hp", "foe-hp"))
    own = rules.strong(own, HouseRules().all_out) if given["strong"] == "yes" else own
    record = {"velocity": plain(velocity), "dice": own.text, "foe_dice": foe.text}
    record |= {"mean": plain(own.mean), "foe_mean": plain(foe.mean)}
    if given["target"] is not None:
        record["hits"] = checks.Exchange(given["target"], given["defence"]).hit
    return record


_RECKONS: Mapping[str, Reckon] = {
    "jump": _jump, "lift": _lift, "drag": _drag, "dig": _dig, "hike": _hike, "sprint": partial(_moving, "sprint"),
    "fly": partial(_moving, "swoop"), "climb": _climb, "throw": _throw, "breath": _breath, "swim": _swim,
    "rescue": lambda one: rules.record(checks.rescue(_sheet(one), _sheet({"st": one["victim-st"]}), one["technique"])),
    "slam": _slam,
}  # fmt: skip
_CHOICES: Mapping[str, Sequence[str]] = {
    "vehicles": tuple(BOOK.vehicles), "soils": tuple(BOOK.soils), "tools": tuple(BOOK.tools),
    "terrain": (*BOOK.terrain, *BOOK.ground), "weather": tuple(BOOK.weather),
    "climbs": tuple(BOOK.climbs), "builds": tuple(BOOK.builds),
}  # fmt: skip
CALCULATORS = read_calculators(__package__, _RECKONS, _CHOICES)
"""In the order they are listed."""
