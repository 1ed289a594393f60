"""Fighter changes: what a step does to a fighter: activities, tiring, loads, climbs, harm and catches."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tracker.encounter.engine.declarations import lose_pending, may_declare_at, wait_no_more
from tracker.games.feats import checks, fighter, formulas
from tracker.games.feats.actions import refusals
from tracker.games.feats.actions.resolving_action import BY, NONE, meeting
from tracker.games.feats.book.house_rules import HouseRules
from tracker.games.feats.book.tables import BOOK
from tracker.games.feats.sheet import FP, HP, PARRY, Sheet
from tracker.games.toolkit import guards
from tracker.games.toolkit.exact_numbers import exact, half_up, plain
from tracker.games.toolkit.fighters import Acting
from tracker.games.toolkit.sums import Sum
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Rank

STAMINA, CLIMBING, STRAIN = "stamina", "climbing", "strain"
"""The agenda's names: a roll against tiring, a climbing roll, the cost of a load over 10·BL."""


@dataclass(frozen=True, slots=True)
class Climb:
    """A climb: its name in the book, or `by hand` with the speed that the game master sets (F-CLIMB)."""

    name: str
    modifier: int | None
    """The climb's modifier. None when it needs no roll (F-CLIMB-4)."""
    feet_a_second: Fraction | None = None
    """The speed. None for that of the book."""

    def speed(self, haste: bool) -> Fraction:
        """Return the feet or rungs a second."""
        return BOOK.climbs[self.name].speed(haste) if self.feet_a_second is None else self.feet_a_second


