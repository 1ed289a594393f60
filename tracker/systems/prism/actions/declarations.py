"""Declarations: what somebody does on its turn: the checks, the price paid at once, and the action under way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.encounter import events as ev
from tracker.encounter.combatant import Action
from tracker.encounter.declaring import check_moment, declare, may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter, Rank
from tracker.systems.kit import changes, guards
from tracker.systems.prism.actions import plan
from tracker.systems.prism.actions.plan import ATTACK, COLOURS, DEFEND, DOUBLE, MOVE, USE, Plan
from tracker.systems.prism.book.house import HouseRules
from tracker.systems.prism.book.tables import book
from tracker.systems.prism.checks import energy
from tracker.systems.prism.sheets import standing
from tracker.systems.prism.sheets.sheet import sheet_of

HOW_MUCH = "prism.energy"
"""The stage that goes on with an attack when its energy has been said."""
ORDERED = "ordered"
"""The last word of an attack the program makes of standing orders."""


def carry_out(draft: Draft, who: str, verb: str, words: Sequence[str], house: HouseRules) -> None:
    """Declare one of the verbs of a turn, as its line was read; raises Refused."""
    check_moment(draft, who)
    match verb:
        case "attack":
            own = plan.read([word for word in words[2:] if word != ORDERED], f"{who} attack")
            _attack(draft, who, words[0], words[1], own, house, ordered=ORDERED in words)
        case "defend":
            _declared(draft, who, Action(0, DEFEND, label="on the defensive"), plan.read(words, f"{who} defend"), house)
            if house.defensive != "none":
                changes.begin(draft, who, standing.DEFENSIVE)
        case "use":
            own = plan.read(words[1:], f"{who} use")
            _declared(draft, who, Action(0, USE, label=words[0]), own, house)
        case "double":
            _declared(draft, who, Action(0, MOVE, label="double time"), Plan("double"), house)
        case _:
            own = plan.read(words or ("move",), f"{who} move")
            _declared(draft, who, Action(0, MOVE, label="moves"), own, house)


def _attack(
    draft: Draft, who: str, target: str, name: str, own: Plan, house: HouseRules, ordered: bool = False
) -> None:
    encounter = draft.encounter
    guards.standing(encounter, who, target, ATTACK)
    guards.noticed(encounter, who, target, ATTACK)
    weapon = sheet_of(encounter, who).weapon(name)
    if weapon is None:
        raise Refused(f"{draft[who].name} has no weapon to attack with; give it one in the file, or say `{who} does`.")
    if own.asks:
        most = standing.energy(encounter, who, house) - price(encounter, who, own, house)
        check(encounter, who, ATTACK, own, house)
        rest = replace(own, energy=0, asks=False)
        draft.push(HOW_MUCH, who=who, words=[target, weapon.name, *rest.words])
        draft.ask_amount(who, "energy", f"{draft[who].name}: how much energy into the attack?", 0, most,
                         step=house.desperation_cost, about=target)  # fmt: skip
        return
    label = named(encounter, Action(0, ATTACK, weapon=weapon.name, target=target, options=own.words))
    action = Action(0, ATTACK, weapon=weapon.name, target=target, label=label, ordered=ordered)
    _declared(draft, who, action, own, house)


def named(encounter: Encounter, attack: Action) -> str:
    """An attack in words, whatever movement goes with it: `attack Dan with Pistol, at the head`."""
    aim = plan.read(attack.options, attack.verb).aim
    return f"attack {encounter[attack.target].name} with {attack.weapon}{f', at the {aim}' if aim else ''}"


def price(encounter: Encounter, who: str, own: Plan, house: HouseRules) -> int:
    """The energy a plan costs: movement, a second action, what goes into the target number (S-TURN, S-TURN-2)."""
    return energy.move_price(own.pace, house) + own.second * house.second_action_energy + own.energy


def check(encounter: Encounter, who: str, verb: str, own: Plan, house: HouseRules) -> None:
    """Refuses what the turn does not allow: another colour than shown, a price beyond the energy, a third action."""
    if why := why_not(encounter, who, verb, own, house):
        raise Refused(why)


def why_not(encounter: Encounter, who: str, verb: str, own: Plan, house: HouseRules) -> str:
    """Why `who` cannot do this now, as a sentence; empty when it can."""
    name, shown, colour = encounter[who].name, standing.intent(encounter, who), COLOURS.get(verb)
    if shown and colour and colour != shown:
        return f"{name} cannot {verb}: it has shown {shown}, that would be {colour} (S-CHAIN-4)."
    if own.second and standing.second_open(encounter, who):
        return f"{name} has a second action already; there is no third (S-TURN-2)."
    if own.second and not book().movement.pace(own.pace).acts:
        return f"{name} cannot act in double time (S-TURN)."
    moved = any(plan.read(action.options, who).pace != "stay" for action in encounter[who].actions)
    if moved and own.pace != "stay":
        return f"{name} has moved on this turn already; the second action is done where it stands."
    if verb in (MOVE, DOUBLE) and standing.second_open(encounter, who) and own.pace == DOUBLE:
        return f"{name} cannot take double time: it has acted on this turn."
    cost, there = price(encounter, who, own, house), standing.energy(encounter, who, house)
    if cost > there:
        return f"{name} cannot do that: it costs {cost} energy and {there} are left, {cost - there} too few (S-TURN-3)."
    return ""


def _declared(draft: Draft, who: str, action: Action, own: Plan, house: HouseRules) -> None:
    """Check, pay at once, and put the action under way to the end of the tick (S-CHAIN-4, S-TURN)."""
    check(draft.encounter, who, action.verb, own, house)
    second = own.second and not draft[who].actions
    changes.end(draft, who, standing.HELD)
    moving = movement(draft.encounter, who, own)
    label = ", ".join(one for one in (action.label, moving if action.label != "moves" else "") if one)
    if action.label == "moves":
        label = moving
    options = own.words if own.pace != DOUBLE else ()
    declare(draft, who, Action(0, action.verb, weapon=action.weapon, target=action.target, label=label,
                               options=options, ordered=action.ordered), Rank.RESOLUTION)  # fmt: skip
    burn(draft, who, energy.move_price(own.pace, house), moving, house)
    if second:
        draft.emit(ev.MarkChanged(who=who, mark=standing.SECOND, value=draft.encounter.count))
        burn(draft, who, house.second_action_energy, "a second action (S-TURN-2)", house)
        may_declare_at(draft, who, draft.encounter.count)
    burn(draft, who, own.energy, "into its target number (S-TN-3)", house)


def movement(encounter: Encounter, who: str, own: Plan) -> str:
    """A movement in words: `moving 10 m first`; empty when it stays."""
    metres = energy.metres(sheet_of(encounter, who).attribute("Speed"), own.pace)
    far = f"{float(metres):g} m"
    words = {"move": f"moving {far} first", "after": f"moving {far} after", "slow": f"moving {far} slowly first",
             "slow-after": f"moving {far} slowly after", "double": f"{far} in double time"}  # fmt: skip
    return words.get(own.pace, "")


def burn(draft: Draft, who: str, points: int, why: str, house: HouseRules) -> None:
    """Burn energy (S-TURN-3); refused where there is no longer so much, put right by hand since it was asked for."""
    if not points:
        return
    pool = standing.energy_pool(house)
    there = draft[who].pool(pool)
    if points > there:
        raise Refused(f"{draft[who].name} has {there} {pool} left, not {points}; up to {there} can be burnt.")
    changes.take(draft, who, pool, points, why)
    draft.emit(ev.MarkChanged(who=who, mark=standing.BURNT, value=draft.encounter.count))
