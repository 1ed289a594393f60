"""The menu: what somebody may declare, key by key down to a command line, with chance and landing count shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from tracker.encounter.combatant import Combatant
from tracker.encounter.names import seat_key
from tracker.encounter.state import LAND, Encounter
from tracker.encounter.system import Choice, Menu
from tracker.systems.hybrid.blows.attack import attack_chance, strike_chance
from tracker.systems.hybrid.blows.blow import Blow
from tracker.systems.hybrid.body import weapons
from tracker.systems.hybrid.body.conditions import BLEEDING, BOUND, EVADING, HELD, PRESET, PRONE
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances.checks import odds, signed
from tracker.systems.hybrid.close_quarters import closing
from tracker.systems.hybrid.manners import manner, options
from tracker.systems.hybrid.manners.manner import QUICK
from tracker.systems.hybrid.menus import submenus
from tracker.systems.hybrid.sheets.sheet import Weapon, sheet_of
from tracker.systems.hybrid.timing import points
from tracker.systems.hybrid.timing.points import SPEED_POINTS

_DIGITS = "123456789"
Path = tuple[str, ...]


def menu(encounter: Encounter, rules: Rulebook, who: str, path: Path) -> Menu:
    """The menu at `path`; an empty path is everything somebody may declare."""
    if not path:
        return _root(encounter, rules, who)
    if path[0] == "attack":
        return _attack(encounter, rules, who, path[1:])
    if path[0] == "other":
        return menu(encounter, rules, who, path[1:]) if len(path) > 1 else _other(encounter, rules, who)
    if path[0] == "both":
        return _both(encounter, rules, who, path[1:])
    found: Callable[[Encounter, Rulebook, str, Path], Menu] | None = submenus.MENUS.get(path[0])
    return Menu("", ()) if found is None else found(encounter, rules, who, path[1:])


def _root(encounter: Encounter, rules: Rulebook, who: str) -> Menu:
    combatant = encounter[who]
    name, table, at = combatant.name, rules.book["defences"], encounter.count
    nobody = "" if any(one.able and one.id != who for one in encounter) else f"Nobody is left for {name} to attack."
    prone = combatant.condition(PRONE) is not None
    lying = f"{name} cannot do that: prone; g gets up." if prone else ""
    held = combatant.condition(HELD)
    grip = f"{name} is {held.label}: k has what can be done about it." if held is not None else ""
    sheathed = any(not weapons.drawn(combatant, weapon) for weapon in sheet_of(combatant).weapons)
    evading = combatant.condition(EVADING) is not None
    found = [
        Choice("a", "attack", path=("attack",), refused=nobody),
        Choice("w", "wait", line=f"{who} wait"),
        Choice("d", f"dodge →{at + table['dodge']['until'][-1]}", line=f"{who} dodge", refused=lying or grip),
        Choice("p", f"drop →{at + table['drop']['counts']}", line=f"{who} drop", refused=lying or grip),
        Choice("e", "stop evading" if evading else "evade", line=f"{who} evade", refused=lying or grip),
        Choice("k", "close, tricks", path=("close",)),
        Choice("m", "move", path=("move",)),
        Choice("o", "other", path=("other",)),
    ]
    more = [
        (prone, Choice("g", f"get up →{at + table['stand_up']}", line=f"{who} stand")),
        (combatant.condition(BOUND) is not None, Choice("b", "unbind", line=f"{who} unbind")),
        (sheathed, Choice("r", "ready", path=("draw",))),
        (_bleeds(encounter), Choice("h", "first aid", path=("aid",))),
    ]
    found[4:4] = [choice for wanted, choice in more if wanted]
    whys = {
        "g": f"{name} is on its feet.",
        "b": f"{name}'s weapons are not bound.",
        "r": f"{name} has everything in hand.",
        "h": "Nobody bleeds.",
    }
    absent = [Choice(c.key, c.label, line=c.line, refused=whys[c.key]) for wanted, c in more if not wanted]
    return Menu(f"{name} declares", tuple(found), absent=tuple(absent))


def _other(encounter: Encounter, rules: Rulebook, who: str) -> Menu:
    """What is declared more rarely."""
    combatant = encounter[who]
    unarmed = "" if weapons.at_hand(combatant) is not None else f"{combatant.name} has no weapon free in hand."
    preset = (
        "set off what is preset" if combatant.condition(PRESET) is not None else "preset: an action and its trigger"
    )
    seen = encounter.count + rules.book["perception"]["counts"]
    found = (
        Choice("l", f"look around →{seen}", line=f"{who} look"),
        Choice("t", "a task", path=("other", "task")),
        Choice("p", preset, path=("other", "preset")),
        Choice("f", "two at once", path=("other", "both"), refused=unarmed),
        Choice("i", "a simple action", path=("other", "act")),
        Choice("m", f"look with the mind →{seen}", line=f"{who} look mental"),
        Choice("g", f"look with body and mind →{seen}", line=f"{who} look general"),
        Choice("r", "try presence", line=f"{who} presence"),
        Choice("o", "try morale", line=f"{who} morale"),
        Choice("n", "notice something, a passive perception", line=f"{who} notices"),
        Choice("s", "the scene changes", path=("other", "scene")),
        Choice("k", "a filter over its skills", path=("other", "filter")),
    )
    return Menu(f"{combatant.name}: other", found)


def _bleeds(encounter: Encounter) -> bool:
    return any(c.key.startswith(BLEEDING) for other in encounter for c in other.conditions)


def counts(combatant: Combatant, weapon: Weapon, wanted: Path, rules: Rulebook) -> int:
    """Counts an attack would take with these options."""
    settled = options.settle(list(wanted), combatant, weapon.speed, weapon.skill, rules)
    how = manner.read(settled)
    return manner.counts(combatant, weapon.speed, weapon.skill, how, rules, weapon.skill is None)


def _attack(encounter: Encounter, rules: Rulebook, who: str, rest: Path) -> Menu:
    found = _to_strike_with(encounter[who])
    ready = [weapon for weapon in found if not weapons.why_not(encounter[who], weapon)]
    armed = weapons.at_hand(encounter[who]) is not None
    if not rest and (len(ready) != 1 or not armed):
        choices = _weapon_choices(encounter, rules, who, lambda weapon: ("attack", weapon.key))
        return Menu(f"{encounter[who].name}: which weapon?", choices)
    weapon = (sheet_of(encounter[who]).weapon(rest[0]) if rest else None) or ready[0]
    wanted = rest[1:]
    if wanted and wanted[-1] == "called":
        return _called(encounter, rules, who, weapon, wanted[:-1])
    if wanted and wanted[-1] == "manner":
        return submenus.manners(encounter, rules, who, weapon, wanted[:-1])
    return _targets(encounter, rules, who, weapon, wanted)


def _weapon_choices(
    encounter: Encounter, rules: Rulebook, who: str, leads: Callable[[Weapon], Path], df: int = 0
) -> tuple[Choice, ...]:
    """Each weapon with its counts and its chance before anybody's defence; `df` lies on all of them."""
    combatant = encounter[who]

    def label(weapon: Weapon) -> str:
        percent = strike_chance(combatant, weapon, rules).dfs([(df, "")]).percent
        return f"{weapon.name} · speed {counts(combatant, weapon, (), rules)} · {odds(percent)}"

    return tuple(
        Choice(
            _DIGITS[i] if i < len(_DIGITS) else "",
            label(weapon),
            path=leads(weapon),
            refused=weapons.why_not(combatant, weapon),
        )
        for i, weapon in enumerate(_to_strike_with(combatant))
    )


