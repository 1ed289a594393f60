"""Deeds: an action under way, its dice, how it is met and how it ends; and what lands that is no attack (F-LIFT…)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tracker.encounter import events as ev
from tracker.encounter.questions import Ask
from tracker.encounter.state import Encounter
from tracker.systems.feats import checks, rules
from tracker.systems.feats.actions.air import Lungs
from tracker.systems.feats.actions.standing import DROWNED, POISED, Standing
from tracker.systems.feats.sheets import HouseRules, Sheet, Thing
from tracker.systems.kit import deeds
from tracker.systems.kit.figures import exact, plain
from tracker.systems.kit.roll_under import FUMBLE
from tracker.systems.kit.steps import ask_roll
from tracker.systems.kit.sums import Sum

Data = Mapping[str, Any]
"""What a stage goes on with."""
NONE, AVOIDED, PARRY, BY = "none", "avoided", "parry", "by-"
"""Answers to a slam or throw; `avoided` is the game master's word, `by-hob`: Hob takes it out of the air."""
DEFENCES = ("dodge", PARRY, "block")


def interceptors(encounter: Encounter, who: str, target: str) -> tuple[str, ...]:
    """How others could take what flies from `who` to `target` out of the air: whoever has a parry (F-CATCH-2)."""
    able = [one.id for one in encounter if one.able and one.id not in (who, target)]
    return tuple(f"{BY}{one}" for one in able if PARRY in Standing(encounter, one).own.defences)


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
        return Lungs(self.draft, self.action.target, self.house)

    @property
    def own(self) -> Sheet:
        """The sheet of whoever does it."""
        return self.body.own

    @property
    def thing(self) -> Thing:
        """The thing it is done with."""
        return self.body.here.thing(self.action.weapon)

    def over(self, words: str = "") -> None:
        """An attack or move is over, with a line in the log: its owner declares again a second later."""
        self.landed(words)
        if not self.house.every_second:
            self.draft.rules.play.restart(self.draft, self.who, "landed")
        elif self.body.now.able and self.body.here.doing is None:
            self.body.asked_in(1)

    def missed(self) -> None:
        """It goes wide."""
        self.result("missed", "missed")
        self.over()

    def done(self, words: str = "") -> None:
        """An action of seconds has landed, with a line in the log: its owner declares on this second."""
        self.landed(words)
        self.draft.rules.play.restart(self.draft, self.who, "landed")

    # How it is met

    def ask_defence(self) -> None:
        """The one aimed at may dodge, block or parry by the numbers of its sheet (F-SLAM-2, F-CATCH-1)."""
        draft, who, target = self.draft, self.who, self.action.target
        others = interceptors(draft.encounter, who, target) if self.action.verb == "throw" else ()
        draft.push("defended", who=who, action=self.action.id)
        text = f"{draft[target].name}: how does it meet {self.action.label}?"
        draft.ask(Ask.CHOOSE, target, "defence", text, (NONE, *DEFENCES, AVOIDED, *others), about=who)

    def defended(self, data: Data) -> None:
        """Goes on with the answer: nothing, a roll, or what the game master says."""
        draft, who, answer, target = self.draft, self.who, str(data["answer"]), self.action.target
        by = answer.removeprefix(BY) if answer.startswith(BY) else target
        how = PARRY if by != target else answer
        number = Standing(draft.encounter, by).own.defences.get(how)
        if answer != NONE:
            draft.emit(ev.DefenceDeclared(who=by, defence=how, against=who, label=how))
        if answer == AVOIDED:
            draft.push("avoided", who=who, action=self.action.id, how=how)
        elif number is None:
            draft.push("met", who=who, action=self.action.id)
        else:
            need = Sum().add(number, how, "F-CATCH-2" if by != target else "")
            told = "snatched out of the air" if by != target else how
            ask_roll(draft, by, "defence", how, need, "parried", who, action=self.action.id, how=told, by=who)

    def parried(self, data: Data) -> None:
        """The defence was rolled."""
        (self.avoided if data["success"] else self.met)(data)

    def avoided(self, data: Data) -> None:
        """It comes to nothing."""
        self.result("avoided", data["how"])
        self.over()

    def met(self, data: Data) -> None:
        """Nothing avoids it, and nothing more comes of it."""
        self.over()


class Exertion(Deed):
    """What is no attack: things lifted, shoved, shed, jumps, a breath drawn, somebody saved."""

    __slots__ = ()

    def land(self, data: Data) -> None:
        """What it comes to when it lands; with a roll it goes on in its stage."""
        body, own, options = self.body, self.own, self.action.options
        match self.action.verb:
            case "shove":
                self.over(f"{options[0]} lb give way (F-GRAB-3)")
            case "hurdle":
                self.over(f"{body.name} is over it: waist-high takes a whole Move (F-JUMP-3)")
            case "jump":
                figures = checks.figures(own, exact(options[0]))
                high, broad = plain(figures["high_inches"]), plain(figures["broad_feet"])
                self.over(f"{body.name} clears {high} in up or {broad} ft across (F-JUMP)")
            case "rescue":
                self.roll("rescued", checks.rescue(own, self.foe.own, int(options[0])))
            case "firstaid":
                self.roll("aided", checks.first_aid(own))
            case "shed":
                self.roll("shed", checks.shedding(own, self.thing.piece))
            case "lift" if own.skill("Lifting") is not None:
                self.roll("lifted", Sum().add(own.skill("Lifting") or 0, "Lifting", "F-LIFT-5"))
            case "lift":
                self.lifted({"success": False})
            case "ready":
                body.mark(f"holds {self.action.weapon}", True)
                self.done()
            case "hold":
                self.done()
                body.hold(options[0], unprepared=False)
            case _:
                body.mark(POISED, body.count)
                self.done()

    def lifted(self, data: Data) -> None:
        """Whether it goes up: 8·BL, more by a Lifting roll; a person may have got free (F-LIFT-5, F-GRAB-2)."""
        (weight, helpers, person), here = self.action.options, self.body.here
        bonus = rules.lift_bonus(data["margin"] if data["success"] else 0)
        bound = here.most("lift", (weight, helpers)) * (100 + bonus) / 100
        words = "up it goes" if exact(weight) <= bound else "it stays where it is"
        told = f"{weight} lb against {plain(bound)} lb: {words} (F-LIFT-2, F-LIFT-5)"
        self.done(here.held_fast(person) or told)

    def shed(self, data: Data) -> None:
        """A piece of gear is off, with its weight; failure inhales water (F-SWIM-3)."""
        self.done()
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
        """The roll of lifesaving has fallen (F-SAVE)."""
        self.over()
        self.body.saved(self.foe, data["success"], fumbled=data["tier"] == FUMBLE)

    def aided(self, data: Data) -> None:
        """The water is out of the lungs, or not yet (F-AIR-3)."""
        self.over()
        if data["success"]:
            self.draft.end(self.action.target, DROWNED, "first aid (F-AIR-3)")
            self.foe.clean_air()
