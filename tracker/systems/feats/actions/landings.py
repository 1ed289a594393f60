"""Landings: an action under way from its landing to its end: exertions, slams, throws, and how they are met."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.encounter.features.sides import last_side
from tracker.model.questions import Roll, Task
from tracker.systems.feats import checks, formulas
from tracker.systems.feats.actions import refusals
from tracker.systems.feats.actions.breath import BreathingFighter
from tracker.systems.feats.actions.fighter_state import AT, DEFENCES, DROWNED, PARRY, POISED, WORDS
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import HouseRules, Sheet, Thing
from tracker.systems.kit import resolving_action
from tracker.systems.kit.exact_numbers import exact, plain
from tracker.systems.kit.resolving_action import Data
from tracker.systems.kit.roll_under import FUMBLE
from tracker.systems.kit.sums import Sum, signed

BROKEN_OFF = -1
"""The mark of a rescue that may not be tried again (F-SAVE)."""


@dataclass(frozen=True, slots=True)
class Landing(resolving_action.Deed):
    """An action under way, under these house rules; each of its stages is a method."""

    house: HouseRules

    @property
    def fighter(self) -> BreathingFighter:
        """The fighter whose action it is."""
        return BreathingFighter(self.draft, self.who, self.house)

    @property
    def foe(self) -> BreathingFighter:
        """The fighter it is aimed at."""
        return self.fighter.another(self.action.target)

    @property
    def sheet(self) -> Sheet:
        """The sheet of its fighter."""
        return self.fighter.sheet

    @property
    def thing(self) -> Thing:
        """The thing it is done with."""
        return self.fighter.state.thing(self.action.weapon)

    def over(self, words: str = "") -> None:
        """It is over, with a line in the log; its fighter declares now if it took seconds, else a second later."""
        self.landed(words)
        if self.action.speed or not self.house.every_second:
            self.draft.rules.turns.schedule_next_turn(self.draft, self.who, "landed")
        elif self.fighter.now.able and self.fighter.state.doing is None:
            self.fighter.asked_in(1)

    def may_be_met(self) -> None:
        """The one aimed at may dodge, block or parry by the numbers of its sheet (F-SLAM-2, F-CATCH-1)."""
        interceptors: tuple[str, ...] = ()
        if self.action.verb == "throw":
            interceptors = self.fighter.state.interceptors(self.action.target)
        self.ask_defence(DEFENCES, interceptors)

    def defence(self, by: str, answer: str) -> tuple[str, str, Sum | None]:
        """By the number of the sheet; another fighter takes what flies with a parry (F-CATCH-2)."""
        intercepts = by != self.action.target
        way = PARRY if intercepts else answer
        number = self.fighter.another(by).sheet.defences.get(way)
        need = None if number is None else Sum().add(number, way, "F-CATCH-2" if intercepts else "")
        return way, "snatched out of the air" if intercepts else way, need


class Exertion(Landing):
    """What is no attack: things lifted, shoved, shed, jumps, a breath drawn, somebody saved."""

    def land(self, data: Data) -> None:
        """What it comes to when it lands; with a roll it goes on in its stage."""
        verb, fighter, options = self.action.verb, self.fighter, self.action.options
        match verb:
            case "shove" | "hurdle" | "jump":
                amount = options[0] if options else "0"
                figures = {what: plain(value) for what, value in checks.figures(self.sheet, exact(amount)).items()}
                self.over(WORDS["action"][verb]["landed"].format(name=fighter.name, first=amount, **figures))
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
                fighter.mark(f"holds {self.action.weapon}", True)
                self.over()
            case "hold":
                self.over()
                fighter.hold(options[0], unprepared=False)
            case _:
                fighter.mark(POISED, fighter.count)
                self.over()

    def lifted(self, data: Data) -> None:
        """Whether it goes up: 8·BL, more by a Lifting roll; a person may have got free (F-LIFT-5, F-GRAB-2)."""
        pounds, helpers, person = self.action.options
        state = self.fighter.state
        bonus = formulas.lift_bonus(data["margin"] if data["success"] else 0)
        limit = state.most_pounds("lift", (pounds, helpers)) * (100 + bonus) / 100
        outcome = "up it goes" if exact(pounds) <= limit else "it stays where it is"
        text = f"{pounds} lb against {plain(limit)} lb: {outcome} (F-LIFT-2, F-LIFT-5)"
        self.over(refusals.why_not_lifted(state, person) or text)

    def shed(self, data: Data) -> None:
        """A piece of gear is off, with its weight; failure inhales water (F-SWIM-3)."""
        self.over()
        thing, load = self.thing, self.sheet.load
        if not data["success"]:
            self.fighter.inhale()
            return
        self.fighter.mark(f"holds {thing.name}", False)
        if load:
            self.fighter.carry(plain(max(exact(0), load - exact(thing.weight))), f"{thing.name} shed")
        else:
            self.fighter.note(f"{thing.name} is gone; the load without it is by hand")

    def rescued(self, data: Data) -> None:
        """Out of the water; else a point and again in a minute, or broken off at 6 (F-SAVE)."""
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
        """The water is out of the lungs, or not yet (F-AIR-3)."""
        self.over()
        if data["success"]:
            self.draft.end(self.action.target, DROWNED, "first aid (F-AIR-3)")
            self.foe.clean_air()
            last_side(self.draft, set())


class Slam(Landing):
    """A body against another body (F-SLAM)."""

    @property
    def how(self) -> checks.How:
        """In which way it is done."""
        return checks.How(*self.action.options)

    @property
    def dice(self) -> checks.SlamDice:
        """Both sides' dice."""
        return self.fighter.state.slam_dice(self.action.target, self.how, self.house)

    def land(self, data: Data) -> None:
        """The roll to hit (F-SLAM-1)."""
        self.roll("slammed", checks.slamming(self.sheet, self.how.kind, self.how.skill))

    def slammed(self, data: Data) -> None:
        """Hit: the foe may meet it (F-SLAM-2)."""
        if data["success"]:
            self.may_be_met()
        else:
            self.missed()

    def avoided(self, data: Data) -> None:
        """The slam misses; one that is dodged goes on past the foe, and into what stands there (F-SLAM-2, FQ 26)."""
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
        """A solid obstacle behind the foe takes the slammer's damage, and so does the slammer (F-SLAM-2)."""
        points = max(0, data["total"])
        self.fighter.note(f"what stands behind takes {points} points (F-SLAM-2)")
        self.bear(points)
        self.over()

    def bear(self, points: int) -> None:
        """Damage that comes back on the slammer; its shield takes it, or what it steers (F-SLAM-6)."""
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
        """Both roll damage: first the slammer, then the foe (F-SLAM-3)."""
        self.damage("collided", f"slam {self.dice.attacker.text}", self.dice.attacker)

    def collided(self, data: Data) -> None:
        """The foe's dice on the slammer; `own` keeps what the slammer has rolled."""
        dice = self.dice.foe
        label = f"meets {self.fighter.name} with {dice.text}"
        self.damage("crashed", label, dice, by=self.action.target, own=max(0, data["total"]))

    def crashed(self, data: Data) -> None:
        """Points on both, and who falls (F-SLAM-4); a shield rush falls at twice its basic damage (F-SLAM-6)."""
        slammer, foe = self.fighter, self.foe
        rolled, points_back = int(data["own"]), max(0, data["total"])
        points = rolled + self._shield_bonus()
        fall = formulas.falls(points, points_back)
        # Behind a shield the bonus counts for the foe's fall only, so the slammer's own is worked out without it.
        thrown_back = formulas.falls(rolled, points_back) == formulas.ONE_FALLS
        also = f", {formulas.ONE_FALLS}" if thrown_back and fall != formulas.ONE_FALLS else ""
        self.result("hit", f"{points} against {points_back}: {fall}{also}", points, "crushing")
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
        """What a shield adds to the damage of a rush (F-SLAM-6)."""
        if self.how.kind != checks.RUSH:
            return 0
        return max((thing.bonus for thing in self.sheet.entry.thing if thing.piece == "shield"), default=0)

    def over(self, words: str = "") -> None:
        """The action ends; a flying tackle lies down, whatever came of it, a pounce rolls to stay up (F-SLAM-6)."""
        super().over(words)
        if not self.fighter.now.able:
            return
        if self.how.kind == checks.TACKLE:
            self.fighter.lie_down("after a flying tackle")
        elif self.how.kind == checks.POUNCE:
            self._stay_up_after_a_pounce()

    def _stay_up_after_a_pounce(self) -> None:
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
    """The words a throw keeps: its modifier, and whether it is thrown `at` the target or `to` it."""

    modifier: str
    way: str


