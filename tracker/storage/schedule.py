"""Schedule: the [[scheduled]] events of a file, put on the agenda or started by a fighter's condition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tracker.encounter.language.event_command import span
from tracker.encounter.names import combatant_named, plain
from tracker.game_api.rules import Rules
from tracker.model.refusals import Refused
from tracker.model.state import FREE_EVENT, Encounter, FreeEvent, Rank
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile
from tracker.storage.toml.models import LATEST
from tracker.storage.toml.positions import Path as KeyPath
from tracker.text.suggestions import nearest


def schedule(
    encounter: Encounter,
    rules: Rules,
    entries: Sequence[Mapping[str, Any]],
    locate: Callable[[KeyPath, str], Diagnostic],
) -> Encounter:
    """Return the encounter with all [[scheduled]] events of the file. Raises InvalidFile with each that is wrong.

    `locate` makes a mistake at a path of keys a diagnostic with its line.
    """
    diagnostics: list[Diagnostic] = []
    for number, entry in enumerate(entries, 1):
        try:
            free = _free_event(encounter, rules, entry, f"event-{number}")
        except _Unreadable as error:
            diagnostics.append(locate(("scheduled", number - 1, error.key), str(error)))
            continue
        agenda = encounter.agenda
        if not free.condition:  # an event of a condition is due once that begins
            agenda = agenda.add(free.at, Rank.EVENT, who="", what=FREE_EVENT, ref=free.key)
        encounter = replace(encounter, events=(*encounter.events, free), agenda=agenda)
    if diagnostics:
        raise InvalidFile(diagnostics)
    return encounter


class _Unreadable(ValueError):
    """A wrong key of an entry, and a sentence about it."""

    def __init__(self, key: str, sentence: str) -> None:
        super().__init__(sentence)
        self.key = key


def _free_event(encounter: Encounter, rules: Rules, entry: Mapping[str, Any], key: str) -> FreeEvent:
    """Return the event of a [[scheduled]] entry under `key`. Raises _Unreadable."""
    every, count = entry.get("every", 0), entry["at"]
    try:
        interval = every if isinstance(every, int) else span(every, rules.unit, "every", 1)
    except Refused as refused:
        raise _Unreadable("every", f"every must be a number of {rules.unit.many}, or seconds: '5s'") from refused
    who, condition = _condition_of(encounter, rules, entry)
    moment, stop, public = _count_of(rules, count), entry.get("stop", False), entry.get("public", False)
    return FreeEvent(
        key=key, at=moment, text=entry["text"], every=interval, stop=stop, who=who, condition=condition, public=public
    )


def _count_of(rules: Rules, written: int | str) -> int:
    """Return the count that `written` means: a count, a moment of the game (`4.2`), or seconds (`6s`).

    Raises _Unreadable.
    """
    moment = written if isinstance(written, int) else rules.unit.read(written)
    if moment is None and isinstance(written, str) and written.casefold().endswith("s"):
        try:
            moment = span(written, rules.unit, "at")
        except Refused:
            moment = None
    if moment is None or moment > LATEST:
        raise _Unreadable("at", f"at must be a {rules.unit.one} such as {rules.unit.example!r}, not {written!r}")
    return moment


def _condition_of(encounter: Encounter, rules: Rules, entry: Mapping[str, Any]) -> tuple[str, str]:
    """Return the fighter and the condition that start an event. Both empty when nothing does. Raises _Unreadable."""
    name, condition = entry.get("who", ""), entry.get("condition", "")
    if not name and not condition:
        return "", ""
    if not name:
        raise _Unreadable("condition", 'condition needs a who: who = "Brann"')
    if not condition:
        raise _Unreadable("who", 'who needs a condition: condition = "poisoned"')
    try:
        who = combatant_named(encounter, name)
    except Refused as refused:
        raise _Unreadable("who", str(refused)) from refused
    by_hand = rules.choices.conditions_by_hand()
    known = [word for borne in by_hand for word in (borne.key, borne.label)]
    if plain(condition) not in {plain(word) for word in known} and (near := nearest(condition, known)):
        raise _Unreadable("condition", f'no condition is called "{condition}"; did you mean "{near}"?')
    return who, condition
