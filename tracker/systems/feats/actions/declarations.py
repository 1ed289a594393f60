"""Declarations: why something cannot be done as things stand, and the action with its seconds that a verb becomes.

The sentences and their order are in `refusals.toml`; here are the facts they hang on.
"""

from __future__ import annotations

from fractions import Fraction

from tracker.encounter.combatant import Action
from tracker.encounter.commands import Command, Do
from tracker.encounter.state import Encounter
from tracker.rules.values import Choice
from tracker.systems.feats import checks
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.rules import loads, rolls
from tracker.systems.feats.sheets import FP, Thing
from tracker.systems.kit import guards
from tracker.systems.kit.figures import exact, plain
from tracker.systems.kit.refusals import read_refusals

REFUSALS = read_refusals("tracker.systems.feats")
POISED = "poised"
"""The mark of one who is in position to jump: the second it got there."""
AFLOAT = "kept afloat"
"""The mark of a first success in the water."""
AT, TO = "at", "to"
"""A throw at somebody, or to somebody who may catch it."""


def why_not(encounter: Encounter, who: str, verb: str, house: HouseRules) -> str:
    """Why the state does not allow a verb, whatever its words, as a sentence; empty when it does."""
    own, one = now.sheet_of(encounter, who), encounter[who]
    doing, wet, poised = now.activity(encounter, who), now.wet(encounter, who), one.marks.get(POISED) == encounter.count
    facts = {
        "wet": wet,
        "dry": not wet,
        "no wings": "wings" not in own.traits,
        "exhausted": not wet and not one.pool(FP) and house.exhausted == "stop",
        "prone": now.has(encounter, who, now.PRONE),
        "standing": not now.has(encounter, who, now.PRONE),
        "grappled": now.has(encounter, who, now.GRAPPLED),
        "idle": doing is None,
        "no sprint": doing is None or doing.key not in now.FAST,
        "unladen": not own.load,
        "poised": poised,
        "not poised": not poised,
        "not afloat": not (wet and one.marks.get(AFLOAT)),
        "empty hands": not any(now.holds(encounter, who, thing) for thing in own.things),
        "no things": not own.things,
        "no First Aid": own.skill("First Aid") is None,
    }
    return REFUSALS.why_not(verb, facts, name=one.name, who=who)


def why_not_whom(encounter: Encounter, who: str, verb: str, target: str) -> str:
    """Why `target` cannot be rescued or given first aid by `who`, as a sentence (F-SAVE, F-AIR-3)."""
    again, wet = encounter[who].mark(f"rescue {target}"), now.wet(encounter, target)
    facts = {
        "itself": target == who,
        "broken off": again < 0,
        "too early": again > encounter.count,
        "ashore": not wet,
        "in water": wet,
        "no water in it": not now.has(encounter, target, now.DROWNED),
    }
    words = {"name": encounter[who].name, "victim": encounter[target].name, "who": who, "target": target}
    return REFUSALS.why_not(f"{verb} whom", facts, verb=verb, again=again, **words)


def why_no_slam(encounter: Encounter, who: str, kind: str) -> str:
    """Why somebody cannot slam in this way, as a sentence; empty when it can (F-SLAM-6)."""
    own = now.sheet_of(encounter, who)
    facts = {
        "two legs": "four legs" not in own.traits,
        "four legs": "four legs" in own.traits,
        "no shield": not any(one.piece == "shield" for one in own.things),
        "no Shield": own.skill("Shield") is None,
    }
    return REFUSALS.why_not(kind, facts, name=encounter[who].name)


def why_no_throw(encounter: Encounter, who: str, thing: Thing, target: str, yards: str, gap: bool) -> str:
    """Why a throw cannot be: not in hand, too heavy, out of reach, each with its numbers (F-THROW-1, F-THROW-3)."""
    own = now.sheet_of(encounter, who)
    reach = checks.reach(own, thing)
    off = exact(yards) if yards else now.apart(encounter, who, target) if target and gap else Fraction(0)
    facts = {
        "not in hand": not now.holds(encounter, who, thing),
        "too heavy": reach is None,
        "too far": reach is not None and off > reach,
    }
    words = {"name": encounter[who].name, "who": who, "thing": thing.name, "weight": thing.weight, "off": int(off)}
    figures = {"most": plain(loads.limits(own.lift)["two_hands"]), "reach": plain(reach or 0)}
    return REFUSALS.why_not("hurl", facts, **words, **figures)


def held_fast(encounter: Encounter, who: str, person: str) -> str:
    """Why somebody cannot be lifted: who is unwilling must be grappled first, and may get free (F-GRAB-2)."""
    own, other = encounter[who], encounter[person]
    willing = not other.able or other.profile.side == own.profile.side
    facts = {"unwilling": not willing and not now.has(encounter, person, now.GRAPPLED)}
    return REFUSALS.why_not("weigh person", facts, name=own.name, victim=other.name, target=person)


def lift_of(encounter: Encounter, who: str, helpers: str) -> Fraction:
    """Basic Lift of `who` with those who help: they add it, not their ST (F-LIFT-4)."""
    return sum((now.sheet_of(encounter, one).lift for one in (who, *helpers.split())), Fraction(0))


def lift_seconds(encounter: Encounter, who: str, pounds: Fraction, helpers: str) -> int:
    """Seconds of a lift, with one hand or with two (F-LIFT-2)."""
    return BOOK.lift.seconds[pounds > loads.limits(lift_of(encounter, who, helpers))["one_hand"]]


