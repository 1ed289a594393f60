"""Play: the clock of seconds: who is asked, what is declared, what comes due, and how it goes on after dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

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
from tracker.systems.feats.actions import air, blows, declarations, motion
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.checks import targets
from tracker.systems.feats.rules import loads, rolls, travel
from tracker.systems.feats.sheets.entry import Options
from tracker.systems.kit.defaults import Defaults
from tracker.systems.kit.sums import signed

MOVING = (now.SPRINT, now.RUN, now.SWIM, now.PADDLE, now.FLOAT, now.SWOOP, now.FLY)


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
            "intercept": lambda: self._intercept(draft, who),
            "drop": lambda: draft.emit(
                ev.MarkChanged(who=who, mark=f"holds {words[0]}", value=False, why=f"drops {words[0]}")
            ),
        }
        if verb in by_hand:
            if not draft.encounter.began and verb != "damage":
                raise Refused("The fight has not begun; `begin` starts it.")
            not_in_the_middle(draft, f"{draft[who].name} {verb}")
            declarations.check(draft.encounter, who, verb, words, self.options.house_rules)
            by_hand[verb]()
            return
        check_moment(draft, who)
        declarations.check(draft.encounter, who, verb, words, self.options.house_rules)
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
            action = declarations.action(draft.encounter, who, verb, words, self.options.gap is not None)
            motion.end(draft, who, verb)
            declare(draft, who, action)

    def _intercept(self, draft: Draft, who: str) -> None:
        """What flies to somebody else is taken with a parry against a thrown weapon; it takes no time (F-CATCH-2)."""
        parry = dict(now.sheet_of(draft.encounter, who).defences).get("parry")
        if parry is None or not draft[who].able:
            raise Refused(f"{draft[who].name} has no parry on the sheet to intercept with, or is out of the fight.")
        lines = (f"parry +{parry} (F-CATCH-2)",)
        roll = Roll(who, "intercept", "intercept", "3d6", parry, per_modifier=1, sum=lines)
        draft.roll(roll, Task("intercepted", {"who": who}))

    def _gap(self, draft: Draft, who: str, words: tuple[str, ...]) -> None:
        ahead = now.covered(draft.encounter, words[0])
        motion.settle(draft, who)
        draft.emit(ev.MarkChanged(who=who, mark=now.WAY, value=str(ahead - int(words[1])), why=f"{words[1]} yd behind"))

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
            case "intercepted":
                draft.note("snatched out of the air" if data["success"] else "it flies past", who)
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
        weight = declarations.pounds(float(action.options[0]))
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
