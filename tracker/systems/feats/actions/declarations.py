"""Declarations: what a verb becomes: the action with its seconds and words, or why the state does not allow it."""

from __future__ import annotations

from fractions import Fraction

from tracker.encounter.combatant import Action
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.feats.actions import blows
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.checks import targets
from tracker.systems.feats.rules import loads
from tracker.systems.feats.sheets.sheet import FP
from tracker.systems.kit import guards


def check(encounter: Encounter, who: str, verb: str, words: tuple[str, ...], house: HouseRules) -> None:
    """Refuses what the state does not allow."""
    own, one = now.sheet_of(encounter, who), encounter[who]
    doing, wet = now.activity(encounter, who), one.condition(now.WATER) is not None
    why = ""
    if verb in now.IN_WATER and not wet:
        why = f"is not in deep water; `{who} dive` enters it"
    elif verb in ("sprint", "run", "climb", "slam", "jump", "swoop", "fly") and wet:
        why = f"is in deep water; `{who} ashore` leaves it"
    elif verb in ("swoop", "fly") and "wings" not in own.traits:
        why = 'cannot fly; "wings" among its traits would let it'
    elif verb in ("sprint", "run", "swoop", "fly", "climb") and one.pool(FP) == 0 and house.exhausted == "stop":
        why = "is exhausted: no fatigue points left (FQ 20)"
    elif verb in ("sprint", "run", "climb") and one.condition(now.PRONE) is not None:
        why = f"is lying down; `fix {who} prone off` when it has stood up"
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
    elif verb == "damage" and int(words[0]) < 1:
        why = "needs a number of points"
    elif verb == "jump" and one.marks.get("poised") != encounter.count:
        why = f"must get in position first: `{who} concentrate`, 1 s (F-JUMP-3)"
    if why:
        raise Refused(f"{one.name} {why}.")


def action(encounter: Encounter, who: str, verb: str, words: tuple[str, ...], gap: bool) -> Action:
    """The action a verb stands for, with its seconds and words; raises Refused."""
    own, name = now.sheet_of(encounter, who), encounter[who].name
    match verb:
        case "throw":
            thing, target, modifier, yards = words
            if target:
                guards.standing(encounter, who, target, verb)
                guards.noticed(encounter, who, target, verb)
            blows.check_throw(encounter, who, thing, target, yards, gap)
            label = f"throw {thing} at {encounter[target].name if target else 'an area'}"
            return Action(0, verb, weapon=thing, target=target, options=(modifier,), label=label)
        case "slam":
            target = guards.standing(encounter, who, words[0], verb).id
            guards.noticed(encounter, who, target, verb)
            _may_slam(encounter, who, words[1])
            kind = verb if words[1] == targets.PLAIN else words[1]
            return Action(0, verb, target=target, options=words[1:], label=f"{kind} {encounter[target].name}")
        case "shove":
            weight, running = Fraction(words[0]), bool(words[1])
            if not loads.shoves(weight, own.lift, running):
                most = own.lift * (BOOK.lift.running_shove if running else BOOK.lift.shove)
                raise Refused(f"{name} moves {float(most):g} lb at most this way, not {words[0]} (F-GRAB-3).")
            return Action(0, verb, options=words, label=f"shove {words[0]} lb")
        case "ready":
            thing_ = blows.thing_of(own, words[0], name)
            seconds = loads.ready_seconds(pounds(thing_.weight), own.lift, int(words[1]))
            if seconds is None:
                raise Refused(f"{name} cannot take up {thing_.weight:g} lb with {words[1]} hand(s) (F-LIFT-2).")
            return Action(0, verb, weapon=thing_.name, options=words[1:], label=f"ready {thing_.name}", speed=seconds)
        case "lift":
            hands = 1 if pounds(float(words[0])) <= own.lift * BOOK.lift.one_hand else 2
            most = own.lift * BOOK.lift.two_hands
            if pounds(float(words[0])) > most and own.skill("Lifting") is None:
                raise Refused(
                    f"{name} lifts {float(most):g} lb at most, 8 times Basic Lift, not {words[0]} (F-LIFT-2)."
                )
            seconds = BOOK.lift.one_hand_seconds if hands == 1 else BOOK.lift.two_hands_seconds
            return Action(0, verb, options=words, label=f"lift {words[0]} lb", speed=seconds)
        case "shed":
            thing_ = blows.thing_of(own, words[0], name)
            if encounter[who].condition(now.WATER) is None or not encounter[who].marks.get("kept afloat"):
                raise Refused(f"{name} can shed gear only in the water, after a first success (F-SWIM-3).")
            return Action(0, verb, weapon=thing_.name, label=f"shed {thing_.name}", speed=1)
        case "rescue":
            target = _other(encounter, who, words[0], verb)
            again = encounter[who].mark(f"rescue {target}")
            if again < 0 or again > encounter.count:
                when = "has broken off" if again < 0 else f"may try again at {again}"
                raise Refused(f"{name} {when} and cannot rescue {encounter[target].name} now (F-SAVE).")
            if encounter[target].condition(now.WATER) is None:
                raise Refused(f"{encounter[target].name} is not in deep water and needs no rescue.")
            return Action(0, verb, target=target, options=words[1:], label=f"rescue {encounter[target].name}")
        case "firstaid":
            target = _other(encounter, who, words[0], verb)
            if own.skill("First Aid") is None:
                raise Refused(f"{name} has no First Aid on the sheet.")
            if encounter[target].condition(now.WATER) is not None:
                raise Refused(f"{encounter[target].name} is still in deep water; `{who} rescue {target}` comes first.")
            if encounter[target].condition(now.DROWNED) is None:
                raise Refused(f"{encounter[target].name} has no water in the lungs.")
            return Action(0, verb, target=target, label=f"first aid for {encounter[target].name}")
        case "catch":
            blows.need_catch(encounter, who, int(words[0]), bool(words[1]), words[2])
            return Action(0, verb, options=words, label="catch")
        case "jump":
            return Action(0, verb, options=words, label=f"jump, {words[0]} yd run-up")
        case "hold":
            return Action(0, verb, options=words, label="draw a breath", speed=1)
        case _:
            return Action(0, "concentrate", label="get in position", speed=1)


def _other(encounter: Encounter, who: str, target: str, verb: str) -> str:
    if target == who:
        raise Refused(f"{encounter[who].name} cannot {verb} itself; choose somebody else.")
    return target


def _may_slam(encounter: Encounter, who: str, kind: str) -> None:
    own, name = now.sheet_of(encounter, who), encounter[who].name
    four = "four legs" in own.traits
    if kind == targets.POUNCE and not four:
        raise Refused(f"{name} cannot pounce: four legs are needed; `{who} slam … tackle` (F-SLAM-6).")
    if kind == targets.TACKLE and four:
        raise Refused(f"{name} has four legs and pounces instead: `{who} slam … pounce` (F-SLAM-6).")
    if kind == targets.RUSH:
        if not any(one.piece == "shield" for one in own.things):
            raise Refused(f'{name} cannot rush without a shield; a thing with piece = "shield" is one (F-SLAM-6).')
        if own.skill("Shield") is None:
            raise Refused(f"{name} has no Shield skill on the sheet, so cannot rush with it (F-ROLL-2).")


def pounds(weight: float) -> Fraction:
    """A weight as it was written."""
    return Fraction(str(weight))
