"""Body: somebody in the step that changes it: activities begun, tired of and ended, loads, climbs, harm, catches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tracker.encounter.engine.declarations import lose_pending, may_declare_at, wait_no_more
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Rank
from tracker.systems.feats import checks, rules
from tracker.systems.feats.actions import standing
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import FP, HP, HouseRules, Sheet
from tracker.systems.kit.deeds import BY, NONE, meeting
from tracker.systems.kit.fighters import Acting
from tracker.systems.kit.figures import exact, half_up, plain
from tracker.systems.kit.sums import Sum

STAMINA, CLIMBING, STRAIN = "stamina", "climbing", "strain"
"""What the agenda calls a roll against tiring, a climbing roll, and the cost of a load over 10·BL."""


@dataclass(frozen=True, slots=True)
class Body(Acting):
    """Somebody, with the draft of the step and the house rules."""

    house: HouseRules

    @property
    def here(self) -> standing.Standing:
        """It as things stand at this point of the step."""
        return standing.Standing(self.draft.encounter, self.who)

    @property
    def own(self) -> Sheet:
        """Its sheet."""
        return self.here.own

    @property
    def fatigue(self) -> int:
        """Its fatigue points."""
        return self.now.pool(FP)

    def gain(self, key: str, why: str = "", amount: int = 0, until: int | None = None, label: str = "") -> None:
        """A condition begins, under the label it has in `words.toml` unless it has one of its own."""
        label = label or standing.WORDS["conditions"][key]
        gained = ev.ConditionGained(who=self.who, condition=key, label=label, why=why, amount=amount, until=until)
        self.draft.emit(gained)

    # Activities

    def set_out(self, key: str, label: str = "") -> None:
        """An activity begins now in the place of another; its owner is not asked, but may act at any second."""
        self.halt("another pace")
        self.mark(standing.SINCE, self.count)
        self.mark(standing.RUN_UP, 0)
        self.gain(key, label=label or BOOK.activities[key].label)
        if key in BOOK.activities:
            self.due(STAMINA, BOOK.activities[key].first, ref=key)
        self.goes_on()

    def settle(self, on: bool = True) -> None:
        """Write down the way covered so far, before the speed changes; `on` when the activity goes on.

        A sprint broken is a second at plain Move before it goes on; its 15 seconds go on counting (F-RUN-4, FQ 24).
        """
        now, count = self.here, self.count
        if now.doing is None:
            return
        ran = now.one.mark(standing.RUN_UP) + count - now.one.mark(standing.SINCE)
        self.mark(standing.WAY, str(now.covered))
        self.mark(standing.SINCE, count)
        self.mark(standing.RUN_UP, ran if on else 0)

    def fall_behind(self, other: str, yards: int) -> None:
        """It is so many yards behind another from now on; by hand."""
        ahead = self.here.another(other).covered - yards
        self.settle()
        self.mark(standing.WAY, str(ahead), f"{yards} yd behind")

    def hop(self) -> None:
        """Over what is knee-high: difficult ground, on which no sprint goes on (F-JUMP-3, F-RUN-4)."""
        self.settle(on=False)
        self.note(f"{self.name} is over it: knee-high is difficult ground (F-JUMP-3)")

    def halt(self, why: str) -> None:
        """Its activity ends, with the rolls it calls for."""
        if (doing := self.here.doing) is not None:
            self.settle(on=False)
            self.cancel(STAMINA, CLIMBING, why=why)
            self.draft.end(self.who, doing.key, why)

    def broken_off(self, key: str) -> None:
        """An activity was ended by hand: so are its rolls, and the way it has come is kept."""
        self.cancel(STAMINA, CLIMBING, why="by hand")
        self.mark(standing.WAY, str(self.here.come(key)))

    def stop(self, why: str, after: int = 1) -> None:
        """Its activity ends, and it declares again so many seconds on."""
        self.halt(why)
        wait_no_more(self.draft, self.who)
        if self.now.able:
            self.asked_in(after, why)

    def tire(self, points: int, why: str) -> None:
        """Fatigue points are lost; under a third one slows down, at none what tires ends (F-ENC-3, FQ 20)."""
        before = self.fatigue
        self.settle()
        self.take(FP, points, why)
        if self.fatigue or not before:
            return
        if self.house.exhausted == "note":
            self.note(f"{self.name} is exhausted: no fatigue points left (FQ 20)")
            return
        if self.here.doing is not None and not self.here.has(standing.WATER):
            self.stop("exhausted")
        if self.draft.encounter.agenda.find(self.who, STRAIN) is not None:
            self.carry("0", "exhausted")

    def roll_against_tiring(self) -> None:
        """An activity's roll is due; the next is put on the agenda first (F-RUN-6, F-FLY, F-SWIM-5, FQ 24)."""
        key = self.here.doing.key if self.here.doing is not None else ""
        if (row := BOOK.activities.get(key)) is not None:  # none in older fights where it was ended by hand
            self.due(STAMINA, row.every, ref=key)
            label = f"{row.label}, {checks.best(self.own, 'HT', row.skill)[1]}"
            self.ask(STAMINA, label, checks.tiring(self.own, key), "tired", why=f"tired ({row.rule})")

    # Loads

    def carry(self, pounds: str, why: str) -> None:
        """So much is carried or pulled from now on; at 0 the load is set down (F-ENC-1, F-DRAG-2, FQ 20)."""
        self.settle()
        self.cancel(STRAIN, why=why)
        self.mark(standing.LOAD, pounds, why)
        laden = f"{self.name}: {plain(exact(pounds))} lb, {self.own.encumbered}"
        self.note(f"{laden if exact(pounds) else f'{self.name} sets the load down'}: {why}")
        self.shoulder()

    def shoulder(self) -> None:
        """Who carries more than 10·BL pays from the next second on (F-LIFT-3)."""
        if rules.straining(self.own.load, self.own.lift) and self.fatigue:
            self.due(STRAIN, 1, rank=Rank.EFFECT)

    def strain(self) -> None:
        """A second under more than 10·BL: a fatigue point, and the next (F-LIFT-3)."""
        self.due(STRAIN, 1, rank=Rank.EFFECT)
        self.tire(1, "a load over 10·BL (F-LIFT-3)")

    # Climbs

    def climb(self, words: tuple[str, ...]) -> None:
        """A climb begins: what, its modifier ("": no roll), feet a second, in haste, secured, its cost (F-CLIMB-1)."""
        name, modifier, speed, haste, secured, cost = words
        self.set_out(standing.CLIMB, f"climbing {name}")
        self.mark("climb speed", speed)
        self.mark("climb modifier", int(modifier or 0))
        if secured:
            self.gain(standing.SECURED)
        else:
            self.draft.end(self.who, standing.SECURED, "not secured")
        if points := self.house.climb_cost(bool(haste), int(cost)):
            self.tire(points, "a climb in haste (F-CLIMB-3)" if haste else "a climb")
        if modifier and self.here.has(standing.CLIMB):
            self.climbing_roll()

    def climbing_roll(self) -> None:
        """A climbing roll is due, and the next five minutes on (F-CLIMB-1)."""
        self.due(CLIMBING, BOOK.climb.every)
        self.ask(CLIMBING, "Climbing", checks.climbing(self.own, self.now.mark("climb modifier")), "climbed")

    def fall(self, fumbled: bool) -> None:
        """Any failure is a fall, on a rope only to its end unless it was critical (F-CLIMB-2)."""
        one = self.now
        feet = exact(one.marks["climb speed"]) * (self.count - one.mark(standing.SINCE))
        caught = self.here.has(standing.SECURED) and not fumbled
        how = "to the end of the rope" if caught else f"from {plain(half_up(feet))} ft"
        self.note(f"{self.name} falls {how} (F-CLIMB-2); falling damage is by hand: {self.who} damage N")
        self.stop("fallen")
        if not caught:
            self.gain(standing.PRONE, "fallen")

    # Harm

    def lie_down(self, why: str) -> None:
        """Falling ends activities and what is under way; the next declaration is a second later."""
        if self.now.able:
            self.gain(standing.PRONE, why)
            self.interrupt(why)

    def interrupt(self, why: str) -> None:
        """Who falls or is grappled loses its activity and what is under way, and declares again a second later."""
        self.halt(why)
        lose_pending(self.draft, self.who, why)
        self.asked_in(1, why)

    def hurt(self, points: int, why: str, slammed: bool = False) -> None:
        """Hit points are lost, none when they were put right by hand; at so few one is down (FQ 22).

        Whoever is knocked out by a slam lies on the ground, too (FQ 32).
        """
        self.take(HP, points, why)
        if self.now.able and self.now.pool(HP) <= self.house.down_at:
            self.halt("down")
            if slammed and self.house.knocked_out_lies and not self.here.has(standing.PRONE):
                self.gain(standing.PRONE, "knocked out")
            self.go_down("no hit points left")
            self.alarm(f"{self.name} is down")

    def alarm(self, why: str) -> None:
        """It has lost consciousness, or will be dead: those who wait are asked before the clock goes on (FQ 31)."""
        if not self.house.halts or not self.draft.encounter.began:
            return
        for other in self.draft.encounter:
            if other.able and other.waiting and not other.busy:
                wait_no_more(self.draft, other.id)
                may_declare_at(self.draft, other.id, self.count, why)

    # Catching

    def ask_catch(self, thrower: str, thing: str, margin: int, others: bool = True) -> None:
        """It may catch what was thrown to it, by DX or a sport; that takes no time: it counts as a parry (F-CATCH-1).

        With `others` somebody else may take it out of the air first (F-CATCH-2).
        """
        if self.now.able:
            between = self.here.another(thrower).interceptors(self.who) if others else ()
            self.draft.push("catching", who=self.who, thrower=thrower, thing=thing, margin=margin)
            text = f"{self.name}: catch {thing}, thrown well by {margin}?"
            words = (*self.here.catches_by, NONE, *(f"{BY}{one}" for one in between))
            self.draft.ask(Ask.CHOOSE, self.who, "catch", text, words, about=thrower)

    def answer_catch(self, data: Mapping[str, Any]) -> None:
        """Goes on with how it is caught, or by whom."""
        answer, by = str(data["answer"]), meeting(str(data["answer"]), self.who)
        if by != self.who:
            thrower, thing, margin = data["thrower"], data["thing"], data["margin"]
            self.another(by).intercept(thrown=margin, thing=thing, catcher=self.who, thrower=thrower)
        elif answer != NONE:
            self.catch(data["margin"], self.here.idle, self.here.catches_by.get(answer, ""))

    def catch(self, margin: int, waiting: bool, sport: str) -> None:
        """The roll to catch what was thrown to it; raises Refused for a sport that is not on the sheet (F-CATCH-1)."""
        if sport and self.own.skill(sport) is None:
            raise Refused(f"{self.name} has no {sport} on the sheet; catch by DX instead.")
        self.ask("catch", "catch", checks.catching(self.own, waiting, margin, sport), "caught")

    def intercept(self, **data: Any) -> None:
        """What flies to somebody else is taken with a parry against a thrown weapon; it takes no time (F-CATCH-2)."""
        number = self.own.defences.get(standing.PARRY)
        if number is None or not self.now.able:
            raise Refused(f"{self.name} has no parry on the sheet to intercept with, or is out of the fight.")
        self.ask("intercept", "intercept", Sum().add(number, "parry", "F-CATCH-2"), "intercepted", **data)

    def intercepted(self, data: Mapping[str, Any]) -> None:
        """It is snatched out of the air, or flies on to whoever may catch it."""
        self.note("snatched out of the air" if data["success"] else "it flies past")
        if not data["success"] and "catcher" in data:
            self.another(data["catcher"]).ask_catch(data["thrower"], data["thing"], data["thrown"], others=False)
