"""Menus: what can be declared, by key, with its price in time and its odds before enter."""

from __future__ import annotations

from tracker.encounter.questions import Question
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.rules.values import Choice, Menu
from tracker.systems.feats.actions import blows
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.checks import targets
from tracker.systems.feats.rules import rolls, travel, water
from tracker.systems.feats.sheets.sheet import FP
from tracker.systems.kit import menus
from tracker.systems.kit.sums import Sum


def odds(target: int, criticals: bool = True) -> str:
    """`12 or less, 74.1 %`."""
    return f"{target} or less, {rolls.percent(target, criticals):g} %".replace("-", "−")


def menu(encounter: Encounter, who: str, path: tuple[str, ...], house: HouseRules) -> Menu:
    """What may be declared, step by step; raises Refused for a path that leads nowhere."""
    match path:
        case ():
            return Menu(f"{encounter[who].name} may declare.", _first(encounter, who, house))
        case ("climb",):
            return _climbs(encounter, who, house)
        case ("throw",):
            return _things(encounter, who, "throw")
        case ("ready",):
            return _things(encounter, who, "ready")
        case ("throw", thing):
            return _throw_at(encounter, who, thing, house)
        case ("slam",):
            return _slam_whom(encounter, who, house)
        case ("rescue",):
            return _rescue(encounter, who, house)
    raise Refused(f"There is no menu {' '.join(path)}.")


def _speed(encounter: Encounter, who: str, key: str, every: str) -> str:
    return f"{float(now.pace(encounter, who, key)):g} yd/s · {every}"


def _roll(need: Sum) -> str:
    return odds(need.total)


def _first(encounter: Encounter, who: str, house: HouseRules) -> tuple[Choice, ...]:
    own = now.sheet_of(encounter, who)
    wait = menus.wait(who, price="acts at any second")
    passing = Choice("p", "pass", line=f"{who} pass", price="1 s")
    breath = water.breath(own.ht, control=own.skill("Breath Control") is not None)
    hold = Choice("b", "draw a breath", line=f"{who} hold", price=f"1 s, then {breath} s at rest")
    ready = Choice(
        "y", "ready", path=("ready",), price="1, 2 or 4 s", refused="" if own.things else "There is no thing."
    )
    throw = Choice("t", "throw", path=("throw",), price="1 s", refused=_nothing_held(encounter, who))
    rescue = Choice("x", "rescue", path=("rescue",), price="1 s")
    if encounter[who].condition(now.WATER) is not None:
        stamina = _roll(targets.paddling(own))
        swim = Choice(
            "s", "swim fast", line=f"{who} swim", price=_speed(encounter, who, "swim", f"{stamina} each minute")
        )
        paddle = Choice("r", "swim slowly", line=f"{who} paddle", price=f"{stamina} every 30 min")
        floating = Choice("f", "float", line=f"{who} float", price=f"{stamina} every 30 min")
        return (
            floating,
            paddle,
            swim,
            Choice("o", "out of the water", line=f"{who} ashore", price="no time"),
            rescue,
            throw,
            wait,
            passing,
        )
    stamina = _roll(targets.running(own))
    dive = Choice("d", "dive in", line=f"{who} dive", price=_roll(targets.swimming(own, on_purpose=True)))
    wings = "" if "wings" in own.traits else "no wings"
    up = _roll(targets.flying(own))
    lying = f"lying down; `fix {who} prone off`" if encounter[who].condition(now.PRONE) is not None else ""
    spent = "exhausted: no fatigue points left" if house.exhausted == "stop" and not encounter[who].pool(FP) else ""
    lying, wings = lying or spent, wings or spent
    return (
        Choice("s", "sprint", line=f"{who} sprint", refused=lying,
               price=_speed(encounter, who, "sprint", f"{stamina} every 15 s")),
        Choice("r", "run, paced", line=f"{who} run", refused=lying,
               price=_speed(encounter, who, "run", f"{stamina} each minute")),
        Choice("c", "climb", path=("climb",), price="a roll now, then every 5 min", refused=lying),
        dive,
        Choice("m", "slam", path=("slam",), price="1 s"),
        throw,
        ready,
        Choice("g", "concentrate", line=f"{who} concentrate", price="1 s, before a jump"),
        Choice("j", "jump", line=f"{who} jump", price=_jump(encounter, who), unfinished=True),
        Choice("l", "lift", line=f"{who} lift", price=f"2 or 4 s, up to {float(own.lift * 8):g} lb", unfinished=True),
        Choice("h", "shove", line=f"{who} shove", price=f"1 s, up to {float(own.lift * 12):g} lb", unfinished=True),
        hold,
        Choice("f", "fly fast", line=f"{who} swoop", price=_speed(encounter, who, "swoop", up), refused=wings),
        Choice("v", "fly, paced", line=f"{who} fly", price=_speed(encounter, who, "fly", up), refused=wings),
        rescue,
        wait,
        passing,
    )  # fmt: skip


