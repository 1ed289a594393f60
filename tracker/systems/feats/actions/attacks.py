"""Attacks: slams from the roll to hit to who falls, throws from the roll to the points, and catching.

Thrown weapons are no thrown objects: their skill, range and damage are by hand (F-THROW-6).
"""

from __future__ import annotations

from typing import Any

from tracker.encounter.draft import Draft
from tracker.encounter.questions import Ask, Roll, Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.feats import checks, rules
from tracker.systems.feats.actions.deeds import BY, NONE, PARRY, Data, Deed, interceptors
from tracker.systems.feats.actions.standing import Standing
from tracker.systems.feats.book.tables import ACTIVITIES, BOOK
from tracker.systems.feats.sheets import HP, HouseRules, Sheet
from tracker.systems.kit.figures import exact
from tracker.systems.kit.sixes import Sixes
from tracker.systems.kit.steps import ask_roll
from tracker.systems.kit.sums import Sum, signed

AT, TO = "at", "to"
"""A throw at somebody, or to somebody who may catch it."""


def both_dice(encounter: Encounter, who: str, target: str, how: checks.How, house: HouseRules) -> tuple[Sixes, Sixes]:
    """Both sides' dice: HP × velocity / 100, one's own or those of what one steers (F-SLAM-3, F-SLAM-6)."""
    velocity = exact(how.yards) + exact(how.foe)
    points = int(how.hp) if how.hp else encounter[who].full(HP), encounter[target].full(HP)
    own, foe = (rules.collision(hp, velocity) for hp in points)
    return rules.strong(own, house.all_out) if how.strong else own, foe


class Slam(Deed):
    """One's body against another's (F-SLAM)."""

    __slots__ = ()

    @property
    def how(self) -> checks.How:
        """In which way."""
        return checks.How(*self.action.options)

    @property
    def dice(self) -> tuple[Sixes, Sixes]:
        """Both sides' dice."""
        return both_dice(self.draft.encounter, self.who, self.action.target, self.how, self.house)

    def land(self, data: Data) -> None:
        """The roll to hit with one's body (F-SLAM-1)."""
        self.roll("slammed", checks.slamming(self.own, self.how.kind, self.how.skill))

    def slammed(self, data: Data) -> None:
        """Hit: the foe may meet it (F-SLAM-2)."""
        (self.ask_defence if data["success"] else self.missed)()

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
            self.body.hurt(points, "the slam")

    def met(self, data: Data) -> None:
        """Both roll: first whoever slams, then the foe (F-SLAM-3)."""
        self.damage("collided", f"slam {self.dice[0].text}", self.dice[0])

    def collided(self, data: Data) -> None:
        """The foe's dice on whoever slams."""
        foe, own = self.dice[1], max(0, data["total"])
        self.damage("crashed", f"meets it with {foe.text}", foe, by=self.action.target, own=own)

    def crashed(self, data: Data) -> None:
        """Points on both, and who falls; behind a shield one falls at twice one's basic damage (F-SLAM-4, F-SLAM-6)."""
        body, foe, own, back = self.body, self.foe, int(data["own"]), max(0, data["total"])
        rush = self.how.kind == checks.RUSH
        shields = [one.bonus for one in self.own.entry.thing if rush and one.piece == "shield"]
        points = own + max(shields, default=0)
        fall, thrown_back = rules.falls(points, back), rules.falls(own, back) is rules.Fall.ONE
        more = f", {rules.Fall.ONE.value}" if thrown_back and fall is not rules.Fall.ONE else ""
        self.result("hit", f"{points} against {back}: {fall.value}{more}", points, "crushing")
        if points:
            foe.hurt(points, "the slam")
        self.bear(back)
        if thrown_back and self.how.skill:
            body.note(f"what {body.name} steers is thrown back; whether both fall is by hand (F-SLAM-6)")
        elif thrown_back:
            body.lie_down("thrown back")
        if fall is rules.Fall.FOE:
            foe.lie_down("knocked down")
        self.over()
        if fall is rules.Fall.FOE_ROLLS and foe.now.able:
            foe.stay_up(Sum().add(foe.own.stats["DX"], "DX", "F-SLAM-4"), "DX to stay up", target=body.who)

    def over(self, words: str = "") -> None:
        """The action ends; a flying tackle lies down, whatever came of it, a pounce rolls to stay up (F-SLAM-6)."""
        Deed.over(self, words)
        kind, able, steered = self.how.kind, self.body.now.able, self.how.skill
        if kind == checks.TACKLE and able:
            self.body.lie_down("after a flying tackle")
        elif kind == checks.POUNCE and able and steered:
            need = Sum().add(self.own.skill(steered) or 0, steered, "F-SLAM-6")
            self.body.stay_up(need.add(BOOK.slam.rider, "its mount pounced", "F-SLAM-6"), "staying in the saddle")
        elif kind == checks.POUNCE and able:
            self.body.note(f"a rider rolls Riding {signed(BOOK.slam.rider)} or is off (F-SLAM-6)")
            self.body.stay_up(checks.staying_up(self.own), "staying up")


