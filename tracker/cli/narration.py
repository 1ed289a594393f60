"""Narration: what `run` and `log` say in words, a line an event. The words for events are those of the screen's log."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.journal import Step
from tracker.encounter.names import NamesLearnt
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.combatant import Combatant, Presence
from tracker.model.questions import Ask, Question
from tracker.model.state import Encounter
from tracker.narration.log_lines import Told, tell_step
from tracker.views.records import doing

UNDONE = "~"


class Teller:
    """Puts events into words, with the names that fighters have by then."""

    def __init__(self, start: Encounter, unit: TimeUnit) -> None:
        self._unit = unit
        self._names = NamesLearnt(start)

    def lines(self, step: Step, before: int, in_force: bool = True) -> Iterator[str]:
        """Yield a line for each event of a step that is worth one, with its count. An undone step is marked.

        `before` is the count of the step before.
        """
        self._names.begin(in_force)
        mark = " " if in_force else UNDONE
        narrated_events = tell_step(step.events, self._names, self._unit)
        for (count, _), (event, narrated) in zip(step.timed(before), narrated_events, strict=True):
            self._names.learn(event)
            text = self._text(event, narrated)
            if text:
                yield f"{self._unit.text(count):>4}{mark} {text}"

    def _text(self, event: ev.Event, narrated: Told | None) -> str:
        """Return the line of an event, empty when it has none. A question is followed by its possible answers."""
        if isinstance(event, ev.Asked):
            return "? " + asked(event.text, bounds(event) if event.ask == Ask.AMOUNT else event.choices)
        if isinstance(event, ev.Answered):
            return ""
        if narrated is None:
            return ""
        return f"{narrated.text} (secret)" if narrated.secret else narrated.text


def bounds(question: Question | ev.Asked) -> tuple[str, ...]:
    """Return, as the only entry, the numbers that answer a question: `2 to 10 in steps of 2`."""
    steps = f" in steps of {question.step}" if question.step > 1 else ""
    return (f"{question.low} to {question.high}{steps}",)


def asked(text: str, choices: tuple[str, ...]) -> str:
    """Return a question with its possible answers in brackets."""
    return f"{text} ({', '.join(choices)})" if choices else text


def standing(encounter: Encounter, rules: Rules) -> Iterator[str]:
    """Yield the state in words: the count, a line for each combatant, the open question."""
    yield f"{encounter.title}: {rules.unit.moment(encounter.count)}"
    for combatant in encounter:
        yield f"  {_status(encounter, rules, combatant)}"
    question = encounter.question
    if question is not None:
        yield "? " + asked(question.text, bounds(question) if question.ask is Ask.AMOUNT else question.choices)


def _status(encounter: Encounter, rules: Rules, combatant: Combatant) -> str:
    """Return one combatant's state as a line: pools, presence, conditions, activity, outlook of its pools."""
    pools = " ".join(
        f"{pool.name} {pool.text(now)}"
        for pool, now in zip(combatant.profile.pools, combatant.pools, strict=True)
        if not pool.lacking
    )
    parts = [f"{combatant.name} ({combatant.profile.side}): {pools}"]
    if combatant.presence is not Presence.IN:
        parts.append(combatant.presence.value)
    parts += [condition.label for condition in combatant.conditions]
    if (busy := doing(encounter, rules, combatant)) and busy not in parts:
        parts.append(busy)
    if outlook := rules.display.pool_outlook(encounter, combatant.id):
        parts.append(outlook)
    return " · ".join(parts)
