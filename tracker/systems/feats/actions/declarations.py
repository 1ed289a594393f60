"""Declarations: why a verb cannot be carried out as things stand, and the action with its seconds that it becomes."""

from __future__ import annotations

from fractions import Fraction

from tracker.encounter.combatant import Action
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.actions import slams, throws
from tracker.systems.feats.actions.air import AFLOAT
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import ACTIVITIES, BOOK
from tracker.systems.feats.checks import targets
from tracker.systems.feats.rules import loads
from tracker.systems.feats.rules.loads import exact, plain
from tracker.systems.feats.sheets.sheet import FP
from tracker.systems.kit import guards

POISED = "poised"
"""The mark of one who is in position to jump: the second it got there."""


def why_not(encounter: Encounter, who: str, verb: str, house: HouseRules) -> str:
    """Why the state does not allow a verb, whatever its words, as a sentence; empty when it does."""
    own, one = now.sheet_of(encounter, who), encounter[who]
    doing, wet = now.activity(encounter, who), now.wet(encounter, who)
    row = ACTIVITIES.get(verb)
    where = row.where if row is not None else "land" if verb in (now.CLIMB, "slam", "jump", "shove") else ""
    why = ""
    if where == "water" and not wet:
        why = f"is not in deep water; `{who} dive` enters it"
    elif where in ("land", "air") and wet:
        why = f"is in deep water; `{who} ashore` leaves it"
    elif where == "air" and "wings" not in own.traits:
        why = 'cannot fly; "wings" among its traits would let it'
    elif (row is not None or verb == now.CLIMB) and not wet and not one.pool(FP) and house.exhausted == "stop":
        why = "is exhausted: no fatigue points left (FQ 20)"
    elif where == "land" and verb != "shove" and one.condition(now.PRONE) is not None:
        why = f"is lying down; `{who} up` gets up"
    elif (row is not None or verb == now.CLIMB) and one.condition(now.GRAPPLED) is not None:
        why = f"is grappled; `fix {who} grappled off` when it has got free (F-GRAB-2)"
    elif verb == "up" and one.condition(now.PRONE) is None:
        why = "stands already"
    elif verb == "dive" and wet:
        why = "is in deep water already"
    elif verb == "ashore" and not wet:
        why = "is not in deep water"
    elif verb == "stop" and doing is None:
        why = "is in no activity that could stop"
    elif verb == "swerve" and (doing is None or doing.key not in now.FAST):
        why = "is not sprinting"
    elif verb == "unload" and not own.load:
        why = "carries no load"
    elif verb == "concentrate" and one.marks.get(POISED) == encounter.count:
        why = f"is in position already: `{who} jump 4`"
    elif verb == "jump" and one.marks.get(POISED) != encounter.count:
        why = f"must get in position first: `{who} concentrate`, 1 s (F-JUMP-3)"
    elif verb == "shed" and not (wet and one.marks.get(AFLOAT)):
        why = "can shed gear only in the water, after a first success (F-SWIM-3)"
    elif verb == "throw" and not any(now.holds(encounter, who, thing) for thing in own.things):
        why = "has nothing in hand"
    elif verb in ("ready", "shed", "drop") and not own.things:
        why = "has no things on the sheet"
    elif verb == "firstaid" and own.skill("First Aid") is None:
        why = "has no First Aid on the sheet"
    return f"{one.name} {why}." if why else ""


def why_not_whom(encounter: Encounter, who: str, verb: str, target: str) -> str:
    """Why `target` cannot be rescued or given first aid by `who`, as a sentence (F-SAVE, F-AIR-3)."""
    name, victim = encounter[who].name, encounter[target]
    again = encounter[who].mark(f"rescue {target}")
    if target == who:
        return f"{name} cannot {verb} itself; choose somebody else."
    if verb == "rescue" and (again < 0 or again > encounter.count):
        when = "has broken off" if again < 0 else f"may try again at {again}"
        return f"{name} {when} and cannot rescue {victim.name} now (F-SAVE)."
    if verb == "rescue" and not now.wet(encounter, target):
        return f"{victim.name} is not in deep water and needs no rescue."
    if verb == "firstaid" and now.wet(encounter, target):
        return f"{victim.name} is still in deep water; `{who} rescue {target}` comes first."
    if verb == "firstaid" and victim.condition(now.DROWNED) is None:
        return f"{victim.name} has no water in the lungs."
    return ""


def held_fast(encounter: Encounter, who: str, person: str) -> str:
    """Why somebody cannot be lifted: who is unwilling must be grappled first, and may get free (F-GRAB-2)."""
    own, other = encounter[who], encounter[person]
    willing = not other.able or other.profile.side == own.profile.side
    if willing or other.condition(now.GRAPPLED) is not None:
        return ""
    return f"{own.name} must grapple {other.name} first, by hand: `fix {person} grappled on` (F-GRAB-2)."


def lift_of(encounter: Encounter, who: str, helpers: str) -> Fraction:
    """Basic Lift of `who` with those who help: they add it, not their ST (F-LIFT-4)."""
    return loads.together([now.sheet_of(encounter, one).lift for one in (who, *helpers.split())])