def _to_strike_with(combatant: Combatant) -> tuple[Weapon, ...]:
    """The weapons, and the bare fist where none of them is free."""
    sheet = sheet_of(combatant)
    fist = () if weapons.at_hand(combatant) is not None or sheet.fist is None else (sheet.fist,)
    return (*sheet.weapons, *fist)


def _called(encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, wanted: Path) -> Menu:
    rest = tuple(option for option in wanted if not option.startswith("called "))
    found = [
        Choice(_DIGITS[i], f"{place} DF {signed(Fraction(df))}", path=("attack", weapon.key, *rest, f"called {place}"))
        for i, (place, df) in enumerate(rules.book["attack"]["called"].items())
    ]
    return Menu(f"{encounter[who].name}: aim at", tuple(found))


def _targets(encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, wanted: Path) -> Menu:
    combatant = encounter[who]
    speed = counts(combatant, weapon, wanted, rules)
    lands = encounter.count + speed
    found = targets(encounter, rules, who, weapon, wanted)
    here = ("attack", weapon.key)
    extras = (
        [] if weapon.use == "mental" or weapon.verb else [Choice("c", "called shot", path=(*here, *wanted, "called"))]
    )
    extras.append(Choice("n", "manner", path=(*here, *wanted, "manner")))
    have, spent = combatant.mark(SPEED_POINTS), manner.read(wanted).spent
    if have > spent:
        rest = tuple(option for option in wanted if not option.startswith(f"{QUICK} "))
        extras.append(Choice("s", f"speed point {spent + 1} of {have}", path=(*here, *rest, f"speed {spent + 1}")))
    chosen = f", {', '.join(wanted)}" if wanted else ""
    before = _landing_before(encounter, lands)
    title = f"{combatant.name}: {weapon.name}{chosen}, {speed} → lands {lands}{before}; whom?"
    return Menu(title, found, tuple(extras))


