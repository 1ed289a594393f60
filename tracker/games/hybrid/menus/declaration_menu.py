"""The menu of a declaration, key by key down to a command line, with chance and landing count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from tracker.game_api.values import Choice, Menu
from tracker.games.hybrid.blows.attack_chance import strike_chance
from tracker.games.hybrid.body import activity_rates, conditions, weapons
from tracker.games.hybrid.body.conditions import BOUND, EVADING, PRESET, PRONE
from tracker.games.hybrid.body.passive_defence import DODGE, DROP
from tracker.games.hybrid.body.posture import why_lying
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.chances.success_chance import odds, signed
from tracker.games.hybrid.menus import attack_targets, submenus, task_and_activity
from tracker.games.hybrid.modifiers import action_modifiers
from tracker.games.hybrid.modifiers.action_modifiers import CALLED, QUICK, Beside
from tracker.games.hybrid.sheets.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing import dodge_and_drop
from tracker.games.hybrid.timing.action_points import SPEED_POINTS
from tracker.games.toolkit.menu_paths import Chosen, Path, steps
from tracker.model.combatant import Combatant
from tracker.model.state import Encounter

_DIGITS = "123456789"


def menu(encounter: Encounter, rules: Rulebook, who: str, path: Path) -> Menu:
    """Return the menu at `path`, as for a fighter who is not held; the empty path is that of all declarations."""
    if not path:
        return _root(encounter, rules, who)
    if path[0] == "attack":
        return _attack(encounter, rules, who, path[1:])
    if path[0] == "other":
        return menu(encounter, rules, who, path[1:]) if len(path) > 1 else _other(encounter, rules, who)
    if path[0] == "both":
        return _both(encounter, rules, who, path[1:])
    submenu: Callable[[Encounter, Rulebook, str, Path], Menu] | None = submenus.MENUS.get(path[0])
    return Menu("", ()) if submenu is None else submenu(encounter, rules, who, path[1:])


def _root(encounter: Encounter, rules: Rulebook, who: str) -> Menu:
    """Return the first menu of a declaration: what fits now as choices, the rest as absent with the reason."""
    combatant = encounter[who]
    name, table, count = combatant.name, rules.book.defences, encounter.count
    if combatant.waiting and rules.house.wait == "initiative":
        free = (Choice("m", "move", path=("move",)), Choice("o", "other", path=("other",)))
        return Menu(f"{name} waits", (Choice("a", "act", line=f"{who} acts", price="rolls initiative first"), *free))
    why_no_target = (
        "" if any(fighter.able and fighter.id != who for fighter in encounter) else f"No target is left for {name}."
    )
    prone = combatant.condition(PRONE) is not None
    sheathed = any(not weapons.drawn(combatant, weapon) for weapon in sheet_of(combatant).weapons)
    evading = combatant.condition(EVADING) is not None
    why_no_evading = "" if evading else why_lying(combatant, "evade")
    choices = [
        Choice("a", "attack", path=("attack",), refused=why_no_target),
        Choice("w", "wait", line=f"{who} wait", price=_after_wait(rules)),
        Choice(
            "d",
            f"dodge →{count + table.dodge.until[-1]}",
            line=f"{who} dodge",
            refused=dodge_and_drop.why_not(combatant, rules, DODGE),
            name="dodge",
        ),
        Choice(
            "p",
            f"drop →{count + table.drop.counts}",
            line=f"{who} drop",
            refused=dodge_and_drop.why_not(combatant, rules, DROP),
            name="drop",
        ),
        Choice("e", "stop evading" if evading else "evade", line=f"{who} evade", refused=why_no_evading),
        Choice("k", "close, tricks", path=("close",)),
        Choice("m", "move", path=("move",)),
        Choice("o", "other", path=("other",)),
    ]
    can_carry_on = task_and_activity.going_on(encounter, rules, who, task_and_activity.STRETCHES[0], "c") is not None
    sometimes = [
        (can_carry_on, Choice("c", f"carry on ({activity_rates.doing(combatant)})", path=("carry on",))),
        (prone, Choice("g", f"get up →{count + table.stand_up}", line=f"{who} stand", name="get up")),
        (combatant.condition(BOUND) is not None, Choice("b", "unbind", line=f"{who} unbind")),
        (sheathed, Choice("r", "ready", path=("draw",))),
        (_bleeds(encounter), Choice("h", "first aid", path=("aid",))),
    ]
    choices[4:4] = [choice for fits, choice in sometimes if fits]
    why_absent = {
        "c": f"{name} has nothing to carry on: it neither moves nor works.",
        "g": f"{name} is on its feet already.",
        "b": f"{name}'s weapon is not bound.",
        "r": f"{name} has every weapon in hand.",
        "h": "No fighter bleeds.",
    }
    absent = [Choice(c.key, c.label, line=c.line, refused=why_absent[c.key]) for fits, c in sometimes if not fits]
    return Menu(f"{name} declares", tuple(choices), absent=tuple(absent))


def _after_wait(rules: Rulebook) -> str:
    """Return the price of a wait, which is paid when the fighter acts (ruling 105)."""
    return "then initiative" if rules.house.wait == "initiative" else ""


def _other(encounter: Encounter, rules: Rulebook, who: str) -> Menu:
    """Return the menu of the rarer declarations."""
    combatant = encounter[who]
    unarmed = "" if weapons.at_hand(combatant) is not None else f"{combatant.name} has no weapon free in hand."
    preset = "set off the preset" if combatant.condition(PRESET) is not None else "preset an action and its trigger"
    seen = encounter.count + rules.book.perception.counts
    waits = combatant.waiting and rules.house.wait == "initiative"
    no_moment = f"{combatant.name} waits and has given its moment up. a: act" if waits else ""
    no_preset = "" if combatant.condition(PRESET) is not None else no_moment
    looks = (
        ("l", "look around", f"{who} look"),
        ("m", "look with the mind", f"{who} look mental"),
        ("g", "look with body and mind", f"{who} look general"),
    )
    around, mind, both = (
        Choice(key, f"{name} →{seen}", line=line, name=name, refused=no_moment) for key, name, line in looks
    )
    choices = (
        around,
        Choice("t", "a task", path=("other", "task"), refused=no_moment),
        Choice("p", preset, path=("other", "preset"), refused=no_preset),
        Choice("f", "two at once", path=("other", "both"), refused=no_moment or unarmed),
        Choice("i", "a simple action", path=("other", "act"), refused=no_moment),
        mind,
        both,
        Choice("r", "presence check", line=f"{who} presence"),
        Choice("o", "morale check", line=f"{who} morale"),
        Choice("n", "passive perception", line=f"{who} notices"),
        Choice("s", "the scene changes", path=("other", "scene")),
        Choice("k", "a filter skill", path=("other", "filter")),
    )
    return Menu(f"{combatant.name}: other", choices)


def _bleeds(encounter: Encounter) -> bool:
    """Whether a fighter of the encounter has an open wound."""
    return any(conditions.wounds_of(other) for other in encounter)


def _attack(encounter: Encounter, rules: Rulebook, who: str, rest: Path) -> Menu:
    """Return the menu of an attack along `rest`: the weapon, then its modifiers, then the target.

    The question for the weapon is left out where only one weapon is ready.
    """
    candidates = _to_strike_with(encounter[who])
    ready = [weapon for weapon in candidates if not weapons.why_not(encounter[who], weapon)]
    armed = weapons.at_hand(encounter[who]) is not None
    if not rest and (len(ready) != 1 or not armed):
        choices = _weapon_choices(encounter, rules, who, lambda weapon: ("attack", weapon.key))
        return Menu(f"{encounter[who].name}: which weapon?", choices)
    weapon = (sheet_of(encounter[who]).weapon(rest[0]) if rest else None) or ready[0]
    modifiers = tuple(map(str, rest[1:]))
    if modifiers and modifiers[-1] == "called":
        return _called(encounter, rules, who, weapon, modifiers[:-1])
    if modifiers and modifiers[-1] == "manner":
        return submenus.modifiers_menu(encounter, rules, who, weapon, modifiers[:-1])
    return _targets(encounter, rules, who, weapon, modifiers)


def _weapon_choices(
    encounter: Encounter, rules: Rulebook, who: str, leads: Callable[[Weapon], Path], df: int = 0
) -> tuple[Choice, ...]:
    """Return a choice for each weapon, with its counts and its chance before any defence; `df` is on all of them."""
    combatant = encounter[who]

    def label(weapon: Weapon) -> str:
        """Return a weapon's name, counts and chance."""
        percent = strike_chance(combatant, weapon, rules).dfs([(df, "")]).percent
        return f"{weapon.name} · speed {attack_targets.counts(combatant, weapon, (), rules)} · {odds(percent)}"

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
    """Return the weapons of the sheet, and the bare fist where none of them is free."""
    sheet = sheet_of(combatant)
    fist = () if weapons.at_hand(combatant) is not None or sheet.fist is None else (sheet.fist,)
    return (*sheet.weapons, *fist)


