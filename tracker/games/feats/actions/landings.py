"""Landings: an action from its landing to its end: exertions, slams, throws, and the defences against them."""

from __future__ import annotations

from tracker.encounter.features.sides import last_side
from tracker.games.feats import checks, formulas
from tracker.games.feats.actions import refusals, resolving_action
from tracker.games.feats.actions.breath import BreathingFighter
from tracker.games.feats.actions.resolving_action import Data
from tracker.games.feats.book.house_rules import HouseRules
from tracker.games.feats.book.roll_under import FUMBLE
from tracker.games.feats.book.tables import BOOK
from tracker.games.feats.fighter import AT, DROWNED, POISED
from tracker.games.feats.sheet import DEFENCES, PARRY, Sheet, Thing
from tracker.games.toolkit.exact_numbers import exact, plain
from tracker.games.toolkit.sums import Sum, signed
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Roll, Task

BROKEN_OFF = -1
"""The value of the mark `rescue ID` when the rescue may not be tried again (F-SAVE)."""


@dataclass(frozen=True, slots=True)
class Landing(resolving_action.Deed):
    """An action under way, with the house rules. Each stage is a method."""

    house: HouseRules

    @property
    def fighter(self) -> BreathingFighter:
        return BreathingFighter(self.draft, self.who, self.house)

    @property
    def foe(self) -> BreathingFighter:
        return self.fighter.another(self.action.target)

    @property
    def sheet(self) -> Sheet:
        return self.fighter.sheet

    @property
    def thing(self) -> Thing:
        return self.fighter.state.thing(self.action.weapon)

    def over(self, words: str = "") -> None:
        """End the action with a line in the log. The fighter declares now if it took seconds, else a second later."""
        self.landed(words)
        if self.action.speed or not self.house.every_second:
            self.draft.rules.turns.schedule_next_turn(self.draft, self.who, "landed")
        elif self.fighter.now.able and self.fighter.state.doing is None:
            self.fighter.asked_in(1)

    def may_be_met(self) -> None:
        """Ask the target for a defence by the numbers of its sheet (F-SLAM-2, F-CATCH-1)."""
        interceptors: tuple[str, ...] = ()
        if self.action.verb == "throw":
            interceptors = self.fighter.state.interceptors(self.action.target)
        self.ask_defence(DEFENCES, interceptors)

    def defence(self, by: str, answer: str) -> tuple[str, str, Sum | None]:
        """Return the defence's key, its words for the log, and its roll. No roll: the target has no such defence.

        `by` is the target, or another fighter who parries to intercept a throw (F-CATCH-2).
        """
        intercepts = by != self.action.target
        defence_key = PARRY if intercepts else answer
        number = self.fighter.another(by).sheet.defences.get(defence_key)
        need = None if number is None else Sum().add(number, defence_key, "F-CATCH-2" if intercepts else "")
        return defence_key, "snatched out of the air" if intercepts else defence_key, need


