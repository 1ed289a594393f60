"""Calculators of feats: `tracker reckon --system feats` uses the same functions as a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from tracker.game_api.calculator_arguments import primed
from tracker.game_api.calculators import Figure, Reckons, calculator
from tracker.game_api.sheets import Calculator
from tracker.games.feats import checks, formulas
from tracker.games.feats.book.d6 import read_sixes
from tracker.games.feats.book.house_rules import Options
from tracker.games.feats.book.tables import BOOK
from tracker.games.feats.sheet import Sheet, Thing, read_sheet, sheet_of
from tracker.games.toolkit.exact_numbers import half_up
from tracker.games.toolkit.sums import Sum
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.model.validation_errors import Faults

Strength = Annotated[int, Figure("strength", 1, 1000)]
Dexterity = Annotated[int, Figure("dexterity", 1, 1000)]
Health = Annotated[int, Figure("health", 1, 1000)]
Move = Annotated[int, Figure("Basic Move", 0, 1000)]
Level = Annotated[int, Figure("encumbrance, 0 none to 4 extra-heavy", 0, 4)]
Seconds = Annotated[int, Figure("for how many seconds", 1, 100_000)]
Jumping = Annotated[int | None, Figure("the Jumping skill", 1, 40)]
Lifting = Annotated[int | None, Figure("the Lifting skill", 1, 40)]
Running = Annotated[int | None, Figure("the Running skill", 1, 40)]
Climbing = Annotated[int | None, Figure("the Climbing skill", 1, 40)]
Throwing = Annotated[int | None, Figure("the Throwing skill", 1, 40)]
ThrowingArt = Annotated[int | None, Figure("the Throwing Art skill", 1, 40)]
Swimming = Annotated[int | None, Figure("the Swimming skill", 1, 40)]
Flight = Annotated[int | None, Figure("the Flight skill", 1, 40)]
Pounds = Annotated[Fraction, Figure("lb", 0, 1_000_000)]
_ENHANCED = "Enhanced Move as on a sheet, the printed level in halves (2 is four times Move)"
Enhanced = Annotated[Fraction, Figure(_ENHANCED, 0, 100)]
EnhancedTimes = Annotated[Fraction, Figure("top speed as a multiple of Move, in place of the level", 1, 100)]
NONE, ONE = Fraction(0), Fraction(1)


def _sheet(rules: Options, skills: Mapping[str, int | None], **entry: Any) -> Sheet:
    """Return a sheet with only these skills and keys. Raises Refused for a value that no sheet may have."""
    known = [{"name": name, "value": value} for name, value in skills.items() if value]
    try:
        return read_sheet({"skill": known, **entry}, rules).sheet
    except Faults as faults:
        raise Refused(str(faults)) from None


def _loaded(level: int, move: int = 5) -> dict[str, Any]:
    return {"encumbrance": level, "basic_move": move}


def _enhanced(level: Fraction, times: Fraction) -> dict[str, float]:
    """Return Enhanced Move as a sheet has it: the printed level, or the multiple, which wins (FQ 29, FQ 33)."""
    key, value = ("enhanced_times", times) if times > 1 else ("enhanced", level)
    return {key: float(value), key.replace("enhanced", "enhanced_air"): float(value)}


def _record(need: Sum, rules: Options) -> dict[str, Any]:
    return formulas.record(need, rules.house_rules.criticals)


def _plain(value: Fraction | int) -> int | float:
    """Return a figure for printing, with two decimals unless it is whole."""
    return int(value) if Fraction(value).denominator == 1 else round(float(value), 2)


def jump(
    rules: Options,
    move: Move = 5,
    level: Level = 0,
    running: Annotated[Fraction, Figure("yards run before", 0, 1_000_000)] = NONE,
    jumping: Jumping = None,
) -> Mapping[str, Any]:
    """The height and length of a jump (F-JUMP)."""
    figures = checks.figures(_sheet(rules, {"jumping": jumping}, **_loaded(level, move)), running)
    high_and_broad = {name: _plain(figures[name]) for name in ("high_inches", "broad_feet")}
    return {**high_and_broad, "rules": ["F-JUMP-1", "F-JUMP-2"]}


def lift(
    rules: Options,
    st: Strength = 10,
    with_: Annotated[int | None, Figure("the strength of a helper", 1, 1000)] = None,
    weight: Annotated[Fraction | None, Figure("lb to take up", 0, 1_000_000)] = None,
    lifting: Lifting = None,
    roll: Annotated[int | None, Figure("what its 3d6 showed", 3, 18)] = None,
) -> Mapping[str, Any]:
    """The weights that can be moved, in lb, and Basic Lift (F-LIFT, F-GRAB)."""
    basic = sum((formulas.basic_lift(strength) for strength in (st, with_) if strength), formulas.ZERO)
    record: dict[str, Any] = {"basic_lift": _plain(basic)}
    limits = formulas.limits(basic)
    if lifting is not None and roll is not None:
        success = formulas.succeeds(lifting, roll, rules.house_rules.criticals)
        record["more_percent"] = formulas.lift_bonus(lifting - roll) if success else 0
        basic = basic * (100 + record["more_percent"]) / 100
        record["for_picking_up"] = _plain(basic)
    # A Lifting roll raises only the weights picked up, with one hand or two.
    limits |= {way: pounds for way, pounds in formulas.limits(basic).items() if "hand" in way}
    record |= {way: _plain(pounds) for way, pounds in limits.items()}
    if weight is not None:
        for hands in (1, 2):
            record[f"seconds_with_{hands}"] = formulas.ready_seconds(weight, basic, hands) or "too heavy"
    return record


def drag(
    rules: Options,
    *,
    st: Strength = 10,
    move: Move = 5,
    load: Pounds,
    vehicle: Annotated[str, Figure("on what", choices=tuple(BOOK.vehicles))] = "none",
    vehicle_weight: Annotated[Fraction, Figure("its own lb", 0, 1_000_000)] = NONE,
    smooth: Annotated[bool, Figure("smooth level ground")] = False,
) -> Mapping[str, Any]:
    """The effective weight and Move with something pulled (F-DRAG)."""
    basic = formulas.basic_lift(st)
    weight = formulas.pulled(load, vehicle_weight, vehicle, smooth)
    encumbrance, most = formulas.level(weight, basic), basic * BOOK.drag.most
    if weight > most:
        return {"effective": _plain(weight), "most": _plain(most), "outcome": "does not move"}
    moving = {"encumbrance": formulas.level_name(encumbrance), "move": _plain(move * formulas.factor(encumbrance))}
    return {"effective": _plain(weight), **moving, "fatigue_each_second": int(formulas.straining(weight, basic))}


def dig(
    rules: Options,
    *,
    st: Strength = 10,
    soil: Annotated[str, Figure("the ground", choices=tuple(BOOK.soils))] = "ordinary",
    volume: Annotated[Fraction, Figure("cubic feet", 0, 1_000_000)],
    tools: Annotated[str, Figure("made of what", choices=tuple(BOOK.tools))] = "iron",
    with_: Annotated[Literal["both", "pick", "shovel"], Figure("which tools")] = "both",
) -> Mapping[str, Any]:
    """Cubic feet an hour, and hours for a hole (F-DIG)."""
    used = {tool: with_ in ("both", tool) for tool in ("pick", "shovel")}
    dug = formulas.dig(formulas.basic_lift(st), soil, volume, tools, **used)
    hours = "not with this tool alone" if dug.hours is None else _plain(dug.hours)
    return {"pick_cf_an_hour": _plain(dug.pick), "shovel_cf_an_hour": _plain(dug.shovel), "hours": hours}


def hike(
    rules: Options,
    move: Move = 5,
    level: Level = 0,
    terrain: Annotated[str, Figure("the ground", choices=(*BOOK.terrain, *BOOK.ground))] = "average",
    weather: Annotated[str, Figure("the weather", choices=tuple(BOOK.weather))] = "fair",
    road: Annotated[Literal["poor", "good"] | None, Figure("a road, and how good")] = None,
    on: Annotated[Literal["skis", "skates"] | None, Figure("over snow or ice")] = None,
) -> Mapping[str, Any]:
    """Miles a day on foot (F-HIKE)."""
    sheet, twice = _sheet(rules, {}, **_loaded(level, move)), rules.house_rules.snow_twice
    miles = formulas.miles(sheet.move, terrain, weather, road=road or "", on=on or "", snow_twice=twice)
    return {"miles_a_day": _plain(miles)}


def _moving(fast: str, sheet: Sheet, seconds: int, rules: Options) -> Mapping[str, Any]:
    """Calculate speeds, distance and rolls of a sprint or a swoop (`fast`)."""
    move, enhanced = (sheet.move, sheet.top) if fast == "sprint" else (sheet.air, sheet.top_in_air)
    top = formulas.top(move, enhanced)
    on_a_map = formulas.map_sprint(move) if enhanced == 1 else max(1, int(top))
    speeds = {fast: _plain(top), "on_a_map": on_a_map, "paced": _plain(formulas.paced(move, enhanced))}
    rolls = max(0, (seconds - BOOK.activities[fast].first) // BOOK.activities[fast].every + 1)  # F-RUN-6, FQ 23
    distance = {"yards": _plain(formulas.sprinted(move, seconds, enhanced)), "rolls": rolls}
    return {**speeds, **distance, **_record(checks.tiring(sheet, fast), rules)}


def sprint(
    rules: Options,
    move: Move = 5,
    level: Level = 0,
    ht: Health = 10,
    seconds: Seconds = 10,
    running: Running = None,
    enhanced: Enhanced = NONE,
    enhanced_times: EnhancedTimes = ONE,
) -> Mapping[str, Any]:
    """Speeds, the way covered and the rolls on the way (F-RUN)."""
    keys = {**_loaded(level, move), **_enhanced(enhanced, enhanced_times), "stats": {"HT": ht}}
    return _moving("sprint", _sheet(rules, {"running": running}, **keys), seconds, rules)


def fly(
    rules: Options,
    speed: Annotated[Fraction, Figure("Basic Speed", 0, 100)] = Fraction(5),
    level: Level = 0,
    ht: Health = 10,
    seconds: Seconds = 10,
    flight: Flight = None,
    enhanced: Enhanced = NONE,
    enhanced_times: EnhancedTimes = ONE,
) -> Mapping[str, Any]:
    """Speeds in the air, the way covered and the rolls on the way (F-FLY)."""
    quarters = float(half_up(speed * 4) / 4)
    keys = {**_loaded(level), **_enhanced(enhanced, enhanced_times), "stats": {"HT": ht}, "basic_speed": quarters}
    return _moving("swoop", _sheet(rules, {"flight": flight}, **keys), seconds, rules)


def climb(
    rules: Options,
    dx: Dexterity = 10,
    level: Level = 0,
    climbing: Climbing = None,
    climb: Annotated[str | None, Figure("a known climb", choices=tuple(BOOK.climbs))] = None,
    modifier: Annotated[int | None, Figure("the climb's own modifier", -20, 20)] = None,
    feet: Annotated[Fraction, Figure("how high", 0, 1_000_000)] = Fraction(10),
    haste: Annotated[bool, Figure("in haste")] = False,
) -> Mapping[str, Any]:
    """The roll of a climb, and how long it takes (F-CLIMB; the climbs are †).

    Raises Refused for a known climb with a modifier.
    """
    sheet = _sheet(rules, {"climbing": climbing}, **_loaded(level), stats={"DX": dx})
    kind = BOOK.climbs.get((climb or "").casefold())
    if climb is None or kind is None:
        return _record(checks.climbing(sheet, modifier or 0, climb or "the climb"), rules)
    if modifier is not None:
        raise Refused("Give either --climb or --modifier; the climb has a modifier of its own.")
    speed, roll = kind.speed(haste), {"target": "no roll"}
    if kind.modifier is not None:
        roll = _record(checks.climbing(sheet, kind.modifier, climb), rules)
    return {**roll, "feet_a_second": _plain(speed), "seconds": _plain(half_up(feet / speed))}


def throw(
    rules: Options,
    *,
    st: Strength = 10,
    dx: Dexterity = 10,
    weight: Pounds,
    thrust: Annotated[str | None, Figure("thrust damage, as 1d or 3d-1")] = None,
    throwing: Throwing = None,
    throwing_art: ThrowingArt = None,
    palm: Annotated[bool, Figure("it fits the palm")] = False,
    at: Annotated[Literal["somebody", "area"], Figure("at a fighter or an area")] = "somebody",
) -> Mapping[str, Any]:
    """Range, roll and damage of a throw (F-THROW; both tables are †).

    Raises Refused for what is too heavy.
    """
    skills = {"throwing": throwing, "throwing art": throwing_art}
    sheet = _sheet(rules, skills, **_loaded(0), stats={"ST": st, "DX": dx})
    thing = Thing(name="it", weight=float(weight), palm=palm)
    training = checks.training(sheet, thing)
    reach = formulas.distance(sheet.stats["ST"], weight, sheet.lift, training.strength)
    if reach is None:
        most, basic = _plain(formulas.limits(sheet.lift)["two_hands"]), _plain(sheet.lift)
        raise Refused(f"{_plain(weight)} lb cannot be thrown: at most {most} lb, 8 times the Basic Lift of {basic}.")
    need = checks.throwing(sheet, thing, at_somebody=at == "somebody")
    record = {"yards": _plain(reach), "hands": formulas.hands(weight, sheet.lift), **_record(need, rules)}
    if thrust:
        try:
            record["damage"] = formulas.damage(read_sixes(thrust), weight, sheet.lift, training.per_die).text
        except ValueError as error:
            raise Refused(f"--thrust: {error}") from None
    return record


def breath(
    rules: Options,
    ht: Health = 10,
    control: Annotated[bool, Figure("with Breath Control")] = False,
    unprepared: Annotated[bool, Figure("without a second to draw it")] = False,
) -> Mapping[str, Any]:
    """The time for which a breath is held (F-BREATH)."""
    return {
        f"seconds_{exertion}": formulas.breath(ht, exertion, control=control, unprepared=unprepared)
        for exertion in formulas.EXERTIONS
    }


def swim(
    rules: Options,
    ht: Health = 10,
    move: Move = 5,
    level: Level = 0,
    seconds: Seconds = 10,
    swimming: Swimming = None,
    on_purpose: Annotated[bool, Figure("entered on purpose")] = True,
    build: Annotated[str, Figure("the build", choices=tuple(BOOK.builds))] = "none",
) -> Mapping[str, Any]:
    """The roll in deep water, and how far one swims (F-SWIM)."""
    keys = {**_loaded(level, move), "stats": {"HT": ht}, "build": build}
    need = checks.swimming(_sheet(rules, {"swimming": swimming}, **keys), on_purpose)
    yards = _plain(formulas.water_move(move) * formulas.factor(level) * seconds)
    return {"water_move": formulas.water_move(move), "yards": yards, **_record(need, rules)}


def rescue(
    rules: Options,
    st: Strength = 10,
    ht: Health = 10,
    swimming: Swimming = None,
    victim_st: Annotated[int, Figure("the victim's strength", 1, 1000)] = 10,
    technique: Annotated[int, Figure("what good technique is worth", -10, 10)] = 0,
) -> Mapping[str, Any]:
    """The roll of saving one from drowning (F-SAVE)."""
    rescuer = _sheet(rules, {"swimming": swimming}, **_loaded(0), stats={"ST": st, "HT": ht})
    victim = _sheet(rules, {}, **_loaded(0), stats={"ST": victim_st})
    return _record(checks.rescue(rescuer, victim, technique), rules)


def slam(
    rules: Options,
    *,
    hp: Annotated[int, Figure("own full hit points", 1, 1000)] = 10,
    foe_hp: Annotated[int, Figure("the foe's", 1, 1000)] = 10,
    yards: Annotated[Fraction, Figure("yards moved this turn", 1, 1000)],
    foe_yards: Annotated[Fraction, Figure("yards the foe came towards one on its last turn", 0, 1000)] = NONE,
    strong: Annotated[bool, Figure("all-out (strong)")] = False,
    target: Annotated[int | None, Figure("the target of the roll to hit", -40, 60)] = None,
    defence: Annotated[int | None, Figure("the foe's dodge, parry or block against it", -40, 60)] = None,
) -> Mapping[str, Any]:
    """Both sides' dice of a slam (F-SLAM)."""
    velocity = yards + foe_yards
    slammer, foe = formulas.collision(hp, velocity), formulas.collision(foe_hp, velocity)
    if strong:
        slammer = formulas.strong(slammer, rules.house_rules.all_out)
    record = {"velocity": _plain(velocity), "dice": slammer.text, "foe_dice": foe.text}
    record |= {"mean": _plain(slammer.mean), "foe_mean": _plain(foe.mean)}
    if target is not None:
        record["hits"] = checks.Exchange(target, defence, rules.house_rules.criticals).hit
    return record


