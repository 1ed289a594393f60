"""Focus: who acts, is asked or is aimed at now, and what the last step took from whom."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from tracker.encounter.engine.journal import Journal, Step
from tracker.encounter.engine.turn_order import in_turn
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.last_value import Last
from tracker.model.state import DECLARE, LAND, Encounter

Losses = Mapping[str, Mapping[str, int]]
_MOST_TOGETHER = 50


def in_focus(encounter: Encounter, rules: Rules, selected: str = "", whole: Encounter | None = None) -> tuple[str, ...]:
    """Return the fighters who must be in sight, the most important first.

    They are asked, concerned, a target, the last standing of a side, with an action that lands now, or selected.
    `whole` is the fight with no group folded, by which it is known who comes next.
    """
    question = encounter.question
    who: list[str] = []
    if question is not None:
        who += [question.who, question.about]
    else:
        coming = in_turn(whole or encounter, rules)
        who += islice((due.who for due in coming if due.what in (DECLARE, LAND)), 1)
    who += [action.target for fighter_id in who if fighter_id in encounter for action in encounter[fighter_id].actions]
    who += _ALWAYS.get(lambda: _always(encounter), encounter)
    who.append(selected)
    return tuple(dict.fromkeys(encounter[fighter_id].id for fighter_id in who if fighter_id in encounter))


def _always(encounter: Encounter) -> tuple[str, ...]:
    """Return the last fighter of each side that has lost others, then the fighter whose action lands now."""
    many: dict[str, int] = {}
    standing: dict[str, list[str]] = {}
    landing: list[str] = []
    for fighter in encounter.combatants:
        side = fighter.profile.side
        many[side] = many.get(side, 0) + 1
        if fighter.able:
            standing.setdefault(side, []).append(fighter.id)
        for action in fighter.actions:
            if action.lands <= encounter.count:
                landing += [fighter.id, action.target]
    left = [standing[side] for side in many if many[side] > 1 and len(standing.get(side, ())) == 1]
    return (*(alone for (alone,) in left), *landing)


_ALWAYS: Last[tuple[str, ...]] = Last()
"""The last result: several panes ask at each key, and the answer needs a pass over all fighters."""


def last_steps(journal: Journal) -> tuple[Step, ...]:
    """Return the last step in force with what followed from it by itself, in order."""
    steps: list[Step] = []
    for n in reversed(journal.done[-_MOST_TOGETHER:]):
        step = journal.steps.get(n)
        if step is None:
            break
        steps.append(step)
        # Only steps of standing orders and of groups follow by themselves from the step before them.
        if step.mode not in ("orders", "group"):
            break
    return tuple(reversed(steps))


def last_losses(journal: Journal) -> dict[str, dict[str, int]]:
    """Return the points lost as harm in the last step and in the steps that followed by themselves."""
    losses: dict[str, dict[str, int]] = {}
    for step in last_steps(journal):
        for event in step.events:
            if isinstance(event, ev.PoolChanged) and event.harmed:
                lost = losses.setdefault(event.who, {})
                lost[event.pool] = lost.get(event.pool, 0) + event.harmed
    return losses


def last_broken(journal: Journal, encounter: Encounter) -> dict[str, Action]:
    """Return the actions that the last step broke, by whose they were: what a blow took from the axis."""
    broken: dict[str, Action] = {}
    for step in last_steps(journal):
        for event in step.events:
            if isinstance(event, ev.ActionEnded) and event.how == "lost" and event.who in encounter:
                last = encounter[event.who].last
                if last is not None and last.id == event.action:
                    broken[event.who] = last
    return broken
