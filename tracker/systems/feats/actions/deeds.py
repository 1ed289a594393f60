"""Deeds: an action under way from its landing to its end: exertions, slams, throws, and how they are met."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.encounter.features.sides import last_side
from tracker.model.questions import Roll, Task
from tracker.systems.feats import checks, rules
from tracker.systems.feats.actions.air import Lungs
from tracker.systems.feats.actions.standing import AT, DEFENCES, DROWNED, PARRY, POISED, WORDS
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import HouseRules, Sheet, Thing
from tracker.systems.kit import deeds
from tracker.systems.kit.deeds import Data
from tracker.systems.kit.figures import exact, plain
from tracker.systems.kit.roll_under import FUMBLE
from tracker.systems.kit.sixes import Sixes
from tracker.systems.kit.sums import Sum, signed


@dataclass(frozen=True, slots=True)
class Deed(deeds.Deed):
    """An action under way, under these house rules; each of its stages is a method."""

    house: HouseRules

    @property
    def body(self) -> Lungs:
        """The body of whoever does it."""
        return Lungs(self.draft, self.who, self.house)

    @property
    def foe(self) -> Lungs:
        """The body it is aimed at."""
        return self.body.another(self.action.target)

    @property
    def own(self) -> Sheet:
        """The sheet of whoever does it."""
        return self.body.own

    @property
    def thing(self) -> Thing:
        """The thing it is done with."""
        return self.body.here.thing(self.action.weapon)

    def over(self, words: str = "") -> None:
        """It is over, with a line in the log: its owner declares on this second if it took any, else a second later."""
        self.landed(words)
        if self.action.speed or not self.house.every_second:
            self.draft.rules.turns.schedule_next_turn(self.draft, self.who, "landed")
        elif self.body.now.able and self.body.here.doing is None:
            self.body.asked_in(1)

    def may_be_met(self) -> None:
        """The one aimed at may dodge, block or parry by the numbers of its sheet (F-SLAM-2, F-CATCH-1)."""
        flies = self.action.verb == "throw"
        self.ask_defence(DEFENCES, self.body.here.interceptors(self.action.target) if flies else ())

    def defence(self, by: str, answer: str) -> tuple[str, str, Sum | None]:
        """By the number of the sheet; somebody else takes what flies with a parry (F-CATCH-2)."""
        other = by != self.action.target
        how, rule = (PARRY, "F-CATCH-2") if other else (answer, "")
        number = self.body.another(by).own.defences.get(how)
        need = None if number is None else Sum().add(number, how, rule)
        return how, "snatched out of the air" if other else how, need


class Exertion(Deed):
    """What is no attack: things lifted, shoved, shed, jumps, a breath drawn, somebody saved."""

    def land(self, data: Data) -> None:
        """What it comes to when it lands; with a roll it goes on in its stage."""
        body, own, options = self.body, self.own, self.action.options
        match self.action.verb:
            case "shove" | "hurdle" | "jump" as verb:
                first = options[0] if options else "0"
                figures = {what: plain(value) for what, value in checks.figures(own, exact(first)).items()}
                self.over(WORDS["action"][verb]["landed"].format(name=body.name, first=first, **figures))
            case "rescue" | "firstaid" as verb:
                need = checks.saving(verb, own, self.foe.own, *options)
                self.roll("rescued" if verb == "rescue" else "aided", need)
            case "shed":
                self.roll("shed", checks.shedding(own, self.thing.piece))
            case "lift" if own.skill("Lifting") is not None:
                self.roll("lifted", Sum().add(own.skill("Lifting") or 0, "Lifting", "F-LIFT-5"))
            case "lift":
                self.lifted({"success": False})
            case "ready":
                body.mark(f"holds {self.action.weapon}", True)
                self.over()
            case "hold":
                self.over()
                body.hold(options[0], unprepared=False)
            case _:
                body.mark(POISED, body.count)
                self.over()

    def lifted(self, data: Data) -> None:
        """Whether it goes up: 8·BL, more by a Lifting roll; a person may have got free (F-LIFT-5, F-GRAB-2)."""
        (weight, helpers, person), here = self.action.options, self.body.here
        bonus = rules.lift_bonus(data["margin"] if data["success"] else 0)
        bound = here.most("lift", (weight, helpers)) * (100 + bonus) / 100
        words = "up it goes" if exact(weight) <= bound else "it stays where it is"
        told = f"{weight} lb against {plain(bound)} lb: {words} (F-LIFT-2, F-LIFT-5)"
        self.over(here.held_fast(person) or told)

    def shed(self, data: Data) -> None:
        """A piece of gear is off, with its weight; failure inhales water (F-SWIM-3)."""
        self.over()
        thing, load = self.thing, self.own.load
        if not data["success"]:
            self.body.inhale()
            return
        self.body.mark(f"holds {thing.name}", False)
        if load:
            self.body.carry(plain(max(exact(0), load - exact(thing.weight))), f"{thing.name} shed")
        else:
            self.body.note(f"{thing.name} is gone; the load without it is by hand")

    def rescued(self, data: Data) -> None:
        """Out of the water; else a point and again in a minute, or broken off at 6 (F-SAVE)."""
        self.over()
        body, victim, fumbled = self.body, self.foe, data["tier"] == FUMBLE
        if data["success"]:
            body.note(f"{body.name} brings {victim.name} to the surface and ashore")
            victim.ashore()
            return
        body.tire(BOOK.save.fumble if fumbled else 1, f"rescuing {victim.name} (F-SAVE)")
        again = -1 if fumbled else body.count + BOOK.save.again
        body.mark(f"rescue {victim.who}", again)
        body.note(f"{body.name} {'must break off' if fumbled else f'may try again to rescue {victim.name}'}", again)

    def aided(self, data: Data) -> None:
        """The water is out of the lungs, or not yet (F-AIR-3)."""
        self.over()
        if data["success"]:
            self.draft.end(self.action.target, DROWNED, "first aid (F-AIR-3)")
            self.foe.clean_air()
            last_side(self.draft, set())


class Slam(Deed):
    """One's body against another's (F-SLAM)."""

    @property
    def how(self) -> checks.How:
        """In which way it is done."""
        return checks.How(*self.action.options)

    @property
    def dice(self) -> tuple[Sixes, Sixes]:
        """Both sides' dice."""
        return self.body.here.slam_dice(self.action.target, self.how, self.house)

    def land(self, data: Data) -> None:
        """The roll to hit with one's body (F-SLAM-1)."""
        self.roll("slammed", checks.slamming(self.own, self.how.kind, self.how.skill))

    def slammed(self, data: Data) -> None:
        """Hit: the foe may meet it (F-SLAM-2)."""
        (self.may_be_met if data["success"] else self.missed)()

    def avoided(self, data: Data) -> None:
        """It comes to nothing; dodged, one goes on past, and into what stands there (F-SLAM-2, FQ 26)."""
        self.result("avoided", data["how"])
        past, name, how = BOOK.slam.past, self.body.name, self.how
        if data["how"] != "dodge":
            self.over()
        elif int(how.yards) + past > self.body.here.full_move and not how.skill:
            self.over(f"{name} has not the {past} yd of Move left to go past (F-SLAM-2)")
        elif how.behind:
            self.body.note(f"{name} goes past and into what stands behind (F-SLAM-2)")
            self.damage("dashed", f"into what stands behind, {self.dice[0].text}", self.dice[0])
        else:
            self.over(f"{name} goes at least {past} yd past (F-SLAM-2)")

    def dashed(self, data: Data) -> None:
        """A solid obstacle behind the foe takes one's damage roll, and so does oneself (F-SLAM-2)."""
        points = max(0, data["total"])
        self.body.note(f"what stands behind takes {points} points (F-SLAM-2)")
        self.bear(points)
        self.over()

    def bear(self, points: int) -> None:
        """What comes back on whoever slams: the shield takes it, or what is steered (F-SLAM-6)."""
        name, steered = self.body.name, self.how.skill
        if points and steered:
            self.body.note(f"what {name} steers takes {points}; `damage` it by hand where it has a row (F-SLAM-6)")
        elif points and self.how.kind == checks.RUSH:
            self.body.note(f"the shield takes {points} in {name}'s place (F-SLAM-6)")
        elif points:
            self.body.hurt(points, "the slam", slammed=True)

    def met(self, data: Data) -> None:
        """Both roll: first whoever slams, then the foe (F-SLAM-3)."""
        self.damage("collided", f"slam {self.dice[0].text}", self.dice[0])

    def collided(self, data: Data) -> None:
        """The foe's dice on whoever slams."""
        foe, own = self.dice[1], max(0, data["total"])
        self.damage("crashed", f"meets {self.body.name} with {foe.text}", foe, by=self.action.target, own=own)

    def crashed(self, data: Data) -> None:
        """Points on both, and who falls; behind a shield one falls at twice one's basic damage (F-SLAM-4, F-SLAM-6)."""
        body, foe, own, back = self.body, self.foe, int(data["own"]), max(0, data["total"])
        rush = self.how.kind == checks.RUSH
        shields = [one.bonus for one in self.own.entry.thing if rush and one.piece == "shield"]
        points = own + max(shields, default=0)
        fall, thrown_back = rules.falls(points, back), rules.falls(own, back) == rules.ONE_FALLS
        more = f", {rules.ONE_FALLS}" if thrown_back and fall != rules.ONE_FALLS else ""
        self.result("hit", f"{points} against {back}: {fall}{more}", points, "crushing")
        if points:
            foe.hurt(points, "the slam", slammed=True)
        self.bear(back)
        if thrown_back and self.how.skill:
            body.note(f"what {body.name} steers is thrown back; whether both fall is by hand (F-SLAM-6)")
        elif thrown_back:
            body.lie_down("thrown back")
        if fall == rules.FOE_FALLS:
            foe.lie_down("knocked down")
        self.over()
        if fall == rules.FOE_ROLLS and foe.now.able:
            foe.ask("DX", "DX to stay up", Sum().add(foe.own.stats["DX"], "DX", "F-SLAM-4"), "steadied", body.who)

    def over(self, words: str = "") -> None:
        """The action ends; a flying tackle lies down, whatever came of it, a pounce rolls to stay up (F-SLAM-6)."""
        Deed.over(self, words)
        kind, able, steered = self.how.kind, self.body.now.able, self.how.skill
        if kind == checks.TACKLE and able:
            self.body.lie_down("after a flying tackle")
        elif kind == checks.POUNCE and able and steered:
            need = Sum().add(self.own.skill(steered) or 0, steered, "F-SLAM-6")
            need.add(BOOK.slam.rider, "its mount pounced", "F-SLAM-6")
            self.body.ask("DX", "staying in the saddle", need, "steadied")
        elif kind == checks.POUNCE and able:
            self.body.note(f"a rider rolls Riding {signed(BOOK.slam.rider)} or is off (F-SLAM-6)")
            need = checks.better(self.own, "F-SLAM-6", "DX", "Acrobatics", "Jumping")
            self.body.ask("DX", "staying up", need, "steadied")


