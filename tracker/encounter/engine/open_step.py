"""The open step: the facts so far, the state they make, and the stages still to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tracker.encounter.engine.condition_events import following
from tracker.encounter.engine.evolve import evolve, with_question
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.commands import Command
from tracker.model.questions import Ask, Question, Task
from tracker.model.refusals import Refused
from tracker.model.state import END, Encounter

STRAIGHT_ON = "kernel.straight_on"
"""The kernel's own stage: the others who may declare on this count are asked at once."""
_BESETS = frozenset((ev.Struck, ev.ConditionGained))
"""The events by which one may act on another: all others are passed over, since a fight is made of them."""


class OpenStep:
    """Collects the events of one step, each evolving the state the next rule sees. `stack` is what is still to do."""

    def __init__(self, encounter: Encounter, kept: bool = True) -> None:
        self.start = encounter
        """The fight as the step found it."""
        self.encounter = encounter
        self.kept = kept
        """Whether a file may hold the step. Else the stages of its question stay as they are, and are not written."""
        self.events: list[ev.Event] = []
        self.stack: list[Task] = []
        self.asked = False
        self.straight_on = False
        """A declaration was made: others due on the same count are asked at once."""
        self.then: tuple[Command, ...] = ()
        """Commands to go on with, each a step of its own."""
        self.actor = ""
        self.ordered = ""
        """The standing orders that what is declared now follows, in a word or two. Empty: it follows none."""
        self.hindrance = ""
        """Why the answer being given by orders is not the one they name: `parry has no chance`."""
        self.together = False
        """The command of this very step is for several: what is refused to one of them refuses it all."""
        self.beside = False
        """What is declared now goes beside what was declared on this very count: two actions at once."""

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Try what may be refused: a refusal leaves events, state, stages and question as they were, and goes on."""
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
        """Record a fact. The state follows at once, and what hangs on a condition begins and ends with it.

        Who acts on another unnoticed has first shown itself.
        """
        if type(event) in _BESETS and (actor := self._actor(event)) and self._unnoticed(actor):
            self.emit(ev.Revealed(who=actor))
        self.encounter = evolve(self.encounter, event)
        self.events.append(event)
        if self.encounter.events and isinstance(event, ev.ConditionGained | ev.ConditionEnded):
            for further in following(self.encounter, event):
                self.emit(further)

    def _actor(self, event: ev.Event) -> str:
        """Return the fighter who attacks, closes in on or holds a fighter unaware of it. Empty when there is none."""
        match event:
            case ev.Struck():
                return event.who
            case ev.ConditionGained() if event.of in self.encounter[event.who].unaware_of:
                return event.of
            case _:
                return ""

    def _unnoticed(self, who: str) -> bool:
        """Return whether any fighter is still unaware of one that has not shown itself in this fight."""
        return not self.encounter[who].revealed and any(who in other.unaware_of for other in self.encounter)

    def note(self, text: str, who: str = "", secret: bool = False, offers: str = "") -> None:
        """Leave a line in the log. A `secret` one is for the game master only, `offers` is the line to go on with."""
        self.emit(ev.Noted(text=text, who=who, secret=secret, offers=offers))

    def end(self, who: str, key: str, why: str) -> None:
        """End a condition of a fighter, if it is borne. The end it was given leaves the agenda with it."""
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

        The stage that goes on after the answer is pushed before it is asked. A declaration has none.
        """
        here = self.stack or ask in (Ask.DECLARE, Ask.HALT)
        assert here, f"{what} is asked of {who} with no stage to go on in: push one first, then ask, then return"
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
        """Put the open question again as it was, with a stage that is done after all that hangs on it."""
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
        """Ask for a whole number from `low` to `high`. It goes on with the stage on top, with `amount` in its data."""
        self.ask(Ask.AMOUNT, who, what, text, low=low, high=max(low, high), step=step, about=about)
