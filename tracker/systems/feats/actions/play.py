"""Play: the clock of seconds: who is asked, what is declared, what comes due, and how it goes on after dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from tracker.clock.agenda import Due
from tracker.encounter import events as ev
from tracker.encounter.by_hand import not_in_the_middle
from tracker.encounter.combatant import Action
from tracker.encounter.commands import Do
from tracker.encounter.declaring import check_moment, close_moment, declare, end_action, may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Roll, Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import DECLARE, LAND, Encounter
from tracker.rules.values import Judgement
from tracker.systems.feats.actions import air, blows, motion
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.checks import targets
from tracker.systems.feats.rules import loads, rolls, travel
from tracker.systems.feats.sheets.entry import Options
from tracker.systems.feats.sheets.sheet import FP
from tracker.systems.kit import guards
from tracker.systems.kit.defaults import Defaults
from tracker.systems.kit.sums import signed

MOVING = (now.SPRINT, now.RUN, now.SWIM, now.PADDLE, now.FLOAT, now.SWOOP, now.FLY)
AT_ONCE = ("throw", "slam", "shove", "jump", "catch", "rescue", "firstaid")
"""Attacks and moves: they happen on the second they are declared; one declares again a second later."""


class Play(Defaults):
    """What happens."""

    __slots__ = ("options",)

    def __init__(self, options: Options) -> None:
        self.options = options

    # The order

    def begin(self, draft: Draft) -> None:
        """Everyone declares at 0; the first side is `gap` yards ahead."""
        side = draft.encounter.combatants[0].profile.side
        for one in draft.encounter.combatants:
            if self.options.gap and one.profile.side == side:
                draft.emit(ev.MarkChanged(who=one.id, mark=now.WAY, value=str(self.options.gap)))
            if one.able:
                may_declare_at(draft, one.id, 0)
                motion.shoulder(draft, one.id)

    def join(self, draft: Draft, who: str) -> None:
        """A latecomer declares on the next second."""
        may_declare_at(draft, who, draft.encounter.count + 1)
        motion.shoulder(draft, who)

    def restart(self, draft: Draft, who: str, why: str) -> None:
        """Whoever has acted declares again now, or lies in wait where only activities are asked about (FQ 19)."""
        if not draft[who].able or draft.encounter.agenda.find(who, DECLARE) is not None:
            return
        if self.options.house_rules.every_second:
            may_declare_at(draft, who, draft.encounter.count)
        elif not draft[who].waiting:
            draft.emit(ev.WaitChanged(who=who, waiting=True))

    def passes(self, draft: Draft, who: str) -> None:
        """Asked again on the next second."""
        may_declare_at(draft, who, draft.encounter.count + 1)

    def fallen(self, draft: Draft, who: str) -> None:
        """Activities end; who has left needs no air any more."""
        motion.end(draft, who, "out of the fight")
        draft.cancel(who, (motion.STRAIN,), "out of the fight")
        if draft[who].condition(now.UNCONSCIOUS) is None:
            draft.cancel(who, air.ALL, "out of the fight")

    def fixed(self, draft: Draft, who: str, what: str) -> None:
        """What hangs on a pool or condition put right by hand."""
        has = draft[who].condition(what) is not None
        match what:
            case "HP":
                blows.check_down(draft, who, self.options.house_rules)
            case "FP":
                air.wake(draft, who)
            case "airless":
                air.lose_air(draft, who) if has else air.clean_air(draft, who)
            case "water":
                air.dive(draft, who, on_purpose=False) if has else air.ashore(draft, who)
            case "drowned" if not has:
                air.wake(draft, who)
            case "unconscious" if has and draft[who].able:
                air.pass_out(draft, who)
            case "unconscious":
                air.wake(draft, who)
            case "grappled" | "prone" if has:
                motion.end(draft, who, what)
                if draft[who].waiting:
                    motion.stop(draft, who, what)

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """The faster first, then the higher DX, then the seat."""
        own = now.sheet_of(encounter, who)
        return -float(own.basic_speed), -float(own.dx), float(encounter[who].profile.seat)

    def may_turn(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """What is done at once cannot be turned."""
        return f"{encounter[who].name} cannot turn {action.label}: it happens at once."

    # Verbs

    def decide(self, draft: Draft, command: Do) -> None:
        """Carry out a verb: an activity, an action, or what is said by hand at any time."""
        who, verb, words = command.who, command.verb, command.words
        by_hand: dict[str, Callable[[], None]] = {
            "damage": lambda: blows.hurt(draft, who, int(words[0]), "by hand", self.options.house_rules),
            "ashore": lambda: air.ashore(draft, who),
            "air": lambda: air.clean_air(draft, who),
            "noair": lambda: air.lose_air(draft, who),
            "stop": lambda: motion.stop(draft, who, "stopped"),
            "swerve": lambda: motion.swerve(draft, who),
            "unload": lambda: motion.set_down(draft, who, "by hand"),
            "gap": lambda: self._gap(draft, who, words),
            "drop": lambda: draft.emit(
                ev.MarkChanged(who=who, mark=f"holds {words[0]}", value=False, why=f"drops {words[0]}")
            ),
        }
        if verb in by_hand:
            if not draft.encounter.began and verb != "damage":
                raise Refused("The fight has not begun; `begin` starts it.")
            not_in_the_middle(draft, f"{draft[who].name} {verb}")
            self._may(draft.encounter, who, verb, words)
            by_hand[verb]()
            return
        check_moment(draft, who)
        self._may(draft.encounter, who, verb, words)
        if verb in MOVING:
            close_moment(draft, who, verb)
            motion.begin(draft, who, verb)
        elif verb == "climb":
            close_moment(draft, who, verb)
            motion.climb(draft, who, words, self.options.house_rules)
        elif verb == "dive":
            close_moment(draft, who, verb)
            air.dive(draft, who, on_purpose=not words)
        elif verb == "hold" and "unprepared" in words:
            air.hold(draft, who, words[0], unprepared=True)
        else:
            action = self._action(draft.encounter, who, verb, words)
            motion.end(draft, who, verb)
            declare(draft, who, action)

    def _may(self, encounter: Encounter, who: str, verb: str, words: tuple[str, ...]) -> None:
        """Refuses what the state does not allow."""
        own, one = now.sheet_of(encounter, who), encounter[who]
        doing, wet = now.activity(encounter, who), one.condition(now.WATER) is not None
        house = self.options.house_rules
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

    def _gap(self, draft: Draft, who: str, words: tuple[str, ...]) -> None:
        ahead = now.covered(draft.encounter, words[0])
        motion.settle(draft, who)
        draft.emit(ev.MarkChanged(who=who, mark=now.WAY, value=str(ahead - int(words[1])), why=f"{words[1]} yd behind"))

    def _action(self, encounter: Encounter, who: str, verb: str, words: tuple[str, ...]) -> Action:
        """The action a verb stands for, with its seconds and words; raises Refused."""
        own, name = now.sheet_of(encounter, who), encounter[who].name
        match verb:
            case "throw":
                thing, target, modifier, yards = words
                if target:
                    guards.standing(encounter, who, target, verb)
                    guards.noticed(encounter, who, target, verb)
                blows.check_throw(encounter, who, thing, target, yards, self.options.gap is not None)
                label = f"throw {thing} at {encounter[target].name if target else 'an area'}"
                return Action(0, verb, weapon=thing, target=target, options=(modifier,), label=label)
            case "slam":
                target = guards.standing(encounter, who, words[0], verb).id
                guards.noticed(encounter, who, target, verb)
                self._may_slam(encounter, who, words[1])
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
                seconds = loads.ready_seconds(_lb(thing_.weight), own.lift, int(words[1]))
                if seconds is None:
                    raise Refused(f"{name} cannot take up {thing_.weight:g} lb with {words[1]} hand(s) (F-LIFT-2).")
                return Action(
                    0, verb, weapon=thing_.name, options=words[1:], label=f"ready {thing_.name}", speed=seconds
                )
            case "lift":
                hands = 1 if _lb(float(words[0])) <= own.lift * BOOK.lift.one_hand else 2
                most = own.lift * BOOK.lift.two_hands
                if _lb(float(words[0])) > most and own.skill("Lifting") is None:
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
                target = self._other(encounter, who, words[0], verb)
                again = encounter[who].mark(f"rescue {target}")
                if again < 0 or again > encounter.count:
                    when = "has broken off" if again < 0 else f"may try again at {again}"
                    raise Refused(f"{name} {when} and cannot rescue {encounter[target].name} now (F-SAVE).")
                if encounter[target].condition(now.WATER) is None:
                    raise Refused(f"{encounter[target].name} is not in deep water and needs no rescue.")
                return Action(0, verb, target=target, options=words[1:], label=f"rescue {encounter[target].name}")
            case "firstaid":
                target = self._other(encounter, who, words[0], verb)
                if own.skill("First Aid") is None:
                    raise Refused(f"{name} has no First Aid on the sheet.")
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

    def _other(self, encounter: Encounter, who: str, target: str, verb: str) -> str:
        if target == who:
            raise Refused(f"{encounter[who].name} cannot {verb} itself; choose somebody else.")
        return target

    def _may_slam(self, encounter: Encounter, who: str, kind: str) -> None:
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

    # What comes due

    def leads_on(self, encounter: Encounter, due: Due) -> bool:
        """All but rest is worth a stop."""
        return due.what != air.REST

    def due(self, draft: Draft, entries: Sequence[Due]) -> None:
        """Landings one after another; what the clock bills and asks, one at a time."""
        first = entries[0]
        if first.what == LAND:
            for entry in reversed(entries):
                draft.push("act", who=entry.who, action=int(entry.ref))
            return
        who, house = first.who, self.options.house_rules
        match first.what:
            case motion.STAMINA:
                motion.roll(draft, who, first.ref)
            case motion.CLIMBING:
                motion.climbing_roll(draft, who)
            case motion.STRAIN:
                motion.strain(draft, who, house)
            case air.SWIMMING:
                air.swimming_roll(draft, who)
            case air.OUT_OF_BREATH:
                draft.note(f"{draft[who].name} is out of breath (F-BREATH-2)", who)
                air.lose_air(draft, who)
            case air.NO_AIR:
                air.gasp(draft, who, house)
            case air.DEATH:
                air.die(draft, who)
            case air.REST:
                air.rest(draft, who, house)

    def resume(self, draft: Draft, task: Task) -> None:
        """The stages of a step, one after another."""
        data, house = task.data, self.options.house_rules
        who = str(data["who"])
        if "action" in data:
            action = draft[who].action(int(data["action"]))
            if action is not None:
                self._act_on(draft, who, action, task)
            return
        match task.stage:
            case "tired" if not data["success"]:
                motion.tire(draft, who, 1, "tired (F-RUN-6)", house)
            case "climbed":
                motion.climbed(draft, who, data["success"], data["tier"] == rolls.FUMBLE)
            case "swam":
                air.swam(draft, who, data["success"], house)
            case "willed" if not data["success"]:
                air.pass_out(draft, who)
            case "harmed" if not data["success"]:
                draft.emit(ev.ConditionGained(who=who, condition=now.DULLED, label="IQ −1 for good", amount=-1))
            case "rests":
                air.wake(draft, who)
                air.resting(draft, who, house)
            case "steadied" if not data["success"]:
                blows.lie_down(draft, who, "lost its footing")
            case "broken":
                draft.note(f"{data['thing']} takes {max(0, data['total'])} points itself (F-THROW-4)", who)

    def _act_on(self, draft: Draft, who: str, action: Action, task: Task) -> None:
        """The stages of an action under way."""
        data, house = task.data, self.options.house_rules
        match task.stage:
            case "act":
                self._act(draft, who, action)
            case "thrown" if not action.target:
                blows.landed_in_area(draft, who, action, data)
            case "thrown" | "slammed" if not data["success"]:
                draft.emit(ev.Struck(who=who, target=action.target, outcome="missed", label="missed"))
                blows.finish_slam(draft, who, action)
            case "thrown" | "slammed":
                blows.ask_defence(draft, who, action)
            case "defended":
                blows.defended(draft, who, action, data["answer"])
            case "parried" if data["success"]:
                blows.avoided(draft, who, action, data["how"])
            case "parried" | "met":
                if action.verb == "slam":
                    blows.collide(draft, who, action, house)
                else:
                    blows.throw_damage(draft, who, action)
            case "struck":
                blows.struck(draft, who, action, data["total"], house)
            case "collided":
                blows.collide_back(draft, who, action, data["total"], house)
            case "crashed":
                blows.crashed(draft, who, action, data["own"], data["total"], house)
            case "caught":
                draft.note("caught; it counts as a parry of that hand" if data["success"] else "not caught", who)
                blows.over(draft, who, action)
            case "lifted":
                self._lifted(draft, who, action, data["margin"] if data["success"] else 0)
            case "shed":
                self._shed(draft, who, action, data["success"])
            case "rescued":
                blows.over(draft, who, action)
                air.saved(draft, who, action.target, data["success"], data["tier"] == rolls.FUMBLE, house)
            case "aided":
                blows.over(draft, who, action)
                if data["success"]:
                    draft.end(action.target, now.DROWNED, "first aid (F-AIR-3)")
                    air.clean_air(draft, action.target)

    def _act(self, draft: Draft, who: str, action: Action) -> None:
        own = now.sheet_of(draft.encounter, who)
        match action.verb:
            case "throw":
                blows.throw(draft, who, action)
            case "slam":
                blows.slam(draft, who, action)
            case "shove":
                draft.note(f"{action.options[0]} lb give way (F-GRAB-3)", who)
                blows.over(draft, who, action)
            case "jump":
                run_up = travel.ZERO + int(action.options[0])
                high, broad = travel.jumps(own.move(motion.is_tired(draft, who)), run_up, own.skill("Jumping") or 0)
                draft.note(
                    f"{draft[who].name} clears {float(high):g} in up or {float(broad):g} ft across (F-JUMP)", who
                )
                blows.over(draft, who, action)
            case "catch":
                need = blows.need_catch(
                    draft.encounter, who, int(action.options[0]), bool(action.options[1]), action.options[2]
                )
                self._roll(draft, who, action, "caught", need.total, need.lines)
            case "rescue":
                need = targets.rescue(own, now.sheet_of(draft.encounter, action.target), int(action.options[0]))
                self._roll(draft, who, action, "rescued", need.total, need.lines)
            case "firstaid":
                number = own.skill("First Aid") or 0
                self._roll(draft, who, action, "aided", number, [f"First Aid +{number} (F-AIR-3)"])
            case "shed":
                thing = own.thing(action.weapon)
                need = targets.shedding(own, thing.piece if thing is not None else "")
                self._roll(draft, who, action, "shed", need.total, need.lines)
            case "lift":
                number = own.skill("Lifting") or 0
                if number:
                    self._roll(draft, who, action, "lifted", number, [f"Lifting +{number} (F-LIFT-5)"])
                else:
                    self._lifted(draft, who, action, 0)
            case "ready":
                draft.emit(ev.MarkChanged(who=who, mark=f"holds {action.weapon}", value=True))
                self._done(draft, who, action)
            case "hold":
                self._done(draft, who, action)
                air.hold(draft, who, action.options[0], unprepared=False)
            case _:
                draft.emit(ev.MarkChanged(who=who, mark="poised", value=draft.encounter.count))
                self._done(draft, who, action)

    def _roll(self, draft: Draft, who: str, action: Action, stage: str, chance: int, lines: Sequence[str]) -> None:
        roll = Roll(
            who, action.verb, action.label, "3d6", chance, per_modifier=1, sum=tuple(lines), target=action.target
        )
        draft.roll(roll, Task(stage, {"who": who, "action": action.id}))

    def _done(self, draft: Draft, who: str, action: Action) -> None:
        """An action of seconds has landed; its owner declares on this second."""
        end_action(draft, who, action, "landed")
        self.restart(draft, who, "landed")

    def _lifted(self, draft: Draft, who: str, action: Action, margin: int) -> None:
        own = now.sheet_of(draft.encounter, who)
        most = own.lift * BOOK.lift.two_hands * (100 + loads.lift_bonus(margin)) / 100
        weight = _lb(float(action.options[0]))
        words = "up it goes" if weight <= most else "it stays where it is"
        draft.note(f"{float(weight):g} lb against {float(most):g} lb: {words} (F-LIFT-2, F-LIFT-5)", who)
        self._done(draft, who, action)

    def _shed(self, draft: Draft, who: str, action: Action, success: bool) -> None:
        self._done(draft, who, action)
        if success:
            draft.emit(ev.MarkChanged(who=who, mark=f"holds {action.weapon}", value=False))
            draft.note(f"{action.weapon} is gone; the load without it is by hand", who)
        else:
            air.inhale(draft, who, self.options.house_rules)

    # Numbers

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """3d6 at or under the target (F-ROLL-1)."""
        criticals = self.options.house_rules.criticals
        tier, success = rolls.tier(chance, total, criticals), rolls.succeeds(chance, total, criticals)
        return Judgement(tier, float(success), chance - total, success)

    def modified(self, roll: Roll, amount: int, why: str) -> Roll:
        """Modifiers add to the target (F-ROLL-2)."""
        if roll.chance is None:
            return roll
        return replace(roll, chance=roll.chance + amount, sum=(*roll.sum, f"{why} {signed(amount)}"))


def _lb(weight: float) -> Fraction:
    return Fraction(str(weight))