class Throw(Deed):
    """A thing thrown at somebody, to somebody or into an area (F-THROW).

    Thrown weapons are no thrown objects: their skill, range and damage are by hand (F-THROW-6).
    """

    @property
    def at_somebody(self) -> bool:
        """Whether it is thrown at somebody, not to one who may catch it or into an area."""
        return bool(self.action.target) and self.action.options[1] == AT

    def land(self, data: Data) -> None:
        """The roll to hit somebody, or an area, where somebody may be to catch it (F-THROW-2)."""
        self.body.mark(f"holds {self.thing.name}", False)
        modifier = int(self.action.options[0])
        self.roll("thrown", checks.throwing(self.own, self.thing, self.at_somebody, modifier))

    def thrown(self, data: Data) -> None:
        """Into an area nobody is hit, but somebody may catch it; at somebody who is hit, it may be met (F-CATCH-1)."""
        success, margin, action = data["success"], data["margin"], self.action
        if self.at_somebody and success:
            self.may_be_met()
        elif self.at_somebody:
            self.missed()
        else:
            words = f"lands where it should, by {margin}" if success else f"goes astray by {-margin}"
            self.over(f"{action.weapon} {words}")
            if action.target and success:
                self.foe.ask_catch(self.who, action.weapon, margin)

    def met(self, data: Data) -> None:
        """Dice for what was hit; without thrust on the sheet points are by hand (F-THROW-4, FQ 21)."""
        rolled = checks.thrown_dice(self.own, self.thing)
        if rolled is not None:
            self.damage("struck", f"{self.action.weapon} {rolled.text}", rolled)
            return
        self.result("hit", "hit", kind="crushing")
        self.over(f"no thrust on {self.body.name}'s sheet: {self.action.target} damage N (FQ 21)")

    def struck(self, data: Data) -> None:
        """Points of a thrown thing; one that is fragile takes the same, rolled for itself (F-THROW-4)."""
        points, thing, rolled = max(0, data["total"]), self.thing, checks.thrown_dice(self.own, self.thing)
        self.result("hit", f"{points} points", points, "crushing")
        self.over()
        self.foe.hurt(points, f"hit by {thing.name}")
        if thing.fragile and rolled is not None:
            roll = Roll(self.who, "breakage", f"{thing.name} takes {rolled.text}", rolled.notation)
            self.draft.roll(roll, Task("broken", {"who": self.who, "thing": thing.name}))