class Throw(Landing):
    """A thing thrown at somebody, to somebody or into an area (F-THROW).

    Thrown weapons are no thrown objects: their skill, range and damage are by hand (F-THROW-6).
    """

    @property
    def at_somebody(self) -> bool:
        """Whether it is thrown to hit a target, not to be caught and not into an area."""
        return bool(self.action.target) and self.how.way == AT

    @property
    def how(self) -> ThrowOptions:
        """The modifier and the way it is thrown."""
        return ThrowOptions(*self.action.options)

    def land(self, data: Data) -> None:
        """The roll to hit a target or an area (F-THROW-2)."""
        self.fighter.mark(f"holds {self.thing.name}", False)
        need = checks.throwing(self.sheet, self.thing, at_somebody=self.at_somebody, modifier=int(self.how.modifier))
        self.roll("thrown", need)

    def thrown(self, data: Data) -> None:
        """At a target: it may be met when it hits; else it lands, and the target may catch it (F-CATCH-1)."""
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
        """Damage dice; without thrust on the sheet the game master gives the points (F-THROW-4, FQ 21)."""
        dice = checks.thrown_dice(self.sheet, self.thing)
        if dice is not None:
            self.damage("struck", f"{self.action.weapon} {dice.text}", dice)
            return
        self.result("hit", "hit", kind="crushing")
        self.over(f"no thrust on {self.fighter.name}'s sheet: {self.action.target} damage N (FQ 21)")

    def struck(self, data: Data) -> None:
        """Points of a thrown thing; one that is fragile takes the same, rolled for itself (F-THROW-4)."""
        points, thing = max(0, data["total"]), self.thing
        dice = checks.thrown_dice(self.sheet, thing)
        self.result("hit", f"{points} points", points, "crushing")
        self.over()
        self.foe.hurt(points, f"hit by {thing.name}")
        if thing.fragile and dice is not None:
            roll = Roll(self.who, "breakage", f"{thing.name} takes {dice.text}", dice.notation)
            self.draft.roll(roll, Task("broken", {"who": self.who, "thing": thing.name}))