def lift_seconds(encounter: Encounter, who: str, pounds: Fraction, helpers: str) -> int:
    """Seconds of a lift, with one hand or with two (F-LIFT-2)."""
    return BOOK.lift.seconds[pounds > lift_of(encounter, who, helpers) * BOOK.lift.one_hand]


def most(encounter: Encounter, who: str, verb: str, words: tuple[str, ...]) -> Fraction:
    """The most pounds that can be lifted, shoved or carried so (F-LIFT-2, F-DRAG-2, F-GRAB-3)."""
    lift = now.sheet_of(encounter, who).lift
    match verb:
        case "lift":
            return lift_of(encounter, who, words[1]) * BOOK.lift.two_hands
        case "shove":
            return lift * (BOOK.lift.running_shove if words[1] else BOOK.lift.shove)
        case _:
            return lift * (BOOK.drag.most if verb == "pull" else BOOK.lift.back)


def _too_heavy(encounter: Encounter, who: str, verb: str, words: tuple[str, ...]) -> None:
    bound, name = most(encounter, who, verb, words), encounter[who].name
    if exact(words[0]) <= bound or (verb == "lift" and now.sheet_of(encounter, who).skill("Lifting") is not None):
        return
    ways = {
        "lift": f"lifts {plain(bound)} lb at most, 8 times Basic Lift, not {words[0]} (F-LIFT-2)",
        "shove": f"moves {plain(bound)} lb at most this way, not {words[0]} (F-GRAB-3)",
        "carry": f"carries {plain(bound)} lb at most, 15 times Basic Lift, not {words[0]} (F-LIFT-2)",
        "pull": f"cannot move {words[0]} lb of effective weight: {plain(bound)} lb at most, 15·BL (F-DRAG-2)",
    }
    raise Refused(f"{name} {ways[verb]}.")


def loaded(encounter: Encounter, who: str, verb: str, words: tuple[str, ...]) -> str:
    """The pounds that weigh on whoever carries or pulls so much; refuses what does not move (F-DRAG-1, F-DRAG-2)."""
    if verb == "pull":
        weight = loads.pulled(exact(words[0]), Fraction(0), words[1] or "none", bool(words[2]))
        words = (plain(weight), *words[1:])
    _too_heavy(encounter, who, verb, words)
    return words[0]


def action(encounter: Encounter, who: str, verb: str, words: tuple[str, ...], gap: bool) -> Action:
    """The action a verb stands for, with its seconds and words; raises Refused for what its words do not allow."""
    own, name = now.sheet_of(encounter, who), encounter[who].name
    match verb:
        case "throw":
            thing, target, modifier, yards, way = words
            if target:
                guards.standing(encounter, who, target, verb)
                guards.noticed(encounter, who, target, verb)
            thrown = throws.thing_of(own, thing, name)
            guards.refuse(throws.why_not(encounter, who, thrown, target, yards, gap))
            label = f"throw {thing} {way} {encounter[target].name if target else 'an area'}"
            return Action(0, verb, weapon=thing, target=target, options=(modifier, way), label=label)
        case "slam":
            target = guards.standing(encounter, who, words[0], verb).id
            guards.noticed(encounter, who, target, verb)
            guards.refuse(slams.why_not(own, name, words[1]))
            kind = verb if words[1] == targets.PLAIN else words[1]
            return Action(0, verb, target=target, options=words[1:], label=f"{kind} {encounter[target].name}")
        case "shove":
            _too_heavy(encounter, who, verb, words)
            return Action(0, verb, options=words, label=f"shove {words[0]} lb")
        case "ready":
            taken = throws.thing_of(own, words[0], name)
            seconds = loads.ready_seconds(exact(taken.weight), own.lift, int(words[1]))
            if seconds is None:
                raise Refused(f"{name} cannot take up {taken.weight:g} lb with {words[1]} hand(s) (F-LIFT-2).")
            return Action(0, verb, weapon=taken.name, options=words[1:], label=f"ready {taken.name}", speed=seconds)
        case "lift":
            _too_heavy(encounter, who, verb, words)
            seconds = lift_seconds(encounter, who, exact(words[0]), words[1])
            person = words[2]
            guards.refuse(held_fast(encounter, who, person) if person else "")
            label = f"lift {encounter[person].name if person else f'{words[0]} lb'}"
            return Action(0, verb, target=person, options=words, label=label, speed=seconds)
        case "shed":
            return Action(0, verb, weapon=throws.thing_of(own, words[0], name).name, label=f"shed {words[0]}", speed=1)
        case "rescue" | "firstaid":
            guards.refuse(why_not_whom(encounter, who, verb, words[0]))
            label = "rescue" if verb == "rescue" else "first aid for"
            return Action(0, verb, target=words[0], options=words[1:], label=f"{label} {encounter[words[0]].name}")
        case "jump":
            return Action(0, verb, options=words, label=f"jump, {words[0]} yd run-up")
        case "hold":
            return Action(0, verb, options=words, label="draw a breath", speed=1)
        case _:
            return Action(0, "concentrate", label="get in position", speed=1)
