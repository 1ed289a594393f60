"""Calculators of feats: `tracker reckon --system feats` uses the same functions as a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tracker.model.refusals import Refused
from tracker.systems.feats import checks, formulas
from tracker.systems.feats.book.house_rules import HouseRules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import Sheet, Thing, read_sheet
from tracker.systems.kit.calculator_files import Reckon, number, plain, read_calculators
from tracker.systems.kit.d6 import read_sixes
from tracker.systems.kit.exact_numbers import half_up

Given = Mapping[str, Any]
_SKILLS = ("jumping", "lifting", "running", "flight", "climbing", "throwing", "throwing-art", "swimming")


def _sheet(arguments: Given) -> Sheet:
    """Return a sheet with only what the arguments give."""
    skills = [{"name": name.replace("-", " "), "value": arguments[name]} for name in _SKILLS if arguments.get(name)]
    entry: dict[str, Any] = {
        "skill": skills,
        "encumbrance": arguments.get("level", 0),
        "basic_move": arguments.get("move", 5),
    }
    entry["stats"] = {stat.upper(): arguments[stat] for stat in ("st", "dx", "ht") if stat in arguments}
    if "enhanced" in arguments:
        entry["enhanced_times"] = entry["enhanced_air_times"] = float(number(arguments, "enhanced", 1, 100))
    if "speed" in arguments:
        entry["basic_speed"] = float(half_up(number(arguments, "speed", 0, 100) * 4) / 4)
    return read_sheet(entry | ({"build": arguments["build"]} if "build" in arguments else {})).sheet


def _jump(arguments: Given) -> Given:
    """Calculate the jumps of a Move and run-up (F-JUMP-1, F-JUMP-2)."""
    figures = checks.figures(_sheet({**arguments, "running": None}), number(arguments, "running"))
    jump = {name: plain(figures[name]) for name in ("high_inches", "broad_feet")}
    return {**jump, "rules": ["F-JUMP-1", "F-JUMP-2"]}


def _lift(arguments: Given) -> Given:
    """Calculate Basic Lift and the weights that follow from it, alone or with a helper (F-LIFT)."""
    lift = sum((formulas.basic_lift(st) for st in (arguments["st"], arguments["with"]) if st), formulas.ZERO)
    record: dict[str, Any] = {"basic_lift": plain(lift)}
    limits = formulas.limits(lift)
    if arguments["lifting"] is not None and arguments["roll"] is not None:
        success = formulas.succeeds(arguments["lifting"], arguments["roll"])
        record["more_percent"] = formulas.lift_bonus(arguments["lifting"] - arguments["roll"]) if success else 0
        lift = lift * (100 + record["more_percent"]) / 100
        record["for_picking_up"] = plain(lift)
    limits |= {way: pounds for way, pounds in formulas.limits(lift).items() if "hand" in way}
    record |= {way: plain(pounds) for way, pounds in limits.items()}
    for hands in () if arguments["weight"] is None else (1, 2):
        record[f"seconds_with_{hands}"] = (
            formulas.ready_seconds(number(arguments, "weight"), lift, hands) or "too heavy"
        )
    return record


def _drag(arguments: Given) -> Given:
    """Calculate the effective weight of something pulled, and the Move with it (F-DRAG)."""
    lift, smooth = formulas.basic_lift(arguments["st"]), arguments["smooth"] == "yes"
    weight = formulas.pulled(
        number(arguments, "load"), number(arguments, "vehicle-weight"), arguments["vehicle"], smooth
    )
    level, most = formulas.level(weight, lift), lift * BOOK.drag.most
    if weight > most:
        return {"effective": plain(weight), "most": plain(most), "outcome": "does not move"}
    moving = {"encumbrance": formulas.level_name(level), "move": plain(arguments["move"] * formulas.factor(level))}
    return {"effective": plain(weight), **moving, "fatigue_each_second": int(formulas.straining(weight, lift))}


def _dig(arguments: Given) -> Given:
    """Calculate how fast a hole is dug (F-DIG)."""
    tools = {tool: arguments["with"] in ("both", tool) for tool in ("pick", "shovel")}
    dug = formulas.dig(
        formulas.basic_lift(arguments["st"]),
        arguments["soil"],
        number(arguments, "volume"),
        arguments["tools"],
        **tools,
    )
    hours = "not with this tool alone" if dug.hours is None else plain(dug.hours)
    return {"pick_cf_an_hour": plain(dug.pick), "shovel_cf_an_hour": plain(dug.shovel), "hours": hours}


def _hike(arguments: Given) -> Given:
    """Calculate the miles of a day on foot (F-HIKE)."""
    ways = {
        "road": arguments["road"] or "",
        "on": arguments["on"] or "",
        "snow_twice": arguments["snow-twice"] == "yes",
    }
    return {
        "miles_a_day": plain(formulas.miles(_sheet(arguments).move, arguments["terrain"], arguments["weather"], **ways))
    }


def _moving(fast: str, arguments: Given) -> Given:
    """Calculate speeds, distance and rolls of a sprint or a swoop (`fast`)."""
    sheet, enhanced, seconds = _sheet(arguments), number(arguments, "enhanced", 1, 100), arguments["seconds"]
    move = sheet.move if fast == "sprint" else sheet.air
    top = formulas.top(move, enhanced)
    on_a_map = formulas.map_sprint(move) if enhanced == 1 else max(1, int(top))
    speeds = {fast: plain(top), "on_a_map": on_a_map, "paced": plain(formulas.paced(move, enhanced))}
    rolls = max(0, (seconds - BOOK.activities[fast].first) // BOOK.activities[fast].every + 1)  # F-RUN-6, FQ 23
    distance = {"yards": plain(formulas.sprinted(move, seconds, enhanced)), "rolls": rolls}
    return {**speeds, **distance, **formulas.record(checks.tiring(sheet, fast))}


def _climb(arguments: Given) -> Given:
    """Calculate the roll and time of a climb (F-CLIMB); raises Refused."""
    climb, modifier = arguments["climb"] or "the climb", arguments["modifier"]
    kind = BOOK.climbs.get(climb.casefold())
    if kind is None:
        return formulas.record(checks.climbing(_sheet(arguments), modifier or 0, climb))
    if modifier is not None:
        raise Refused("Give either --climb or --modifier; the climb has a modifier of its own.")
    speed, roll = kind.speed(arguments["haste"] == "yes"), {"target": "no roll"}
    if kind.modifier is not None:
        roll = formulas.record(checks.climbing(_sheet(arguments), kind.modifier, climb))
    return {**roll, "feet_a_second": plain(speed), "seconds": plain(half_up(number(arguments, "feet") / speed))}


def _throw(arguments: Given) -> Given:
    """Calculate range, roll and damage of a thrown thing (F-THROW); raises Refused when too heavy."""
    sheet, weight = _sheet(arguments), number(arguments, "weight")
    thing = Thing(name="it", weight=float(weight), palm=arguments["palm"] == "yes")
    training = checks.training(sheet, thing)
    reach = formulas.distance(sheet.stats["ST"], weight, sheet.lift, training.strength)
    hands = formulas.hands(weight, sheet.lift)
    if reach is None:
        most, lift = plain(formulas.limits(sheet.lift)["two_hands"]), plain(sheet.lift)
        raise Refused(f"{plain(weight)} lb cannot be thrown: at most {most} lb, 8 times the Basic Lift of {lift}.")
    need = checks.throwing(sheet, thing, at_somebody=arguments["at"] == "somebody")
    record = {"yards": plain(reach), "hands": hands, **formulas.record(need)}
    if arguments["thrust"]:
        try:
            record["damage"] = formulas.damage(
                read_sixes(arguments["thrust"]), weight, sheet.lift, training.per_die
            ).text
        except ValueError as error:
            raise Refused(f"--thrust: {error}") from None
    return record


def _breath(arguments: Given) -> Given:
    """Calculate how long a breath is held, for each exertion (F-BREATH-1)."""
    options = {option: arguments[option] == "yes" for option in ("control", "unprepared")}
    return {
        f"seconds_{exertion}": formulas.breath(arguments["ht"], exertion, **options) for exertion in formulas.EXERTIONS
    }


def _swim(arguments: Given) -> Given:
    """Calculate the Swimming roll and the yards swum (F-SWIM)."""
    need, move = checks.swimming(_sheet(arguments), arguments["on-purpose"] == "yes"), arguments["move"]
    yards = plain(formulas.water_move(move) * formulas.factor(arguments["level"]) * arguments["seconds"])
    return {"water_move": formulas.water_move(move), "yards": yards, **formulas.record(need)}


def _slam(arguments: Given) -> Given:
    """Calculate the dice of both sides of a slam, and its chance to hit (F-SLAM)."""
    velocity = number(arguments, "yards") + number(arguments, "foe-yards")
    slammer = formulas.collision(arguments["hp"], velocity)
    foe = formulas.collision(arguments["foe-hp"], velocity)
    if arguments["strong"] == "yes":
        slammer = formulas.strong(slammer, HouseRules().all_out)
    record = {"velocity": plain(velocity), "dice": slammer.text, "foe_dice": foe.text}
    record |= {"mean": plain(slammer.mean), "foe_mean": plain(foe.mean)}
    if arguments["target"] is not None:
        record["hits"] = checks.Exchange(arguments["target"], arguments["defence"]).hit
    return record


def _rescue(arguments: Given) -> Given:
    """Calculate the roll to rescue a victim from drowning (F-SAVE)."""
    victim = _sheet({"st": arguments["victim-st"]})
    return formulas.record(checks.rescue(_sheet(arguments), victim, arguments["technique"]))


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
