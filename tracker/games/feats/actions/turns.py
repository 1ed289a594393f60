"""Turns and resolution of feats: seconds, verbs, effects of the clock, and the stages of actions and rolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tracker.clock.agenda import Due
from tracker.encounter.engine.declarations import (
    may_declare_at,
)
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.engine.turn_order import may_have_turns
from tracker.game_api import parts
from tracker.games.feats import checks, formulas
from tracker.games.feats import fighter as fighters
from tracker.games.feats.actions import breath
from tracker.games.feats.actions.breath import BreathingFighter
from tracker.games.feats.actions.fighter_changes import CLIMBING, STAMINA, STRAIN
from tracker.games.feats.actions.resolving_action import Data
from tracker.games.feats.book import roll_under
from tracker.games.feats.book.house_rules import Options
from tracker.games.feats.book.tables import BOOK
from tracker.games.feats.fighter import (
    AIRLESS,
    DEAD,
    DROWNED,
    DULLED,
    MOVING,
    PRONE,
    UNCONSCIOUS,
    WATER,
    WAY,
    WORDS,
    Fighter,
)
from tracker.games.feats.sheet import HP
from tracker.model import events as ev
from tracker.model.combatant import Action, Presence
from tracker.model.commands import Command, Do
from tracker.model.questions import Task
from tracker.model.state import DECLARE, LAND, Encounter

# Effects of the clock

DUE: Mapping[str, Callable[[BreathingFighter], None]] = {
    STAMINA: BreathingFighter.roll_against_tiring,
    CLIMBING: BreathingFighter.climbing_roll,
    STRAIN: BreathingFighter.strain,
    breath.SWIMMING: BreathingFighter.swimming_roll,
    breath.OUT_OF_BREATH: BreathingFighter.run_out,
    breath.NO_AIR: BreathingFighter.gasp,
    breath.DEATH: BreathingFighter.die,
    breath.REST: BreathingFighter.rest,
}
"""The effects of the clock, by their name on the agenda."""

# Rolls and questions outside an action


def _swam(fighter: BreathingFighter, data: Data) -> None:
    fighter.swam(data["success"])


def _rests(fighter: BreathingFighter, data: Data) -> None:
    fighter.recover()


def _caught(fighter: BreathingFighter, data: Data) -> None:
    fighter.note(WORDS["caught"]["yes" if data["success"] else "no"])


def _broken(fighter: BreathingFighter, data: Data) -> None:
    """Note the damage that the thrown thing itself takes (F-THROW-4)."""
    points = max(0, data["total"])
    fighter.note(f"{data['thing']} takes {points} points itself (F-THROW-4)")


ROLLED: Mapping[str, Callable[[BreathingFighter, Data], None]] = {
    "swam": _swam,
    "rests": _rests,
    "catching": BreathingFighter.answer_catch,
    "caught": _caught,
    "intercepted": BreathingFighter.intercepted,
    "broken": _broken,
}
"""Stages that resume whether the roll succeeded or failed."""


def _tired(fighter: BreathingFighter, data: Data) -> None:
    fighter.tire(1, data["why"])


def _fell_off_the_climb(fighter: BreathingFighter, data: Data) -> None:
    """Let the fighter fall off its climb. After a fumble no rope stops it."""
    fighter.fall(fumbled=data["tier"] == roll_under.FUMBLE)


def _passed_out(fighter: BreathingFighter, data: Data) -> None:
    fighter.pass_out()


def _harmed_for_good(fighter: BreathingFighter, data: Data) -> None:
    fighter.gain(DULLED, amount=-1)


def _lost_its_footing(fighter: BreathingFighter, data: Data) -> None:
    fighter.lie_down("lost its footing")


FAILED: Mapping[str, Callable[[BreathingFighter, Data], None]] = {
    "tired": _tired,
    "climbed": _fell_off_the_climb,
    "willed": _passed_out,
    "harmed": _harmed_for_good,
    "steadied": _lost_its_footing,
}
"""Stages that resume only when the roll failed."""


def fighter_in(draft: StepBuilder, who: str, options: Options) -> BreathingFighter:
    """Return the fighter within the step, under the house rules."""
    return BreathingFighter(draft, who, options.house_rules)


class Turns(parts.Turns[Options]):
    """The turns of Feats."""

    __slots__ = ()

    def begin(self, draft: StepBuilder) -> None:
        """Let everyone declare at 0. The first side is `gap` yards ahead."""
        first_side = draft.encounter.combatants[0].profile.side
        for combatant in draft.encounter.combatants:
            fighter = fighter_in(draft, combatant.id, self.options)
            if self.options.gap and combatant.profile.side == first_side:
                fighter.mark(WAY, str(self.options.gap))
            if may_have_turns(draft.encounter, combatant.id):
                may_declare_at(draft, combatant.id, 0)
                fighter.shoulder()

    def join(self, draft: StepBuilder, who: str) -> None:
        """Let a latecomer declare on the next second."""
        self.pass_turn(draft, who)
        fighter_in(draft, who, self.options).shoulder()

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        """Let a fighter who has acted declare again now. Where only activities are asked about, it waits (FQ 19)."""
        if not draft[who].able or draft.encounter.agenda.find(who, DECLARE) is not None:
            return
        if self.options.house_rules.every_second:
            may_declare_at(draft, who, draft.encounter.count)
        elif not draft[who].waiting:
            draft.emit(ev.WaitChanged(who=who, waiting=True))

    def pass_turn(self, draft: StepBuilder, who: str) -> None:
        may_declare_at(draft, who, draft.encounter.count + 1)

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """Return the key by which fighters of one second are asked: Basic Speed, then DX, then seat."""
        sheet = Fighter(encounter, who).sheet
        return -float(sheet.basic_speed), -float(sheet.stats["DX"]), float(encounter[who].profile.seat)

    def command_for_orders(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """Return a slam: the last slam at that foe again, else over the whole Move. None in deep water.

        A prone fighter gets up first. The game has no other order, and a slam needs no `weapon`.
        """
        fighter = Fighter(encounter, who)
        if fighter.has(PRONE):
            return Do(who, "up")
        if fighter.has(WATER):
            return None
        last = encounter[who].last
        if last is not None and last.verb == "slam" and last.target == target:
            return Do(who, "slam", (target, *checks.How(*last.options)))
        return Do(who, "slam", (target, *checks.How(yards=str(fighter.full_move))))


class Resolution(parts.Resolution[Options]):
    """The resolution of verbs and due entries of Feats."""

    __slots__ = ()

    def on_taken_out(self, draft: StepBuilder, who: str) -> None:
        """End the fighter's activity. Unless it is unconscious, everything about air and water ends too."""
        fighter, why = fighter_in(draft, who, self.options), "out of the fight"
        fighter.halt(why)
        fighter.cancel(STRAIN, why=why)
        if not fighter.state.has(UNCONSCIOUS):
            # An unconscious fighter may still drown or come round, so its air and its rest stay on the agenda.
            fighter.breathe_no_more(why)

    def keeps_out(self, encounter: Encounter, who: str) -> str:
        """Return what keeps a fighter out: death, water in its lungs, unconsciousness, no hit points (FQ 22, FQ 25)."""
        state = Fighter(encounter, who)
        words = [encounter[who].condition(key) for key in (DEAD, DROWNED, UNCONSCIOUS)]
        borne = [condition.label for condition in words if condition is not None]
        empty = state.now.pool(HP) <= self.options.house_rules.down_at
        return " and ".join([*borne, *(["no hit points left"] if empty else [])])

    def apply_consequences(self, draft: StepBuilder, who: str, what: str) -> None:
        """Apply the consequences of a condition begun or ended by hand, or of a pool (`what`) changed by hand."""
        fighter = fighter_in(draft, who, self.options)
        if draft[who].condition(what) is not None:
            self._begun_by_hand(fighter, what)
        else:
            self._ended_by_hand(fighter, what)

    def _begun_by_hand(self, fighter: BreathingFighter, condition: str) -> None:
        """Apply the consequences of a condition that the GM has begun."""
        match condition:
            case fighters.AIRLESS:
                fighter.lose_air()
            case fighters.WATER:
                fighter.dive(on_purpose=False)
            case fighters.UNCONSCIOUS if fighter.now.able:
                fighter.pass_out()
            case fighters.UNCONSCIOUS if not fighter.draft.encounter.release:
                fighter.wake()  # in fights of older releases
            case fighters.GRAPPLED | fighters.PRONE if fighter.draft.encounter.began and fighter.now.able:
                fighter.interrupt(condition)
            case _:
                pass

    def _ended_by_hand(self, fighter: BreathingFighter, what: str) -> None:
        """Apply the consequences of a condition that the GM has ended, or of a pool ("HP", "FP") the GM has set."""
        match what:
            case "HP":
                fighter.hurt(0, "by hand")
            case "FP" | fighters.UNCONSCIOUS | fighters.DROWNED:
                fighter.wake()
            case fighters.AIRLESS:
                fighter.clean_air()
            case fighters.WATER:
                fighter.ashore()
            case activity if activity in MOVING:
                fighter.broken_off(activity)
            case _:
                pass

    def retarget_refusal(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Return a refusal: actions happen at once, so none can get another target."""
        return f"{encounter[who].name} cannot turn {action.label}: it happens at once."

    def next_stops_at(self, encounter: Encounter, due: Due) -> bool:
        return due.what != breath.REST

    def effect_order(self, encounter: Encounter, due: Due) -> tuple[float, ...]:
        """Return the order of an effect among those of one second: by the book's table, then by seat."""
        name = due.ref if due.what == STAMINA else due.what
        row = BOOK.order.index(name) if name in BOOK.order else 0
        seat = encounter[due.who].profile.seat if due.who else 0
        return float(row), float(seat)

    def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
        """Carry out the entries that are due: land all actions of one count, or run the effect of the first entry."""
        first = entries[0]
        if first.what == LAND:
            # Tasks pushed last go on first, so the entries are pushed from the last to the first.
            for entry in reversed(entries):
                draft.push("land", who=entry.who, action=int(entry.ref))
        elif first.what in DUE:
            DUE[first.what](fighter_in(draft, first.who, self.options))

    def resume(self, draft: StepBuilder, task: Task) -> None:
        """Go on after a roll outside an action, for the fighter `by` in its data, else `who`.

        A stage in ROLLED needs the result either way, a stage in FAILED only a failure.
        """
        data = task.data
        fighter = fighter_in(draft, str(data.get("by", data["who"])), self.options)
        if task.stage in ROLLED:
            ROLLED[task.stage](fighter, data)
        elif not data["success"]:
            FAILED[task.stage](fighter, data)

    def keeps_fight_open(self, encounter: Encounter) -> bool:
        """Return whether a fighter who is down may still be saved: one without air, or with water in its lungs.

        Rules: F-AIR, F-SAVE.
        """
        if not any(combatant.able for combatant in encounter):
            return False
        down = (combatant.id for combatant in encounter if combatant.presence is Presence.DOWN)
        return any(self._may_be_saved(Fighter(encounter, who)) for who in down)

    def forecast_refusal(self, encounter: Encounter) -> str:
        """Return why a chase is not forecast: one with a gap (F-RUN), or in which a fighter moves on."""
        if self.options.gap is not None:
            return "This is a chase: it has a `gap` between the sides, and is won by getting away."
        moving = next(
            (fighter.name for fighter in encounter if fighter.able and Fighter(encounter, fighter.id).doing), ""
        )
        return f"{moving} is on the move, so this is a chase, and is won by getting away." if moving else ""

    def _may_be_saved(self, fighter: Fighter) -> bool:
        """Return whether a fighter without air, or drowned, still lives."""
        return not fighter.has(DEAD) and (fighter.has(AIRLESS) or fighter.has(DROWNED))


class Dice(roll_under.Dice[Options]):
    """Rolls of feats: 3d6 at or under the target, modifiers adding to it (F-ROLL-1)."""

    __slots__ = ()
    under = formulas.UNDER

    @property
    def _criticals(self) -> bool:
        return self.options.house_rules.criticals
