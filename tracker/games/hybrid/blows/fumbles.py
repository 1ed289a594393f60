"""Fumbles: an attack with a negative effect. The game master decides what it does (ruling 24)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.game_api.values import Choice
from tracker.games.hybrid.blows.batch_plan import Stage
from tracker.games.hybrid.blows.blow import Blow, StageQuestion
from tracker.games.hybrid.blows.harm import harm
from tracker.games.hybrid.blows.incapacitation import take_out_if_spent
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.book.rounding import exact, half_up
from tracker.games.hybrid.sheet.sheet import sheet_of

FUMBLE, LEAVE, SELF = "fumble", "leave-it", "hurts-itself"


def want_fumble(stage: Stage) -> StageQuestion | None:
    """Return the question about a fumble. None where the house rule applies or notes the damage without asking."""
    draft, rules, blow = stage.draft, stage.rules, stage.blow
    if blow.gone or blow.hit or blow.effect >= 0:
        return None
    action = draft[blow.attacker].action(blow.action)
    ordered = action is not None and action.ordered
    how = rules.order_fumbles if ordered and rules.house.fumble == "ask" else rules.house.fumble
    if how == "self":
        _hurt(draft, blow)
        return None
    would = worth(sheet_of(draft[blow.attacker]).stats, weapon_of(draft[blow.attacker], blow.weapon), blow.effect)
    text = f"{draft[blow.attacker].name} fumbles: {blow.tier}, worth {would} damage to itself."
    if how == "note":
        draft.note(f"{text} The game master decides.", blow.attacker)
        return None
    if ordered:
        text += ' By orders: order_fumbles = "note" or "self" in the encounter would not ask.'
    return StageQuestion(blow.attacker, FUMBLE, text, blow.target)


def take_fumble(stage: Stage, answer: Any) -> None:
    """Apply the game master's decision."""
    if answer["answer"] == SELF:
        _hurt(stage.draft, stage.blow)


def worth(stats: Any, weapon: Any, effect: float) -> int:
    """Return the damage of a fumble: the weapon's with average dice, times the size of the effect.

    `stats` are the attacker's. `effect` is that of the failure's tier, below 0.
    """
    sides = weapon.damage.dice
    lowest_faces = [1] * len(sides)
    mean = Fraction(weapon.damage.total(tuple(lowest_faces), stats))
    # A die adds the same for each face, so the mean is that of the lowest faces and half the way to the highest.
    for place, faces in enumerate(sides):
        next_faces = [2 if index == place else 1 for index in range(len(sides))] if faces > 2 else lowest_faces
        step = Fraction(weapon.damage.total(tuple(next_faces), stats)) - Fraction(
            weapon.damage.total(tuple(lowest_faces), stats)
        )
        mean += step * Fraction(faces - 1, 2)
    return half_up(mean * abs(exact(effect)))


def _hurt(draft: StepBuilder, blow: Blow) -> None:
    """Set the damage that the attacker will do to itself, applied with all blows of the batch."""
    attacker = draft[blow.attacker]
    blow.hurt = worth(sheet_of(attacker).stats, weapon_of(attacker, blow.weapon), blow.effect)


def apply(stage: Stage) -> None:
    """Deal the attacker's damage to itself, past armour since it has no location."""
    draft, rules, blow = stage.draft, stage.rules, stage.blow
    if not blow.hurt or blow.gone:
        return
    mind = weapon_of(draft[blow.attacker], blow.weapon).use == "mental"
    draft.note(f"{draft[blow.attacker].name} hurts itself: {blow.hurt} (ruling 24)", blow.attacker)
    _, blow.hurt_body = harm(draft, rules, blow.attacker, blow.hurt, extra=0, why="its own fumble", mind=mind)
    take_out_if_spent(stage.fighter(blow.attacker))


def shock(stage: Stage) -> None:
    """Roll a shock check for body points that the fumble cost."""
    draft, blow = stage.draft, stage.blow
    # `within`: the batch rolls initiative, so the check does not.
    if blow.hurt_body and draft[blow.attacker].able:
        draft.push("hand.check", who=blow.attacker, checks=["shock"], place="", kind="", within=True)


def choices(who: str) -> list[Choice]:
    """Return the answers: only a miss, or damage to the attacker."""
    return [
        Choice("m", "only a miss", LEAVE, f"{who} {LEAVE}"),
        Choice("h", "the attacker takes the damage", SELF, f"{who} {SELF}"),
    ]