def _called(encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, modifiers: Path) -> Menu:
    """Return the menu of the places to aim at, with the chance to hit the enemy who is offered first (H-ATK)."""
    combatant = encounter[who]
    rest = action_modifiers.without(modifiers, CALLED)
    able = [other for other in encounter if other.able and other.id != who]
    able.sort(key=lambda other: other.profile.side == combatant.profile.side)
    choices = []
    for i, (place, df) in enumerate(rules.book.attack.called.items()):
        modifiers_then, label = (*rest, f"{CALLED} {place}"), f"{place} DF {signed(Fraction(df))}"
        if able:
            label = f"{place} {odds(attack_targets.chance_now(encounter, rules, who, weapon, able[0], modifiers_then))}"
        choices.append(Choice(_DIGITS[i], label, path=("attack", weapon.key, *steps(modifiers_then))))
    of_target = f" of {able[0].name}" if able else ""
    return Menu(f"{combatant.name}: aim at which place{of_target}?", tuple(choices))


def _targets(encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, modifiers: Path) -> Menu:
    """Return the menu of the targets of an attack, with the keys for a called shot, modifiers and speed points."""
    combatant = encounter[who]
    speed = attack_targets.counts(combatant, weapon, modifiers, rules)
    lands = encounter.count + speed
    choices = tuple(attack_targets.targets(encounter, rules, who, weapon, modifiers).values())
    path_of_weapon = ("attack", weapon.key)
    extras = []
    if weapon.use != "mental" and not weapon.verb:
        extras.append(Choice("c", "called shot", path=(*path_of_weapon, *steps(modifiers), "called")))
    extras.append(Choice("n", "modifiers", path=(*path_of_weapon, *steps(modifiers), "manner")))
    speed_points, spent = combatant.mark(SPEED_POINTS), action_modifiers.read(modifiers).spent
    if speed_points > spent:
        rest = action_modifiers.without(modifiers, QUICK)
        extras.append(
            Choice(
                "s",
                f"speed point {spent + 1} of {speed_points}",
                path=(*path_of_weapon, *steps(rest), Chosen(QUICK, spent + 1)),
            )
        )
    chosen = f", {', '.join(modifiers)}" if modifiers else ""
    # A foe out of reach is closed with first: then the heading says no count, or for whom it is.
    in_reach = [choice.lands == lands for choice in choices if not choice.refused]
    where = "" if all(in_reach) else " where it reaches"
    told = f"lands on count {lands}{where}{attack_targets.landing_before(encounter, lands)}. " if any(in_reach) else ""
    title = f"{combatant.name}, {weapon.name}{chosen}: {told}Target?"
    return Menu(title, choices, tuple(extras))


