"""`tracker party`: print a party, or what a fight would change in its file. Write, bind wounds, undo."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from tracker.campaign.changes import Change, PersonChanges
from tracker.campaign.party import Party, Person, read_party
from tracker.campaign.party_changes import differences, fight_receipt, is_outside_folder, party_path
from tracker.campaign.party_file import redo, undo, write
from tracker.campaign.rest import bind
from tracker.cli.streams import tell
from tracker.encounter.names import plain
from tracker.model.refusals import Refused
from tracker.session.opening import holds_fight, look
from tracker.storage.fight_log.opening import OpenedFight
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile

DONE = 0
_BIND = "bind"
_YES = ("y", "yes")


def carry_out(options: argparse.Namespace) -> int:
    """Print or write a party and return the exit code. Raises Refused before anything is written."""
    if options.file == _BIND and options.names:
        return _bind(options)
    if options.names:
        words = f"`tracker party` takes one file; to bind wounds: tracker party bind {shlex.quote(options.file)} NAME"
        raise InvalidFile([Diagnostic(options.names[0], 0, 0, words)])
    path = Path(options.file)
    if options.undo or options.redo:
        return turn(_party_to_write(path, options), again=options.redo)
    if holds_fight(path):
        return _of_fight(path, options)
    for line in standing(read_party(path)):
        tell(line)
    return DONE


def turn(path: Path, again: bool) -> int:
    """Undo the last change of the party's file, or redo it when `again`. Return the exit code. Raises Refused."""
    read_party(path)
    change = redo(path) if again else undo(path)
    tell(f"{path}: {'redone' if again else 'undone'}: {change}")
    return DONE


def undoing(path: Path) -> str:
    """Return the end of a sentence that says how to undo the last change."""
    return f"`tracker party {shlex.quote(str(path))} --undo` undoes it."


def _bind(options: argparse.Namespace) -> int:
    """Bind the wounds of the people named and write the party. Return the exit code."""
    path = _party_to_write(Path(options.names[0]), options)
    people = bind(read_party(path), options.names[1:])
    for line in told(people):
        tell(line)
    write(path, f"bound: {', '.join(person.name for person in people)}", _changes(people))
    tell(f"Wrote {path}; {undoing(path)}")
    return DONE


def _changes(people: Sequence[PersonChanges]) -> list[Change]:
    """Return the changes of all people in one list."""
    return [change for person in people for change in person.changes]


def _party_to_write(path: Path, options: argparse.Namespace) -> Path:
    """Return the party file to write: `path` itself, or the party of the fight at `path`.

    Raises Refused, InvalidFile.
    """
    if not holds_fight(path):
        return path
    opened = look(path)
    file = _party_of(path, opened, options)
    ask_before_writing(path, opened, file, options)
    return file


def _party_of(path: Path, opened: OpenedFight, options: argparse.Namespace) -> Path:
    """Return the party file that `--party` or the fight's encounter names. Raises InvalidFile when neither does."""
    file = Path(options.party) if options.party else party_path(opened.prepared)
    if file is None:
        raise InvalidFile(
            [Diagnostic(str(path), 0, 0, 'this fight names no party; put party = "party.toml" into its encounter')]
        )
    return file


def ask_before_writing(path: Path, opened: OpenedFight, file: Path, options: argparse.Namespace) -> None:
    """Raise Refused unless the party lies in the fight's folder, was named with `--party`, or the user answers yes.

    A fight file from elsewhere could name any file of the user, so its word alone is not enough.
    """
    if options.party or not is_outside_folder(opened.prepared, file):
        return
    reason = f"{file} lies outside the folder of {path}, which names it"
    if not sys.stdin.isatty():
        raise Refused(f"{reason}, so the command does not write it; name it yourself: --party {shlex.quote(str(file))}")
    tell(f"{reason}. Write it? [y/N]")
    if sys.stdin.readline().strip().casefold() not in _YES:
        raise Refused(f"{file} stays as it is.")


def _of_fight(path: Path, options: argparse.Namespace) -> int:
    """Print the changes of a fight for its party. With `--write` write them. Return the exit code."""
    opened = look(path)
    file = _party_of(path, opened, options)
    party = read_party(file)
    step = opened.journal.done[-1] if opened.journal.done else 0
    people = differences(party, opened.encounter, opened.prepared.rules, fight_receipt(path), step)
    left_out = {plain(name) for name in options.but or ()}
    people = tuple(person for person in people if plain(person.name) not in left_out)
    for line in told(people):
        tell(line)
    changes = _changes(people)
    if not changes:
        tell("There is nothing to write.")
    elif options.write:
        ask_before_writing(path, opened, file, options)
        write(file, f"fight: {opened.prepared.title}", changes)
        tell(f"Wrote {file}; {undoing(file)}")
    else:
        tell(f"`tracker party {path} --write` writes this into {file}.")
    return DONE


def told(people: Sequence[PersonChanges]) -> tuple[str, ...]:
    """Return a line for each person with the changes, and a line for each remark."""
    lines: list[str] = []
    for person in people:
        if person.words or not person.remarks:
            lines.append(f"{person.name}: {person.words or 'as before'}")
        lines += [f"{person.name}: {remark}" for remark in person.remarks]
    return tuple(lines)


def standing(party: Party) -> tuple[str, ...]:
    """Return a line for each person of a party: pools, lasting conditions, experience."""
    return tuple(_standing(person) for person in party.people)


def _standing(person: Person) -> str:
    """Return one person's line. Pools of a group, such as wounds by location, are left out."""
    combatant = person.combatant
    parts = [
        f"{pool.name} {pool.text(now)}"
        for pool, now in zip(combatant.profile.pools, combatant.pools, strict=True)
        if not pool.group
    ]
    parts += [condition.label for condition in combatant.conditions]
    parts += [f"experience {person.experience}"] if person.experience else []
    parts += [] if person.rests else ["does not rest"]
    return f"{person.name}: {', '.join(parts)}"