@dataclass(frozen=True, slots=True)
class FighterChanges(Acting):
    """A fighter in a step under way, with the house rules."""

    house: HouseRules

    @property
    def state(self) -> fighter.Fighter:
        return fighter.Fighter(self.draft.encounter, self.who)

    @property
    def sheet(self) -> Sheet:
        return self.state.sheet

    @property
    def fatigue(self) -> int:
        return self.now.pool(FP)

    def gain(self, key: str, why: str = "", amount: int = 0, until: int | None = None, label: str = "") -> None:
        """Begin a condition under its label in `words.toml`, or under the label given."""
        label = label or fighter.WORDS["conditions"][key]
        gained = ev.ConditionGained(who=self.who, condition=key, label=label, why=why, amount=amount, until=until)
        self.draft.emit(gained)

    # Activities

    def set_out(self, key: str, label: str = "") -> None:
        """Begin an activity, ending another. The fighter is not asked while it lasts, but may act at any second."""
        self.halt("another pace")
        self.mark(fighter.SINCE, self.count)
        self.mark(fighter.RUN_UP, 0)
        self.gain(key, label=label or BOOK.activities[key].label)
        if key in BOOK.activities:
            self.due(STAMINA, BOOK.activities[key].first, ref=key)
        self.goes_on()

    def settle(self, *, sprint_goes_on: bool = True) -> None:
        """Store the yards covered so far, because the speed is about to change.

        A broken sprint (`sprint_goes_on` false) must gather speed again, with a second at plain Move. Its rolls against
        tiring stay scheduled (F-RUN-4, FQ 24).
        """
        state = self.state
        if state.doing is None:
            return
        seconds_run = self.now.mark(fighter.RUN_UP) + self.count - self.now.mark(fighter.SINCE)
        # `covered` is worked out of SINCE and RUN_UP, so WAY is marked before they change.
        self.mark(fighter.WAY, str(state.covered))
        self.mark(fighter.SINCE, self.count)
        self.mark(fighter.RUN_UP, seconds_run if sprint_goes_on else 0)

    def fall_behind(self, other: str, yards: int) -> None:
        """Put the fighter `yards` behind another, by hand."""
        way = self.state.another(other).covered - yards
        self.settle()
        self.mark(fighter.WAY, str(way), f"{yards} yd behind")

    def hop(self) -> None:
        """Take the fighter over a knee-high obstacle: difficult ground, which breaks a sprint (F-JUMP-3, F-RUN-4)."""
        self.settle(sprint_goes_on=False)
        self.note(f"{self.name} is over it: knee-high is difficult ground (F-JUMP-3)")

    def halt(self, why: str) -> None:
        """End the fighter's activity and the rolls that belong to it."""
        activity = self.state.doing
        if activity is not None:
            self.settle(sprint_goes_on=False)
            self.cancel(STAMINA, CLIMBING, why=why)
            self.draft.end(self.who, activity.key, why)

    def broken_off(self, activity: str) -> None:
        """End an activity that the game master has ended by hand: cancel its rolls, keep the yards covered."""
        self.cancel(STAMINA, CLIMBING, why="by hand")
        self.mark(fighter.WAY, str(self.state.covered_by(activity)))

    def stop(self, why: str = "stopped", seconds: int = 1) -> None:
        """End the fighter's activity, and let it declare again after `seconds`."""
        self.halt(why)
        wait_no_more(self.draft, self.who)
        if self.now.able:
            self.asked_in(seconds, why)

    def tire(self, points: int, why: str, *, spent: bool = True) -> None:
        """Take fatigue points, `spent` unless they are lost for want of air (F-ENC-3, FQ 20).

        Below a third of its points the fighter slows down. At 0 points the activity that tires it ends.
        """
        before = self.fatigue
        # Under a third of its points every Move is halved, so the way so far is written down at the old speed.
        self.settle()
        self.take(FP, points, why, spent=spent)
        if self.fatigue or not before:
            return
        if self.house.exhausted == "note":
            self.note(f"{self.name} is exhausted: no fatigue points left (FQ 20)")
            return
        if self.state.doing is not None and not self.state.has(fighter.WATER):
            self.stop("exhausted")
        if self.draft.encounter.agenda.find(self.who, STRAIN) is not None:
            self.carry("0", "exhausted")

    def roll_against_tiring(self) -> None:
        """Make an activity's roll that is due, after scheduling the next (F-RUN-6, F-FLY, F-SWIM-5, FQ 24)."""
        # Fights of former versions may have a roll due for an activity that was ended by hand: it is let pass.
        activity = "" if self.state.doing is None else self.state.doing.key
        row = BOOK.activities.get(activity)
        if row is None:
            return
        self.due(STAMINA, row.every, ref=activity)
        rolled_at = checks.best(self.sheet, "HT", row.skill)
        label = f"{row.label}, {rolled_at.name}"
        self.ask(STAMINA, label, checks.tiring(self.sheet, activity), "tired", why=f"tired ({row.rule})")

    # Loads

    def carry(self, pounds: str, why: str) -> None:
        """Set the load that the fighter carries or pulls from now on. 0 sets it down (F-ENC-1, F-DRAG-2, FQ 20)."""
        self.settle()
        self.cancel(STRAIN, why=why)
        self.mark(fighter.LOAD, pounds, why)
        text = f"{self.name} sets the load down"
        if exact(pounds):
            text = f"{self.name}: {plain(exact(pounds))} lb, {self.sheet.encumbered}"
        self.note(f"{text}: {why}")
        self.shoulder()

    def shoulder(self) -> None:
        """Schedule the cost of a load over 10·BL, a fatigue point each second (F-LIFT-3)."""
        if formulas.straining(self.sheet.load, self.sheet.lift) and self.fatigue:
            self.due(STRAIN, 1, rank=Rank.EFFECT)

    def strain(self) -> None:
        """Count a second under more than 10·BL: a fatigue point, and the next second (F-LIFT-3)."""
        self.due(STRAIN, 1, rank=Rank.EFFECT)
        self.tire(1, "a load over 10·BL (F-LIFT-3)")

    # Climbs

    def climb(self, climb: Climb, haste: bool, secured: bool, cost: int) -> None:
        """Begin a climb, with its roll unless it needs none (F-CLIMB-1).

        `cost` is the GM's cost in fatigue points. A fighter who is `secured` is on a rope.
        """
        self.set_out(fighter.CLIMB, f"climbing {climb.name}")
        self.mark("climb speed", str(climb.speed(haste)))
        self.mark("climb modifier", climb.modifier or 0)
        if secured:
            self.gain(fighter.SECURED)
        else:
            self.draft.end(self.who, fighter.SECURED, "not secured")
        points = self.house.climb_cost(haste, cost)
        if points:
            self.tire(points, "a climb in haste (F-CLIMB-3)" if haste else "a climb")
        # The cost may exhaust the climber, and then the climb is over before its first roll.
        if climb.modifier is not None and self.state.has(fighter.CLIMB):
            self.climbing_roll()

    def climbing_roll(self) -> None:
        """Make the climbing roll, and schedule the next in five minutes (F-CLIMB-1)."""
        self.due(CLIMBING, BOOK.climb.every)
        self.ask(CLIMBING, "Climbing", checks.climbing(self.sheet, self.now.mark("climb modifier")), "climbed")

    def fall(self, fumbled: bool) -> None:
        """Let the climber fall after any failure. A rope stops it unless the failure was critical (F-CLIMB-2)."""
        seconds = self.count - self.now.mark(fighter.SINCE)
        feet = exact(self.now.marks["climb speed"]) * seconds
        caught = self.state.has(fighter.SECURED) and not fumbled
        how = "to the end of the rope" if caught else f"from {plain(half_up(feet))} ft"
        self.note(f"{self.name} falls {how} (F-CLIMB-2); falling damage is by hand: {self.who} damage N")
        self.stop("fallen")
        if not caught:
            self.gain(fighter.PRONE, "fallen")

    # Harm

    def lie_down(self, why: str) -> None:
        """Knock the fighter down: its activity and action end, and it declares again a second later."""
        if self.now.able:
            self.gain(fighter.PRONE, why)
            self.interrupt(why)

    def interrupt(self, why: str) -> None:
        """End the activity and action of a fighter that fell or was grappled. It declares again a second later."""
        self.halt(why)
        lose_pending(self.draft, self.who, why)
        self.asked_in(1, why)

    def hurt(self, points: int, why: str, slammed: bool = False) -> None:
        """Take hit points. At `down_at` the fighter is down (FQ 22).

        0 points only check that, after the game master has changed the pool. A fighter knocked out by a slam also lies
        on the ground (FQ 32).
        """
        self.take(HP, points, why)
        if self.now.able and self.now.pool(HP) <= self.house.down_at:
            self.halt("down")
            if slammed and self.house.knocked_out_lies and not self.state.has(fighter.PRONE):
                self.gain(fighter.PRONE, "knocked out")
            self.go_down("no hit points left")
            self.alarm(f"{self.name} is down")

    def alarm(self, why: str) -> None:
        """Let waiting fighters declare before the clock continues, since this one lost consciousness or will die.

        Only fighters who know of this one are asked. Rules: FQ 31, FQ 34.
        """
        if not self.house.halts or not self.draft.encounter.began:
            return
        for other in self.draft.encounter:
            knows = self.house.unnoticed_wake or self.who not in other.unaware_of
            if knows and other.able and other.waiting and not other.busy:
                wait_no_more(self.draft, other.id)
                may_declare_at(self.draft, other.id, self.count, why)

    # Catching

    def ask_catch(self, thrower: str, thing: str, margin: int, *, may_be_intercepted: bool = True) -> None:
        """Ask whether the fighter catches what was thrown to it, by DX or a sport. That takes no time (F-CATCH-1).

        With `may_be_intercepted`, another fighter may take it out of the air first (F-CATCH-2).
        """
        if not self.now.able:
            return
        interceptors = self.state.another(thrower).interceptors(self.who) if may_be_intercepted else ()
        self.draft.push("catching", who=self.who, thrower=thrower, thing=thing, margin=margin)
        text = f"{self.name}: catch {thing}, thrown well by {margin}?"
        answers = (*self.state.catches_by, NONE, *(f"{BY}{interceptor}" for interceptor in interceptors))
        self.draft.ask(Ask.CHOOSE, self.who, "catch", text, answers, about=thrower)

    def answer_catch(self, data: Mapping[str, Any]) -> None:
        """Let the fighter catch, or another intercept, as answered.

        `data` has the answer, and the thrower, thing and margin that `ask_catch` kept.
        """
        answer = str(data["answer"])
        catcher = meeting(answer, self.who)
        thrower, thing, margin = data["thrower"], data["thing"], data["margin"]
        if catcher != self.who:
            self.another(catcher).intercept(thrown=margin, thing=thing, catcher=self.who, thrower=thrower)
        elif answer != NONE:
            self.catch(margin, waiting=self.state.idle, sport=self.state.catches_by.get(answer, ""))

    def catch(self, margin: int, waiting: bool, sport: str) -> None:
        """Roll to catch a thing thrown to the fighter. Raises Refused for a sport not on its sheet (F-CATCH-1).

        `margin` is that of the throw. `waiting` is whether the fighter was ready for it. `sport` is empty for DX.
        """
        if sport and self.sheet.skill(sport) is None:
            raise Refused(f"{self.name} has no {sport} on the sheet; catch by DX instead.")
        need = checks.catching(self.sheet, waiting=waiting, margin=margin, sport=sport)
        self.ask("catch", "catch", need, "caught")

    def intercept(self, **data: Any) -> None:
        """Roll a parry to take a thing thrown to another fighter. That takes no time (F-CATCH-2).

        `data` is kept for `intercepted`: the thing, its thrower and catcher, and how well it was thrown. Raises
        Refused.
        """
        if not self.now.able:
            raise Refused(f"{self.name} cannot intercept: it is out of the fight.")
        guards.refuse(refusals.why_no_interception(self.state))
        number = self.sheet.defences[PARRY]
        self.ask("intercept", "intercept", Sum().add(number, "parry", "F-CATCH-2"), "intercepted", **data)

    def intercepted(self, data: Mapping[str, Any]) -> None:
        """Go on after an interception: it succeeded, or the thing flies on to the catcher."""
        if data["success"]:
            self.note("snatched out of the air")
            return
        self.note("it flies past")
        # An interception declared by hand has no catcher.
        if "catcher" in data:
            catcher = self.another(data["catcher"])
            catcher.ask_catch(data["thrower"], data["thing"], data["thrown"], may_be_intercepted=False)