def most(encounter: Encounter, who: str, verb: str, words: tuple[str, ...]) -> Fraction:
    """The most pounds that can be lifted, shoved or carried so (F-LIFT-2, F-DRAG-2, F-GRAB-3)."""
    lift = lift_of(encounter, who, words[1] if verb == "lift" else "")
    if verb == "pull":
        return lift * BOOK.drag.most
    shove = "shove_at_a_run" if words[1:] and words[1] else "shove"
    return loads.limits(lift)[{"lift": "two_hands", "shove": shove, "carry": "on_the_back"}[verb]]


def weigh(encounter: Encounter, who: str, verb: str, words: tuple[str, ...]) -> str:
    """The pounds that weigh on whoever lifts, shoves, carries or pulls so much; raises Refused for what is too much."""
    pounds, bound = words[0], most(encounter, who, verb, words)
    if verb == "pull":
        pounds = plain(loads.pulled(exact(pounds), Fraction(0), words[1] or "none", bool(words[2])))
    skilled = verb == "lift" and now.sheet_of(encounter, who).skill("Lifting") is not None
    facts, name = {"too heavy": exact(pounds) > bound and not skilled}, encounter[who].name
    guards.refuse(REFUSALS.why_not(f"weigh {verb}", facts, name=name, most=plain(bound), pounds=pounds))
    return pounds


def action(encounter: Encounter, who: str, verb: str, words: tuple[str, ...], gap: bool) -> Action:
    """The action a verb stands for, with its seconds and words; raises Refused for what its words do not allow."""
    own, name, first, rest = now.sheet_of(encounter, who), encounter[who].name, words[0] if words else "", words[1:]
    match verb:
        case "throw":
            target, modifier, yards, way = rest
            if target:
                guards.standing(encounter, who, target, verb)
                guards.noticed(encounter, who, target, verb)
            thing = now.thing_of(own, first, name)
            guards.refuse(why_no_throw(encounter, who, thing, target, yards, gap))
            label = f"throw {first} {way} {encounter[target].name if target else 'an area'}"
            return Action(0, verb, weapon=first, target=target, options=(modifier, way), label=label)
        case "slam":
            target = guards.standing(encounter, who, first, verb).id
            guards.noticed(encounter, who, target, verb)
            guards.refuse(why_no_slam(encounter, who, rest[0]))
            return Action(0, verb, target=target, options=rest, label=f"{rest[0]} {encounter[target].name}")
        case "shove":
            weigh(encounter, who, verb, words)
            return Action(0, verb, options=words, label=f"shove {first} lb")
        case "ready":
            thing, hands = now.thing_of(own, first, name), int(rest[0])
            seconds = loads.ready_seconds(exact(thing.weight), own.lift, hands)
            too_much = f"{name} cannot take up {thing.weight:g} lb with {hands} hand(s) (F-LIFT-2)."
            guards.refuse(too_much if seconds is None else "")
            return Action(0, verb, weapon=thing.name, options=rest, label=f"ready {thing.name}", speed=seconds or 0)
        case "lift":
            weigh(encounter, who, verb, words)
            helpers, person = rest
            guards.refuse(held_fast(encounter, who, person) if person else "")
            seconds, label = lift_seconds(encounter, who, exact(first), helpers), f"{first} lb"
            label = f"lift {encounter[person].name if person else label}"
            return Action(0, verb, target=person, options=words, label=label, speed=seconds)
        case "shed":
            return Action(0, verb, weapon=now.thing_of(own, first, name).name, label=f"shed {first}", speed=1)
        case "rescue" | "firstaid":
            guards.refuse(why_not_whom(encounter, who, verb, first))
            label = "rescue" if verb == "rescue" else "first aid for"
            return Action(0, verb, target=first, options=rest, label=f"{label} {encounter[first].name}")
        case "jump":
            return Action(0, verb, options=words, label=f"jump, {first} yd run-up")
        case "hold":
            return Action(0, verb, options=words, label="draw a breath", speed=1)
        case _:
            return Action(0, "concentrate", label="get in position", speed=1)


def again(encounter: Encounter, who: str, house: HouseRules) -> Choice | None:
    """The last slam, rescue or first aid once more, with its odds; None when it cannot be (a throw never)."""
    last, own = encounter[who].last, now.sheet_of(encounter, who)
    if last is None or why_not(encounter, who, last.verb, house):
        return None
    words, target = last.options, last.target
    if last.verb == "slam" and encounter[target].able:
        need = checks.slamming(own, words[0])
        words = (words[1], f"foe {words[2]}", "" if words[0] == checks.PLAIN else words[0], words[3])
    elif last.verb in ("rescue", "firstaid") and not why_not_whom(encounter, who, last.verb, target):
        saving = last.verb == "rescue"
        need = checks.rescue(own, now.sheet_of(encounter, target), int(words[0])) if saving else checks.first_aid(own)
    else:
        return None
    line = " ".join(filter(None, (who, last.verb, target, *words)))
    return Choice("enter", last.label, line=line, price=f"{rolls.odds(need.total, house.criticals)} · 1 s")


def ordered(encounter: Encounter, who: str, target: str, house: HouseRules) -> Command | None:
    """A slam: the last one again at the same foe, else over all one's move; None where it cannot be."""
    if why_not(encounter, who, "slam", house):
        return None
    last = encounter[who].last
    if last is not None and last.verb == "slam" and last.target == target:
        return Do(who, "slam", (target, *last.options))
    return Do(who, "slam", (target, checks.PLAIN, str(now.full_move(encounter, who)), "0", ""))
