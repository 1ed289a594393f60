"""Event command: what happens when, how often, whether it stops the fight, and on whose condition it hangs."""

from __future__ import annotations

import re
from dataclasses import replace
from math import ceil

from tracker.clock.spans import TimeUnit
from tracker.encounter.features.free_events import event_named
from tracker.encounter.language.condition_command import count, number
from tracker.encounter.names import first_named, somebody
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

_SECONDS = re.compile(r"(\d{1,6})\s?s")


def span(word: str, unit: TimeUnit, what: str, low: int = 0) -> int:
    """Return a span of time as counts: `30`, or `5s` in seconds (rounded up to whole counts). Raises Refused.

    `what` names the number in a refusal.
    """
    seconds = _SECONDS.fullmatch(word.casefold())
    if seconds is not None:
        return max(low, ceil(int(seconds[1]) * unit.per_second))
    return number(word, what, low)


EventCommand = cmd.SetEvent | cmd.MoveEvent | cmd.StrikeEvent | cmd.TellEvent


def read(encounter: Encounter, rules: Rules, words: list[str]) -> EventCommand:
    """Read the words after `event`. Raises Refused with the words that would work."""
    if len(words) < 2:
        raise Refused(_usage(encounter, rules, "".join(words)))
    match words[0].casefold():
        case "strike":
            return cmd.StrikeEvent(event_named(encounter, words[1:]))
        case "private":
            return cmd.TellEvent(event_named(encounter, words[1:]), public=False)
        case "public" if len(words) == 2:
            return cmd.TellEvent(event_named(encounter, words[1:]), public=True)
        case "public":
            said_aloud = read(encounter, rules, words[1:])
            if not isinstance(said_aloud, cmd.SetEvent):
                raise Refused(_usage(encounter, rules, "public"))
            return replace(said_aloud, public=True)
        case "while":
            return _set(encounter, rules, _condition_last(encounter, rules, words))
        case "move":
            return _read_move(encounter, rules, words[1:])
        case _:
            return _set(encounter, rules, words)


def _usage(encounter: Encounter, rules: Rules, begun: str) -> str:
    """Return the usage of the word typed, with examples from this fight."""
    example = rules.unit.example
    match begun.casefold():
        case "move":
            return f"Give the event and its new time: event move 1 {example}, or: event move 1 in 6s"
        case "strike":
            return "Give the event: event strike 1"
        case "public":
            what = f'event public {example} "The gate falls", or: event public 1'
            return f"Give time and text of what players are told: {what}"
        case "private":
            return "Give the event that players are not to be told of: event private 1"
        case "in":
            return f'Give time and text: event in 6s "The fuse burns down" (while {somebody(encounter)} poisoned)'
        case "while":
            return f"Give the condition and the time after its beginning: {_while(somebody(encounter))}"
        case "":
            return f'Give time and text: event {example} "The gate falls" · event in 6s "The fuse burns down"'
        case _:
            return f'Give time and text: event {begun} "The gate falls" (every 30) (stop)'


def _while(who: str) -> str:
    return f'event while {who} poisoned in 12 "The poison bites"'


def _condition_last(encounter: Encounter, rules: Rules, words: list[str]) -> list[str]:
    """Return the words with the condition last: `while bo poisoned in 12 bites` as `in 12 bites while bo poisoned`."""
    ends = [
        place for place, word in enumerate(words[:-2]) if word.casefold() == "in" and words[place + 1][:1].isdecimal()
    ]
    place = next(iter(ends), 0)
    if place < 3:
        raise Refused(_usage(encounter, rules, "while"))
    return [*words[place:], *words[:place]]


def _read_move(encounter: Encounter, rules: Rules, words: list[str]) -> cmd.MoveEvent:
    """Read `event move NAME 60` or `event move NAME in 12`."""
    if len(words) > 2 and words[-2].casefold() == "in":
        to = encounter.count + span(words[-1], rules.unit, "In how many counts")
        return cmd.MoveEvent(event_named(encounter, words[:-2]), to)
    if len(words) < 2:
        raise Refused(_usage(encounter, rules, "move"))
    return cmd.MoveEvent(event_named(encounter, words[:-1]), count(words[-1], encounter, rules))


def _set(encounter: Encounter, rules: Rules, words: list[str]) -> cmd.SetEvent:
    """Read a new event: `60 "…"`, `in 12 "…"`, `every 20`, `stop`, and `while SOMEBODY CONDITION`."""
    within = words[0].casefold() == "in"
    when, words = (words[1], words[2:]) if within else (words[0], words[1:])
    time = span(when, rules.unit, "In how many counts") if within else _moment(when, encounter, rules)
    words, who, condition = _cut_condition(encounter, words)
    words, every, stop = _cut_repetition(words, rules)
    if condition and not within:
        raise Refused(
            f'An event on a condition needs the time after its beginning: event in {when} "…" while {who} {condition}'
        )
    if within and not condition:
        time += encounter.count
    return cmd.SetEvent(time, " ".join(words), every, stop, who, condition)


def _moment(word: str, encounter: Encounter, rules: Rules) -> int:
    """Return a count, or seconds such as `30s` as counts."""
    if _SECONDS.fullmatch(word.casefold()):
        return span(word, rules.unit, "When")
    return count(word, encounter, rules)


def _cut_condition(encounter: Encounter, words: list[str]) -> tuple[list[str], str, str]:
    """Return the words without `while ANN poisoned`, the id of that fighter and the condition.

    Without such a clause the id and the condition are empty. `every N` and `stop` behind it stay in the words.
    """
    lowered = [word.casefold() for word in words]
    if "while" not in lowered[1:]:
        return words, "", ""
    place = len(words) - 1 - lowered[::-1].index("while")
    rest = words[place + 1 :]
    tail: list[str] = []
    while (rest and rest[-1].casefold() == "stop") or (len(rest) > 2 and rest[-2].casefold() == "every"):
        cut = -1 if rest[-1].casefold() == "stop" else -2
        rest, tail = rest[:cut], rest[cut:] + tail
    if len(rest) < 2:
        example = f'event in 12 "The poison bites" while {somebody(encounter)} poisoned'
        raise Refused(f"Give the fighter and the condition: {example}")
    who, condition = first_named(encounter, rest)
    if not condition:
        raise Refused(f'Give the condition of {encounter[who].name}: event in 12 "…" while {who} poisoned')
    return [*words[:place], *tail], who, " ".join(condition)


def _cut_repetition(words: list[str], rules: Rules) -> tuple[list[str], int, bool]:
    """Return the words without `every N` and `stop` at their end, N in counts (0: never), and whether it stops."""
    every, stop = 0, False
    while len(words) > 1:
        if words[-1].casefold() == "stop":
            stop, words = True, words[:-1]
        elif len(words) > 2 and words[-2].casefold() == "every":
            every, words = span(words[-1], rules.unit, "How often", 1), words[:-2]
        else:
            break
    return words, every, stop
