"""Records: events, questions and the state as plain data for `--json`. Keys are documented, and only ever grow."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from tracker.encounter.engine.declarations import lies_in_wait
from tracker.encounter.engine.journal import Step
from tracker.encounter.statistics.tally import Deeds
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.combatant import Action, Combatant, Condition
from tracker.model.state import DECLARE, Encounter
from tracker.narration.summary import Account

Record = dict[str, Any]

HIDDEN_FIELDS: dict[Any, tuple[str, ...]] = {ev.Asked: ("then",), **ev.READ_FROM_TEXT}
"""Fields of events that no output has: stages after an answer, and values the game reads from text."""


def of_event(event: ev.Event, count: int) -> Record:
    """Return an event as data: its `count`, `kind`, `who` (empty if it concerns no fighter), then its own fields."""
    hidden = HIDDEN_FIELDS.get(type(event), ())
    values = {field.name.rstrip("_"): getattr(event, field.name) for field in fields(event) if field.name not in hidden}
    return {"count": count, "kind": type(event).__name__, "who": values.pop("who", ""), **values}


def of_step(step: Step, before: int) -> list[Record]:
    """Return the events of a step as data, each with its count. `before` is the count of the step before."""
    return [of_event(event, count) for count, event in step.timed(before)]


def of_turning(kind: str, step: Step, count: int) -> Record:
    """Return the record of a step that was undone or redone (`kind`). `count` is the present count after that."""
    return {"count": count, "kind": kind, "who": step.actor, "n": step.n, "line": step.line}


def of_account(account: Account) -> Record:
    """Return a fight's summary: `holds` (who holds the field), `fighters` and `groups` with what each did."""
    paragraphs = account.paragraphs
    fighters = [entry for paragraph in paragraphs for entry in (paragraph.behind or (paragraph,))]
    return {
        "holds": account.holds,
        "fighters": [{"who": entry.who, "group": entry.group, **_deeds(entry.deeds)} for entry in fighters],
        "groups": [{"group": entry.group, **_deeds(entry.deeds)} for entry in paragraphs if entry.behind],
    }


def _deeds(deeds: Deeds) -> Record:
    """Return the statistics of a fighter or group. Rolls and the hardest blow become nested records."""
    values = {field.name: getattr(deeds, field.name) for field in fields(deeds)}
    points = {name: dict(values[name]) for name in ("dealt", "taken", "spent")}
    rolls = {name: None if values[name] is None else _of_roll(values[name]) for name in ("best", "worst")}
    hardest = deeds.hardest
    blow = None if hardest is None else {"who": hardest.who, "target": hardest.target, "damage": hardest.damage}
    return {**values, **points, **rolls, "hardest": blow}


def _of_roll(roll: ev.Rolled) -> Record:
    return {"who": roll.who, "label": roll.label, "total": roll.total, "chance": roll.chance, "margin": roll.margin}


def of_state(encounter: Encounter, rules: Rules) -> Record:
    """Return the whole fight as it is, with the open question."""
    question = encounter.question
    return {
        "count": encounter.count,
        "kind": "State",
        "who": "",
        "title": encounter.title,
        "began": encounter.began,
        "combatants": [_combatant(encounter, rules, combatant) for combatant in encounter],
        "question": None
        if question is None
        else {
            "ask": question.ask.value,
            "who": question.who,
            "what": question.what,
            "text": question.text,
            "choices": question.choices,
            "dice": question.dice,
            "about": question.about,
            "low": question.low,
            "high": question.high,
            "step": question.step,
            "unseen": question.unseen,
        },
    }


def _combatant(encounter: Encounter, rules: Rules, combatant: Combatant) -> Record:
    """Return a fighter as data: its points, conditions, actions and next declaration."""
    due = encounter.agenda.find(combatant.id, DECLARE)
    return {
        "who": combatant.id,
        "name": combatant.name,
        "side": combatant.profile.side,
        "player": combatant.profile.player,
        "presence": combatant.presence.value,
        "pools": {
            pool.name: {"now": now, "full": pool.full}
            for pool, now in zip(combatant.profile.pools, combatant.pools, strict=True)
        },
        "conditions": [_condition(condition) for condition in combatant.conditions],
        "doing": doing(encounter, rules, combatant),
        "actions": [_action(encounter, rules, combatant.id, action) for action in combatant.actions],
        "declares": None if due is None else due.count,
        "waiting": lies_in_wait(encounter, rules, combatant.id),
        "orders": combatant.orders.text,
        "typed": combatant.typed,
        "group": combatant.group,
        "alias": combatant.alias,
        "unaware_of": sorted(combatant.unaware_of),
    }


def _condition(condition: Condition) -> Record:
    return {field.name: getattr(condition, field.name) for field in fields(condition)}


def _action(encounter: Encounter, rules: Rules, who: str, action: Action) -> Record:
    values = {field.name: getattr(action, field.name) for field in fields(action)}
    return {**values, "can_be_spoiled": rules.display.can_be_spoiled(encounter, who, action)}


def doing(encounter: Encounter, rules: Rules, combatant: Combatant) -> str:
    """Return what a combatant is doing, in a few words. Empty when it is out of the fight or has begun nothing."""
    if not combatant.able:
        return ""
    parts = [f"{action.label}, lands {rules.unit.text(action.lands)}" for action in combatant.actions]
    if lies_in_wait(encounter, rules, combatant.id):
        parts.append("waits")
    if activity := rules.display.activity(encounter, combatant.id):
        parts.append(activity.words)
    due = encounter.agenda.find(combatant.id, DECLARE)
    if due is not None:
        parts.append(f"may declare at {rules.unit.text(due.count)}")
    return "; ".join(parts)
