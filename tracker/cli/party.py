"""`tracker party`: a party as it stands, or what a fight would write into its file; with `--write` it is written."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from tracker.cli.opening import holds_fight, look
from tracker.cli.streams import tell
from tracker.encounter.names import plain
from tracker.storage import Mistakes
from tracker.storage.changes import PersonChanges
from tracker.storage.mistakes import Mistake
from tracker.storage.party import Party, Person, read_party
from tracker.storage.party_file import write
from tracker.storage.write_back import differences, party_path, receipt_of

DONE = 0


def carry_out(options: argparse.Namespace) -> int:
    """Tell, or write; raises Refused, and then nothing has changed."""
    path = Path(options.file)
    if holds_fight(path):
        return _of_fight(path, options)
    for line in standing(read_party(path)):
        tell(line)
    return DONE


def _of_fight(path: Path, options: argparse.Namespace) -> int:
    opened = look(path)
    file = Path(options.party) if options.party else party_path(opened.prepared)
    if file is None:
        raise Mistakes([Mistake(str(path), 0, 0, 'this fight names no party; an encounter says party = "party.toml"')])
    party = read_party(file)
    step = opened.journal.done[-1] if opened.journal.done else 0
    people = differences(party, opened.encounter, opened.prepared.rules, receipt_of(path), step)
    left_out = {plain(name) for name in options.but or ()}
    people = tuple(person for person in people if plain(person.name) not in left_out)
    for line in told(people):
        tell(line)
    changes = [change for person in people for change in person.changes]
    if not changes:
        tell("Nothing is to be written.")
    elif options.write:
        write(file, f"fight: {opened.prepared.title}", changes)
        tell(f"{file} is written; `tracker rest {file} --undo` takes it back.")
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
