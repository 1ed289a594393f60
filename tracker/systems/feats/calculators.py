"""Calculators of feats: `tracker reckon --system feats` uses the same functions as a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.model.validation_errors import Faults
from tracker.system_api.calculator_lines import primed
from tracker.system_api.sheets import Calculator
from tracker.systems.feats import checks, formulas
from tracker.systems.feats.book.house_rules import Options
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import Sheet, Thing, read_sheet, sheet_of
from tracker.systems.kit.calculator_files import RuledReckon, by_rules, number, plain, read_calculators, under
from tracker.systems.kit.d6 import read_sixes
from tracker.systems.kit.exact_numbers import half_up
from tracker.systems.kit.sums import Sum

Given = Mapping[str, Any]
_SKILLS = ("jumping", "lifting", "running", "flight", "climbing", "throwing", "throwing-art", "swimming")


def _sheet(arguments: Given, rules: Options) -> Sheet:
    """Return a sheet with only what the arguments give; raises Refused for what no sheet may have."""
    skills = [{"name": name.replace("-", " "), "value": arguments[name]} for name in _SKILLS if arguments.get(name)]
    entry: dict[str, Any] = {
        "skill": skills,
        "encumbrance": arguments.get("level", 0),
        "basic_move": arguments.get("move", 5),
        **_enhanced(arguments),
    }
    entry["stats"] = {stat.upper(): arguments[stat] for stat in ("st", "dx", "ht") if stat in arguments}
    if "speed" in arguments:
        entry["basic_speed"] = float(half_up(number(arguments, "speed", 0, 100) * 4) / 4)
    try:
        return read_sheet(entry | ({"build": arguments["build"]} if "build" in arguments else {}), rules).sheet
    except Faults as faults:
        raise Refused(str(faults)) from None


def _enhanced(arguments: Given) -> dict[str, float]:
    """Return Enhanced Move as a sheet has it: the printed level, or a multiple, which goes before it (FQ 29, FQ 33)."""
    if "enhanced" not in arguments:
        return {}
    level, times = number(arguments, "enhanced", 0, 100), number(arguments, "enhanced-times", 1, 100)
    key, value = ("enhanced_times", times) if times > 1 else ("enhanced", level)
    return {key: float(value), key.replace("enhanced", "enhanced_air"): float(value)}


def _record(need: Sum, rules: Options) -> dict[str, Any]:
    """Return a roll and its chance under the house rules."""
    return formulas.record(need, rules.house_rules.criticals)


def _jump(arguments: Given, rules: Options) -> Given:
    """Calculate the jumps of a Move and run-up (F-JUMP-1, F-JUMP-2)."""
    figures = checks.figures(_sheet({**arguments, "running": None}, rules), number(arguments, "running"))
    jump = {name: plain(figures[name]) for name in ("high_inches", "broad_feet")}
    return {**jump, "rules": ["F-JUMP-1", "F-JUMP-2"]}


def _lift(arguments: Given, rules: Options) -> Given:
    """Calculate Basic Lift and the weights that follow from it, alone or with a helper (F-LIFT)."""
    lift = sum((formulas.basic_lift(st) for st in (arguments["st"], arguments["with"]) if st), formulas.ZERO)
    record: dict[str, Any] = {"basic_lift": plain(lift)}
    limits = formulas.limits(lift)
    if arguments["lifting"] is not None and arguments["roll"] is not None:
        success = formulas.succeeds(arguments["lifting"], arguments["roll"], rules.house_rules.criticals)
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


def _drag(arguments: Given, rules: Options) -> Given:
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


def _dig(arguments: Given, rules: Options) -> Given:
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


def _hike(arguments: Given, rules: Options) -> Given:
    """Calculate the miles of a day on foot (F-HIKE)."""
    ways = {
        "road": arguments["road"] or "",
        "on": arguments["on"] or "",
        "snow_twice": arguments["snow-twice"] == "yes",
    }
    return {
        "miles_a_day": plain(
            formulas.miles(_sheet(arguments, rules).move, arguments["terrain"], arguments["weather"], **ways)
        )
    }


def _moving(fast: str, arguments: Given, rules: Options) -> Given:
    """Calculate speeds, distance and rolls of a sprint or a swoop (`fast`)."""
    sheet, seconds = _sheet(arguments, rules), arguments["seconds"]
    move, enhanced = (sheet.move, sheet.top) if fast == "sprint" else (sheet.air, sheet.top_in_air)
    top = formulas.top(move, enhanced)
    on_a_map = formulas.map_sprint(move) if enhanced == 1 else max(1, int(top))
    speeds = {fast: plain(top), "on_a_map": on_a_map, "paced": plain(formulas.paced(move, enhanced))}
    rolls = max(0, (seconds - BOOK.activities[fast].first) // BOOK.activities[fast].every + 1)  # F-RUN-6, FQ 23
    distance = {"yards": plain(formulas.sprinted(move, seconds, enhanced)), "rolls": rolls}
    return {**speeds, **distance, **_record(checks.tiring(sheet, fast), rules)}


def _climb(arguments: Given, rules: Options) -> Given:
    """Calculate the roll and time of a climb (F-CLIMB); raises Refused."""
    climb, modifier = arguments["climb"] or "the climb", arguments["modifier"]
    kind = BOOK.climbs.get(climb.casefold())
    if kind is None:
        return _record(checks.climbing(_sheet(arguments, rules), modifier or 0, climb), rules)
    if modifier is not None:
        raise Refused("Give either --climb or --modifier; the climb has a modifier of its own.")
    speed, roll = kind.speed(arguments["haste"] == "yes"), {"target": "no roll"}
    if kind.modifier is not None:
        roll = _record(checks.climbing(_sheet(arguments, rules), kind.modifier, climb), rules)
    return {**roll, "feet_a_second": plain(speed), "seconds": plain(half_up(number(arguments, "feet") / speed))}


def _throw(arguments: Given, rules: Options) -> Given:
    """Calculate range, roll and damage of a thrown thing (F-THROW); raises Refused when too heavy."""
    sheet, weight = _sheet(arguments, rules), number(arguments, "weight")
    thing = Thing(name="it", weight=float(weight), palm=arguments["palm"] == "yes")
    training = checks.training(sheet, thing)
    reach = formulas.distance(sheet.stats["ST"], weight, sheet.lift, training.strength)
    hands = formulas.hands(weight, sheet.lift)
    if reach is None:
        most, lift = plain(formulas.limits(sheet.lift)["two_hands"]), plain(sheet.lift)
        raise Refused(f"{plain(weight)} lb cannot be thrown: at most {most} lb, 8 times the Basic Lift of {lift}.")
    need = checks.throwing(sheet, thing, at_somebody=arguments["at"] == "somebody")
    record = {"yards": plain(reach), "hands": hands, **_record(need, rules)}
    if arguments["thrust"]:
        try:
            record["damage"] = formulas.damage(
                read_sixes(arguments["thrust"]), weight, sheet.lift, training.per_die
            ).text
        except ValueError as error:
            raise Refused(f"--thrust: {error}") from None
    return record


def _breath(arguments: Given, rules: Options) -> Given:
    """Calculate how long a breath is held, for each exertion (F-BREATH-1)."""
    options = {option: arguments[option] == "yes" for option in ("control", "unprepared")}
    return {
        f"seconds_{exertion}": formulas.breath(arguments["ht"], exertion, **options) for exertion in formulas.EXERTIONS
    }


def _swim(arguments: Given, rules: Options) -> Given:
    """Calculate the Swimming roll and the yards swum (F-SWIM)."""
    need, move = checks.swimming(_sheet(arguments, rules), arguments["on-purpose"] == "yes"), arguments["move"]
    yards = plain(formulas.water_move(move) * formulas.factor(arguments["level"]) * arguments["seconds"])
    return {"water_move": formulas.water_move(move), "yards": yards, **_record(need, rules)}


def _slam(arguments: Given, rules: Options) -> Given:
    """Calculate the dice of both sides of a slam, and its chance to hit (F-SLAM)."""
    velocity = number(arguments, "yards") + number(arguments, "foe-yards")
    slammer = formulas.collision(arguments["hp"], velocity)
    foe = formulas.collision(arguments["foe-hp"], velocity)
    if arguments["strong"] == "yes":
        slammer = formulas.strong(slammer, rules.house_rules.all_out)
    record = {"velocity": plain(velocity), "dice": slammer.text, "foe_dice": foe.text}
    record |= {"mean": plain(slammer.mean), "foe_mean": plain(foe.mean)}
    if arguments["target"] is not None:
        record["hits"] = checks.Exchange(arguments["target"], arguments["defence"], rules.house_rules.criticals).hit
    return record


def _rescue(arguments: Given, rules: Options) -> Given:
    """Calculate the roll to rescue a victim from drowning (F-SAVE)."""
    victim = _sheet({"st": arguments["victim-st"]}, rules)
    return _record(checks.rescue(_sheet(arguments, rules), victim, arguments["technique"]), rules)


_RECKONS: Mapping[str, RuledReckon[Options]] = {
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
CALCULATORS = read_calculators(__package__, by_rules(_RECKONS, Options()), _CHOICES)
"""In the order they are listed."""


def for_fighter(rules: Options, encounter: Encounter, who: str) -> Sequence[Calculator]:
    """Return the calculators under the house rules of a fight, with the figures and skills of `who` where given."""
    calculators = under(CALCULATORS, rules)
    snow = {"snow-twice": "yes" if rules.house_rules.snow_twice else "no"}
    if not who:
        return primed(calculators, snow)
    sheet = sheet_of(encounter, who)
    figures = {
        **sheet.skills,
        **sheet.stats,
        "level": sheet.level,
        "build": sheet.entry.build,
        "move": sheet.basic_move,
        "speed": plain(sheet.basic_speed),
        "thrust": sheet.entry.thrust,
        "control": "yes" if sheet.skill("Breath Control") else "no",
    }
    named = {name.casefold().replace(" ", "-"): value for name, value in figures.items()}
    own = {
        # A skill in Running is no run-up, which the calculator of a jump calls `running`, too.
        "jump": {"running": None},
        "sprint": _given_as(sheet.top, rules),
        "fly": _given_as(sheet.top_in_air, rules),
    }
    return primed(calculators, {**named, **snow}, own)


def _given_as(top: Fraction, rules: Options) -> dict[str, Any]:
    """Return a top speed as the arguments give it: as the level that is printed for it, else as a multiple (FQ 33)."""
    if rules.house_rules.enhanced == "times":
        return {"enhanced": plain(top)}
    halves = (Fraction(half, 2) for half in range(2 * formulas.MOST_ENHANCED + 1))
    level = next((level for level in halves if formulas.multiple(level) == top), None)
    return {"enhanced-times": plain(top)} if level is None else {"enhanced": plain(level)}
