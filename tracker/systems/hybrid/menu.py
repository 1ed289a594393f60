"""The menu: what somebody may declare, key by key down to a command line, with chance and landing count shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.encounter.combatant import Combatant
from tracker.encounter.names import seat_key
from tracker.encounter.state import LAND, Encounter
from tracker.encounter.system import Choice, Menu
from tracker.systems.hybrid import actions, perception, simple
from tracker.systems.hybrid.attack import attack_chance
from tracker.systems.hybrid.blow import Blow
from tracker.systems.hybrid.conditions import BLEEDING, BOUND, PRONE
from tracker.systems.hybrid.defences import sheet_of
from tracker.systems.hybrid.initiative import SPEED_POINTS
from tracker.systems.hybrid.sheet import Weapon

if TYPE_CHECKING:
    from tracker.systems.hybrid.rules import Hybrid

_DIGITS = "123456789"


def menu(encounter: Encounter, rules: Hybrid, who: str, path: tuple[str, ...]) -> Menu:
    """The menu at `path`; an empty path is everything somebody may declare."""
    if not path:
        return _root(encounter, rules, who)
    first, rest = path[0], path[1:]
    if first == "attack":
        return _attack(encounter, rules, who, rest)
    if first == "act":
        rows = rules.book["actions"]["simple"]
        keys = "123456789abcdefghijk"
        found = [
            Choice(keys[i], f"{row['words']}, {row['counts']}", line=f"{who} act {name}")
            for i, (name, row) in enumerate(rows.items())
        ]
        return Menu(f"{encounter[who].name}: simple action", tuple(found))
    if first == "draw":
        return _draw(encounter, rules, who)
    if first == "aid":
        return _aid(encounter, who)
    if first == "begin":
        return _begin(encounter, rules, who)
    return Menu("", ())


def _root(encounter: Encounter, rules: Hybrid, who: str) -> Menu:
    combatant = encounter[who]
    name = combatant.name
    prone = combatant.condition(PRONE) is not None
    table = rules.book["defences"]
    lying = f"{name} cannot do that: prone; g gets up."
    again = actions.weapon_at_hand(combatant)
    unarmed = "" if again is not None else f"{name} has no weapon free in hand; r draws one."
    sheathed = any(not simple.drawn(combatant, weapon) for weapon in sheet_of(combatant).weapons)
    bleeding = any(c.key.startswith(BLEEDING) for other in encounter for c in other.conditions)
    bound = combatant.condition(BOUND) is not None
    found = [
        Choice("a", "attack", path=("attack",), refused=unarmed),
        Choice("w", "wait", line=f"{who} wait"),
        Choice("d", f"dodge {table['dodge']['until'][-1]}", line=f"{who} dodge", refused=lying if prone else ""),
        Choice("p", f"drop prone {table['drop']['counts']}", line=f"{who} drop", refused=lying if prone else ""),
    ]
    if prone:
        found.append(Choice("g", f"get up {table['stand_up']}", line=f"{who} stand"))
    if bound:
        found.append(Choice("b", "break the bind", line=f"{who} unbind"))
    if sheathed:
        found.append(Choice("r", "ready a weapon", path=("draw",)))
    found.append(Choice("l", f"look around {rules.book['perception']['counts']}", line=f"{who} look"))
    if bleeding:
        found.append(Choice("h", "help: first aid", path=("aid",)))
    found.append(Choice("i", "simple action", path=("act",)))
    return Menu(f"{name} declares", tuple(found))


def _attack(encounter: Encounter, rules: Hybrid, who: str, rest: tuple[str, ...]) -> Menu:
    weapons = sheet_of(encounter[who]).weapons
    ready = [weapon for weapon in weapons if not actions.why_not(encounter[who], weapon)]
    if not rest and len(ready) != 1:
        found = [
            Choice(
                _DIGITS[i] if i < len(_DIGITS) else "",
                f"{weapon.name} {actions.counts(weapon, 0, rules)}",
                path=("attack", weapon.key),
                refused=actions.why_not(encounter[who], weapon),
            )
            for i, weapon in enumerate(weapons)
        ]
        return Menu(f"{encounter[who].name}: which weapon?", tuple(found))
    weapon = (sheet_of(encounter[who]).weapon(rest[0]) if rest else None) or ready[0]
    options = rest[1:]
    if options and options[-1] == "called":
        return _called(encounter, rules, who, weapon, options[:-1])
    return _targets(encounter, rules, who, weapon, options)


def _called(encounter: Encounter, rules: Hybrid, who: str, weapon: Weapon, options: tuple[str, ...]) -> Menu:
    found = [
        Choice(_DIGITS[i], f"{place} {df:+d}", path=("attack", weapon.key, *options, f"called {place}"))
        for i, (place, df) in enumerate(rules.book["attack"]["called"].items())
    ]
    return Menu(f"{encounter[who].name}: aim at", tuple(found))


def _targets(encounter: Encounter, rules: Hybrid, who: str, weapon: Weapon, options: tuple[str, ...]) -> Menu:
    combatant = encounter[who]
    spent = sum(int(option.split()[1]) for option in options if option.startswith("speed "))
    speed = actions.counts(weapon, spent, rules)
    lands = encounter.count + speed
    before = _landing_before(encounter, who, lands)
    why = actions.why_not(combatant, weapon)
    found = [
        _target(encounter, rules, who, weapon, options, target, lands, why)
        for target in encounter
        if target.profile.side != combatant.profile.side and target.able
    ]
    found += [
        _target(encounter, rules, who, weapon, options, target, lands, why)
        for target in encounter
        if target.profile.side == combatant.profile.side and target.able and target.id != who
    ]
    extras = [Choice("c", "called shot", path=("attack", weapon.key, *options, "called"))]
    points = combatant.mark(SPEED_POINTS)
    if points > spent:
        rest = tuple(option for option in options if not option.startswith("speed "))
        path = ("attack", weapon.key, *rest, f"speed {spent + 1}")
        extras.append(Choice("s", f"speed point {spent + 1} of {points}", path=path))
    chosen = f", {', '.join(options)}" if options else ""
    title = f"{combatant.name}: {weapon.name}{chosen}, {speed} → lands {lands}{before}; whom?"
    return Menu(title, tuple(found), tuple(extras))


def _target(
    encounter: Encounter,
    rules: Hybrid,
    who: str,
    weapon: Weapon,
    options: tuple[str, ...],
    target: Combatant,
    lands: int,
    why: str,
) -> Choice:
    percent = chance_now(encounter, rules, who, weapon, target, options)
    odds = f"{percent} %" if percent > 0 else "cannot succeed"
    unaware = f"{encounter[who].name} is unaware of {target.name}." if target.id in encounter[who].unaware_of else ""
    line = " ".join([who, "attack", target.id, weapon.key, *options])
    label = f"{target.name} {odds}"
    return Choice(seat_key(target.profile.seat), label, line=line, price=f"lands {lands}", refused=why or unaware)


def chance_now(
    encounter: Encounter, rules: Hybrid, who: str, weapon: Weapon, target: Combatant, options: tuple[str, ...]
) -> int:
    """The chance of an attack if it landed as things stand now."""
    blow = Blow(who, target.id, 0, weapon.key)
    for option in options:
        if option.startswith("called "):
            blow.called = option.removeprefix("called ")
    return attack_chance(encounter, rules, blow).percent


def _landing_before(encounter: Encounter, who: str, lands: int) -> str:
    names = [encounter[due.who].name for due in encounter.agenda if due.what == LAND and due.count < lands]
    return f" after {', '.join(names[:3])}" if names else ""


def again(encounter: Encounter, rules: Hybrid, who: str) -> Choice | None:
    """The last attack on the last target again, with its chance and landing count."""
    combatant = encounter[who]
    last = combatant.last
    if last is None or last.verb != "attack" or last.target not in encounter:
        return None
    weapon, target = sheet_of(combatant).weapon(last.weapon), encounter[last.target]
    if weapon is None:
        return None
    percent = chance_now(encounter, rules, who, weapon, target, ())
    lands = encounter.count + actions.counts(weapon, 0, rules)
    refused = actions.why_not(combatant, weapon)
    if not target.able:
        refused = f"{target.name} is {target.presence.value}; choose another target with a."
    label = f"{weapon.name} at {target.name} {percent} %"
    return Choice(
        "enter", label, line=f"{who} attack {target.id} {weapon.key}", price=f"lands {lands}", refused=refused
    )


def _draw(encounter: Encounter, rules: Hybrid, who: str) -> Menu:
    combatant = encounter[who]
    found: list[Choice] = []
    factor = rules.book["actions"]["draw_factor"]
    for weapon in sheet_of(combatant).weapons:
        if not simple.drawn(combatant, weapon) and len(found) < 8:
            key = _DIGITS[len(found)]
            found.append(Choice(key, f"draw {weapon.name} {weapon.speed * factor}", line=f"{who} draw {weapon.key}"))
            key = _DIGITS[len(found)]
            label = f"fast draw {weapon.name} {weapon.speed}?"
            found.append(Choice(key, label, line=f"{who} fastdraw {weapon.key}"))
    return Menu(f"{combatant.name}: which weapon?", tuple(found))


def _aid(encounter: Encounter, who: str) -> Menu:
    found = [
        Choice(seat_key(other.profile.seat), other.name, line=f"{who} aids {other.id}")
        for other in encounter
        if any(c.key.startswith(BLEEDING) for c in other.conditions)
    ]
    return Menu(f"{encounter[who].name}: whose wound?", tuple(found))


def _begin(encounter: Encounter, rules: Hybrid, who: str) -> Menu:
    """Before the fight: the alertness of one, as toggles."""
    combatant = encounter[who]
    now = perception.alertness(combatant)
    found: list[Choice] = []
    for i, (word, df) in enumerate(rules.book["perception"]["modifiers"].items()):
        kept = [other for other in now if other != word] if word in now else [*now, word]
        mark = "● " if word in now else ""
        found.append(Choice(_DIGITS[i], f"{mark}{word} {df:+d}", line=f"{who} alertness {', '.join(kept)}".strip()))
    percent = perception.chance(combatant, rules).percent
    return Menu(f"{combatant.name}: perception {percent} %, alertness", tuple(found))
