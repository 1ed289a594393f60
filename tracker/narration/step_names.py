"""Step names: what a step was, in a few words, for undo: `Brann attacks Gruk`, `moved on to 40`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.encounter.engine.journal import Step
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.narration.grammar import REPLIES, aimed, declares, listed, waits
from tracker.narration.log_lines import Names, Told, tell
from tracker.text.names import and_more, first_of, in_its_place

_ATTACK = "attack"
"""The verb that every game shares."""
_WALKS = ("next", "to")
"""The first words of lines that let time pass."""
_BETWEEN_WORDS = re.compile(r"(?<=[a-z])-(?=[a-z])")
"""The sign between the words of an answer as it is typed: `full-defence`."""
_MOST = 3


def deeds(steps: Sequence[Step], name: Names, group: Names, unit: TimeUnit = WHOLE) -> str:
    """Return the names of several steps, the last one first. What a group did together is told once.

    `group` gives the group a fighter is of. Empty: none.
    """
    own_steps = [step for step in steps if step.mode != "group"] or list(steps[:1])
    names = [deed(step, name, unit) for step in own_steps[:_MOST]]
    together = [step for step in steps if step.mode == "group" and step not in own_steps]
    if together and names:
        whose = group(together[0].actor)
        names[-1] += f",{and_more(len(together))}{f' of {whose}' if whose else ''}"
    return f"{'; '.join(names)}{and_more(len(own_steps) - _MOST)}"


def deed(step: Step, name: Names, unit: TimeUnit = WHOLE) -> str:
    """Return the name of a step: its declaration, its answer, what landed, or how far time went on."""
    for event in step.events:
        match event:
            case ev.ActionDeclared():
                return _declared(event, name)
            case ev.DefenceDeclared():
                return f"{name(event.who)}: {event.label or event.defence} against {name(event.against)}"
            case ev.Began():
                return "the beginning of the fight"
    # Who sets about something that outlasts the step, such as a run, is not asked meanwhile, but does not wait.
    busy = {event.who for event in step.events if isinstance(event, ev.ConditionGained)}
    waits_now = (event for event in step.events if isinstance(event, ev.WaitChanged) and event.waiting)
    waiting = next((event for event in waits_now if event.who not in busy), None)
    answer = next((event for event in step.events if isinstance(event, ev.Answered) and event.answer), None)
    if waiting is not None:
        return waits(name(waiting.who))
    if answer is not None:
        given = _BETWEEN_WORDS.sub(" ", answer.answer)
        return f"{name(answer.who)}: {given}" if answer.who else given
    if _moves_on(step.line) and (what := _words_of_time(step, name, unit)):
        return what
    lines = [line for event in step.events if (line := tell(_without_offer(event), name, unit)) is not None]
    return _line_of_each(lines, name) if lines else _last_question(step, name) or step.line or "a step"


def _without_offer(event: ev.Event) -> ev.Event:
    """Return a note without the line that it offers to continue with: the step is behind it."""
    return replace(event, offers="") if isinstance(event, ev.Noted) else event


def _last_question(step: Step, name: Names) -> str:
    """Return the last question: `Brann rolls`, or its text if it has no fighter. Empty without one."""
    asked = [event for event in step.events if isinstance(event, ev.Asked)]
    if not asked:
        return ""
    last = asked[-1]
    return f"{name(last.who)} {REPLIES[Ask(last.ask)]}" if last.who else last.text.rstrip(".")


def _line_of_each(lines: Sequence[Told], name: Names) -> str:
    """Return the first line about each fighter. Lines that differ in the name alone come once, with all names."""
    by_fighter: dict[str, Told] = {}
    for line in lines:
        by_fighter.setdefault(line.who[0] if line.who else "", line)
    first, *others = by_fighter.values()
    if first.secret and first.who:
        return f"{name(first.who[0])}'s secret die"
    if not first.who:
        return first.text
    alike = [
        line.who[0]
        for line in others
        if line.who and first.text == in_its_place(line.text, name(line.who[0]), name(first.who[0]))
    ]
    texts = [f"{first.text}; {listed((name(who) for who in alike), spans=False)} too" if alike else first.text]
    texts += [line.text for line in others if not line.who or line.who[0] not in alike]
    return first_of(texts, _MOST, "; ")


def _declared(event: ev.ActionDeclared, name: Names) -> str:
    if words := attack(event, name):
        return words
    return declares(name(event.who), aimed(event.label, event.target and name(event.target)))


def attack(event: ev.ActionDeclared, name: Names) -> str:
    """Return an attack as a name, `Brann attacks Gruk`. Empty for a declaration of something else."""
    attacks = event.verb == _ATTACK and event.target
    return f"{name(event.who)} attacks {name(event.target)}" if attacks else ""


def _moves_on(line: str) -> bool:
    """Return whether a line lets time pass: `next`, `to 30`, `+5`."""
    first = line.split(maxsplit=1)[0].casefold() if line.strip() else ""
    return first in _WALKS or first.startswith("+")


def _words_of_time(step: Step, name: Names, unit: TimeUnit) -> str:
    """Return the blows that landed, else the moment reached, else the question asked. Empty when none was."""
    blows = [
        f"{name(event.who)}'s blow on {name(event.target)}" for event in step.events if isinstance(event, ev.Struck)
    ]
    if blows:
        return " and ".join(dict.fromkeys(blows[:2])) + (" …" if len(blows) > 2 else "")
    to = [event.to for event in step.events if isinstance(event, ev.TimeAdvanced)]
    if to:
        return f"moved on to {unit.moment(to[-1])}"
    asked = _last_question(step, name)
    return f"moved on: {asked}" if asked else ""