def _both(encounter: Encounter, rules: Rulebook, who: str, rest: Path) -> Menu:
    """Return the menu of two blows at once: weapon, target, second weapon, second target (H-ACT-5).

    `rest` are the keys and ids chosen so far, in that order.
    """
    name = encounter[who].name
    if len(rest) % 2 == 0:
        second = bool(rest)
        beside = rules.house.florentine[second]
        choices = _weapon_choices(encounter, rules, who, lambda weapon: ("both", *rest, weapon.key), beside)
        return Menu(f"{name}, two at once: which {'second' if second else 'first'} weapon?", choices)
    weapon = sheet_of(encounter[who]).weapon(rest[-1])
    if weapon is None:
        return Menu("", ())
    second = len(rest) > 1
    beside_option = Beside(int(second)).option
    lands = encounter.count + attack_targets.counts(encounter[who], weapon, (beside_option,), rules)
    targets = []
    for target, choice in attack_targets.targets(encounter, rules, who, weapon, (beside_option,)).items():
        if weapons.must_close(encounter, rules, who, target, weapon):
            why = choice.refused or weapons.out_of_reach(encounter, who, target, weapon)
            targets.append(replace(choice, line="", price="", about=(), refused=why, lands=None))
            continue
        if not second:
            targets.append(replace(choice, line="", price="", about=(), path=("both", *rest, target)))
        else:
            line = f"{who} attack {rest[1]} {rest[0]} and attack {target} {weapon.key}"
            targets.append(replace(choice, line=line, price=f"lands {lands} · {choice.price}", about=()))
    return Menu(f"{name}, {weapon.name}: target?", tuple(targets))