def _jump(encounter: Encounter, who: str) -> str:
    own = now.sheet_of(encounter, who)
    high, broad = travel.jumps(own.move(), jumping=own.skill("Jumping") or 0)
    return f"1 s, standing {float(high):g} in or {float(broad):g} ft"


def _nothing_held(encounter: Encounter, who: str) -> str:
    held = any(now.holds(encounter, who, thing) for thing in now.sheet_of(encounter, who).things)
    return "" if held else "Nothing is in hand."


def _climbs(encounter: Encounter, who: str, house: HouseRules) -> Menu:
    own = now.sheet_of(encounter, who)
    by_hand = Choice("o", "modifier and ft/s", line=f"{who} climb", unfinished=True, price="as -3 0.5 haste secured")
    if house.climbs == "ask":
        return Menu("Climb what?", (by_hand,))
    keys = menus.letters([kind.name for kind in BOOK.climb.kind], taken=("o",))
    kinds = tuple(
        Choice(
            key, f"{kind.name} †", line=f"{who} climb {kind.name}", price=_roll(targets.climbing(own, kind.modifier))
        )
        for key, kind in zip(keys, BOOK.climb.kind, strict=True)
    )
    return Menu("Climb what? (add haste, secured)", (*kinds, by_hand))


def _things(encounter: Encounter, who: str, verb: str) -> Menu:
    own = now.sheet_of(encounter, who)
    keys = menus.letters([thing.name for thing in own.things])
    choices = []
    for key, thing in zip(keys, own.things, strict=True):
        held = now.holds(encounter, who, thing)
        price = f"{thing.weight:g} lb"
        if verb == "ready":
            choices.append(
                Choice(
                    key, thing.name, line=f'{who} ready "{thing.name}"', price=price, refused="in hand" if held else ""
                )
            )
            continue
        far = blows.reach(own, thing)
        why = "" if held else "not in hand"
        why = why or ("too heavy to be thrown" if far is None else "")
        price = price if far is None else f"{price}, {float(far):g} yd"
        choices.append(Choice(key, thing.name, path=("throw", thing.name), price=price, refused=why))
    return Menu(f"{encounter[who].name} {verb}s what?", tuple(choices))


def _throw_at(encounter: Encounter, who: str, name: str, house: HouseRules) -> Menu:
    own = now.sheet_of(encounter, who)
    thing = blows.thing_of(own, name, encounter[who].name)
    dice = blows.thrown_dice(own, thing)
    harm = f", {dice.text}" if dice is not None else ", no thrust on the sheet"
    at, area = (odds(targets.throwing(own, thing, one).total, house.criticals) for one in (True, False))
    people = menus.targets(
        encounter, who, lambda target: f'{who} throw "{thing.name}" {target}', lambda target: at + harm
    )
    there = Choice("a", "an area", line=f'{who} throw "{thing.name}" area', price=area)
    return Menu(f"{thing.name} at whom? (add a modifier, yards 10)", (*people, there))


def _slam_whom(encounter: Encounter, who: str, house: HouseRules) -> Menu:
    own = now.sheet_of(encounter, who)
    move = max(1, int(own.move()))
    hit = odds(targets.slamming(own).total, house.criticals)

    def price(target: str) -> str:
        mine, back = blows.slam_dice(encounter, who, target, ("slam", str(move), "0", ""), house)
        means = f"{max(0.0, float(mine.mean)):g} against {max(0.0, float(back.mean)):g} on average"
        return f"{hit}; {mine.text} against {back.text}, {means}"

    choices = menus.targets(encounter, who, lambda target: f"{who} slam {target} {move}", price)
    return Menu(f"Slam whom, over {move} yd? (add foe 3, tackle, strong)", choices)


def _rescue(encounter: Encounter, who: str, house: HouseRules) -> Menu:
    own = now.sheet_of(encounter, who)
    in_water = [one for one in encounter if one.id != who and one.condition(now.WATER) is not None]
    keys = menus.letters([one.name for one in in_water], taken=("o",))
    choices = tuple(
        Choice(key, one.name, line=f"{who} rescue {one.id}",
               price=odds(targets.rescue(own, now.sheet_of(encounter, one.id)).total, house.criticals))
        for key, one in zip(keys, in_water, strict=True)
    )  # fmt: skip
    nobody = Choice("o", "nobody", line=f"{who} rescue", refused="Nobody is in deep water.", unfinished=True)
    return Menu("Rescue whom? (add what technique is worth)", choices or (nobody,))


def defences(encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    """What a blow may be met with, with the numbers of the sheet; without one the game master says."""
    numbers = dict(now.sheet_of(encounter, question.who).defences)
    choices = [Choice("n", "no defence", blows.NONE)]
    for word in ("dodge", "parry", "block"):
        number = numbers.get(word)
        price = odds(number) if number is not None else ""
        choices.append(Choice(word[0], word, word, price=price, refused="" if price else f"no {word} on the sheet"))
    return (*choices, Choice("a", "avoided, the GM says", blows.AVOIDED))
