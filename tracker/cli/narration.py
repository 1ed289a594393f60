"""Narration: what `run` and `log` say in words, a line an event; the words for events are those of the screen's log."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.system import RuleSystem
from tracker.model import events as ev
from tracker.model.combatant import Combatant, Presence
from tracker.model.questions import Ask, Question
from tracker.model.state import Encounter
from tracker.views.narration import Told, tell_step
from tracker.views.records import doing


class Teller:
    """Tells events; `encounter` is where names are looked up, and late joiners are remembered."""

    def __init__(self, encounter: Encounter, unit: TimeUnit) -> None:
        self._unit = unit
        self._names = {combatant.id: combatant.name for combatant in encounter}

    def name(self, who: str) -> str:
        """An instance id as the table calls it."""
        return self._names.get(who, who)

    def lines(self, events: tuple[ev.Event, ...], count: int, mark: str = " ") -> Iterator[str]:
        """The events of one step that began at `count`, those worth a line, each with its count and `mark`."""
        for event, told in tell_step(events, self.name, self._unit):
            if isinstance(event, ev.TimeAdvanced):
                count = event.to
            elif isinstance(event, ev.Joined):
                self._names[event.who] = event.name
            text = self._told(event, told)
            if text:
                yield f"{self._unit.text(count):>4}{mark} {text}"

    def _told(self, event: ev.Event, told: Told | None) -> str:
        if isinstance(event, ev.Asked):
            return "? " + asked(event.text, bounds(event) if event.ask == Ask.AMOUNT else event.choices)
        if isinstance(event, ev.Answered):
            return ""
        if told is None:
            return ""
        return f"{told.text} (secret)" if told.secret else told.text


def bounds(question: Question | ev.Asked) -> tuple[str, ...]:
    """What numbers answer a question for one."""
    steps = f" in steps of {question.step}" if question.step > 1 else ""
    return (f"{question.low} to {question.high}{steps}",)


def asked(text: str, choices: tuple[str, ...]) -> str:
    """A question with the words that answer it."""
    return f"{text} ({', '.join(choices)})" if choices else text


def standing(encounter: Encounter, rules: RuleSystem) -> Iterator[str]:
    """The state in words: a line a combatant, and the open question."""
    yield f"{encounter.title}: {rules.unit.one} {rules.unit.text(encounter.count)}"
    for combatant in encounter:
        yield f"  {_one(encounter, rules, combatant)}"
    question = encounter.question
    if question is not None:
        yield "? " + asked(question.text, bounds(question) if question.ask is Ask.AMOUNT else question.choices)


def _one(encounter: Encounter, rules: RuleSystem, combatant: Combatant) -> str:
    pools = " ".join(
        f"{pool.name} {now}/{pool.full}" for pool, now in zip(combatant.profile.pools, combatant.pools, strict=True)
    )
    parts = [f"{combatant.name} ({combatant.profile.side}): {pools}"]
    if combatant.presence is not Presence.IN:
        parts.append(combatant.presence.value)
    parts += [condition.label for condition in combatant.conditions]
    if (busy := doing(encounter, rules, combatant)) and busy not in parts:
        parts.append(busy)
    if heading := rules.display.pool_outlook(encounter, combatant.id):
        parts.append(heading)
    return " · ".join(parts)