class Exertion(Landing):
    """An action that is no attack: lifting, shoving, shedding gear, jumping, drawing breath, saving a fighter."""

    def land(self, data: Data) -> None:
        """Carry out the action when it lands. An action with a roll continues in a later stage."""
        verb, fighter, options = self.action.verb, self.fighter, self.action.options
        match verb:
            case "shove":
                self.over(f"{options[0]} lb give way (F-GRAB-3)")
            case "hurdle":
                self.over(f"{fighter.name} is over it: waist-high takes a whole Move (F-JUMP-3)")
            case "jump":
                figures = checks.figures(self.sheet, exact(options[0]))
                up, across = plain(figures["high_inches"]), plain(figures["broad_feet"])
                self.over(f"{fighter.name} clears {up} in up or {across} ft across (F-JUMP)")
            case "rescue":
                technique = int(options[0]) if options else 0
                self.roll("rescued", checks.rescue(self.sheet, self.foe.sheet, technique))
            case "firstaid":
                self.roll("aided", checks.first_aid(self.sheet))
            case "shed":
                self.roll("shed", checks.shedding(self.sheet, self.thing.piece))
            case "lift" if (lifting := self.sheet.skill("Lifting")) is not None:
                self.roll("lifted", Sum().add(lifting, "Lifting", "F-LIFT-5"))
            case "lift":
                self.lifted({"success": False})
            case "ready":
                fighter.mark(f"holds {self.action.weapon}", value=True)
                self.over()
            case "hold":
                self.over()
                fighter.hold(options[0], unprepared=False)
            case "concentrate":
                fighter.mark(POISED, fighter.count)
                self.over()
            case _:
                self.over()

    def lifted(self, data: Data) -> None:
        """Decide by a Lifting roll whether the weight goes up: the limit is 8·BL, and more after a success.

        A person may have got free meanwhile. Rules: F-LIFT-5, F-GRAB-2.
        """
        pounds, helpers, person = self.action.options
        state = self.fighter.state
        bonus = formulas.lift_bonus(data["margin"] if data["success"] else 0)
        limit = state.most_pounds("lift", helpers) * (100 + bonus) / 100
        outcome = "up it goes" if exact(pounds) <= limit else "it stays where it is"
        text = f"{pounds} lb against {plain(limit)} lb: {outcome} (F-LIFT-2, F-LIFT-5)"
        self.over(refusals.why_not_lifted(state, person) or text)

    def shed(self, data: Data) -> None:
        """Take off a piece of gear and its weight. On failure the fighter inhales water (F-SWIM-3)."""
        self.over()
        thing, load = self.thing, self.sheet.load
        if not data["success"]:
            self.fighter.inhale()
            return
        self.fighter.mark(f"holds {thing.name}", value=False)
        if load:
            self.fighter.carry(plain(max(exact(0), load - exact(thing.weight))), f"{thing.name} shed")
        else:
            self.fighter.note(f"{thing.name} is gone; the load without it is by hand")

    def rescued(self, data: Data) -> None:
        """Bring the victim ashore. Failure costs a point and may be repeated in a minute, critical failure ends it.

        Rules: F-SAVE.
        """
        self.over()
        fighter, victim = self.fighter, self.foe
        if data["success"]:
            fighter.note(f"{fighter.name} brings {victim.name} to the surface and ashore")
            victim.ashore()
        elif data["tier"] == FUMBLE:
            fighter.tire(BOOK.save.fumble, f"rescuing {victim.name} (F-SAVE)")
            fighter.mark(f"rescue {victim.who}", BROKEN_OFF)
            fighter.note(f"{fighter.name} must break off")
        else:
            next_try = fighter.count + BOOK.save.again
            fighter.tire(1, f"rescuing {victim.name} (F-SAVE)")
            fighter.mark(f"rescue {victim.who}", next_try)
            fighter.note(f"{fighter.name} may try again to rescue {victim.name}", next_try)

    def aided(self, data: Data) -> None:
        """Clear the water from the victim's lungs when first aid succeeded (F-AIR-3)."""
        self.over()
        if data["success"]:
            self.draft.end(self.action.target, DROWNED, "first aid (F-AIR-3)")
            self.foe.clean_air()
            last_side(self.draft, set())


