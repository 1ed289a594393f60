"""Menus: what may be done in this sub-phase, by key, with its chance and what it leaves of the phase."""

from __future__ import annotations

from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.rules.values import Choice, Menu
from tracker.systems.kit import menus
from tracker.systems.kit.sums import signed
from tracker.systems.phases.actions.aims import Aim
from tracker.systems.phases.actions.attacks import FIRE, STRIKE, contested
from tracker.systems.phases.actions.simple import metres_left
from tracker.systems.phases.body.rest import rested
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.checks import contests, initiative
from tracker.systems.phases.checks.chances import aim_level, at_least_one, attack_check, best_defence, odds, skill_check
from tracker.systems.phases.sheets.sheet import Weapon, sheet_of
from tracker.systems.phases.timing import fire, phases

READYING = ("readying",)
"""The path of the menu before the fight: the level of the Initiative roll (P-INIT-2)."""
Path = tuple[str, ...]
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
_AIM, _LEVEL, _SHOTS = "aim", "level", "shots"


def menu(encounter: Encounter, rules: Options, who: str, path: Path) -> Menu:
    """The menu at `path`; raises Refused for one that leads nowhere."""
    if not path:
        return _root(encounter, rules, who)
    if path == READYING:
        return _ready(encounter, rules, who)
    if path[0] == "try":
        return _skills(encounter, rules, who)
    weapon = sheet_of(encounter, who).weapon(path[1]) if path[0] in (FIRE, STRIKE) and len(path) > 1 else None
    if weapon is None:
        raise Refused(f"There is no menu {' '.join(path)}.")
    options = path[2:]
    if options and options[-1] == _AIM:
        return _aims(encounter, rules, who, weapon, options[:-1])
    if options and options[-1] == _LEVEL:
        return _levels(encounter, rules, who, weapon, options[:-1])
    return _targets(encounter, rules, who, weapon, options)


def _root(encounter: Encounter, rules: Options, who: str) -> Menu:
    name = encounter[who].name
    left = phases.left(encounter, who)
    first = phases.sub_phase(encounter.count) == 1
    over = f"{name} has used two sub-phases of this phase (P-TIME-2); w holds." if left <= 0 else ""
    barred = over or (f"In the first sub-phase {name} can only fire (P-SUB); w holds." if first else "")
    choices = [
        *_weapons(encounter, rules, who, FIRE, over),
        *_weapons(encounter, rules, who, STRIKE, barred),
        Choice("m", "move", line=f"{who} move", price=_move(encounter, rules, who), refused=barred),
        *_loading(encounter, who, barred),
        Choice(
            "d", "defend", line=f"{who} defend", price="blows at it become contests",
            refused=barred or ("" if rules.house_rules.defend else "The house rule defend is off (PQ 19).")
        ),
        Choice("t", "try a skill", path=("try",), refused=barred),
        Choice("o", "other, in words", line=f'{who} other "', unfinished=True, price="draw, get up…", refused=barred),
        menus.wait(who, "hold", _hold(encounter, rules, who)),
        Choice(
            "r", "rest this phase", line=f"{who} rest", price=f"+{rules.house_rules.shock_recovery} SF a location",
            refused="" if rested(encounter[who]) else f"{name} has acted or was hit in this phase (P-DMG-8)."
        ),
    ]  # fmt: skip
    shown = tuple(choice for choice in choices if not choice.refused)
    return Menu(name, shown, absent=tuple(choice for choice in choices if choice.refused))


def _hold(encounter: Encounter, rules: Options, who: str) -> str:
    again = phases.UNIT.text(phases.next_entry(encounter, who, rules))
    return f"to {again} · {uses(encounter, who)}"


def uses(encounter: Encounter, who: str) -> str:
    """`1 of 2 sub-phases used` (P-TIME-2)."""
    return f"{encounter[who].mark(phases.USED)} of {tables().time.most_used} sub-phases used"


def _weapons(encounter: Encounter, rules: Options, who: str, verb: str, refused: str) -> list[Choice]:
    there = sheet_of(encounter, who).of_use("ranged" if verb == FIRE else "melee")
    first = "f" if verb == FIRE else "s"
    if not there:
        kind = "ranged" if verb == FIRE else "melee"
        return [Choice(first, verb, refused=f"{encounter[who].name} has no {kind} weapon on its sheet.")]
    keys = [first, *("123456789" if verb == FIRE else "bceghijkp")]
    choices = []
    for key, weapon in zip(keys, there, strict=False):
        why, price = refused, weapon.told
        if verb == FIRE:
            price = fire.words(encounter, who, weapon, rules)
            empty = "is not loaded" if not fire.rounds(encounter, who, weapon) else "has no fire left in this phase"
            none = not fire.shots(encounter, who, weapon, rules)
            why = why or (f"{weapon.name} {empty} (P-FIRE)." if none else "")
        label = f"{verb} {weapon.name}"
        choices.append(
            Choice(key, label, path=(verb, weapon.name), price=price, refused=why, about=(verb, weapon.name))
        )
    return choices


