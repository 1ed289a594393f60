"""The open step: the facts so far, the state they make, and the stages still to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tracker.encounter.engine.condition_events import tied_entries
from tracker.encounter.engine.evolve import evolve, with_question
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.commands import Command
from tracker.model.questions import Ask, Question, Task
from tracker.model.refusals import Refused
from tracker.model.state import END, Encounter

STRAIGHT_ON = "kernel.straight_on"
"""The kernel's stage that asks the others who may declare on this count at once."""
_BESETS = frozenset((ev.Struck, ev.ConditionGained))
"""The events by which a fighter may act on another. All others are skipped, since this runs for every event."""


class OpenStep:
    """Collects the events of one step, each evolving the state the next rule sees. `stack` is what is still to do."""

    def __init__(self, encounter: Encounter, kept: bool = True) -> None:
        self.start = encounter
        self.encounter = encounter
        self.kept = kept
        """True if a file may hold the step. Otherwise the stages of its question stay values and are not written."""
        self.events: list[ev.Event] = []
        self.stack: list[Task] = []
        self.asked = False
        self.straight_on = False
        """True once a declaration was made: others due on the same count are asked at once."""
        self.then: tuple[Command, ...] = ()
        """Commands to continue with, each as a step."""
        self.actor = ""
        self.ordered = ""
        """The standing orders that the present declaration follows, in a word or two. Empty: none."""
        self.hindrance = ""
        """The reason why the answer by orders is not the one they name, such as `parry has no chance`."""
        self.together = False
        """True if the command of this step is for several: a refusal for one refuses all."""
        self.beside = False
        """True if the present declaration joins one made on this count, as the second of two actions at once."""

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Try what may be refused. A refusal restores events, state, stages and question, and is raised again."""
        encounter, events, stack = self.encounter, len(self.events), self.stack[:]
        asked, straight_on, then = self.asked, self.straight_on, self.then
        try:
            yield
        except Refused:
            self.encounter, self.stack = encounter, stack
            del self.events[events:]
            self.asked, self.straight_on, self.then = asked, straight_on, then
            raise

    def __getitem__(self, who: str) -> Combatant:
        encounter = self.encounter  # spelled out: the rules ask for a fighter more often than for anything else
        return encounter.combatants[encounter.seats[who]]

    def emit(self, event: ev.Event) -> None:
        """Record an event and apply it, with the conditions' ends and events tied to it.

        A fighter who acts on another unnoticed first shows itself.
        """
        if type(event) in _BESETS and (actor := self._actor(event)) and self._unnoticed(actor):
            self.emit(ev.Revealed(who=actor))
        self.encounter = evolve(self.encounter, event)
        self.events.append(event)
        if self.encounter.events and isinstance(event, ev.ConditionGained | ev.ConditionEnded):
            for further in tied_entries(self.encounter, event):
                self.emit(further)

    def _actor(self, event: ev.Event) -> str:
        """Return the fighter who attacks, approaches or holds a fighter unaware of it. Empty without one."""
        match event:
            case ev.Struck():
                return event.who
            case ev.ConditionGained() if event.of in self.encounter[event.who].unaware_of:
                return event.of
            case _:
                return ""

    def _unnoticed(self, who: str) -> bool:
        """Return whether any fighter is unaware of one that has not shown itself in this fight."""
        return not self.encounter[who].revealed and any(who in other.unaware_of for other in self.encounter)

    def note(self, text: str, who: str = "", secret: bool = False, offers: str = "") -> None:
        """Leave a line in the log. A `secret` one is for the GM only. `offers` is a line to continue with."""
        self.emit(ev.Noted(text=text, who=who, secret=secret, offers=offers))

    def end(self, who: str, key: str, why: str) -> None:
        """End a condition of a fighter who has it, and take its scheduled end off the agenda."""
        condition = self.encounter[who].condition(key)
        if condition is not None:
            due = self.encounter.agenda.find(who, END, key)
            if due is not None:
                self.emit(ev.DueEnded(who=who, what=END, at=due.count, ref=key, why=why))
            self.emit(ev.ConditionEnded(who=who, condition=key, label=condition.label, why=why))

    def cancel(self, who: str, kinds: tuple[str, ...], why: str) -> None:
        """Take a fighter's entries of these kinds off the agenda."""
        for due in self.encounter.agenda.of(who):
            if due.what in kinds:
                self.emit(ev.DueEnded(who=who, what=due.what, at=due.count, ref=due.ref, why=why))

    def push(self, stage: str, **data: Any) -> None:
        """Put a stage on top of what is still to do."""
        self.stack.append(Task(stage, data))

    def ask(
        self,
        ask: Ask,
        who: str,
        what: str,
        text: str,
        choices: tuple[str, ...] = (),
        *,
        dice: str = "",
        about: str = "",
        low: int = 0,
        high: int = 0,
        step: int = 0,
        unseen: bool = False,
    ) -> None:
        """Open a question. The stages still to do go into it and the step ends.

        Push the stage that resumes after the answer before asking. A declaration has none.
        """
        can_resume = self.stack or ask in (Ask.DECLARE, Ask.HALT)
        assert can_resume, f"{what} is asked of {who} with no stage to go on in: push one first, then ask, then return"
        if self.straight_on and ask is not Ask.DECLARE:
            self.stack.insert(0, Task(STRAIGHT_ON))
        stages = tuple(self.stack)
        self.stack.clear()
        self.asked = True
        asked = ev.Asked(
            ask=ask.value,
            who=who,
            what=what,
            text=text,
            choices=choices,
            dice=dice,
            about=about,
            then=tuple(task.text() for task in stages) if self.kept else (),
            low=low,
            high=high,
            step=step,
            unseen=unseen,
        )
        if self.kept:
            self.emit(asked)
        else:
            self.events.append(asked)
            self.encounter = with_question(self.encounter, asked, stages)

    def do_after(self, question: Question, last: Task, why: str) -> None:
        """Ask the open question anew, with the stage `last` to run after all the consequences of its answer.

        `why` is the reason in the log.
        """
        self.emit(ev.Withdrawn(who=question.who, what=question.what, why=why))
        self.stack = [last, *question.then]
        self.ask(
            question.ask,
            question.who,
            question.what,
            question.text,
            question.choices,
            dice=question.dice,
            about=question.about,
            low=question.low,
            high=question.high,
            step=question.step,
            unseen=question.unseen,
        )

    def ask_amount(
        self, who: str, what: str, text: str, low: int, high: int, *, step: int = 0, about: str = ""
    ) -> None:
        """Ask for a whole number from `low` to `high`. The stage on top resumes, with `amount` in its data."""
        self.ask(Ask.AMOUNT, who, what, text, low=low, high=max(low, high), step=step, about=about)
