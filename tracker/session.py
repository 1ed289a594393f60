"""The session, the one mutable object: it holds the fight and its journal, dispatches, undoes, redoes, records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import tomli

from tracker.dice.notation import NotationError, read
from tracker.dice.roll import typed
from tracker.dice.source import DiceSource, FirstDice
from tracker.encounter import commands as cmd
from tracker.encounter.decide import decide
from tracker.encounter.events import Event, Rolled
from tracker.encounter.journal import Journal, Step
from tracker.encounter.lines import Line, parse
from tracker.encounter.notes import lines_of
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.encounter.summing import summary
from tracker.encounter.system import RuleSystem
from tracker.encounter.tracing import everything, trace, traceable

MOST_FOLLOWING = 10_000
"""Steps that one line may set off under standing orders before the session stops and lets the game master look."""

EXPLAINED = 200
"""Steps looked through for a page about everything."""


class Recorder(Protocol):
    """Where steps go; each call has written and flushed before it returns, or keeps what it could not write."""

    def append(self, step: Step, after: Encounter, journal: Journal) -> None:
        """Record a step."""
        ...

    def undo(self, block: int, n: int, after: Encounter, journal: Journal) -> None:
        """Record that step `n` was taken back; `block` is this record's own number."""
        ...

    def redo(self, block: int, n: int, after: Encounter, journal: Journal) -> None:
        """Record that step `n` was brought back."""
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one line came to: the steps it made, their events, and words for whoever asked."""

    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    redone: tuple[Step, ...] = ()
    words: tuple[str, ...] = ()
    title: str = ""
    """What the words are, where that is not the sum behind a number."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The new events, in order."""
        return tuple(event for step in self.steps for event in step.events)


Stock = Callable[[Encounter, cmd.JoinCreature], tuple[cmd.Join, ...]]
"""How the library answers a wish for creatures."""