_CALCULATORS: tuple[Reckons, ...] = (jump, lift, drag, dig, hike, sprint, fly, climb, throw, breath, swim, rescue, slam)
"""The calculators in the order in which they are listed."""
_HOUSE: Mapping[Reckons, Mapping[str, str]] = {hike: {"snow-twice": "snow_twice"}}
"""The house rules that an argument of a calculator changes."""


def calculators(rules: Options | None = None) -> tuple[Calculator, ...]:
    """Return the calculators under the rules of a fight."""
    return tuple(calculator(reckons, rules or Options(), _HOUSE.get(reckons, {})) for reckons in _CALCULATORS)


def for_fighter(rules: Options, encounter: Encounter, who: str) -> Sequence[Calculator]:
    """Return the calculators under the rules of a fight, with the figures and skills of `who` where given."""
    if not who:
        return calculators(rules)
    sheet = sheet_of(encounter, who)
    figures = {
        **sheet.skills,
        **sheet.stats,
        "level": sheet.level,
        "build": sheet.entry.build,
        "move": sheet.basic_move,
        "speed": _plain(sheet.basic_speed),
        "thrust": sheet.entry.thrust,
        "control": bool(sheet.skill("Breath Control")),
    }
    named = {name.casefold().replace(" ", "-"): value for name, value in figures.items()}
    by_calculator = {
        # A skill in Running is no run-up, which the calculator of a jump calls `running`, too.
        "jump": {"running": None},
        "sprint": _given_as(sheet.top, rules),
        "fly": _given_as(sheet.top_in_air, rules),
    }
    return primed(calculators(rules), named, by_calculator)


def _given_as(top: Fraction, rules: Options) -> dict[str, Any]:
    """Return a top speed as the arguments give it: as a printed level if it is one, else as a multiple (FQ 33)."""
    if rules.house_rules.enhanced == "times":
        return {"enhanced": _plain(top)}
    halves = (Fraction(half, 2) for half in range(2 * formulas.MOST_ENHANCED + 1))
    level = next((level for level in halves if formulas.multiple(level) == top), None)
    return {"enhanced-times": _plain(top)} if level is None else {"enhanced": _plain(level)}