class Slam(Landing):
    """A slam with the body, a mount or a vehicle (F-SLAM)."""

    @property
    def how(self) -> checks.How:
        return checks.How(*self.action.options)

    @property
    def dice(self) -> checks.SlamDice:
        return self.fighter.state.slam_dice(self.action.target, self.how, self.house)

    def land(self, data: Data) -> None:
        """Roll to hit (F-SLAM-1)."""
        self.roll("slammed", checks.slamming(self.sheet, self.how.kind, self.how.skill))

    def slammed(self, data: Data) -> None:
        """Ask the target for a defence after a hit (F-SLAM-2)."""
        if data["success"]:
            self.may_be_met()
        else:
            self.missed()

    def avoided(self, data: Data) -> None:
        """Let the slam miss. After a dodge the slammer goes past, perhaps into an obstacle (F-SLAM-2, FQ 26)."""
        self.result("avoided", data["how"])
        past, name, how = BOOK.slam.past, self.fighter.name, self.how
        if data["how"] != "dodge":
            self.over()
        elif int(how.yards) + past > self.fighter.state.full_move and not how.skill:
            self.over(f"{name} has not the {past} yd of Move left to go past (F-SLAM-2)")
        elif how.behind:
            self.fighter.note(f"{name} goes past and into what stands behind (F-SLAM-2)")
            self.damage("dashed", f"into what stands behind, {self.dice.attacker.text}", self.dice.attacker)
        else:
            self.over(f"{name} goes at least {past} yd past (F-SLAM-2)")

    def dashed(self, data: Data) -> None:
        """Hurt the slammer, and an obstacle behind the target, by the slammer's own damage (F-SLAM-2)."""
        points = max(0, data["total"])
        self.fighter.note(f"what stands behind takes {points} points (F-SLAM-2)")
        self.bear(points)
        self.over()

    def bear(self, points: int) -> None:
        """Let the slammer's side bear `points`: a shield, the steered mount or vehicle, or else the slammer itself.

        Rules: F-SLAM-6.
        """
        name = self.fighter.name
        if not points:
            return
        if self.how.skill:
            self.fighter.note(f"what {name} steers takes {points}; `damage` it by hand where it has a row (F-SLAM-6)")
        elif self.how.kind == checks.RUSH:
            self.fighter.note(f"the shield takes {points} in {name}'s place (F-SLAM-6)")
        else:
            self.fighter.hurt(points, "the slam", slammed=True)

    def met(self, data: Data) -> None:
        """Roll damage for the slammer first, then for the target (F-SLAM-3)."""
        self.damage("collided", f"slam {self.dice.attacker.text}", self.dice.attacker)

    def collided(self, data: Data) -> None:
        """Roll the target's damage on the slammer. `own` keeps the slammer's roll."""
        dice = self.dice.foe
        label = f"meets {self.fighter.name} with {dice.text}"
        self.damage("crashed", label, dice, by=self.action.target, own=max(0, data["total"]))

    def crashed(self, data: Data) -> None:
        """Hurt both sides and decide who falls. A rushing slammer falls at twice its basic damage.

        Rules: F-SLAM-4, F-SLAM-6.
        """
        slammer, foe = self.fighter, self.foe
        rolled, points_back = int(data["own"]), max(0, data["total"])
        points = rolled + self._shield_bonus()
        fall = formulas.falls(points, points_back)
        # Behind a shield the bonus counts for the foe's fall only, so the slammer's own is worked out without it.
        thrown_back = formulas.falls(rolled, points_back) == formulas.ONE_FALLS
        slammer_falls_too = f", {formulas.ONE_FALLS}" if thrown_back and fall != formulas.ONE_FALLS else ""
        self.result("hit", f"{points} against {points_back}: {fall}{slammer_falls_too}", points, "crushing")
        if points:
            foe.hurt(points, "the slam", slammed=True)
        self.bear(points_back)
        if thrown_back and self.how.skill:
            slammer.note(f"what {slammer.name} steers is thrown back; whether both fall is by hand (F-SLAM-6)")
        elif thrown_back:
            slammer.lie_down("thrown back")
        if fall == formulas.FOE_FALLS:
            foe.lie_down("knocked down")
        self.over()
        if fall == formulas.FOE_ROLLS and foe.now.able:
            need = Sum().add(foe.sheet.stats["DX"], "DX", "F-SLAM-4")
            foe.ask("DX", "DX to stay up", need, "steadied", slammer.who)

    def _shield_bonus(self) -> int:
        """Return the bonus of the fighter's best shield in a shield rush, 0 in any other slam."""
        if self.how.kind != checks.RUSH:
            return 0
        return max((thing.bonus for thing in self.sheet.entry.thing if thing.piece == "shield"), default=0)

    def over(self, words: str = "") -> None:
        """End the slam. After a flying tackle the fighter lies down, after a pounce it rolls to stay up (F-SLAM-6)."""
        super().over(words)
        if not self.fighter.now.able:
            return
        if self.how.kind == checks.TACKLE:
            self.fighter.lie_down("after a flying tackle")
        elif self.how.kind == checks.POUNCE:
            self._stay_up_after_a_pounce()

    def _stay_up_after_a_pounce(self) -> None:
        """Roll for the fighter to stay up, or in the saddle of a mount (F-SLAM-6)."""
        steers = self.how.skill
        if steers:
            need = Sum().add(self.sheet.skill(steers) or 0, steers, "F-SLAM-6")
            need.add(BOOK.slam.rider, "its mount pounced", "F-SLAM-6")
            self.fighter.ask("DX", "staying in the saddle", need, "steadied")
            return
        self.fighter.note(f"a rider rolls Riding {signed(BOOK.slam.rider)} or is off (F-SLAM-6)")
        need = checks.better(self.sheet, "F-SLAM-6", "DX", "Acrobatics", "Jumping")
        self.fighter.ask("DX", "staying up", need, "steadied")