def targets(encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, wanted: Path) -> tuple[Choice, ...]:
    """Everyone who could be struck, foes first, each with the chance and the count it lands at."""
    combatant = encounter[who]
    lands = encounter.count + counts(combatant, weapon, wanted, rules)
    able = [other for other in encounter if other.able and other.id != who]
    ordered = sorted(able, key=lambda other: other.profile.side == combatant.profile.side)
    found = []
    for target in ordered:
        percent = chance_now(encounter, rules, who, weapon, target, wanted)
        line = " ".join([who, "attack", target.id, weapon.key, *wanted])
        refused = why_not(encounter, rules, who, weapon, target)
        ally = " (own side)" if target.profile.side == combatant.profile.side else ""
        label = f"{target.name}{ally} {odds(percent)}"
        key = seat_key(target.profile.seat)
        price = f"lands {lands} · {state(target, weapon)}"
        if not refused and weapons.must_close(encounter, rules, who, target.id, weapon):
            found.append(closing_first(encounter, rules, who, weapon, target))
            continue
        about = ("strike", weapon.key, target.id, *" ".join(wanted).split())
        found.append(Choice(key, label, line=line, price=price, refused=refused, about=about))
    return tuple(found)


def state(target: Combatant, weapon: Weapon) -> str:
    """How somebody stands, for choosing whom to hit: `PFT 20/36 PBD 24/24, prone`; the pools the weapon takes from."""
    names = ("MFT", "MBD") if weapon.use == "mental" else ("PFT", "PBD")
    pools = " ".join(f"{name} {target.pool(name)}/{target.full(name)}" for name in names)
    borne = ", ".join(one.label for one in target.conditions[:2])
    return f"{pools}{', ' if borne else ''}{borne}"


def why_not(encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, target: Combatant) -> str:
    """Why this weapon cannot be used on this target now, or empty."""
    if why := weapons.why_not(encounter[who], weapon):
        return why
    if target.id in encounter[who].unaware_of:
        return f"{encounter[who].name} is unaware of {target.name}."
    return ""


