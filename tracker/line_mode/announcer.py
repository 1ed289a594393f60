"""The announcer: the lines after a command: steps taken, undone and redone, and the open question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tracker.controller.controller import Controller
from tracker.encounter.engine.journal import Step
from tracker.line_mode import numbered_choices
from tracker.model import events as ev
from tracker.narration.log_lines import tell_step
from tracker.narration.step_names import deeds


class Before(NamedTuple):
    """The fight before a line: the steps in force, the number of the last step, and the count."""

    done: tuple[int, ...]
    last: int
    moment: int


class Announcer:
    """Prints what happened to the fight of a controller, and its open question."""

    def __init__(self, controller: Controller) -> None:
        self._controller, self._session = controller, controller.session

    def asked(self) -> Iterator[str]:
        """Yield the open question with its numbered answers. For a line being typed, its beginning."""
        field = self._controller.field
        if field is not None:
            begun = f" {field.text}" if field.text else ""
            yield f"{field.label}{begun} (type the rest; an empty line drops it)"
        else:
            yield from numbered_choices.asked(self._controller.prompt, self._session)

    def told(self, before: Before) -> Iterator[str]:
        """Yield the steps undone or redone, and a line for every event of new steps that has one.

        `before` is the state of the journal before them.
        """
        journal, count = self._session.journal, before.moment
        done_before, done_now = set(before.done), set(journal.done)
        undone = [n for n in reversed(before.done) if n not in done_now]
        redone = [n for n in journal.done if n not in done_before and n <= before.last]
        for heading, numbers in (("Undone", undone), ("Redone", redone)):
            if steps := [journal.steps[n] for n in numbers]:
                runner = self._controller.runner
                yield f"{heading}: {deeds(steps, runner.name, runner.group, self._session.rules.unit)}."
        if undone or redone:
            yield from self._now()
            count = self._session.encounter.count
        for n in journal.done:
            if n > before.last:
                yield from self._step(journal.steps[n], count)
                count = journal.steps[n].at

    def _now(self) -> Iterator[str]:
        """Yield the present count, if the fight has begun."""
        encounter, unit = self._session.encounter, self._session.rules.unit
        if encounter.began:
            yield f"It is {unit.moment(encounter.count)}."

    def _step(self, step: Step, count: int) -> Iterator[str]:
        """Yield the lines of one step. `count` is the count of the step before it."""
        unit = self._session.rules.unit
        for event, narrated in tell_step(
            step.events, self._controller.runner.name, unit, self._controller.keymap.given
        ):
            if isinstance(event, ev.TimeAdvanced) and event.to != count:
                count = event.to
                moment = unit.moment(count)
                yield f"{moment[0].upper()}{moment[1:]}."
            if narrated is not None:
                yield f"{'secret: ' if narrated.secret else ''}{narrated.text}"