@dataclass(frozen=True, slots=True)
class ThrowOptions:
    """The options of a throw: its modifier, and whether it goes `at` a target or `to` a catcher."""

    modifier: str
    way: str


class Throw(Landing):
    """A thing thrown at a target, to a catcher or into an area (F-THROW).

    Thrown weapons do not count: their skill, range and damage are by hand (F-THROW-6).
    """

    @property
    def at_somebody(self) -> bool:
        """True if the throw is meant to hit a target, not a catcher or an area."""
        return bool(self.action.target) and self.how.way == AT

    @property
    def how(self) -> ThrowOptions:
        return ThrowOptions(*self.action.options)

    def land(self, data: Data) -> None:
        """Roll to hit a target or an area (F-THROW-2)."""
        self.fighter.mark(f"holds {self.thing.name}", value=False)
        need = checks.throwing(self.sheet, self.thing, at_somebody=self.at_somebody, modifier=int(self.how.modifier))
        self.roll("thrown", need)

    def thrown(self, data: Data) -> None:
        """Ask the target for a defence after a hit. A throw to a catcher lands, and may be caught (F-CATCH-1)."""
        success, margin, target = data["success"], data["margin"], self.action.target
        if self.at_somebody:
            if success:
                self.may_be_met()
            else:
                self.missed()
            return
        where = f"lands where it should, by {margin}" if success else f"goes astray by {-margin}"
        self.over(f"{self.action.weapon} {where}")
        if target and success:
            self.foe.ask_catch(self.who, self.action.weapon, margin)

    def met(self, data: Data) -> None:
        """Roll the damage of a throw that hits. Without thrust on the sheet the game master gives the points.

        Rules: F-THROW-4, FQ 21.
        """
        dice = checks.thrown_dice(self.sheet, self.thing)
        if dice is not None:
            self.damage("struck", f"{self.action.weapon} {dice.text}", dice)
            return
        self.result("hit", "hit", kind="crushing")
        self.over(f"no thrust on {self.fighter.name}'s sheet: {self.action.target} damage N (FQ 21)")

    def struck(self, data: Data) -> None:
        """Hurt the target. A fragile thing takes damage of its own roll (F-THROW-4)."""
        points, thing = max(0, data["total"]), self.thing
        dice = checks.thrown_dice(self.sheet, thing)
        self.result("hit", f"{points} points", points, "crushing")
        self.over()
        self.foe.hurt(points, f"hit by {thing.name}")
        if thing.fragile and dice is not None:
            roll = Roll(self.who, "breakage", f"{thing.name} takes {dice.text}", dice.notation)
            self.draft.roll(roll, Task("broken", {"who": self.who, "thing": thing.name}))


STAGES = (
    "land",
    "thrown",
    "struck",
    "slammed",
    "dashed",
    "collided",
    "crashed",
    "defended",
    "avoided",
    "met",
    "parried",
    "lifted",
    "shed",
    "rescued",
    "aided",
)
"""The stages of an action under way: each is a method of its landing."""
