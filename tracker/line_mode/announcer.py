"""The announcer: what is heard after a line: the steps taken, undone and redone, and what is asked now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tracker.controller.controller import Controller
from tracker.encounter.engine.journal import Step
from tracker.line_mode import numbered_choices
from tracker.model import events as ev
from tracker.views.narration import tell_step
from tracker.views.step_names import deeds


class Before(NamedTuple):
    """What stood when a line came: the steps in force, the last one there was, and the count."""

    done: tuple[int, ...]
    last: int
    at: int


class Announcer:
    """Tells what happened to the fight of a controller, and what it asks."""

    def __init__(self, controller: Controller) -> None:
        self._controller, self._session = controller, controller.session

    def asked(self) -> Iterator[str]:
        """The open question with its numbered answers; while a line is being typed, its beginning."""
        field = self._controller.field
        if field is not None:
            begun = f" {field.text}" if field.text else ""
            yield f"{field.label}{begun} (type the rest; an empty line drops it)"
        else:
            yield from numbered_choices.asked(self._controller.prompt, self._session)

    def told(self, before: Before) -> Iterator[str]:
        """What was taken back or brought back, and every event of new steps that is worth a line."""
        journal, count = self._session.journal, before.at
        then, now = set(before.done), set(journal.done)
        back = [n for n in reversed(before.done) if n not in now]
        again = [n for n in journal.done if n not in then and n <= before.last]
        for words, numbers in (("Undone", back), ("Redone", again)):
            if steps := [journal.steps[n] for n in numbers]:
                runner = self._controller.runner
                yield f"{words}: {deeds(steps, runner.name, runner.group, self._session.rules.unit)}."
        if back or again:
            yield from self._now()
            count = self._session.encounter.count
        for n in journal.done:
            if n > before.last:
                yield from self._step(journal.steps[n], count)
                count = journal.steps[n].at

    def _now(self) -> Iterator[str]:
        encounter, unit = self._session.encounter, self._session.rules.unit
        if encounter.began:
            yield f"It is {unit.one} {unit.text(encounter.count)}."

    def _step(self, step: Step, count: int) -> Iterator[str]:
        unit = self._session.rules.unit
        for event, told in tell_step(step.events, self._controller.runner.name, unit, self._controller.keymap.given):
            if isinstance(event, ev.TimeAdvanced) and event.to != count:
                count = event.to
                yield f"{unit.one.capitalize()} {unit.text(count)}."
            if told is not None:
                yield f"{'secret: ' if told.secret else ''}{told.text}"
