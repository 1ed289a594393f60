"""`tracker systems`: every game, its origin, and why one cannot be loaded."""

from __future__ import annotations

import argparse
from typing import Any

from tracker.cli.streams import tell, tell_json, tell_wrapped
from tracker.cli.tables import table
from tracker.games import registry
from tracker.games.registry import Source

Record = dict[str, Any]


def carry_out(options: argparse.Namespace) -> int:
    """List the systems and return the exit code. A broken system is listed with its reason."""
    records: list[Record] = []
    for source in registry.sources():
        first_of_name = next((record for record in records if record["name"] == source.name), None)
        records.append(_record(source, first_of_name))
    if options.json:
        tell_json(records)
        return 0
    for line in table(
        "system", [{key: record[key] for key in ("name", "kind", "from")} for record in _usable(records)]
    ):
        tell(line)
    for record in records:
        if record["problem"]:
            tell()
            tell_wrapped(record["problem"])
    return 0


def _usable(records: list[Record]) -> list[Record]:
    return [record for record in records if not record["problem"]]


def _record(source: Source, known: Record | None) -> Record:
    """Return a system as a record: its name, kind, origin, version and problem.

    The problem is empty when it loads. The kind is `pack` for a game in one TOML file, else `game`.
    """
    record: Record = {"name": source.name, "kind": "", "from": source.origin, "version": source.version, "problem": ""}
    if known is not None:
        first = "the built-in one" if known["from"] == registry.BUILT_IN else f"that of {known['from']}"
        text = f"The system {source.name} of {source.origin} is not used: {first} comes first."
        return {**record, "problem": text}
    try:
        game = registry.loaded(source)
    except registry.UnknownSystem as error:
        text = str(error)
        return {**record, "problem": text[0].upper() + text[1:]}
    return {**record, "kind": "pack" if game.in_one_file else "game"}
