"""Lines about the whole fight, which begin without a name: `QUERIES` only ask, `COMMANDS` change it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from tracker.encounter.language import event_command, fix_command, group_command, join_command
from tracker.encounter.language.condition_command import count, number
from tracker.encounter.names import first_named, somebody
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model import queries
from tracker.model.queries import Query
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.text.suggestions import nearest

DICE = re.compile(r"=?\s*\d+([\s,]+\d+)*")

Line = cmd.Command | cmd.Request | Query
Reader = Callable[[Encounter, Rules, list[str]], Line]


def _without_words(command: Callable[[], Line], name: str) -> Reader:
    """Return a reader for the command `name`, which takes no further words. `command` makes it."""

    def read(encounter: Encounter, rules: Rules, words: list[str]) -> Line:
        """Return the command. Raises Refused for words behind it."""
        if words:
            raise Refused(f"`{name}` takes no words; {' '.join(words)} is too much.")
        return command()

    return read


def _to(encounter: Encounter, rules: Rules, words: list[str]) -> Line:
    """Read `to 45`."""
    if len(words) != 1:
        raise Refused(f"Give the {rules.unit.one}, for example: to {rules.unit.example}")
    return cmd.Advance(count(words[0], encounter, rules))


def _why(encounter: Encounter, rules: Rules, words: list[str]) -> Line:
    """Read `why NAME WORDS…`. Refused, with an example that works, where no name is given."""
    if not words:
        fighter = encounter[who] if (who := somebody(encounter)) in encounter else None
        pool = next((pool.name for pool in fighter.profile.pools), "") if fighter is not None else ""
        raise Refused(f"Give a fighter: why {who}" + (f", why {who} {pool}" if pool else ""))
    who, rest = first_named(encounter, words)
    return queries.Why(who, tuple(rest))


def _reckon(encounter: Encounter, rules: Rules, words: list[str]) -> Line:
    """Read `reckon CALCULATOR …`, or `reckon NAME CALCULATOR …` with the figures of a fighter."""
    if not words or words[0].casefold() in {calculator.name for calculator in rules.sheets.reckoning(encounter, "")}:
        return queries.Reckon("", tuple(words))
    near = nearest(words[0], [calculator.name for calculator in rules.sheets.reckoning(encounter, "")])
    try:
        who, rest = first_named(encounter, words)
    except Refused as refused:
        if near:
            raise Refused(f'"{words[0]}" is no number here; did you mean "{near}"?') from refused
        raise
    return queries.Reckon(who, tuple(rest))


def _look_up(encounter: Encounter, rules: Rules, words: list[str]) -> Line:
    """Read `rules`, `rules ID` or `rules WORDS …`."""
    return queries.LookUp(tuple(words))


def _keep(encounter: Encounter, rules: Rules, words: list[str]) -> Line:
    """Read `keep NAME`."""
    if not words:
        raise Refused(f"Give the fighter to put into your own library: keep {somebody(encounter)}")
    who, rest = first_named(encounter, words)
    if rest:
        raise Refused(f'"{" ".join(rest)}" is too much after {encounter[who].name}.')
    return cmd.Keep(who)


def _back(encounter: Encounter, rules: Rules, words: list[str]) -> Line:
    """Read `back 12`."""
    if len(words) != 1:
        raise Refused("Give the step of the log: back 12")
    return cmd.BackTo(number(words[0], "A step", 0))


def _veto(encounter: Encounter, rules: Rules, words: list[str]) -> Line:
    """Read `veto` or `veto anyway`."""
    if words and [word.casefold() for word in words] != ["anyway"]:
        raise Refused(f"Use `veto` or `veto anyway`; {' '.join(words)} is too much.")
    return cmd.Veto(anyway=bool(words))


def _note(encounter: Encounter, rules: Rules, words: list[str]) -> cmd.Note:
    """Read `note TEXT`."""
    if not words:
        raise Refused("Give the text: note The rain begins")
    return cmd.Note(" ".join(words))


def _summary(encounter: Encounter, rules: Rules, words: list[str]) -> Line:
    """Read `summary` or `summary each`."""
    if [word.casefold() for word in words] not in ([], ["each"]):
        raise Refused(f"Use `summary`, or `summary each` for each fighter of a group; {' '.join(words)} is too much.")
    return queries.Summary(each=bool(words))


def _secret(encounter: Encounter, rules: Rules, words: list[str]) -> Line:
    """Read `secret note TEXT`, `secret dice 2d6`, `secret 37`, or `secret` alone, which lets the program roll."""
    if words and words[0].casefold() == "note":
        return replace(_note(encounter, rules, words[1:]), secret=True)
    if words and words[0].casefold() == "dice":
        return replace(_dice(encounter, rules, words[1:]), secret=True)
    text = " ".join(words)
    if words and not DICE.fullmatch(text):
        raise Refused(f"Give the roll, or nothing to let the tracker roll: secret 37; {text} is no die.")
    return cmd.GiveDice(text, secret=True)


def _dice(encounter: Encounter, rules: Rules, words: list[str]) -> cmd.RollFreely:
    """Read `dice 2d6+3`."""
    if not words:
        raise Refused("Give the dice: dice 2d6+3")
    return cmd.RollFreely("".join(words))


QUERIES: Mapping[str, Reader] = {
    "events": _without_words(queries.Events, "events"),
    "why": _why,
    "reckon": _reckon,
    "rules": _look_up,
    "summary": _summary,
    "notes": _without_words(queries.Notes, "notes"),
}
COMMANDS: Mapping[str, Reader] = {
    "begin": _without_words(cmd.Begin, "begin"),
    "next": _without_words(cmd.Advance, "next"),
    "to": _to,
    "fix": fix_command.read,
    "join": join_command.read,
    "event": event_command.read,
    "keep": _keep,
    "group": group_command.of_the_group,
    "undo": _without_words(cmd.Undo, "undo"),
    "redo": _without_words(cmd.Redo, "redo"),
    "undo-action": _without_words(cmd.UndoAction, "undo-action"),
    "veto": _veto,
    "back": _back,
    "note": _note,
    "dice": _dice,
    "roll": _without_words(partial(cmd.GiveDice, ""), "roll"),
    "secret": _secret,
}
FIGHT: Mapping[str, Reader] = {**COMMANDS, **QUERIES}