@dataclass
class Session:
    """A fight being run."""

    encounter: Encounter
    rules: RuleSystem
    dice: DiceSource
    recorder: Recorder | None = None
    stock: Stock | None = None
    journal: Journal = field(default_factory=Journal)
    earlier: Callable[[], bool] | None = None
    """Reads some older steps into the journal, the latest of those it lacks; says whether it still lacks any."""

    words: tuple[str, ...] = ()
    """What was found when the fight was opened, such as a torn tail, in sentences for the game master."""
    notes: str = ""
    """What the encounter's file says to the game master, of any number of lines."""

    def __post_init__(self) -> None:
        self.journal.states.setdefault(self.journal.done[-1] if self.journal.done else 0, self.encounter)

    def say(self, text: str) -> Outcome:
        """Carry out one line; raises Refused, and then nothing has changed."""
        return self.carry_out(parse(self.encounter, self.rules, text), text.strip())

    def carry_out(self, command: Line, line: str) -> Outcome:
        """Carry out a command or request; `line` is how it reads in the file."""
        match command:
            case cmd.Undo():
                return Outcome(undone=(self.undo(),))
            case cmd.Redo():
                return Outcome(redone=(self.redo(),))
            case cmd.UndoAction():
                return self._undo_action()
            case cmd.BackTo():
                return self._back_to(command.n)
            case cmd.Veto():
                return self._veto()
            case cmd.FixDie():
                return self._fix_die(command)
            case cmd.Summary():
                steps = map(self._steps, self.journal.done)
                return Outcome(words=summary(list(steps), self.encounter, self.rules), title="How the fight went")
            case cmd.Notes():
                return Outcome(words=lines_of(self.notes), title="Notes")
            case cmd.Why():
                return Outcome(words=self.explain(command.who, command.words))
            case cmd.JoinCreature():
                return self._join(command, line)
            case _:
                return self.dispatch(command, line)

    def dispatch(self, command: cmd.Command, line: str = "") -> Outcome:
        """Carry out a command and what follows from it by itself; each is a step of its own."""
        steps: list[Step] = []
        waiting: list[tuple[cmd.Command, str]] = [(command, line)]
        while waiting and len(steps) < MOST_FOLLOWING:
            now, said = waiting.pop(0)
            if steps and self.encounter.question is not None:
                break
            try:
                step, then = self._step(now, said, self.dice)
            except Refused:
                if not steps:
                    raise
                break
            if step.events:
                steps.append(step)
            waiting = [(follow, line if follow == command else "") for follow in then] + waiting
        return Outcome(tuple(steps))

    def _step(self, command: cmd.Command, line: str, dice: DiceSource) -> tuple[Step, tuple[cmd.Command, ...]]:
        decided = decide(self.encounter, command, self.rules, dice)
        n = self.journal.last + 1
        actor = decided.actor
        if not actor and isinstance(command, cmd.Choose | cmd.GiveDice) and self.journal.done:
            actor = self._steps(self.journal.done[-1]).actor
        mode = "orders" if isinstance(command, cmd.Ordered) else ""
        if mode:
            line = f"{command.who} follows orders" if isinstance(command, cmd.Ordered) else line
        step = Step(n, decided.encounter.count, line, decided.events, actor, mode)
        if decided.events:
            self.encounter = decided.encounter
            self.journal.append(step, self.encounter)
            if self.recorder is not None:
                self.recorder.append(step, self.encounter, self.journal)
        return step, decided.then

    def explain(self, who: str, words: Sequence[str]) -> tuple[str, ...]:
        """The sum behind a number: a pool, `count` and `tier` by the steps in force, else as the rules reckon it."""
        if traceable(self.encounter, who, words):
            steps = (self._steps(n) for n in reversed(self.journal.done))
            return trace(steps, self.encounter, self.rules, who, words)
        if not words:
            near = [self._steps(n) for n in reversed(self.journal.done[-EXPLAINED:])]
            return everything(near, self.encounter, self.rules, who, self.rules.explain(self.encounter, who, ()))
        return self.rules.explain(self.encounter, who, words)

    # Taking back

    def undo(self) -> Step:
        """Take back the last step; refused at the beginning."""
        if not self.journal.done:
            raise Refused("Nothing is left to take back: this is how the fight was prepared.")
        self._reach(self.journal.done[-1])
        step = self.journal.undo(self.journal.last + 1)
        self.encounter = self._state_at(self.journal.done[-1] if self.journal.done else 0)
        if self.recorder is not None:
            self.recorder.undo(self.journal.last, step.n, self.encounter, self.journal)
        return step

    def redo(self) -> Step:
        """Bring back the step taken back last, with the same dice; refused when something new was done since."""
        if not self.journal.undone:
            raise Refused("Nothing was taken back that could be brought back.")
        self._reach(self.journal.undone[-1])
        step = self.journal.redo(self.journal.last + 1)
        self.encounter = self._state_at(step.n)
        if self.recorder is not None:
            self.recorder.redo(self.journal.last, step.n, self.encounter, self.journal)
        return step

    def _undo_action(self) -> Outcome:
        if not self.journal.done:
            raise Refused("Nothing is left to take back: this is how the fight was prepared.")
        actor = self._steps(self.journal.done[-1]).actor
        undone = [self.undo()]
        while actor and self.journal.done and self._steps(self.journal.done[-1]).actor == actor:
            undone.append(self.undo())
        return Outcome(undone=tuple(undone))

    def _back_to(self, n: int) -> Outcome:
        if n and n not in self.journal.done:
            raise Refused(
                f"Step {n} is not in force; the last one is {self.journal.done[-1] if self.journal.done else 0}."
            )
        undone = []
        while self.journal.done and self.journal.done[-1] != n:
            undone.append(self.undo())
        return Outcome(undone=tuple(undone))

    def _veto(self) -> Outcome:
        at = next((n for n in reversed(self.journal.done) if self._steps(n).mode == "orders"), None)
        if at is None:
            raise Refused("No declaration under standing orders is left to take back.")
        ordered = self._steps(at)
        undone = [self.undo()]
        while undone[-1].n != at:
            undone.append(self.undo())
        asked = self.dispatch(cmd.AskInstead(ordered.actor), f"veto {ordered.actor}")
        return Outcome(asked.steps, tuple(undone))

    def _fix_die(self, command: cmd.FixDie) -> Outcome:
        last = self.journal.done[-1] if self.journal.done else 0
        rolls = [event for event in self._steps(last).events if isinstance(event, Rolled)] if last else []
        if not rolls:
            raise Refused("The last step has no roll; undo up to the roll to put right, then `fix die` and the number.")
        step, wrong = self._steps(last), rolls[-1]
        try:
            right = typed(read(wrong.dice.replace("!", "")), command.text)
        except NotationError as error:
            raise Refused(str(error)) from error
        said = f"secret {command.text}" if wrong.secret else command.text
        if wrong.by == "typed" and step.line == said:
            raise Refused(f"{wrong.label} was {command.text} already.")
        undone = self.undo()
        again = cmd.GiveDice(command.text, wrong.secret) if wrong.by == "typed" else self._parsed_again(step)
        known = [face for roll in rolls[:-1] if roll.by == "rolled" for face in roll.faces]
        known += right if wrong.by == "rolled" else ()
        dice, self.dice = self.dice, FirstDice(known, self.dice)
        try:
            outcome = self.dispatch(again, said if wrong.by == "typed" else step.line)
        except Refused:
            self.redo()
            raise
        finally:
            self.dice = dice
        note = cmd.Note(f"{wrong.label}: die put right, {wrong.total} → {sum(right)}", wrong.secret)
        noted = self.dispatch(note, "fix die")
        return Outcome((*outcome.steps, *noted.steps), (undone,))

    def _parsed_again(self, step: Step) -> cmd.Command:
        why = Refused(f"Step {step.n} cannot be taken again by itself; undo it and roll anew.")
        try:
            again = parse(self.encounter, self.rules, step.line)
            if isinstance(again, cmd.Request):
                raise why
        except Refused as refused:
            self.redo()
            raise why from refused
        return again

    # Joining

    def _join(self, wish: cmd.JoinCreature, line: str) -> Outcome:
        return Outcome(tuple(step for join in self._joins(wish) for step in self.dispatch(join, line).steps))

    def first_counts(self, wish: cmd.JoinCreature) -> tuple[str, ...]:
        """Before somebody joins: the counts between which each may first declare. Raises Refused as joining would."""
        found = []
        for join in self._joins(wish):
            sheet, _, _ = self.rules.read_sheet(tomli.loads(join.sheet))
            soonest, latest = self.rules.first_count(self.encounter, sheet)
            found.append(f"{join.name} may first declare between {soonest} and {latest}.")
        return tuple(found)

    def _joins(self, wish: cmd.JoinCreature) -> tuple[cmd.Join, ...]:
        if self.stock is None:
            raise Refused("No library is at hand, so nobody of it can join.")
        return self.stock(self.encounter, wish)

    # States and steps that may not have been read yet

    def _steps(self, n: int) -> Step:
        self._reach(n)
        return self.journal.steps[n]

    def read_earlier(self) -> bool:
        """Read some of the steps before the oldest in the journal; False when there are none."""
        if self.earlier is None:
            return False
        if not self.earlier():
            self.earlier = None
        return True

    def _reach(self, n: int) -> None:
        while n not in self.journal.steps and self.read_earlier():
            pass

    def _state_at(self, n: int) -> Encounter:
        return self.journal.state_at(n, self.rules, self._reach)
