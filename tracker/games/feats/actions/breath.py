"""Breath: deep water, drowning, breath, no air and waking (F-SWIM, F-BREATH, F-AIR)."""

from __future__ import annotations

from tracker.encounter.features.sides import last_side
from tracker.games.feats import checks, fighter, formulas
from tracker.games.feats.actions.fighter_changes import FighterChanges
from tracker.games.feats.book.tables import BOOK
from tracker.games.feats.fighter import AIRLESS, BREATH, DEAD, DROWNED, DROWNING, UNCONSCIOUS, WATER
from tracker.games.feats.sheet import FP
from tracker.games.toolkit.pool_changes import give
from tracker.games.toolkit.sums import Sum
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Rank

SWIMMING, OUT_OF_BREATH, NO_AIR, DEATH, REST = "swimming", "out of breath", "no air", "death", "rest"
"""The agenda's names: a Swimming roll, the end of a held breath, a second without air, death, a point of rest."""
ON_THE_AGENDA = (SWIMMING, OUT_OF_BREATH, NO_AIR, DEATH, REST)


@dataclass(frozen=True, slots=True)
class BreathingFighter(FighterChanges):
    """A fighter, and what water and air do to it."""

    @property
    def breathes(self) -> bool:
        return "no air needed" not in self.sheet.entry.traits

    # Deep water

    def dive(self, on_purpose: bool) -> None:
        """Put the fighter into deep water, with a Swimming roll at once unless it lives in water (F-SWIM-1).

        `on_purpose` eases the fighter's Swimming rolls for this whole swim. A fighter who is able begins to paddle.
        """
        if not self.state.has(WATER):
            self.gain(WATER)
        self.mark(fighter.ON_PURPOSE, on_purpose)
        self.mark(fighter.AFLOAT, value=False)
        if self.now.able:
            self.set_out("paddle")
        if not {"amphibious", "aquatic"}.intersection(self.sheet.entry.traits):
            self.swimming_roll()

    def swimming_roll(self) -> None:
        """Make the Swimming roll that is due. An unconscious fighter does not roll it (F-SWIM-1)."""
        if self.state.has(WATER) and self.now.able:
            self.ask(SWIMMING, "Swimming", checks.swimming(self.sheet, self.state.swims_on_purpose), "swam")

    def swam(self, success: bool) -> None:
        """Go on after a Swimming roll: failure costs a point and repeats in 5 s. Success repeats later.

        After a recovery the next roll is in a minute, else in five minutes (F-SWIM-1, F-SWIM-2).
        """
        if not success:
            self.inhale()
            return
        recovered = self.state.has(DROWNING)
        self.draft.end(self.who, DROWNING, "the head is above water")
        if not self.state.has(AIRLESS):
            self.cancel(NO_AIR, why="air again")
        self.mark(fighter.AFLOAT, value=True)
        self.due(SWIMMING, BOOK.swim.recovered if recovered else BOOK.swim.every)

    def inhale(self) -> None:
        """Let the fighter inhale water: it loses a fatigue point and rolls Swimming again in 5 s (F-SWIM-2)."""
        self.cancel(SWIMMING, why="inhaled water")
        if not self.state.has(DROWNING):
            self.gain(DROWNING)
        self.tire(1, "inhaled water (F-SWIM-2)", spent=False)
        self.due(SWIMMING, BOOK.swim.again)
        if not self.fatigue and self.breathes:
            self.due(NO_AIR, 1, rank=Rank.EFFECT)

    def ashore(self) -> None:
        """Bring the fighter out of the water: its rolls end, and if it was moving it declares at once."""
        self.cancel(SWIMMING, why="ashore")
        for key in (WATER, DROWNING):
            self.draft.end(self.who, key, "ashore")
        if not self.state.has(AIRLESS):
            self.cancel(NO_AIR, why="ashore")
        if self.state.doing is not None:
            self.stop("ashore", seconds=0)
        if not self.now.able:
            self.clean_air()

    # Breath and air

    def hold(self, exertion: str, unprepared: bool) -> None:
        """Let the fighter hold its breath for as long as HT allows. Then it has no air (F-BREATH-1).

        `exertion` is rest, mild or heavy. A fighter is `unprepared` if it took no second to draw the breath.
        """
        control = self.sheet.skill("Breath Control") is not None
        seconds = max(1, formulas.breath(self.sheet.stats["HT"], exertion, control=control, unprepared=unprepared))
        self.cancel(OUT_OF_BREATH, why="a new breath")
        self.gain(BREATH, until=self.count + seconds)
        self.due(OUT_OF_BREATH, seconds, rank=Rank.EFFECT)

    def run_out(self) -> None:
        """End the held breath: the fighter has no air from now on (F-BREATH-2)."""
        self.note(f"{self.name} is out of breath (F-BREATH-2)")
        self.lose_air()

    def lose_air(self) -> None:
        """Cut the fighter off from air, with a loss each second (F-AIR-1, F-AIR-2)."""
        self.draft.end(self.who, BREATH, "out of breath")
        if self.breathes:
            self.suffocate()
            self.due(NO_AIR, 1, rank=Rank.EFFECT)

    def suffocate(self) -> None:
        """Begin the four minutes after which the fighter is dead without air (F-AIR-2)."""
        if not self.state.has(AIRLESS):
            self.gain(AIRLESS)
        announced = self.draft.encounter.agenda.find(self.who, DEATH) is not None
        self.due(DEATH, BOOK.air.dead, rank=Rank.EFFECT)
        if self.house.halts and not announced:
            time_of_death = self.draft.rules.unit.text(self.count + BOOK.air.dead)
            self.note(f"{self.name} will be dead at {time_of_death} without air (F-AIR-2)")
            self.alarm(f"{self.name} has no air")

    def gasp(self) -> None:
        """Count a second without air: a fatigue point, or with none left a Will roll to stay conscious (F-AIR-1).

        A drowning fighter that is not airless makes only the Will roll.
        """
        if not self.now.able:
            return
        self.due(NO_AIR, 1, rank=Rank.EFFECT)
        if not self.fatigue:
            self.ask("will", "Will to stay conscious", Sum().add(self.sheet.stats["Will"], "Will", "F-AIR-1"), "willed")
        elif self.state.has(AIRLESS):
            self.tire(1, "no air (F-AIR-1)", spent=False)
        else:
            self.cancel(NO_AIR, why="fatigue points again")

    def pass_out(self) -> None:
        """Make the fighter unconscious. In water it is without air too, and needs first aid (FQ 12, FQ 25)."""
        if not self.state.has(UNCONSCIOUS):
            self.gain(UNCONSCIOUS)
        if self.state.has(WATER) and self.breathes:
            self.gain(DROWNED)
            self.suffocate()
        self.go_down("unconscious")
        self.alarm(f"{self.name} is unconscious")

    def die(self) -> None:
        """Let the fighter die after four minutes without air, whatever its points (F-AIR-2)."""
        self.gain(DEAD)
        self.breathe_no_more("dead")
        if self.now.able:
            self.go_down("four minutes without air (F-AIR-2)")
        else:
            last_side(self.draft, set())

    def breathe_no_more(self, why: str) -> None:
        """End the held breath and every entry of the agenda about water and air."""
        self.draft.end(self.who, BREATH, why)
        self.cancel(*ON_THE_AGENDA, why=why)

    def clean_air(self) -> None:
        """Give the fighter clean air: losses stop, points come back, and two minutes without air may harm.

        Rules: F-AIR-3, F-AIR-4.
        """
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
        """Give back a fatigue point at rest in clean air. It wakes an unconscious fighter (F-AIR-3, FQ 13 †)."""
        if self.state.doing is None and not self.state.has(DROWNED):
            give(self.draft, self.who, FP, 1, "rest (F-AIR-3)")
        self.recover()

    def recover(self) -> None:
        """Wake the fighter if it can wake, and schedule its next point of rest while any is missing."""
        self.wake()
        if self.fatigue < self.now.full(FP) and not self.state.has(AIRLESS) and not self.state.has(DEAD):
            self.due(REST, self.house.rest_seconds, rank=Rank.EFFECT)

    def wake(self) -> None:
        """Wake an unconscious fighter with at least 1 FP, clean air and no water in its lungs (F-AIR-3)."""
        state = self.state
        if self.fatigue < 1 or not state.has(UNCONSCIOUS):
            return
        if any(map(state.has, (AIRLESS, DROWNED, DEAD))):
            return
        self.draft.end(self.who, UNCONSCIOUS, "awake")
        self.wake_up("awake")
        if self.draft.encounter.began:
            self.asked_in(1)
