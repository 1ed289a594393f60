"""Clocks of other games, put on the plain one: shots that count down, rounds with phases, and passes."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from tests.encounter.table import Plain
from tracker.clock.rounds import Passes
from tracker.clock.spans import Counting, TimeUnit
from tracker.encounter.engine.declarations import delay, may_declare_at, wait_no_more
from tracker.encounter.engine.step import StepBuilder
from tracker.games.toolkit import steps
from tracker.model.commands import Do
from tracker.model.questions import Roll, Task
from tracker.model.state import DECLARE

SHOTS = TimeUnit(
    "shot", "shots", Fraction(2), Counting(12, ":", 1, down=True, of="sequence"), round=12, round_name="sequence"
)
PHASES = TimeUnit(
    "phase", "phases", Fraction(1, 3), Counting(3, ".", 1, names=("missiles", "melee", "magic"), of="round"), round=3
)
PASSES = Passes(20, loses=10, most=3)
IN_PASSES = TimeUnit("initiative", "points", Fraction(20), PASSES.counting(), round=PASSES.round)


class Rolled(Plain):
    """Everybody rolls a d6 at the beginning of each round; `placed` says where that puts a fighter."""

    def begin(self, draft: StepBuilder) -> None:
        self.begin_round(draft, 1)

    def begin_round(self, draft: StepBuilder, number: int) -> None:
        for fighter in reversed(draft.encounter.combatants):
            if fighter.able:
                self.join(draft, fighter.id)

    def join(self, draft: StepBuilder, who: str) -> None:
        draft.push("order", who=who)

    def resume(self, draft: StepBuilder, task: Task) -> None:
        who = str(task.data.get("who", ""))
        match task.stage:
            case "order":
                draft.roll(Roll(who, "initiative", "initiative", "1d6"), Task("ordered", {"who": who}))
            case "ordered":
                wait_no_more(draft, who)
                self.placed(draft, who, int(task.data["total"]))
            case _:
                super().resume(draft, task)

    def placed(self, draft: StepBuilder, who: str, total: int) -> None:
        raise NotImplementedError


class Shots(Rolled):
    """The d6 and 6 is the shot that a fighter first acts on; what it does costs three shots."""

    unit = SHOTS

    def placed(self, draft: StepBuilder, who: str, total: int) -> None:
        place = SHOTS.round - (total + 6)
        may_declare_at(draft, who, max(draft.encounter.count, SHOTS.round_start(draft.encounter.count) + place))

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        now = draft.encounter.count
        if draft[who].able and SHOTS.round_start(now + 3) == SHOTS.round_start(now):
            may_declare_at(draft, who, now + 3)


class Phases(Plain):
    """Everybody acts in the phase of melee, in the order of initiative that is rolled once."""

    unit = PHASES

    def begin_round(self, draft: StepBuilder, number: int) -> None:
        for fighter in draft.encounter:
            if fighter.able and draft.encounter.agenda.find(fighter.id, DECLARE) is None:
                wait_no_more(draft, fighter.id)
                may_declare_at(draft, fighter.id, draft.encounter.count + 1)

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        """Nothing: the next round gives the next moment."""


class InPasses(Rolled):
    """The d6 and 15 is the initiative: it acts in the second pass again with 10 less; `dodge` costs 5."""

    unit = IN_PASSES

    def placed(self, draft: StepBuilder, who: str, total: int) -> None:
        steps.mark(draft, who, "total", total + 15, f"initiative {total + 15}")
        self._turn(draft, who, 0)

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        here = draft.encounter.count % PASSES.round
        self._turn(draft, who, PASSES.number(here) + 1)

    def _turn(self, draft: StepBuilder, who: str, number: int) -> None:
        """Put the turn of a pass on the agenda, where there is one."""
        turn = PASSES.turn(draft[who].mark("total"), number)
        if turn is not None and draft[who].able:
            start = PASSES.round * (draft.encounter.count // PASSES.round)
            may_declare_at(draft, who, max(draft.encounter.count, start + turn))

    def decide(self, draft: StepBuilder, command: Do) -> None:
        if command.verb == "damage" and command.words == (5,):  # an interrupt: five points of initiative
            steps.mark(draft, command.who, "total", draft[command.who].mark("total") - 5, "interrupts")
            delay(draft, command.who, 5, "interrupts")
            return
        super().decide(draft, command)


CLOCKS = {"shots": Shots, "phases": Phases, "passes": InPasses}


@st.composite
def countings(draw: st.DrawFn, depth: int = 2) -> Counting:
    """Any clock of two numbers, or of three."""
    base = draw(st.integers(1, 40))
    greater = draw(st.none() | countings(depth - 1)) if depth > 1 else None
    named = draw(st.booleans())
    step = 1 if named else draw(st.integers(1, 9))
    return Counting(
        base,
        draw(st.sampled_from(".:/")),
        draw(st.integers(0, 3)),
        draw(st.integers(1, 3)),
        step,
        draw(st.booleans()),
        tuple(f"phase-{chr(97 + place // 26)}{chr(97 + place % 26)}" for place in range(base)) if named else (),
        greater,
        draw(st.sampled_from(("", "round"))),
        draw(st.none() | st.integers(0, 3)),
    )
