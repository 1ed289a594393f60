"""Declarations: the action with its seconds that a verb becomes, the same again, and what orders to attack come to."""

from __future__ import annotations

from tracker.encounter.combatant import Action
from tracker.encounter.commands import Command, Do
from tracker.encounter.state import Encounter
from tracker.rules.values import Choice
from tracker.systems.feats import checks, rules
from tracker.systems.feats.actions.standing import PRONE, Standing
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.kit import guards
from tracker.systems.kit.figures import exact


def action(encounter: Encounter, who: str, verb: str, words: tuple[str, ...], gap: bool) -> Action:
    """The action a verb stands for, with its seconds and words; raises Refused for what its words do not allow."""
    here, first, rest = Standing(encounter, who), words[0] if words else "", words[1:]
    match verb:
        case "throw":
            target, modifier, yards, way = rest
            if target:
                guards.standing(encounter, who, target, verb)
                guards.noticed(encounter, who, target, verb)
            guards.refuse(here.why_no_throw(here.thing(first), target, yards, gap))
            label = f"throw {first} {way} {encounter[target].name if target else 'an area'}"
            return Action(0, verb, weapon=first, target=target, options=(modifier, way), label=label)
        case "slam":
            target = guards.standing(encounter, who, first, verb).id
            guards.noticed(encounter, who, target, verb)
            guards.refuse(here.why_no_slam(checks.How(*rest)))
            options = rest if any(rest[4:]) else rest[:4]
            return Action(0, verb, target=target, options=options, label=f"{rest[0]} {encounter[target].name}")
        case "shove":
            here.weigh(verb, words)
            return Action(0, verb, options=words, label=f"shove {first} lb")
        case "ready":
            thing, hands = here.thing(first), int(rest[0])
            seconds = rules.ready_seconds(exact(thing.weight), here.own.lift, hands)
            too_much = f"{here.name} cannot take up {thing.weight:g} lb with {hands} hand(s) (F-LIFT-2)."
            guards.refuse(too_much if seconds is None else "")
            return Action(0, verb, weapon=thing.name, options=rest, label=f"ready {thing.name}", speed=seconds or 0)
        case "lift":
            here.weigh(verb, words)
            helpers, person = rest
            guards.refuse(here.held_fast(person))
            label = f"lift {encounter[person].name if person else f'{first} lb'}"
            seconds = here.lift_seconds(exact(first), helpers)
            return Action(0, verb, target=person, options=words, label=label, speed=seconds)
        case "shed":
            return Action(0, verb, weapon=here.thing(first).name, label=f"shed {first}", speed=1)
        case "rescue" | "firstaid":
            guards.refuse(here.why_not_whom(verb, first))
            label = "rescue" if verb == "rescue" else "first aid for"
            return Action(0, verb, target=first, options=rest, label=f"{label} {encounter[first].name}")
        case "hurdle":
            return Action(0, verb, label="get over what is waist-high")
        case "jump":
            return Action(0, verb, options=words, label=f"jump, {first} yd run-up")
        case "hold":
            return Action(0, verb, options=words, label="draw a breath", speed=1)
        case _:
            return Action(0, "concentrate", label="get in position", speed=1)


def again(encounter: Encounter, who: str, house: HouseRules) -> Choice | None:
    """The last slam, rescue or first aid once more, with its odds; None when it cannot be (a throw never)."""
    here, last = Standing(encounter, who), encounter[who].last
    if last is None or here.why_not(last.verb, house):
        return None
    words, target = last.options, last.target
    if last.verb == "slam" and encounter[target].able:
        how = checks.How(*words)
        need, words = checks.slamming(here.own, how.kind, how.skill), (how.line,)
    elif last.verb in ("rescue", "firstaid") and not here.why_not_whom(last.verb, target):
        saving = last.verb == "rescue"
        need = checks.rescue(here.own, here.other(target).own, int(words[0])) if saving else checks.first_aid(here.own)
    else:
        return None
    line = " ".join(filter(None, (who, last.verb, target, *words)))
    return Choice("enter", last.label, line=line, price=f"{rules.odds(need.total, house.criticals)} · 1 s")


def ordered(encounter: Encounter, who: str, target: str, house: HouseRules) -> Command | None:
    """A slam: the last one again at the same foe, else over all one's move; the prone get up first. None: it cannot."""
    here, last = Standing(encounter, who), encounter[who].last
    if here.has(PRONE) and not here.why_not("up", house):
        return Do(who, "up")
    if here.why_not("slam", house):
        return None
    if last is not None and last.verb == "slam" and last.target == target:
        return Do(who, "slam", (target, *last.options))
    return Do(who, "slam", (target, *checks.How(yards=str(here.full_move))))
