"""The targets of an attack, each with its chance, and the count on which the attack lands."""

from __future__ import annotations

from dataclasses import replace

from tracker.game_api.target_keys import seat_key
from tracker.game_api.values import Choice
from tracker.games.hybrid.blows import attack_declaration, hit_odds
from tracker.games.hybrid.blows.blow import Blow
from tracker.games.hybrid.body import skill_use, weapons
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.chances.success_chance import odds
from tracker.games.hybrid.close_quarters import closing_in
from tracker.games.hybrid.modifiers import action_modifiers, option_parser
from tracker.games.hybrid.sheets.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing import action_points
from tracker.model.combatant import Combatant
from tracker.model.state import LAND, Encounter

Path = tuple[str, ...]


def counts(combatant: Combatant, weapon: Weapon, modifiers: Path, rules: Rulebook) -> int:
    """Return the counts of an attack with these options."""
    settled = option_parser.settle(list(modifiers), combatant, weapon.speed, weapon.skill, rules)
    how = action_modifiers.read(settled)
    return skill_use.of_weapon(combatant, weapon, rules, how=how).counts()


def targets(encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, modifiers: Path) -> dict[str, Choice]:
    """Return a choice for every possible target by id, foes first, with the chance and the target's state."""
    combatant = encounter[who]
    able = [other for other in encounter if other.able and other.id != who]
    ordered = sorted(able, key=lambda other: other.profile.side == combatant.profile.side)
    lands = encounter.count + counts(combatant, weapon, modifiers, rules)
    choices: dict[str, Choice] = {}
    for target in ordered:
        percent = chance_now(encounter, rules, who, weapon, target, modifiers)
        line = " ".join([who, "attack", target.id, weapon.key, *modifiers])
        refused = why_not(encounter, rules, who, weapon, target, modifiers)
        ally = " (own side)" if target.profile.side == combatant.profile.side else ""
        label = f"{target.name}{ally} {odds(percent)}"
        key = seat_key(target.profile.seat)
        price = state(target, weapon)
        if must_close_first(encounter, rules, who, weapon, target):
            choices[target.id] = closing_first(encounter, rules, who, weapon, target)
            continue
        about = ("strike", weapon.key, target.id, *" ".join(modifiers).split())
        choices[target.id] = Choice(
            key,
            label,
            line=line,
            price=price,
            refused=refused,
            about=about,
            whom=target.id,
            lands=lands,
            name=f"{target.name}{ally}",
        )
    return choices


def state(target: Combatant, weapon: Weapon) -> str:
    """Return a target's state: `PFT 20/36 PBD 24/24, prone`, with the pools that the weapon takes from."""
    names = ("MFT", "MBD") if weapon.use == "mental" else ("PFT", "PBD")
    pools = " ".join(f"{name} {target.pool(name)}/{target.full(name)}" for name in names)
    conditions = ", ".join(condition.label for condition in target.conditions[:2])
    return f"{pools}{', ' if conditions else ''}{conditions}"


def why_not(
    encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, target: Combatant, modifiers: Path = ()
) -> str:
    """Return why a weapon cannot be used on a target now, with these options; empty when it can."""
    combatant = encounter[who]
    if why := attack_declaration.why_not(encounter, rules, combatant, target, weapon):
        return why
    if why := option_parser.why_not_together(modifiers):
        return why
    how = action_modifiers.read(option_parser.settle(list(modifiers), combatant, weapon.speed, weapon.skill, rules))
    return attack_declaration.why_not_so(encounter, rules, who, target.id, weapon, how)


def must_close_first(encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, target: Combatant) -> bool:
    """Whether reach alone keeps a blow from a target, so that closing in is offered instead (H-ATK-7, ruling 76)."""
    if weapons.why_not(encounter[who], weapon) or attack_declaration.why_no_target(encounter[who], target):
        return False
    return weapons.must_close(encounter, rules, who, target.id, weapon)


def chance_now(
    encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, target: Combatant, modifiers: Path
) -> int:
    """Return the chance of an attack if it landed now."""
    settled = option_parser.settle(list(modifiers), encounter[who], weapon.speed, weapon.skill, rules)
    how = action_modifiers.read(settled)
    blow = Blow(who, target.id, 0, weapon.key, called=how.called, options=tuple(settled))
    return hit_odds.of(action_points.as_declared(encounter, rules, who, how), rules, blow).attack.percent


def landing_before(encounter: Encounter, lands: int) -> str:
    """Return who lands before a count: ` after Anna, Gruk`; empty when nobody does."""
    names = [encounter[due.who].name for due in encounter.agenda if due.what == LAND and due.count < lands]
    return f" after {', '.join(names[:3])}" if names else ""


def again(encounter: Encounter, rules: Rulebook, who: str) -> Choice | None:
    """Return the last attack on the last target, with its chance and landing count; None when it is not possible."""
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
            fighter
            for fighter in encounter
            if fighter.able and fighter.profile.side != side and fighter.id not in combatant.unaware_of
        )
        following = next(foes, None)
        if following is None:
            return None
        target = following
    if must_close_first(encounter, rules, who, weapon, target):
        return replace(closing_first(encounter, rules, who, weapon, target), key="enter")
    percent = chance_now(encounter, rules, who, weapon, target, ())
    lands = encounter.count + counts(combatant, weapon, (), rules)
    refused = why_not(encounter, rules, who, weapon, target)
    name, line = f"{weapon.name} at {target.name}", f"{who} attack {target.id} {weapon.key}"
    label, price = f"{name} {odds(percent)}", f"lands {lands}"
    return Choice("enter", label, line=line, price=price, refused=refused, name=name)


def closing_first(encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, target: Combatant) -> Choice:
    """Return the choice to close in, for a target that a blow does not reach yet (H-ATK-7, ruling 76)."""
    closed_at = encounter.count + rules.book.close.counts
    ally = " (own side)" if target.profile.side == encounter[who].profile.side else ""
    label = f"{target.name}{ally} out of reach: close first"
    refused = closing_in.why_not(encounter, who, target.id)
    price = f"closes {closed_at} · {state(target, weapon)}"
    key, line = seat_key(target.profile.seat), f"{who} close {target.id}"
    return Choice(key, label, line=line, price=price, refused=refused, whom=target.id, lands=closed_at)
