"""Records: events, questions and the state as plain data for `--json`. Keys are documented, and only ever grow."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from tracker.encounter.engine.declarations import lies_in_wait
from tracker.encounter.engine.journal import Step
from tracker.encounter.engine.system import RuleSystem
from tracker.encounter.statistics.summary import Account
from tracker.encounter.statistics.tally import Deeds
from tracker.model import events as ev
from tracker.model.combatant import Action, Combatant, Condition
from tracker.model.state import DECLARE, Encounter

Record = dict[str, Any]

_INTERNAL: dict[type, tuple[str, ...]] = {ev.Asked: ("then",)}


def of_event(event: ev.Event, count: int) -> Record:
    """An event that happened at `count`: `count`, `kind`, `who` (empty when it is nobody's) and all its own fields."""
    hidden = _INTERNAL.get(type(event), ())
    own = {field.name.rstrip("_"): getattr(event, field.name) for field in fields(event) if field.name not in hidden}
    return {"count": count, "kind": type(event).__name__, "who": own.pop("who", ""), **own}


def began(step: Step, before: int) -> int:
    """The count a step began at: `before`, unless time stood still in it and it says itself."""
    return before if any(isinstance(event, ev.TimeAdvanced) for event in step.events) else step.at


def of_step(events: tuple[ev.Event, ...], count: int) -> list[Record]:
    """The events of one step that began at `count`."""
    records = []
    for event in events:
        if isinstance(event, ev.TimeAdvanced):
            count = event.to
        records.append(of_event(event, count))
    return records


def of_turning(kind: str, step: Step, count: int) -> Record:
    """A step that was taken back or brought back, after which it is `count`."""
    return {"count": count, "kind": kind, "who": step.actor, "n": step.n, "line": step.line}


def of_account(account: Account) -> Record:
    """What a fight came to: `holds`, `fighters` and `groups`, each with what it did."""
    paragraphs = account.paragraphs
    singly = [one for paragraph in paragraphs for one in (paragraph.behind or (paragraph,))]
    return {
        "holds": account.holds,
        "fighters": [{"who": one.who, "group": one.group, **_deeds(one.deeds)} for one in singly],
        "groups": [{"group": one.group, **_deeds(one.deeds)} for one in paragraphs if one.behind],
    }


def _deeds(deeds: Deeds) -> Record:
    told = {field.name: getattr(deeds, field.name) for field in fields(deeds)}
    points = {name: dict(told[name]) for name in ("dealt", "taken", "spent")}
    rolls = {name: None if told[name] is None else _of_roll(told[name]) for name in ("best", "worst")}
    hardest = deeds.hardest
    blow = None if hardest is None else {"who": hardest.who, "target": hardest.target, "damage": hardest.damage}
    return {**told, **points, **rolls, "hardest": blow}


def _of_roll(roll: ev.Rolled) -> Record:
    return {"who": roll.who, "label": roll.label, "total": roll.total, "chance": roll.chance, "margin": roll.margin}


def of_state(encounter: Encounter, rules: RuleSystem) -> Record:
    """The whole fight as it stands."""
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


def _combatant(encounter: Encounter, rules: RuleSystem, combatant: Combatant) -> Record:
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


def _action(encounter: Encounter, rules: RuleSystem, who: str, action: Action) -> Record:
    own = {field.name: getattr(action, field.name) for field in fields(action)}
    return {**own, "can_be_spoiled": rules.display.can_be_spoiled(encounter, who, action)}


def doing(encounter: Encounter, rules: RuleSystem, combatant: Combatant) -> str:
    """What somebody is doing, in a few words; empty when it is out of the fight or nothing has begun."""
    if not combatant.able:
        return ""
    parts = [f"{action.label}, lands {rules.unit.text(action.lands)}" for action in combatant.actions]
    if lies_in_wait(encounter, rules, combatant.id):
        parts.append("waits")
    if own := rules.display.activity(encounter, combatant.id):
        parts.append(own.words)
    due = encounter.agenda.find(combatant.id, DECLARE)
    if due is not None:
        parts.append(f"may declare at {rules.unit.text(due.count)}")
    return "; ".join(parts)
