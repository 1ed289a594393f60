"""Declarations: checks what a fighter may do on its turn, takes the price at once, and puts the action under way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tracker.encounter.engine.declarations import declare, may_declare_at
from tracker.encounter.engine.step import StepBuilder
from tracker.games.prism.actions import action_options
from tracker.games.prism.actions.action_options import ATTACK, COLOURS, DEFEND, DOUBLE, MOVE, MOVES, STAYS, USE, Plan
from tracker.games.prism.actions.turns import RED
from tracker.games.prism.fighter import BURNT, DEFENSIVE, HELD, SECOND, Fighter
from tracker.games.toolkit import conditions, guards, pool_changes, steps
from tracker.games.toolkit.fighters import Acting
from tracker.model.combatant import Action
from tracker.model.commands import Do
from tracker.model.refusals import Refused
from tracker.model.state import Encounter, Rank

HOW_MUCH = "prism.energy"
"""The stage that declares an attack once its energy has been given."""


def obey(encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Do | None:
    """Return the attack of a fighter under orders: with the weapon named, else the last on that target, else the first.

    None when the fighter may not attack now.
    """
    fighter = Fighter(encounter, who)
    last, chosen_weapon = fighter.now.last, fighter.sheet.weapon(weapon)
    if not weapon and last is not None and last.target == target:
        chosen_weapon = fighter.sheet.weapon(last.weapon) or chosen_weapon
    if chosen_weapon is None or fighter.intent not in ("", RED) or fighter.second_open:
        return None
    return Do(who, ATTACK, (target, chosen_weapon.name))


def defend(acting: Acting, how: Plan = STAYS) -> None:
    """Go on the defensive (S-TURN). Raises Refused."""
    _declare_action(acting.draft, acting.who, Action(0, DEFEND, label="on the defensive"), how)
    if Fighter(acting.draft.encounter, acting.who).house.defensive != "none":
        acting.begin(DEFENSIVE)


def use(acting: Acting, text: str, how: Plan = STAYS) -> None:
    """Do something in words, which may be directed at another fighter (S-TURN, SQ 38). Raises Refused."""
    _declare_action(acting.draft, acting.who, Action(0, USE, label=text), how)


def move(acting: Acting, how: Plan = MOVES) -> None:
    """Only move (S-TURN). Raises Refused."""
    _declare_action(acting.draft, acting.who, Action(0, MOVE), how)


def double(acting: Acting, how: Plan = STAYS) -> None:
    """Move in double time (S-TURN). Raises Refused."""
    _declare_action(acting.draft, acting.who, Action(0, MOVE), how._replace(pace=DOUBLE))


def with_energy(draft: StepBuilder, data: Mapping[str, Any]) -> None:
    """Declare an attack with the energy given as the answer (S-TN-3).

    `data["words"]` are the target, the weapon and the words of the plan.
    """
    target, weapon, *plan = data["words"]
    how = action_options.read(plan, ATTACK, directed=False)._replace(energy=data["amount"])
    attack(Acting(draft, data["who"]), target, weapon, how)


def attack(acting: Acting, target: str, name: str, how: Plan = STAYS) -> None:
    """Declare an attack, or first ask for its energy when the plan asks for it. Raises Refused."""
    draft, who = acting.draft, acting.who
    fighter = Fighter(draft.encounter, who)
    guards.standing(fighter.encounter, who, target, ATTACK)
    weapon = fighter.sheet.weapon(name)
    if weapon is None:
        raise Refused(f"{fighter.name} has no weapon to attack with. e: use, do")
    if how.asks:
        guards.refuse(why_not(fighter, ATTACK, how))
        draft.push(HOW_MUCH, who=who, words=[target, weapon.name, *how._replace(energy=0, asks=False).words])
        most = fighter.energy - how.price(fighter.house)
        text = f"{fighter.name}: how much energy into the attack?"
        draft.ask_amount(who, "energy", text, 0, most, step=fighter.house.desperation_cost, about=target)
        return
    label = named(fighter.encounter, Action(0, ATTACK, weapon=weapon.name, target=target, options=how.words))
    _declare_action(draft, who, Action(0, ATTACK, weapon=weapon.name, target=target, label=label), how)


def named(encounter: Encounter, attack: Action) -> str:
    """Return an attack in words, without its movement: `attack Dan with Pistol, at the head`."""
    aim = action_options.read(attack.options, attack.verb).aim
    where = f", at the {aim}" if aim else ""
    return f"attack {encounter[attack.target].name} with {attack.weapon}{where}"


def why_not(fighter: Fighter, verb: str, how: Plan) -> str:
    """Return why the fighter cannot do this now, as a sentence. Empty when it can.

    The reasons: another colour than shown (S-CHAIN-4), a third action or a second move (S-TURN-2), too little energy
    (S-TURN-3).
    """
    name, colour = fighter.name, COLOURS.get(verb)
    if fighter.intent and colour and colour != fighter.intent:
        return f"{name} cannot {verb}: it has shown {fighter.intent}, and to {verb} is {colour} (S-CHAIN-4)."
    if how.second and fighter.second_open:
        return f"{name} already has a second action; there is no third (S-TURN-2)."
    moved = any(action_options.read(action.options, fighter.who).pace != "stay" for action in fighter.now.actions)
    if moved and how.pace != "stay" and fighter.house.moves == "turn":
        return f"{name} has already moved on this turn, so its second action is done without moving."
    if fighter.second_open and how.pace == DOUBLE:
        return f"{name} cannot take double time: it has acted on this turn."
    cost, energy_left = how.price(fighter.house), fighter.energy
    if cost > energy_left:
        missing = cost - energy_left
        return f"{name} cannot do that: it costs {cost} energy, {energy_left} left: {missing} too few (S-TURN-3)."
    return ""


def _declare_action(draft: StepBuilder, who: str, action: Action, how: Plan) -> None:
    """Check the action, take its price, and schedule it for the end of the tick (S-CHAIN-4, S-TURN). Raises Refused."""
    fighter = Fighter(draft.encounter, who)
    guards.refuse(why_not(fighter, action.verb, how))
    directed = ""
    if how.at:
        directed = f"at {guards.standing(fighter.encounter, who, how.at, action.verb, fallen=True).name}"
        action = replace(action, target=how.at)
    if how.skill:
        fighter.skill(how.skill)
    conditions.end(draft, who, HELD)
    moving = how.movement(fighter.sheet.attribute("Speed"))
    label = ", ".join(filter(None, (action.label, moving, directed)))
    # The action has its target by now, and `read` takes no double time, which only the label tells.
    kept = how._replace(at="", pace="stay" if how.pace == DOUBLE else how.pace)
    declare(draft, who, replace(action, label=label, options=kept.words), Rank.RESOLUTION)
    burn(draft, who, Plan(how.pace).price(fighter.house), moving)
    if how.second and not fighter.now.actions:
        steps.mark(draft, who, SECOND, draft.encounter.count)
        burn(draft, who, fighter.house.second_action_energy, "a second action, S-TURN-2")
        may_declare_at(draft, who, draft.encounter.count)
    burn(draft, who, how.energy, "into its target number, S-TN-3")


def burn(draft: StepBuilder, who: str, points: int, why: str) -> None:
    """Burn energy (S-TURN-3). `why` is the reason in the log, after the points.

    Raises Refused when less is left, as after a correction by hand.
    """
    fighter = Fighter(draft.encounter, who)
    energy_left, pool = fighter.energy, fighter.energy_pool
    if points > energy_left:
        raise Refused(f"{fighter.name} has {energy_left} {pool} left, not {points}.")
    if points:
        pool_changes.take(draft, who, pool, points, why, spent=True)
        steps.mark(draft, who, BURNT, draft.encounter.count)
