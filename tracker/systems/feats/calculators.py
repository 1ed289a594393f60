"""Calculators: what `tracker reckon --system feats` reckons, with the very rules of a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tracker.encounter.refusals import Refused
from tracker.rules.sheets import Argument, Calculator
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.checks import targets
from tracker.systems.feats.rules import loads, rolls, slams, throws, travel, water
from tracker.systems.feats.sheets.entry import Thing
from tracker.systems.feats.sheets.sheet import Sheet, read_sheet

Given = Mapping[str, Any]
ST = Argument("st", "strength", 1, 1000, default=10)
DX = Argument("dx", "dexterity", 1, 1000, default=10)
HT = Argument("ht", "health", 1, 1000, default=10)
MOVE = Argument("move", "Basic Move", 0, 1000, default=5)
LEVEL = Argument("level", "encumbrance, 0 none to 4 extra-heavy", 0, loads.MOST_LEVEL, default=0)
SMALL_YES = ("no", "yes")


def _skill(name: str, about: str) -> Argument:
    return Argument(name, about, 1, 40)


def _number(given: Given, name: str) -> Fraction:
    """A number that need not be whole, from 0 to a million."""
    text = given[name]
    try:
        value = Fraction(str(text))
    except (ValueError, ZeroDivisionError):
        raise Refused(f'--{name} "{text}" is not a number; try --{name} 12.5') from None
    if not 0 <= value <= 1_000_000:
        raise Refused(f"--{name} {text} is not from 0 to 1 000 000.")
    return value


def plain(value: Fraction) -> int | float:
    """As it is printed: whole where it is whole, else to two decimals."""
    return int(value) if value.denominator == 1 else round(float(value), 2)


def _sheet(given: Given, **skills: int | None) -> Sheet:
    stats = {stat.upper(): given[stat] for stat in ("st", "dx", "ht") if stat in given}
    entry: dict[str, Any] = {"stats": stats, "encumbrance": given.get("level", 0), "basic_move": given.get("move", 5)}
    entry["skill"] = [
        {"name": name.replace("_", " "), "value": value} for name, value in skills.items() if value is not None
    ]
    return read_sheet(entry | ({"build": given["build"]} if "build" in given else {}))[0]


def _target(total: int, lines: Sequence[str]) -> dict[str, Any]:
    return {"target": total, "percent": rolls.percent(total), "sum": list(lines)}


def _moved(given: Given) -> Fraction:
    return loads.factor(given["level"]) * int(given["move"])


def _jump(given: Given) -> Given:
    high, broad = travel.jumps(_moved(given), _number(given, "running"), given["jumping"] or 0)
    return {"high_inches": plain(high), "broad_feet": plain(broad), "rules": ["F-JUMP-1", "F-JUMP-2"]}


def _lift(given: Given) -> Given:
    lift = loads.together([loads.basic_lift(st) for st in (given["st"], *([given["with"]] if given["with"] else []))])
    record: dict[str, Any] = {"basic_lift": plain(lift)}
    if given["lifting"] is not None and given["roll"] is not None:
        good = rolls.succeeds(given["lifting"], given["roll"])
        more = loads.lift_bonus(given["lifting"] - given["roll"]) if good else 0
        record["more_percent"] = more
        lift = lift * (100 + more) / 100
        record["for_picking_up"] = plain(lift)
    record |= {what.replace(" ", "_"): plain(pounds) for what, pounds in loads.limits(lift).items() if "hand" in what}
    own = loads.limits(lift * 100 / (100 + record.get("more_percent", 0)))
    record |= {what.replace(" ", "_"): plain(pounds) for what, pounds in own.items() if "hand" not in what}
    if given["weight"] is not None:
        weight = _number(given, "weight")
        for hands in (1, 2):
            seconds = loads.ready_seconds(weight, lift, hands)
            record[f"seconds_with_{hands}"] = "too heavy" if seconds is None else seconds
    return record


def _drag(given: Given) -> Given:
    lift = loads.basic_lift(given["st"])
    weight = loads.pulled(
        _number(given, "load"), _number(given, "vehicle-weight"), given["vehicle"], given["smooth"] == "yes"
    )
    if not loads.moves(weight, lift):
        return {"effective": plain(weight), "most": plain(lift * BOOK.drag.most), "outcome": "does not move"}
    level = loads.level(weight, lift)
    return {
        "effective": plain(weight),
        "encumbrance": BOOK.encumbrance.names[level],
        "move": plain(given["move"] * loads.factor(level)),
        "fatigue_each_second": int(loads.straining(weight, lift)),
    }


def _dig(given: Given) -> Given:
    with_ = given["with"]
    digging = loads.dig(
        loads.basic_lift(given["st"]),
        given["soil"],
        _number(given, "volume"),
        given["tools"],
        pick=with_ in ("both", "pick"),
        shovel=with_ in ("both", "shovel"),
    )
    hours = digging.hours
    return {
        "pick_cf_an_hour": plain(digging.pick),
        "shovel_cf_an_hour": plain(digging.shovel),
        "hours": "not with this tool alone" if hours is None else plain(hours),
    }


def _hike(given: Given) -> Given:
    miles = travel.miles(
        _moved(given),
        given["terrain"],
        given["weather"],
        road=given["road"] or "",
        on=given["on"] or "",
        snow_twice=given["snow-twice"] == "yes",
    )
    return {"miles_a_day": plain(miles)}


def _sprint(given: Given) -> Given:
    move, enhanced, seconds = _moved(given), _number(given, "enhanced"), given["seconds"]
    if enhanced < 1:
        raise Refused("--enhanced is a multiple of Basic Move and at least 1.")
    sheet = _sheet(given, Running=given["running"])
    need = targets.running(sheet)
    return {
        "sprint": plain(travel.top(move, enhanced)),
        "on_a_map": travel.map_sprint(move) if enhanced == 1 else loads.on_map(travel.top(move, enhanced)),
        "paced": plain(travel.paced(move, enhanced)),
        "yards": plain(travel.sprinted(move, seconds, enhanced)),
        "rolls": max(0, seconds - 1) // BOOK.run.sprint_roll,
        **_target(need.total, need.lines),
    }


def _climb(given: Given) -> Given:
    modifier, record = given["modifier"], {}
    kind = travel.climb_kind(given["climb"]) if given["climb"] else None
    if given["climb"] and modifier is not None:
        raise Refused("Give either --climb or --modifier; the climb has a modifier of its own.")
    if kind is not None:
        speed = kind.combat if given["haste"] == "yes" else kind.regular
        feet = _number(given, "feet")
        record = {"feet_a_second": plain(speed), "seconds": plain(loads.half_up(feet / speed))}
        modifier = kind.modifier
    need = targets.climbing(_sheet(given, Climbing=given["climbing"]), modifier or 0, given["climb"] or "the climb")
    return {**_target(need.total, need.lines), **record}


def _throw(given: Given) -> Given:
    sheet = _sheet(given, Throwing=given["throwing"], Throwing_Art=given["throwing-art"])
    weight, lift = _number(given, "weight"), sheet.lift
    thing = Thing(name="it", weight=float(weight), palm=given["palm"] == "yes")
    more, per_die = targets.training(sheet, thing)
    reach, hands = throws.distance(sheet.st, weight, lift, more), throws.hands(weight, lift)
    if reach is None or hands is None:
        most = plain(lift * BOOK.throw.most)
        raise Refused(
            f"{plain(weight)} lb cannot be thrown: at most {most} lb, 8 times the Basic Lift of {plain(lift)}."
        )
    need = targets.throwing(sheet, thing, given["at"] == "somebody")
    record = {"yards": plain(reach), "hands": hands, **_target(need.total, need.lines)}
    if given["thrust"]:
        try:
            thrust = throws.read_dice(given["thrust"])
        except ValueError as error:
            raise Refused(f"--thrust: {error}") from None
        record["damage"] = throws.damage(thrust, weight, lift, per_die).text
    return record


def _breath(given: Given) -> Given:
    options = {"control": given["control"] == "yes", "unprepared": given["unprepared"] == "yes"}
    return {
        f"seconds_{exertion}": water.breath(given["ht"], exertion, **options) for exertion in ("rest", "mild", "heavy")
    }


def _swim(given: Given) -> Given:
    sheet = _sheet(given, Swimming=given["swimming"])
    need, seconds = targets.swimming(sheet, given["on-purpose"] == "yes"), given["seconds"]
    return {
        "water_move": water.water_move(given["move"]),
        "yards": plain(water.swum(given["move"], given["level"], seconds)),
        **_target(need.total, need.lines),
    }


def _rescue(given: Given) -> Given:
    victim = read_sheet({"stats": {"ST": given["victim-st"]}})[0]
    need = targets.rescue(_sheet(given, Swimming=given["swimming"]), victim, given["technique"])
    return _target(need.total, need.lines)


def _slam(given: Given) -> Given:
    velocity = given["yards"] + given["foe-yards"]
    own, foe = slams.dice(given["hp"], Fraction(velocity)), slams.dice(given["foe-hp"], Fraction(velocity))
    if given["strong"] == "yes":
        own = slams.strong(own, HouseRules().all_out)
    return {
        "velocity": velocity,
        "dice": own.text,
        "foe_dice": foe.text,
        "mean": plain(own.mean),
        "foe_mean": plain(foe.mean),
    }


def _yes(name: str, about: str, default: str = "no") -> Argument:
    return Argument(name, about, choices=SMALL_YES, default=default)


SECONDS = Argument("seconds", "for how many seconds", 1, 100_000, default=10)
CALCULATORS = (
    Calculator(
        "jump",
        "how high and how far (F-JUMP)",
        (MOVE, LEVEL, Argument("running", "yards run before", default="0"), _skill("jumping", "the Jumping skill")),
        _jump,
    ),
    Calculator(
        "lift",
        "Basic Lift and what can be moved, in lb (F-LIFT, F-GRAB)",
        (
            ST,
            Argument("with", "the strength of a helper", 1, 1000),
            Argument("weight", "lb to take up"),
            _skill("lifting", "the Lifting skill"),
            Argument("roll", "what its 3d6 showed", 3, 18),
        ),
        _lift,
    ),
    Calculator(
        "drag",
        "effective weight and Move with something pulled (F-DRAG)",
        (
            ST,
            MOVE,
            Argument("load", "lb", required=True),
            Argument("vehicle", "on what", choices=tuple(BOOK.drag.vehicles), default="none"),
            Argument("vehicle-weight", "its own lb", default="0"),
            _yes("smooth", "smooth level ground"),
        ),
        _drag,
    ),
    Calculator(
        "dig",
        "cubic feet an hour, and hours for a hole (F-DIG)",
        (
            ST,
            Argument("soil", "the ground", choices=tuple(BOOK.dig.soils), default="ordinary"),
            Argument("volume", "cubic feet", required=True),
            Argument("tools", "made of what", choices=tuple(BOOK.dig.tools), default="iron"),
            Argument("with", "which tools", choices=("both", "pick", "shovel"), default="both"),
        ),
        _dig,
    ),
    Calculator(
        "hike",
        "miles a day on foot (F-HIKE)",
        (
            MOVE,
            LEVEL,
            Argument("terrain", "the ground", choices=(*BOOK.hike.terrain, *BOOK.hike.kinds), default="average"),
            Argument("weather", "the weather", choices=tuple(BOOK.hike.weather), default="fair"),
            Argument("road", "a road, and how good", choices=("poor", "good")),
            Argument("on", "over snow or ice", choices=("skis", "skates")),
            _yes("snow-twice", "deep snow counts as terrain and as weather"),
        ),
        _hike,
    ),
    Calculator(
        "sprint",
        "speeds, the way covered and the rolls on the way (F-RUN)",
        (
            MOVE,
            LEVEL,
            HT,
            SECONDS,
            _skill("running", "the Running skill"),
            Argument("enhanced", "top speed as a multiple of Basic Move", default="1"),
        ),
        _sprint,
    ),
    Calculator(
        "climb",
        "the roll of a climb, and how long it takes (F-CLIMB; the climbs are †)",
        (
            DX,
            LEVEL,
            _skill("climbing", "the Climbing skill"),
            Argument("climb", "a known climb", choices=tuple(kind.name for kind in BOOK.climb.kind)),
            Argument("modifier", "the climb's own modifier", -20, 20),
            Argument("feet", "how high", default="10"),
            _yes("haste", "in haste"),
        ),
        _climb,
    ),
    Calculator(
        "throw",
        "range, roll and damage of a throw (F-THROW; both tables are †)",
        (
            ST,
            DX,
            Argument("weight", "lb", required=True),
            Argument("thrust", "thrust damage, as 1d or 3d-1"),
            _skill("throwing", "the Throwing skill"),
            _skill("throwing-art", "the Throwing Art skill"),
            _yes("palm", "it fits the palm"),
            Argument("at", "at whom", choices=("somebody", "area"), default="somebody"),
        ),
        _throw,
    ),
    Calculator(
        "breath",
        "how long a breath is held (F-BREATH)",
        (HT, _yes("control", "with Breath Control"), _yes("unprepared", "without a second to draw it")),
        _breath,
    ),
    Calculator(
        "swim",
        "the roll in deep water, and how far one swims (F-SWIM)",
        (
            HT,
            MOVE,
            LEVEL,
            SECONDS,
            _skill("swimming", "the Swimming skill"),
            _yes("on-purpose", "entered on purpose", "yes"),
            Argument("build", "the build", choices=tuple(BOOK.swim.build), default="none"),
        ),
        _swim,
    ),
    Calculator(
        "rescue",
        "the roll of saving one from drowning (F-SAVE)",
        (
            ST,
            HT,
            _skill("swimming", "the Swimming skill"),
            Argument("victim-st", "the victim's strength", 1, 1000, default=10),
            Argument("technique", "what good technique is worth", -10, 10, default=0),
        ),
        _rescue,
    ),
    Calculator(
        "slam",
        "both sides' dice of a slam (F-SLAM)",
        (
            Argument("hp", "own full hit points", 1, 1000, default=10),
            Argument("foe-hp", "the foe's", 1, 1000, default=10),
            Argument("yards", "yards moved this turn", 1, 1000, required=True),
            Argument("foe-yards", "yards the foe came towards one on its last turn", 0, 1000, default=0),
            _yes("strong", "all-out (strong)"),
        ),
        _slam,
    ),
)
"""In the order they are listed."""
