"""The menu: what somebody may declare, key by key down to a line, each with its price and its odds."""

from __future__ import annotations

from dataclasses import replace

from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.rules.values import Choice, Menu
from tracker.systems.kit import menus
from tracker.systems.prism.actions import declarations, plan, reactions
from tracker.systems.prism.actions.contests import TASK
from tracker.systems.prism.actions.plan import ATTACK, DEFEND, DOUBLE, MOVE, USE, Plan
from tracker.systems.prism.book.house import Options
from tracker.systems.prism.checks import energy, quality, targets
from tracker.systems.prism.sheets import standing
from tracker.systems.prism.sheets.models import Weapon
from tracker.systems.prism.sheets.sheet import sheet_of

TURN = "turn"
"""The path of the first menu when its options are on: `turn`, then the words of the plan."""
_DIGITS = "123456789"


def menu(options: Options, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
    """The menu at `path`: everything at (), the weapons or targets behind `attack`."""
    if not path or path[0] == TURN:
        return _turn(options, encounter, who, plan.read(path[1:], who))
    if path[0] == TASK:
        return _skills(options, encounter, who)
    if path[0] != ATTACK:
        raise Refused(f"There is no menu {path[0]}.")
    named = len(path) > 1 and path[1].startswith("=")
    own = plan.read(path[2:] if named else path[1:], who)
    sheet = sheet_of(encounter, who)
    if not named and len(sheet.weapons) > 1:
        return _weapons(options, encounter, who, own)
    weapon = sheet.weapon(path[1][1:] if named else "")
    if weapon is None:
        raise Refused(f"{encounter[who].name} has no weapon to attack with.")
    return _targets(options, encounter, who, weapon, own)


def again(options: Options, encounter: Encounter, who: str) -> Choice | None:
    """The last attack on the same target with the same weapon."""
    last = encounter[who].last
    if last is None or last.verb != ATTACK or not encounter[last.target].able:
        return None
    weapon = sheet_of(encounter, who).weapon(last.weapon)
    if weapon is None:
        return None
    why = declarations.why_not(encounter, who, ATTACK, Plan(), options.house_rules)
    line = f'{who} {ATTACK} {last.target} "{weapon.name}"'
    label = f"attack {encounter[last.target].name} with {weapon.name}"
    return Choice("enter", label, line=line, price=odds(options, encounter, who, weapon, 0), refused=why)


def odds(options: Options, encounter: Encounter, who: str, weapon: Weapon, burnt: int) -> str:
    """An attack before anybody reacts: `TN 54, 55 %, about 11 damage`."""
    number = standing.attack_number(options, encounter, who, weapon).total + targets.raised(burnt, options.house_rules)
    mean = quality.mean_damage(number, weapon.modifier, options.house_rules)
    return f"TN {number}, {targets.percent(number)} %, about {mean} damage".replace("-", "−")


def _turn(options: Options, encounter: Encounter, who: str, own: Plan) -> Menu:
    house, name = options.house_rules, encounter[who].name

    def refused(verb: str, how: Plan = own) -> str:
        return declarations.why_not(encounter, who, verb, how, house)

    nobody = "" if any(one.able and one.id != who for one in encounter) else f"Nobody is left for {name} to attack."
    unarmed = "" if sheet_of(encounter, who).weapons else f"{name} has no weapon to attack with."
    speed, there = sheet_of(encounter, who).attribute("Speed"), standing.energy(encounter, who, house)
    double = energy.move_price(DOUBLE, house)
    costs = (
        f"dodging and deflecting cost {house.defensive if house.defensive == 'half' else 'as ever'} until its next turn"
    )
    held = "" if house.hold else f"{name} cannot hold an action: hold = false."
    second = standing.second_open(encounter, who)
    held = held or (f"{name} cannot hold its second action; p gives it up." if second else "")
    moving = own.pace != "stay"
    choices = (
        Choice("a", "attack", path=(ATTACK, *own.words), refused=nobody or unarmed or refused(ATTACK)),
        Choice("d", "on the defensive", line=f"{who} {DEFEND}{own.line}", price=costs, refused=refused(DEFEND)),
        Choice("e", "use, do", line=f"{who} {USE} ", unfinished=True, refused=refused(USE)),
        Choice("o", f"double time {float(energy.metres(speed, DOUBLE)):g} m", line=f"{who} {DOUBLE}",
               price=f"{double} energy of {there}, no action", refused=refused(MOVE, Plan(DOUBLE))),
        menus.wait(who, "hold", "any tick until its next turn") if not held else Choice("w", "hold", refused=held),
        Choice("p", "only move", line=f"{who} {MOVE}{own.line}", refused=refused(MOVE),
               price=_price(options, encounter, who, own)) if moving else Choice("p", "nothing", line=f"{who} pass"),
        Choice("t", "try a skill", path=(TASK,), price="no time"),
    )  # fmt: skip
    paces = [pace for pace in energy.PACES if pace != DOUBLE]
    turned = replace(own, pace=paces[(paces.index(own.pace) + 1) % len(paces)])
    twice = replace(own, second=not own.second)
    toggles = (
        Choice("m", declarations.movement(encounter, who, own) or "moving?", path=(TURN, *turned.words),
               price=_price(options, encounter, who, own) if moving else ""),
        Choice("s", "a second action" if own.second else "a second action?", path=(TURN, *twice.words),
               price=f"{house.second_action_energy} energy of {there}",
               refused="" if own.second else refused("", twice)),
    )  # fmt: skip
    shown = standing.intent(encounter, who)
    shown_as = f", shown {shown}" if shown else ""
    title = f"{name} declares{shown_as}{', its second action' if second else ''}"
    other = [choice for choice in choices if shown and choice.key in "ade" and choice.refused]
    open_now = tuple(choice for choice in choices if choice not in other)
    return Menu(title, open_now, toggles, absent=tuple(other))


def _skills(options: Options, encounter: Encounter, who: str) -> Menu:
    """The skills to be rolled by themselves, or with energy and modifiers typed (S-TN-1, S-TN-3, S-TN-4)."""
    skills = sheet_of(encounter, who).skills
    numbers = [standing.target_number(options, encounter, who, skill).total for skill in skills]
    choices = [
        Choice(key, one.name, line=f'{who} {TASK} "{one.name}"', price=f"TN {number}, {targets.percent(number)} %")
        for key, one, number in zip(menus.letters([one.name for one in skills], "o"), skills, numbers, strict=True)
    ]
    typed = Choice("o", "with energy or modifiers, typed", line=f"{who} {TASK} ", unfinished=True)
    return Menu(f"{encounter[who].name}: try which skill?", (*choices, typed))


def _price(options: Options, encounter: Encounter, who: str, own: Plan) -> str:
    cost, there = (energy.move_price(own.pace, options.house_rules),
                   standing.energy(encounter, who, options.house_rules))  # fmt: skip
    return f"{cost} energy of {there}" if cost else "free"


def _weapons(options: Options, encounter: Encounter, who: str, own: Plan) -> Menu:
    weapons = sheet_of(encounter, who).weapons
    choices = tuple(
        Choice(_DIGITS[at] if at < len(_DIGITS) else "", weapon.name, path=(ATTACK, f"={weapon.name}", *own.words),
               price=odds(options, encounter, who, weapon, own.energy))
        for at, weapon in enumerate(weapons)
    )  # fmt: skip
    return Menu(f"{encounter[who].name}: with which weapon?", choices)


def _targets(options: Options, encounter: Encounter, who: str, weapon: Weapon, own: Plan) -> Menu:
    number = standing.attack_number(options, encounter, who, weapon).total
    number += targets.raised(own.energy, options.house_rules)
    text = odds(options, encounter, who, weapon, own.energy)

    def price(target: str) -> str:
        if own.asks or reactions.no_dodge(encounter, target, who, weapon):
            return text
        own_number = reactions.dodging(options, encounter, target)
        hit = targets.hit_percent(number, own_number, options.house_rules)
        return f"{text}; if dodged {hit:.0f} %"

    why = declarations.why_not(encounter, who, ATTACK, own, options.house_rules)
    choices = menus.targets(
        encounter, who, lambda target: f'{who} {ATTACK} {target} "{weapon.name}"{own.line}', price, lambda target: why
    )
    here = (ATTACK, f"={weapon.name}")
    there = standing.energy(encounter, who, options.house_rules)
    asking = replace(own, asks=not own.asks)
    toggles = (
        Choice("n", "energy into it, asked" if own.asks else "energy into it?", path=(*here, *asking.words),
               price=f"1 TN for {options.house_rules.desperation_cost} of {there}"),
        Choice("c", "at a part of the body", line=f'{who} {ATTACK}  "{weapon.name}"{own.line} aim ', unfinished=True),
    )  # fmt: skip
    moving = declarations.movement(encounter, who, own)
    how = "".join(f", {words}" for words in (moving, "with a second action" if own.second else "") if words)
    return Menu(f"{encounter[who].name} attacks whom with {weapon.name}{how}?", choices, toggles)
