"""Play: the clock of seconds: who is asked, what is declared, what comes due, and how it goes on after dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tracker.clock.agenda import Due
from tracker.encounter import events as ev
from tracker.encounter.by_hand import not_in_the_middle
from tracker.encounter.combatant import Action
from tracker.encounter.commands import Command, Do
from tracker.encounter.declaring import check_moment, close_moment, declare, declare_at_once, may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Roll, Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import DECLARE, LAND, Encounter
from tracker.rules.values import Judgement
from tracker.systems.feats.actions import air, declarations, deeds, exertions, motion, slams, throws
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.actions.deeds import Deed
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import ACTIVITIES, BOOK
from tracker.systems.feats.rules import rolls
from tracker.systems.feats.sheets import Options
from tracker.systems.kit import defaults, guards
from tracker.systems.kit.steps import mark
from tracker.systems.kit.sums import signed

Words = tuple[str, ...]
ASKED: Mapping[str, str] = now.WORDS["asked"]
"""The verbs whose number is asked for."""
BY_HAND: Mapping[str, Callable[[Draft, str, Words, HouseRules], None]] = {
    "damage": lambda draft, who, words, house: deeds.hurt(draft, who, int(words[0]), "by hand", house),
    "ashore": lambda draft, who, words, house: air.ashore(draft, who),
    "air": lambda draft, who, words, house: air.clean_air(draft, who),
    "noair": lambda draft, who, words, house: air.lose_air(draft, who),
    "up": lambda draft, who, words, house: draft.end(who, now.PRONE, "stands up"),
    "stop": lambda draft, who, words, house: motion.stop(draft, who, "stopped"),
    "swerve": lambda draft, who, words, house: motion.settle(draft, who, on=False),
    "unload": lambda draft, who, words, house: motion.carry(draft, who, "0", "by hand"),
    "carry": lambda draft, who, words, house: _burden(draft, who, "carry", words, "carried (F-ENC-1)"),
    "pull": lambda draft, who, words, house: _burden(draft, who, "pull", words, "pulled (F-DRAG-1)"),
    "catch": lambda draft, who, words, house: throws.catch(draft, who, int(words[0]), bool(words[1]), words[2]),
    "intercept": lambda draft, who, words, house: throws.intercept(draft, who),
    "drop": lambda draft, who, words, house: mark(draft, who, f"holds {words[0]}", False, f"drops {words[0]}"),
    "gap": lambda draft, who, words, house: motion.fall_behind(draft, who, words[0], int(words[1])),
    "hold": lambda draft, who, words, house: air.hold(draft, who, words[0], unprepared=True),
}
"""What is said at any time and takes none; of `hold` only the unprepared."""
DUE: Mapping[str, Callable[[Draft, str, HouseRules], None]] = {
    motion.STAMINA: lambda draft, who, house: motion.tired_of(draft, who),
    motion.CLIMBING: lambda draft, who, house: motion.climbing_roll(draft, who),
    motion.STRAIN: motion.strain,
    air.SWIMMING: lambda draft, who, house: air.swimming_roll(draft, who),
    air.OUT_OF_BREATH: lambda draft, who, house: air.lose_air(draft, who, told=True),
    air.NO_AIR: air.gasp,
    air.DEATH: lambda draft, who, house: air.die(draft, who),
    air.REST: air.rest,
}
"""What comes by itself."""
STAGES: Mapping[str, Callable[[Deed, Mapping[str, Any]], None]] = {
    "land": lambda deed, data: LANDS.get(deed.action.verb, exertions.begin)(deed),
    "thrown": throws.thrown,
    "struck": throws.struck,
    "slammed": slams.slammed,
    "collided": slams.collided,
    "crashed": slams.crashed,
    "defended": deeds.defended,
    "avoided": lambda deed, data: AVOIDED[deed.action.verb](deed, data["how"]),
    "met": lambda deed, data: MET[deed.action.verb](deed, data),
    "parried": lambda deed, data: STAGES["avoided" if data["success"] else "met"](deed, data),
    "lifted": exertions.lifted,
    "shed": exertions.shed,
    "rescued": exertions.rescued,
    "aided": exertions.aided,
}
"""How an action under way goes on."""
LANDS: Mapping[str, Callable[[Deed], None]] = {"throw": throws.throw, "slam": slams.slam}
AVOIDED: Mapping[str, Callable[[Deed, str], None]] = {"throw": throws.avoided, "slam": slams.avoided}
MET: Mapping[str, Callable[[Deed, Mapping[str, Any]], None]] = {"throw": throws.met, "slam": slams.met}


def _burden(draft: Draft, who: str, verb: str, words: Words, why: str) -> None:
    motion.carry(draft, who, declarations.weigh(draft.encounter, who, verb, words), why)


class Play(defaults.Play[Options]):
    """What happens."""

    __slots__ = ()

    @property
    def house(self) -> HouseRules:
        """The house rules."""
        return self.options.house_rules

    @property
    def chase(self) -> bool:
        """Whether distances are reckoned."""
        return self.options.gap is not None

    # The order

    def begin(self, draft: Draft) -> None:
        """Everyone declares at 0; the first side is `gap` yards ahead."""
        side = draft.encounter.combatants[0].profile.side
        for one in draft.encounter.combatants:
            if self.options.gap and one.profile.side == side:
                mark(draft, one.id, now.WAY, str(self.options.gap))
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
        if self.house.every_second:
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
                deeds.check_down(draft, who, self.house)
            case "FP":
                air.wake(draft, who)
            case now.AIRLESS:
                air.lose_air(draft, who) if has else air.clean_air(draft, who)
            case now.WATER:
                air.dive(draft, who, on_purpose=False) if has else air.ashore(draft, who)
            case now.UNCONSCIOUS if has and draft[who].able:
                air.pass_out(draft, who)
            case now.UNCONSCIOUS | now.DROWNED if not has or what == now.UNCONSCIOUS:
                air.wake(draft, who)
            case now.GRAPPLED | now.PRONE if has and draft.encounter.began and draft[who].able:
                deeds.interrupt(draft, who, what)

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """The faster first, then the higher DX, then the seat."""
        own = now.sheet_of(encounter, who)
        return -float(own.basic_speed), -float(own.dx), float(encounter[who].profile.seat)

    def may_turn(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """What is done at once cannot be turned."""
        return f"{encounter[who].name} cannot turn {action.label}: it happens at once."

    # Verbs

    def obey(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """A slam, whatever weapon is named."""
        return declarations.ordered(encounter, who, target, self.house)

    def decide(self, draft: Draft, command: Do) -> None:
        """Carry out a verb: what is said by hand at any time, an activity, or an action."""
        who, verb, words, house = command.who, command.verb, command.words, self.house
        by_hand = verb in BY_HAND and (verb != "hold" or "unprepared" in words)
        if by_hand:
            if not draft.encounter.began and verb != "damage":
                raise Refused("The fight has not begun; `begin` starts it.")
            not_in_the_middle(draft, f"{draft[who].name} {verb}")
        else:
            check_moment(draft, who)
        guards.refuse(declarations.why_not(draft.encounter, who, verb, house))
        if by_hand:
            BY_HAND[verb](draft, who, words, house)
        elif verb in ACTIVITIES or verb in (now.CLIMB, "dive"):
            if draft[who].waiting and now.activity(draft.encounter, who) is not None:
                draft.emit(ev.WaitChanged(who=who, waiting=False, busy=True))
            close_moment(draft, who, verb)
            if verb == now.CLIMB:
                motion.climb(draft, who, words, house)
            elif verb == "dive":
                air.dive(draft, who, on_purpose=not any(words))
            else:
                motion.begin(draft, who, verb)
        elif verb in ASKED and not words[0]:
            most = 40 if verb == "jump" else int(declarations.most(draft.encounter, who, verb, words))
            draft.push("how much", who=who, verb=verb, words=list(words[1:]))
            draft.ask_amount(who, verb, f"{draft[who].name}, {verb}: {ASKED[verb]}", int(verb != "jump"), most)
        else:
            action = declarations.action(draft.encounter, who, verb, words, self.chase)
            motion.end(draft, who, verb)
            if action.speed:
                declare(draft, who, action)
            else:
                STAGES["land"](Deed(draft, who, declare_at_once(draft, who, action), house), {})

    # What comes due

    def leads_on(self, encounter: Encounter, due: Due) -> bool:
        """All but rest is worth a stop."""
        return due.what != air.REST

    def passing_order(self, encounter: Encounter, due: Due) -> tuple[float, ...]:
        """Rolls of one second come in the order of the table, then by seat."""
        what = due.ref if due.what == motion.STAMINA else due.what
        row = BOOK.order.index(what) if what in BOOK.order else 0
        return float(row), float(encounter[due.who].profile.seat) if due.who else 0.0

    def due(self, draft: Draft, entries: Sequence[Due]) -> None:
        """Landings one after another; what the clock bills and asks, one at a time."""
        first = entries[0]
        if first.what == LAND:
            for entry in reversed(entries):
                draft.push("land", who=entry.who, action=int(entry.ref))
        elif first.what in DUE:
            DUE[first.what](draft, first.who, self.house)

    def resume(self, draft: Draft, task: Task) -> None:
        """The stages of a step, one after another: those of an action under way, and the others."""
        data, house = task.data, self.house
        who = str(data["who"])
        if "action" in data:
            owner = str(data.get("by", who))
            action = draft[owner].action(int(data["action"]))
            if action is not None:
                STAGES[task.stage](Deed(draft, owner, action, house), data)
            return
        match task.stage:
            case "how much":
                self.decide(draft, Do(who, data["verb"], (str(data["amount"]), *data["words"])))
            case "tired" if not data["success"]:
                motion.tire(draft, who, 1, data["why"], house)
            case "climbed" if not data["success"]:
                motion.fall(draft, who, fumbled=data["tier"] == rolls.FUMBLE)
            case "swam":
                air.swam(draft, who, data["success"], house)
            case "willed" if not data["success"]:
                air.pass_out(draft, who)
            case "harmed" if not data["success"]:
                now.gain(draft, who, now.DULLED, amount=-1)
            case "rests":
                air.wake(draft, who)
                air.resting(draft, who, house)
            case "steadied" if not data["success"]:
                deeds.lie_down(draft, who, "lost its footing")
            case "catching":
                throws.catching(draft, data)
            case "caught":
                draft.note("caught; it counts as a parry of that hand" if data["success"] else "not caught", who)
            case "intercepted":
                throws.intercepted(draft, data)
            case "broken":
                draft.note(f"{data['thing']} takes {max(0, data['total'])} points itself (F-THROW-4)", who)


class Dice(defaults.Dice[Options]):
    """What dice mean."""

    __slots__ = ()

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

    def odds(self, roll: Roll) -> str:
        """`12 or less, 74.1 %`."""
        return "" if roll.chance is None else rolls.odds(roll.chance, self.options.house_rules.criticals)