def closing_first(encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, target: Combatant) -> Choice:
    """Closing, in the place of a blow that does not reach yet (H-ATK-7, ruling 76)."""
    at = encounter.count + rules.book["close"]["counts"]
    ally = " (own side)" if target.profile.side == encounter[who].profile.side else ""
    label = f"{target.name}{ally} out of reach: close first"
    refused = closing.why_not(encounter, who, target.id)
    price = f"closes {at} · {state(target, weapon)}"
    return Choice(seat_key(target.profile.seat), label, line=f"{who} close {target.id}", price=price, refused=refused)


def chance_now(encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, target: Combatant, wanted: Path) -> int:
    """The chance of an attack if it landed as things stand now."""
    settled = options.settle(list(wanted), encounter[who], weapon.speed, weapon.skill, rules)
    how = manner.read(settled)
    blow = Blow(who, target.id, 0, weapon.key, called=how.called, options=tuple(settled))
    return attack_chance(points.as_declared(encounter, who, how), rules, blow).percent


def _landing_before(encounter: Encounter, lands: int) -> str:
    names = [encounter[due.who].name for due in encounter.agenda if due.what == LAND and due.count < lands]
    return f" after {', '.join(names[:3])}" if names else ""


def _both(encounter: Encounter, rules: Rulebook, who: str, rest: Path) -> Menu:
    """Weapon, target, weapon, target: two blows at once (H-ACT-5)."""
    name = encounter[who].name
    if len(rest) % 2 == 0:
        which = "first" if not rest else "second"
        beside = rules.house.florentine[0 if not rest else 1]
        choices = _weapon_choices(encounter, rules, who, lambda weapon: ("both", *rest, weapon.key), beside)
        return Menu(f"{name}, two at once: the {which} weapon?", choices)
    weapon = sheet_of(encounter[who]).weapon(rest[-1])
    if weapon is None:
        return Menu("", ())
    place = 0 if len(rest) == 1 else 1
    df = f"florentine {'first' if place == 0 else 'second'}"
    found = []
    for choice in targets(encounter, rules, who, weapon, (df,)):
        target = choice.line.split()[2]
        if weapons.must_close(encounter, rules, who, target, weapon):
            why = choice.refused or weapons.out_of_reach(encounter, who, target, weapon)
            found.append(Choice(choice.key, choice.label, refused=why))
            continue
        if len(rest) == 1:
            found.append(Choice(choice.key, choice.label, path=("both", *rest, target), refused=choice.refused))
        else:
            line = f"{who} attack {rest[1]} {rest[0]} and attack {target} {weapon.key}"
            found.append(Choice(choice.key, choice.label, line=line, price=choice.price, refused=choice.refused))
    return Menu(f"{name}: {weapon.name} at whom?", tuple(found))


def again(encounter: Encounter, rules: Rulebook, who: str) -> Choice | None:
    """The last attack on the last target again, with its chance and landing count."""
    combatant = encounter[who]
    last = combatant.last
    if last is None or last.verb not in ("attack", "close") or last.target not in encounter:
        return None
    target = encounter[last.target]
    weapon = weapons.at_hand(combatant) if last.verb == "close" else sheet_of(combatant).weapon(last.weapon)
    if weapon is None:
        return None
    if not target.able:
        side = combatant.profile.side
        foes = (
            one for one in encounter if one.able and one.profile.side != side and one.id not in combatant.unaware_of
        )
        following = next(foes, None)
        if following is None:
            return None
        target = following
    if weapons.must_close(encounter, rules, who, target.id, weapon):
        return replace(closing_first(encounter, rules, who, weapon, target), key="enter")
    percent = chance_now(encounter, rules, who, weapon, target, ())
    lands = encounter.count + counts(combatant, weapon, (), rules)
    refused = why_not(encounter, rules, who, weapon, target)
    label, line = f"{weapon.name} at {target.name} {odds(percent)}", f"{who} attack {target.id} {weapon.key}"
    return Choice("enter", label, line=line, price=f"lands {lands}", refused=refused)
