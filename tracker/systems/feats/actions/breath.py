"""Breath: deep water, drowning, breath, no air, coming round (F-SWIM, F-BREATH, F-AIR, F-SAVE)."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.encounter.features.sides import last_side
from tracker.model.state import Rank
from tracker.systems.feats import checks, formulas
from tracker.systems.feats.actions import fighter_state
from tracker.systems.feats.actions.fighter_changes import FighterChanges
from tracker.systems.feats.actions.fighter_state import AIRLESS, BREATH, DEAD, DROWNED, DROWNING, UNCONSCIOUS, WATER
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import FP
from tracker.systems.kit.pool_changes import give
from tracker.systems.kit.sums import Sum

SWIMMING, OUT_OF_BREATH, NO_AIR, DEATH, REST = "swimming", "out of breath", "no air", "death", "rest"
"""What the agenda calls a Swimming roll, the end of a breath, a second without air, death, and a point of rest."""
ON_THE_AGENDA = (SWIMMING, OUT_OF_BREATH, NO_AIR, DEATH, REST)


@dataclass(frozen=True, slots=True)
class BreathingFighter(FighterChanges):
    """A fighter as water and air change it."""

    @property
    def breathes(self) -> bool:
        """Whether it needs air at all."""
        return "no air needed" not in self.sheet.entry.traits

    # Deep water

    def dive(self, on_purpose: bool) -> None:
        """Into deep water: a Swimming roll at once, unless the fighter lives in water (F-SWIM-1)."""
        self.gain(WATER)
        self.mark(fighter_state.ON_PURPOSE, on_purpose)
        self.mark(fighter_state.AFLOAT, False)
        if self.now.able:
            self.set_out("paddle")
        if not {"amphibious", "aquatic"}.intersection(self.sheet.entry.traits):
            self.swimming_roll()

    def swimming_roll(self) -> None:
        """The Swimming roll is due; an unconscious fighter does not roll it (F-SWIM-1)."""
        if self.state.has(WATER) and self.now.able:
            self.ask(SWIMMING, "Swimming", checks.swimming(self.sheet, self.state.swims_on_purpose), "swam")

    def swam(self, success: bool) -> None:
        """Failed: a point, and again in 5 s; recovered: in a minute; else every five minutes (F-SWIM-1, F-SWIM-2)."""
        if not success:
            self.inhale()
            return
        recovered = self.state.has(DROWNING)
        self.draft.end(self.who, DROWNING, "the head is above water")
        if not self.state.has(AIRLESS):
            self.cancel(NO_AIR, why="air again")
        self.mark(fighter_state.AFLOAT, True)
        self.due(SWIMMING, BOOK.swim.recovered if recovered else BOOK.swim.every)

    def inhale(self) -> None:
        """Water is inhaled: a fatigue point, and the Swimming roll again in 5 s (F-SWIM-2)."""
        self.cancel(SWIMMING, why="inhaled water")
        if not self.state.has(DROWNING):
            self.gain(DROWNING)
        self.tire(1, "inhaled water (F-SWIM-2)")
        self.due(SWIMMING, BOOK.swim.again)
        if not self.fatigue and self.breathes:
            self.due(NO_AIR, 1, rank=Rank.EFFECT)

    def ashore(self) -> None:
        """Out of the water: its rolls end, and a fighter who was moving declares at once."""
        self.cancel(SWIMMING, why="ashore")
        for key in (WATER, DROWNING):
            self.draft.end(self.who, key, "ashore")
        if not self.state.has(AIRLESS):
            self.cancel(NO_AIR, why="ashore")
        if self.state.doing is not None:
            self.stop("ashore", after=0)
        if not self.now.able:
            self.clean_air()

    # Breath and air

    def hold(self, exertion: str, unprepared: bool) -> None:
        """A breath is held for as long as HT allows (F-BREATH-1); then there is no air."""
        control = self.sheet.skill("Breath Control") is not None
        seconds = max(1, formulas.breath(self.sheet.stats["HT"], exertion, control=control, unprepared=unprepared))
        self.cancel(OUT_OF_BREATH, why="a new breath")
        self.gain(BREATH, until=self.count + seconds)
        self.due(OUT_OF_BREATH, seconds, rank=Rank.EFFECT)

    def run_out(self) -> None:
        """The breath that was held is at its end (F-BREATH-2)."""
        self.note(f"{self.name} is out of breath (F-BREATH-2)")
        self.lose_air()

    def lose_air(self) -> None:
        """No air at all from now on (F-AIR-1, F-AIR-2)."""
        self.draft.end(self.who, BREATH, "out of breath")
        if self.breathes:
            self.suffocate()
            self.due(NO_AIR, 1, rank=Rank.EFFECT)

    def suffocate(self) -> None:
        """The four minutes begin (F-AIR-2)."""
        if not self.state.has(AIRLESS):
            self.gain(AIRLESS)
        announced = self.draft.encounter.agenda.find(self.who, DEATH) is not None
        self.due(DEATH, BOOK.air.dead, rank=Rank.EFFECT)
        if self.house.halts and not announced:
            time_of_death = self.draft.rules.unit.text(self.count + BOOK.air.dead)
            self.note(f"{self.name} will be dead at {time_of_death} without air (F-AIR-2)")
            self.alarm(f"{self.name} has no air")

    def gasp(self) -> None:
        """A second without air: a fatigue point, at none Will or unconscious (F-AIR-1); drowning only the Will."""
        if not self.now.able:
            return
        self.due(NO_AIR, 1, rank=Rank.EFFECT)
        if not self.fatigue:
            self.ask("will", "Will to stay conscious", Sum().add(self.sheet.stats["Will"], "Will", "F-AIR-1"), "willed")
        elif self.state.has(AIRLESS):
            self.tire(1, "no air (F-AIR-1)")
        else:
            self.cancel(NO_AIR, why="fatigue points again")

    def pass_out(self) -> None:
        """Unconscious; in water the fighter is without air too, and needs first aid (FQ 12, FQ 25)."""
        self.gain(UNCONSCIOUS)
        if self.state.has(WATER) and self.breathes:
            self.gain(DROWNED)
            self.suffocate()
        self.go_down("unconscious")
        self.alarm(f"{self.name} is unconscious")

    def die(self) -> None:
        """Four minutes without air, whatever the points (F-AIR-2)."""
        self.gain(DEAD)
        self.breathe_no_more("dead")
        if self.now.able:
            self.go_down("four minutes without air (F-AIR-2)")
        else:
            last_side(self.draft, set())

    def breathe_no_more(self, why: str) -> None:
        """It needs no air any more: its breath ends, and so does all that the agenda has of water and air."""
        self.draft.end(self.who, BREATH, why)
        self.cancel(*ON_THE_AGENDA, why=why)

    def clean_air(self) -> None:
        """Clean air: losing stops, points come back, and after two minutes there may be harm (F-AIR-3, F-AIR-4)."""
        without_air = self.now.condition(AIRLESS)
        if self.state.has(DEAD):
            return
        self.draft.end(self.who, BREATH, "clean air")
        self.cancel(OUT_OF_BREATH, NO_AIR, DEATH, why="clean air")
        self.draft.end(self.who, AIRLESS, "clean air")
        self.draft.push("rests", who=self.who)
        if without_air is not None and formulas.airless(self.count - without_air.since) == "harmed":
            self.ask("HT", "HT against lasting harm", Sum().add(self.sheet.stats["HT"], "HT", "F-AIR-4"), "harmed")

    def rest(self) -> None:
        """A fatigue point comes back at rest in clean air, and wakes the unconscious (F-AIR-3, FQ 13 †)."""
        if self.state.doing is None and not self.state.has(DROWNED):
            give(self.draft, self.who, FP, 1, "rest (F-AIR-3)")
        self.recover()

    def recover(self) -> None:
        """It wakes if it can, and the next point of rest is on the agenda while any is missing."""
        self.wake()
        if self.fatigue < self.now.full(FP) and not self.state.has(AIRLESS) and not self.state.has(DEAD):
            self.due(REST, self.house.rest_seconds, rank=Rank.EFFECT)

    def wake(self) -> None:
        """The unconscious wake at 1 FP in clean air, with no water in the lungs (F-AIR-3)."""
        state = self.state
        if self.fatigue < 1 or not state.has(UNCONSCIOUS):
            return
        if any(map(state.has, (AIRLESS, DROWNED, DEAD))):
            return
        self.draft.end(self.who, UNCONSCIOUS, "awake")
        self.wake_up("awake")
        if self.draft.encounter.began:
            self.asked_in(1)