def _move(encounter: Encounter, rules: Options, who: str) -> str:
    shared = "" if rules.house_rules.movement == "sub-phase" else " left in this phase"
    return f"{metres_left(encounter, who, rules):g} m{shared}"


def _loading(encounter: Encounter, who: str, refused: str) -> list[Choice]:
    there = [one for one in sheet_of(encounter, who).weapons if fire.to_load(encounter, who, one)]
    keys = ("l", "n", "q")
    return [
        Choice(key, f"load {weapon.name}", line=f'{who} load "{weapon.name}"', price="full again", refused=refused)
        for key, weapon in zip(keys, there, strict=False)
    ]


def _read(options: Path) -> Aim:
    """Shots, location and level as the options of a path have them."""
    given = dict(option.split(" ", 1) for option in options)
    return Aim("", int(given.get(_SHOTS, "0")), given.get("at", ""), int(given.get(_LEVEL, "0")))


def _with(options: Path, what: str, value: str) -> Path:
    rest = tuple(option for option in options if not option.startswith(f"{what} "))
    return (*rest, f"{what} {value}") if value not in ("", "0") else rest


def _targets(encounter: Encounter, rules: Options, who: str, weapon: Weapon, options: Path) -> Menu:
    aim, verb = _read(options), FIRE if weapon.ranged else STRIKE
    here = (verb, weapon.name)

    def line(target: str) -> str:
        words = Aim(target, aim.shots, aim.place, aim.level).line().split(" ", 1)
        return " ".join([who, verb, words[0], f'"{weapon.name}"', *words[1:]])

    def price(target: str) -> str:
        return attack_price(encounter, rules, who, weapon, Aim(target, aim.shots, aim.place, aim.level))

    level = signed(aim.level) if aim.level else "0"
    place = aim.location.name if aim.location is not None else "anywhere"
    toggles = [
        Choice("c", f"aim: {place}", path=(*here, *options, _AIM)),
        Choice("s", f"level: {level}", path=(*here, *options, _LEVEL)),
    ]
    limit = fire.shots(encounter, who, weapon, rules) if weapon.ranged else 0
    if limit > 1:
        then = aim.shots % limit + 1
        shots = f"{aim.shots} of {limit}" if aim.shots else f"asked, up to {limit}"
        toggles.append(Choice("n", f"shots: {shots}", path=(*here, *_with(options, _SHOTS, str(then)))))
    choices = menus.targets(encounter, who, line, price)
    return Menu(f"{encounter[who].name}: {verb} {weapon.name} at whom?", choices, options=tuple(toggles))


def attack_price(encounter: Encounter, rules: Options, who: str, weapon: Weapon, aim: Aim) -> str:
    """The chance of an attack; of at least one hit in several shots; both sides' where it is a contest."""
    check = aim.check(encounter, who, weapon, rules)
    chance = check.chance(rules)
    text = odds(chance, rules)
    if contested(encounter, aim.target, weapon, rules):
        name, theirs = best_defence(encounter, aim.target, rules)
        target = encounter[aim.target].name
        both = contests.higher((encounter[who].name, check), (target, theirs), rules)
        return f"{text} against {odds(theirs.chance(rules), rules)} ({name}): {both}"
    if aim.shots > 1:
        return f"{text} a shot, {at_least_one(chance, aim.shots, rules)} % at least one in {aim.shots}"
    return text


def shots_price(encounter: Encounter, rules: Options, who: str, shots: int) -> str:
    """What so many shots are worth, for the question how many: of the action under way."""
    action = next(one for one in encounter[who].actions if one.verb == FIRE)
    weapon = sheet_of(encounter, who).weapon(action.weapon)
    assert weapon is not None
    aim = Aim.read(action.options[0])
    price = attack_price(encounter, rules, who, weapon, Aim(aim.target, shots, aim.place, aim.level))
    if rules.house_rules.rof == "sub-phase":
        return price
    return f"{price} · {fire.in_phase(encounter, who, weapon) - shots} left in this phase"


