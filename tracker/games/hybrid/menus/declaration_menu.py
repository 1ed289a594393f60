"""The menus of a declaration: what each verb's entry says in them, and the menus that are of no verb."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tracker.game_api.values import HIT, Choice, Menu, Percent
from tracker.games.hybrid.blows.attack_chance import strike_chance
from tracker.games.hybrid.body import activity_rates, conditions, weapons
from tracker.games.hybrid.body.conditions import BOUND, EVADING, PRESET, PRONE
from tracker.games.hybrid.body.passive_defence import DODGE, DROP
from tracker.games.hybrid.body.posture import why_lying
from tracker.games.hybrid.fighter import Standing
from tracker.games.hybrid.menus import attack_targets, task_and_activity
from tracker.games.hybrid.modifiers.action_modifiers import Beside
from tracker.games.hybrid.sheet.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing import dodge_and_drop
from tracker.games.toolkit.menu_paths import Path
from tracker.model.combatant import Combatant

OTHER = "other"
_DIGITS = "123456789"


def waits(fighter: Standing) -> bool:
    """Return whether the fighter has given its moment up, and rolls initiative before it acts (ruling 105)."""
    return fighter.now.waiting and fighter.rules.house.wait == "initiative"


def of_no_verb(fighter: Standing, menu: str) -> list[tuple[int, Choice]]:
    """Return the choices that belong to no verb, each with its rank in the menu: the first menu, or `OTHER`."""
    if menu == OTHER:
        unarmed = "" if weapons.at_hand(fighter.now) is not None else f"{fighter.name} has no weapon free in hand."
        refused = why_no_moment(fighter) or unarmed
        return [(3, Choice("f", "two at once", path=(OTHER, "both"), refused=refused))]
    price_of_waiting = "then initiative" if fighter.rules.house.wait == "initiative" else ""
    goes_on = task_and_activity.going_on(fighter, task_and_activity.STRETCHES[0], "c") is not None
    why = f"{fighter.name} has nothing to carry on: it neither moves nor works."
    activity = f"carry on ({activity_rates.doing(fighter.now)})"
    carry_on = Choice("c", activity, path=("carry on",)) if goes_on else Choice("c", activity, refused=why, absent=True)
    return [
        (1, Choice("w", "wait", line=f"{fighter.who} wait", price=price_of_waiting)),
        (4, carry_on),
        (11, Choice("m", "move", path=("move",))),
        (12, Choice("o", "other", path=(OTHER,))),
    ]


def of_one_who_waits(fighter: Standing) -> Menu:
    """Return the first menu of a fighter who waits: it acts, moves, or opens the other menu."""
    acts = Choice("a", "act", line=f"{fighter.who} acts", price="rolls initiative first")
    return Menu(
        f"{fighter.name} waits", (acts, Choice("m", "move", path=("move",)), Choice("o", "other", path=(OTHER,)))
    )


def why_no_foe(fighter: Standing) -> str:
    """Return why no fighter can be attacked. Empty when there is a target."""
    return "" if attack_targets.able_others(fighter) else f"No target is left for {fighter.name}."


def dodges(fighter: Standing) -> int:
    """Return the counts that a dodge takes."""
    return fighter.rules.book.defences.dodge.until[-1]


def why_no_dodge(fighter: Standing) -> str:
    """Return why the fighter cannot dodge. Empty when it can."""
    return dodge_and_drop.why_not(fighter.now, fighter.rules, DODGE)


def drops(fighter: Standing) -> int:
    """Return the counts that dropping prone takes."""
    return fighter.rules.book.defences.drop.counts


def why_no_drop(fighter: Standing) -> str:
    """Return why the fighter cannot drop prone. Empty when it can."""
    return dodge_and_drop.why_not(fighter.now, fighter.rules, DROP)


def evading(fighter: Standing) -> str:
    """Return what evading is called: to begin, or to stop."""
    return "stop evading" if fighter.has(EVADING) else "evade"


def why_no_evading(fighter: Standing) -> str:
    """Return why the fighter cannot begin to evade. Empty when it can, or can stop."""
    return "" if fighter.has(EVADING) else why_lying(fighter.now, "evade")


def gets_up(fighter: Standing) -> int:
    """Return the counts that getting up takes."""
    return fighter.rules.book.defences.stand_up


def why_on_feet(fighter: Standing) -> str:
    """Return that the fighter stands. Empty when it lies."""
    return "" if fighter.has(PRONE) else f"{fighter.name} is on its feet already."


def why_not_bound(fighter: Standing) -> str:
    """Return that no weapon is bound. Empty when one is."""
    return "" if fighter.has(BOUND) else f"{fighter.name}'s weapon is not bound."


def why_all_drawn(fighter: Standing) -> str:
    """Return that every weapon is in hand. Empty when one is not."""
    sheathed = any(not weapons.drawn(fighter.now, weapon) for weapon in sheet_of(fighter.now).weapons)
    return "" if sheathed else f"{fighter.name} has every weapon in hand."


def why_no_wound(fighter: Standing) -> str:
    """Return that no fighter has an open wound. Empty when one has."""
    return "" if any(conditions.wounds_of(other) for other in fighter.encounter) else "No fighter bleeds."


def looks(fighter: Standing) -> int:
    """Return the counts that looking around takes."""
    return fighter.rules.book.perception.counts


def why_no_moment(fighter: Standing) -> str:
    """Return that the fighter waits, so that it acts first. Empty when it does not."""
    return f"{fighter.name} waits and has given its moment up. a: act" if waits(fighter) else ""


def presetting(fighter: Standing) -> str:
    """Return what a preset is called: to declare one, or to set it off."""
    return "set off the preset" if fighter.has(PRESET) else "preset an action and its trigger"


def why_no_preset(fighter: Standing) -> str:
    """Return why the fighter cannot preset anything. Empty when it can, or has a preset."""
    return "" if fighter.has(PRESET) else why_no_moment(fighter)


def weapon_choices(fighter: Standing, leads: Callable[[Weapon], Path], df: int = 0) -> tuple[Choice, ...]:
    """Return a choice for each weapon, with its counts and its chance before any defence.

    `leads` returns the path of the menu that a weapon's choice opens. `df` is added to every chance.
    """

    def works(weapon: Weapon) -> Percent:
        """Return the chance of a weapon."""
        return Percent.of(strike_chance(fighter.now, weapon, fighter.rules).dfs([(df, "")]).percent, event=HIT)

    return tuple(
        Choice(
            _DIGITS[i] if i < len(_DIGITS) else "",
            f"{weapon.name} · speed {attack_targets.counts(fighter, weapon)}",
            path=leads(weapon),
            works=works(weapon),
            refused=weapons.why_not(fighter.now, weapon),
        )
        for i, weapon in enumerate(to_strike_with(fighter.now))
    )


def to_strike_with(combatant: Combatant) -> tuple[Weapon, ...]:
    """Return the weapons of the sheet, and the bare fist where no weapon is free in hand."""
    sheet = sheet_of(combatant)
    fist = () if weapons.at_hand(combatant) is not None or sheet.fist is None else (sheet.fist,)
    return (*sheet.weapons, *fist)


def both(fighter: Standing, rest: Path) -> Menu:
    """Return the menu of two blows at once: weapon, target, second weapon, second target (H-ACT-5).

    `rest` are the keys and ids chosen so far, in that order.
    """
    # After an even number of choices a weapon is asked for, after an odd one a target.
    if len(rest) % 2 == 0:
        second = bool(rest)
        beside = fighter.rules.house.florentine[second]
        choices = weapon_choices(fighter, lambda weapon: ("both", *rest, weapon.key), beside)
        return Menu(f"{fighter.name}, two at once: which {'second' if second else 'first'} weapon?", choices)
    weapon = sheet_of(fighter.now).weapon(rest[-1])
    if weapon is None:
        return Menu("", ())
    second = len(rest) > 1
    beside_option = Beside(int(second)).option
    lands = fighter.encounter.count + attack_targets.counts(fighter, weapon, (beside_option,))
    targets = []
    for target, choice in attack_targets.targets(fighter, weapon, (beside_option,)).items():
        # A target out of reach is refused here: no choice to close in takes its place.
        if weapons.must_close(fighter.encounter, fighter.rules, fighter.who, target, weapon):
            why = choice.refused or weapons.out_of_reach(fighter.encounter, fighter.who, target, weapon)
            targets.append(replace(choice, line="", price="", about=(), refused=why, lands=None))
        elif not second:
            targets.append(replace(choice, line="", price="", about=(), path=("both", *rest, target)))
        else:
            line = f"{fighter.who} attack {rest[1]} {rest[0]} and attack {target} {weapon.key}"
            targets.append(replace(choice, line=line, price=f"lands {lands} · {choice.price}", about=()))
    return Menu(f"{fighter.name}, {weapon.name}: target?", tuple(targets))
