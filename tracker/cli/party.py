"""`tracker party`: a party as it stands, or what a fight would write into its file; writing, binding, taking back."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from tracker.campaign.changes import Change, PersonChanges
from tracker.campaign.party import Party, Person, read_party
from tracker.campaign.party_file import redo, undo, write
from tracker.campaign.rest import bind
from tracker.campaign.write_back import differences, fight_receipt, is_outside_folder, party_path
from tracker.cli.opening import holds_fight, look
from tracker.cli.streams import tell
from tracker.encounter.names import plain
from tracker.model.refusals import Refused
from tracker.storage.fight_log.opening import OpenedFight
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile

DONE = 0
_BIND = "bind"
_YES = ("y", "yes")


def carry_out(options: argparse.Namespace) -> int:
    """Tell, or write; raises Refused, and then nothing has changed."""
    if options.file == _BIND and options.names:
        return _bind(options)
    if options.names:
        words = f"`tracker party` takes one file; to bind wounds: tracker party bind {shlex.quote(options.file)} NAME"
        raise InvalidFile([Diagnostic(options.names[0], 0, 0, words)])
    path = Path(options.file)
    if options.undo or options.redo:
        return turn(_asked_for(path, options), again=options.redo)
    if holds_fight(path):
        return _of_fight(path, options)
    for line in standing(read_party(path)):
        tell(line)
    return DONE


def turn(path: Path, again: bool) -> int:
    """Take back the last writing into the party's file, or bring it back; raises Refused."""
    read_party(path)
    what = redo(path) if again else undo(path)
    tell(f"{path}: {'redone' if again else 'undone'}: {what}")
    return DONE


def undoing(path: Path) -> str:
    """How a writing is taken back, as the end of a sentence."""
    return f"`tracker party {shlex.quote(str(path))} --undo` undoes it."


def _bind(options: argparse.Namespace) -> int:
    path = _asked_for(Path(options.names[0]), options)
    people = bind(read_party(path), options.names[1:])
    for line in told(people):
        tell(line)
    write(path, f"bound: {', '.join(person.name for person in people)}", _changes(people))
    tell(f"Wrote {path}; {undoing(path)}")
    return DONE


def _changes(people: Sequence[PersonChanges]) -> list[Change]:
    return [change for person in people for change in person.changes]


def _asked_for(path: Path, options: argparse.Namespace) -> Path:
    """The party's file to be written that a party or a fight on the command line means; raises Refused, InvalidFile."""
    if not holds_fight(path):
        return path
    opened = look(path)
    file = _party_of(path, opened, options)
    ask_before_writing(path, opened, file, options)
    return file


def _party_of(path: Path, opened: OpenedFight, options: argparse.Namespace) -> Path:
    file = Path(options.party) if options.party else party_path(opened.prepared)
    if file is None:
        raise InvalidFile(
            [Diagnostic(str(path), 0, 0, 'this fight names no party; put party = "party.toml" into its encounter')]
        )
    return file


def ask_before_writing(path: Path, opened: OpenedFight, file: Path, options: argparse.Namespace) -> None:
    """Raises Refused unless the party lies by the fight, was named on the command line, or the answer is yes."""
    if options.party or not is_outside_folder(opened.prepared, file):
        return
    what = f"{file} lies outside the folder of {path}, which names it"
    if not sys.stdin.isatty():
        raise Refused(f"{what}, so the command does not write it; name it yourself: --party {shlex.quote(str(file))}")
    tell(f"{what}. Write it? [y/N]")
    if sys.stdin.readline().strip().casefold() not in _YES:
        raise Refused(f"{file} stays as it is.")


def _of_fight(path: Path, options: argparse.Namespace) -> int:
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
    """What is found of everyone, a line each and one for each remark."""
    lines: list[str] = []
    for person in people:
        if person.words or not person.remarks:
            lines.append(f"{person.name}: {person.words or 'as before'}")
        lines += [f"{person.name}: {remark}" for remark in person.remarks]
    return tuple(lines)


def standing(party: Party) -> tuple[str, ...]:
    """Everyone of a party as it stands: pools, what lasts, experience."""
    return tuple(_standing(person) for person in party.people)


def _standing(person: Person) -> str:
    one = person.combatant
    parts = [
        f"{pool.name} {now}/{pool.full}"
        for pool, now in zip(one.profile.pools, one.pools, strict=True)
        if not pool.group
    ]
    parts += [condition.label for condition in one.conditions]
    parts += [f"experience {person.experience}"] if person.experience else []
    parts += [] if person.rests else ["does not rest"]
    return f"{person.name}: {', '.join(parts)}"
