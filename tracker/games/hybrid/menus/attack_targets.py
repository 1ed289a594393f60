"""The targets of an attack, each with its chance, and the count on which the attack lands."""

from __future__ import annotations

from dataclasses import replace

from tracker.game_api.target_keys import seat_key
from tracker.game_api.values import HIT, Choice, Percent
from tracker.games.hybrid.blows import attack_declaration
from tracker.games.hybrid.blows.blow import Blow
from tracker.games.hybrid.blows.odds import hit_odds
from tracker.games.hybrid.body import skill_use, weapons
from tracker.games.hybrid.close_quarters import closing_in
from tracker.games.hybrid.fighter import Standing
from tracker.games.hybrid.modifiers import action_modifiers, option_parser
from tracker.games.hybrid.modifiers.action_modifiers import ActionModifiers
from tracker.games.hybrid.sheet.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing import stances
from tracker.games.toolkit.target_menu import OWN_SIDE
from tracker.model.combatant import Combatant
from tracker.model.state import LAND, Encounter

Path = tuple[str, ...]


def counts(fighter: Standing, weapon: Weapon, modifiers: Path = ()) -> int:
    """Return the counts of an attack with these options."""
    return skill_use.of_weapon(fighter.now, weapon, fighter.rules, how=_manner(fighter, weapon, modifiers)[1]).counts()


def _manner(fighter: Standing, weapon: Weapon, modifiers: Path) -> tuple[Path, ActionModifiers]:
    """Return options as settled for a declaration with that weapon, and their meaning. Raises Refused."""
    settled = option_parser.settle(list(modifiers), fighter.now, weapon.speed, weapon.skill, fighter.rules)
    return tuple(settled), action_modifiers.read(settled)


def able_others(fighter: Standing) -> list[Combatant]:
    """Return the others who are in the fight, foes first."""
    able = [other for other in fighter.encounter if other.able and other.id != fighter.who]
    return sorted(able, key=fighter.on_own_side)


def foes(fighter: Standing) -> list[Combatant]:
    """Return the fighters of other sides who are in the fight."""
    return [other for other in fighter.encounter if other.able and not fighter.on_own_side(other)]


def targets(fighter: Standing, weapon: Weapon, modifiers: Path) -> dict[str, Choice]:
    """Return a choice for every able fighter as a target, by id, foes first, with the chance and the target's state."""
    lands = fighter.encounter.count + counts(fighter, weapon, modifiers)
    choices: dict[str, Choice] = {}
    for target in able_others(fighter):
        percent = chance_now(fighter, weapon, target, modifiers)
        refused = why_not(fighter, weapon, target, modifiers)
        if must_close_first(fighter, weapon, target):
            choices[target.id] = closing_first(fighter, weapon, target)
            continue
        name = f"{target.name}{OWN_SIDE if fighter.on_own_side(target) else ''}"
        choices[target.id] = Choice(
            seat_key(target.profile.seat),
            name,
            line=" ".join([fighter.who, "attack", target.id, weapon.key, *modifiers]),
            price=state(target, weapon),
            refused=refused,
            about=("strike", weapon.key, target.id, *" ".join(modifiers).split()),
            whom=target.id,
            lands=lands,
            works=Percent.of(percent, event=HIT),
        )
    return choices


def state(target: Combatant, weapon: Weapon) -> str:
    """Return a target's state: `PFT 20/36 PBD 24/24, prone`, with the pools that the weapon takes from."""
    names = ("MFT", "MBD") if weapon.use == "mental" else ("PFT", "PBD")
    pools = " ".join(f"{name} {target.pool(name)}/{target.full(name)}" for name in names)
    conditions = ", ".join(condition.label for condition in target.conditions[:2])
    return f"{pools}{', ' if conditions else ''}{conditions}"


def why_not(fighter: Standing, weapon: Weapon, target: Combatant, modifiers: Path = ()) -> str:
    """Return why a weapon cannot be used on a target now, with these options. Empty when it can."""
    encounter, rules = fighter.encounter, fighter.rules
    if why := attack_declaration.why_not(encounter, rules, fighter.now, target, weapon):
        return why
    if why := option_parser.why_not_together(modifiers):
        return why
    how = _manner(fighter, weapon, modifiers)[1]
    return attack_declaration.why_not_so(encounter, rules, fighter.who, target.id, weapon, how)


def must_close_first(fighter: Standing, weapon: Weapon, target: Combatant) -> bool:
    """Return whether only reach keeps a blow from a target, so that closing is offered instead (H-ATK-7, ruling 76)."""
    if weapons.why_not(fighter.now, weapon) or attack_declaration.why_no_target(fighter.now, target):
        return False
    return weapons.must_close(fighter.encounter, fighter.rules, fighter.who, target.id, weapon)


def chance_now(fighter: Standing, weapon: Weapon, target: Combatant, modifiers: Path = ()) -> int:
    """Return the chance in percent of an attack with these options, if it landed now."""
    settled, how = _manner(fighter, weapon, modifiers)
    blow = Blow(fighter.who, target.id, 0, weapon.key, called=how.called, options=settled)
    declared = stances.as_declared(fighter.encounter, fighter.rules, fighter.who, how)
    return hit_odds(declared, fighter.rules, blow).attack.percent


def landing_before(encounter: Encounter, lands: int) -> str:
    """Return the fighters whose actions land before a count: ` after Anna, Gruk`. Empty without any."""
    names = [encounter[due.who].name for due in encounter.agenda if due.what == LAND and due.count < lands]
    return f" after {', '.join(names[:3])}" if names else ""


def again(fighter: Standing) -> Choice | None:
    """Return the last attack on the last target, with its chance and landing count. None when it is not possible."""
    combatant, encounter = fighter.now, fighter.encounter
    last = combatant.last
    if last is None or last.verb not in ("attack", "close") or last.target not in encounter:
        return None
    target = encounter[last.target]
    weapon = weapons.at_hand(combatant) if last.verb == "close" else sheet_of(combatant).weapon(last.weapon)
    if weapon is None:
        return None
    # Enter goes on with the next foe when the last target is out.
    if not target.able:
        following = next((foe for foe in foes(fighter) if foe.id not in combatant.unaware_of), None)
        if following is None:
            return None
        target = following
    if must_close_first(fighter, weapon, target):
        return replace(closing_first(fighter, weapon, target), key="enter")
    percent = chance_now(fighter, weapon, target)
    lands = encounter.count + counts(fighter, weapon)
    refused = why_not(fighter, weapon, target)
    name, line = f"{weapon.name} at {target.name}", f"{fighter.who} attack {target.id} {weapon.key}"
    works, price = Percent.of(percent, event=HIT), f"lands {lands}"
    return Choice("enter", name, line=line, price=price, refused=refused, works=works)


def closing_first(fighter: Standing, weapon: Weapon, target: Combatant) -> Choice:
    """Return the choice to close in, for a target that a blow does not reach yet (H-ATK-7, ruling 76)."""
    closed_at = fighter.encounter.count + fighter.rules.book.close.counts
    side_mark = OWN_SIDE if fighter.on_own_side(target) else ""
    label = f"{target.name}{side_mark} out of reach: close first"
    refused = closing_in.why_not(fighter.encounter, fighter.who, target.id)
    price = f"closes {closed_at} · {state(target, weapon)}"
    key, line = seat_key(target.profile.seat), f"{fighter.who} close {target.id}"
    return Choice(key, label, line=line, price=price, refused=refused, whom=target.id, lands=closed_at)