class Throw(Deed):
    """A thing thrown at somebody, to somebody or into an area (F-THROW)."""

    __slots__ = ()

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
            self.ask_defence()
        elif self.at_somebody:
            self.missed()
        else:
            words = f"lands where it should, by {margin}" if success else f"goes astray by {-margin}"
            self.over(f"{action.weapon} {words}")
            if action.target and success:
                ask_catch(self.draft, action.target, self.who, action.weapon, margin)

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


# Catching


def ways_to_catch(sheet: Sheet) -> dict[str, str]:
    """The skills one may catch by, "" for DX, by the word that answers so (F-CATCH-1)."""
    sports = (name for name in sheet.skills if name not in BOOK.catch.no_sports)
    return {"dx": "", **{name.casefold().replace(" ", "-"): name for name in sports}}


def waits(one: Standing) -> bool:
    """Whether somebody waits and does nothing else: it is ready to catch (F-CATCH-1)."""
    return one.one.waiting and (one.doing is None or one.doing.key not in ACTIVITIES)


def ask_catch(draft: Draft, who: str, thrower: str, thing: str, margin: int, others: bool = True) -> None:
    """Whoever it was thrown to may catch it, by DX or a sport; that takes no time: it counts as a parry (F-CATCH-1).

    With `others` somebody else may take it out of the air first (F-CATCH-2).
    """
    if not draft[who].able:
        return
    between = interceptors(draft.encounter, thrower, who) if others else ()
    words = (*ways_to_catch(Standing(draft.encounter, who).own), NONE, *between)
    draft.push("catching", who=who, thrower=thrower, thing=thing, margin=margin)
    draft.ask(
        Ask.CHOOSE, who, "catch", f"{draft[who].name}: catch {thing}, thrown well by {margin}?", words, about=thrower
    )


def catching(draft: Draft, data: Data) -> None:
    """Goes on with how it is caught."""
    who, answer = data["who"], str(data["answer"])
    by = answer.removeprefix(BY)
    if answer.startswith(BY):
        intercept(draft, by, thrown=data["margin"], thing=data["thing"], catcher=who, thrower=data["thrower"])
    elif answer != NONE:
        sport = ways_to_catch(Standing(draft.encounter, who).own).get(answer, "")
        catch(draft, who, data["margin"], waits(Standing(draft.encounter, who)), sport)


def catch(draft: Draft, who: str, margin: int, waiting: bool, sport: str) -> None:
    """The roll to catch what was thrown to one; raises Refused for a sport that is not on the sheet (F-CATCH-1)."""
    own = Standing(draft.encounter, who).own
    if sport and own.skill(sport) is None:
        raise Refused(f"{draft[who].name} has no {sport} on the sheet; catch by DX instead.")
    ask_roll(draft, who, "catch", "catch", checks.catching(own, waiting, margin, sport), "caught")


def intercept(draft: Draft, who: str, **data: Any) -> None:
    """What flies to somebody else is taken with a parry against a thrown weapon; it takes no time (F-CATCH-2)."""
    number = Standing(draft.encounter, who).own.defences.get(PARRY)
    if number is None or not draft[who].able:
        raise Refused(f"{draft[who].name} has no parry on the sheet to intercept with, or is out of the fight.")
    ask_roll(draft, who, "intercept", "intercept", Sum().add(number, "parry", "F-CATCH-2"), "intercepted", **data)


def intercepted(draft: Draft, data: Data) -> None:
    """It is snatched out of the air, or flies on to whoever may catch it."""
    draft.note("snatched out of the air" if data["success"] else "it flies past", data["who"])
    if not data["success"] and "catcher" in data:
        ask_catch(draft, data["catcher"], data["thrower"], data["thing"], data["thrown"], others=False)