def _aims(encounter: Encounter, rules: Options, who: str, weapon: Weapon, options: Path) -> Menu:
    here = (FIRE if weapon.ranged else STRIKE, weapon.name)
    choices = []
    for key, place in zip("0123456789", (None, *tables().location), strict=False):
        chance = attack_check(encounter, who, weapon, place, _read(options).level, rules).chance(rules)
        price = f"level {signed(aim_level(place, rules)) if place else 0}, {odds(chance, rules)}"
        path = (*here, *_with(options, "at", place.key if place else ""))
        choices.append(Choice(key, place.name if place else "anywhere", path=path, price=price))
    return Menu(f"{encounter[who].name}: aim where? (P-DMG-5)", tuple(choices))


def _levels(encounter: Encounter, rules: Options, who: str, weapon: Weapon, options: Path) -> Menu:
    here, place = (FIRE if weapon.ranged else STRIKE, weapon.name), _read(options).location
    chances = {level: attack_check(encounter, who, weapon, place, level, rules).chance(rules) for level in range(-4, 5)}
    keys = {0: "0", -1: "1", -2: "2", -3: "3", -4: "4", 1: "5", 2: "6", 3: "7", 4: "8"}
    choices = tuple(
        Choice(
            key,
            f"level {signed(level) if level else 0}",
            path=(*here, *_with(options, _LEVEL, str(level))),
            price=f"× {tables().percent(level) / 100:g}, {odds(chances[level], rules)}",
        )
        for level, key in keys.items()
    )
    return Menu(f"{encounter[who].name}: harder or easier, for range, cover…? (P-CHECK-3)", choices)


def _skills(encounter: Encounter, rules: Options, who: str) -> Menu:
    skills = sheet_of(encounter, who).skills
    choices = [
        Choice(
            key,
            one.name,
            line=f'{who} try "{one.name}"',
            price=odds(skill_check(encounter, who, one.name, rules).chance(rules), rules),
        )
        for key, one in zip(menus.letters([one.name for one in skills], taken=("o",)), skills, strict=True)
    ]
    choices.append(Choice("o", "another, with its level", line=f"{who} try ", unfinished=True))
    return Menu(f"{encounter[who].name}: try which skill?", tuple(choices))


def _ready(encounter: Encounter, rules: Options, who: str) -> Menu:
    """The level of the Initiative roll, with its chance and the place it likely gives (P-INIT-2, P-INIT-3)."""
    now = initiative.level(encounter, who)
    base = initiative.check(encounter, who).harder(-now, "as given")
    keys = {0: "a", -1: "b", -2: "g", -3: "h", -4: "k", 1: "m", 2: "o", 3: "p", 4: "w"}
    choices = []
    for level, key in keys.items():
        order = initiative.likely_order(encounter, rules, who, level)
        price = odds(base.harder(level, "").chance(rules), rules)
        if who in order:  # the fallen have no place
            place = order.index(who) + 1
            price += f", likely {_ORDINALS.get(place, f'{place}th')} of {len(order)}"
        label = f"{'● ' if level == now else ''}level {signed(level) if level else 0}"
        choices.append(Choice(key, label, line=f"{who} initiative {level}", price=price))
    names = ", ".join(encounter[one].name for one in initiative.likely_order(encounter, rules))
    title = f"{encounter[who].name}: Initiative {base.base}, surprised or in ambush? Likely order now: {names}."
    return Menu(title, tuple(choices))


def again(encounter: Encounter, rules: Options, who: str) -> Choice | None:
    """The last attack on the same foe, with as many shots as there are now; loading when it is empty."""
    last = encounter[who].last
    if last is None or last.verb not in (FIRE, STRIKE) or not last.options:
        return None
    weapon = sheet_of(encounter, who).weapon(last.weapon)
    aims = [Aim.read(text) for text in last.options]
    target = aims[0].target
    if weapon is None or not encounter[target].able or phases.left(encounter, who) <= 0:
        return None
    shots = 0
    if weapon.ranged:
        limit = fire.shots(encounter, who, weapon, rules)
        if not limit:
            return None
        shots = min(limit, max(1, aims[0].shots or limit))
    elif phases.sub_phase(encounter.count) == 1:
        return None
    aim = Aim(target, shots, aims[0].place, aims[0].level)
    words = aim.line().split(" ", 1)
    line = " ".join([who, last.verb, words[0], f'"{weapon.name}"', *words[1:]])
    label = f"{last.verb} {encounter[target].name}" + (f", {shots} shots" if shots > 1 else "")
    return Choice("enter", label, line=line, price=attack_price(encounter, rules, who, weapon, aim))
