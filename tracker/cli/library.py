"""`tracker library`: what creatures and parts there are by name, with their figures and where they come from."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tracker.cli.streams import say, tell, tell_json
from tracker.cli.tables import entries
from tracker.encounter.names import plain
from tracker.game_api.game import Game
from tracker.games import registry
from tracker.session.opening import look
from tracker.storage.game_files import game_called
from tracker.storage.library.lookup import CREATURE, Library, completed, folders_for, read_library, system_option
from tracker.storage.paths import data_dir
from tracker.text.suggestions import hint

DONE, REFUSED, BAD = 0, 1, 2
BUILT_IN, OWN, BESIDE = "built in", "yours", "beside"

Record = dict[str, Any]


def carry_out(options: argparse.Namespace) -> int:
    """Print the library entries with the words given, as tables or JSON. Return 1 when no entry has them."""
    beside = Path(options.beside) if options.beside else None
    try:
        system = look(beside).prepared.system if beside is not None else game_called(options.system)
    except registry.UnknownSystem as error:
        say(str(error))
        return BAD
    library = read_library(system, folders_for(beside))
    kinds = (CREATURE, *system.parts)
    shelves = {kind: _matching(system, library, kind, options.words) for kind in kinds}
    if not any(shelves.values()):
        asked_for = " ".join(options.words)
        near = (
            hint(asked_for, *(library.names(kind) for kind in kinds))
            or f"; `tracker library{system_option(system)}` lists all entries."
        )
        say(f'The library has no entry "{asked_for}"{near}')
        return REFUSED
    if options.json:
        tell_json([{"kind": kind, **record} for kind, shelf in shelves.items() for record in shelf])
        return DONE
    for place, (kind, shelf) in enumerate((kind, shelf) for kind, shelf in shelves.items() if shelf):
        if place:
            tell()
        for line in entries(kind, [_row(record) for record in shelf]):
            tell(line)
    return DONE


def _matching(system: Game, library: Library, kind: str, words: list[str]) -> list[Record]:
    """Return the records of one kind whose name or kind contains all `words`."""
    records: list[Record] = []
    for name in library.names(kind):
        entry = library.find(kind, name)
        if entry is not None and all(plain(word) in f"{plain(name)} {plain(kind)}" for word in words):
            file = library.file_of(kind, name)
            complete = completed(entry, system, library)
            origin = {"from": _origin(file), "file": "" if file is None else str(file)}
            records.append({**system.library_record(kind, complete), **origin})
    return records


def _origin(file: Path | None) -> str:
    """Return the origin of an entry: built in, the user's library, or the library beside the encounter."""
    if file is None:
        return BUILT_IN
    return OWN if file.is_relative_to(data_dir()) else BESIDE


def _row(record: Record) -> Record:
    """Return a record as a table row: the origin of an entry that is not built in follows its name in brackets."""
    origin = record["from"]
    name = record["name"] if origin == BUILT_IN else f"{record['name']} ({origin})"
    return {**{key: value for key, value in record.items() if key not in ("from", "file")}, "name": name}
