"""`tracker systems`: every game there is, where it comes from, and why one cannot be loaded."""

from __future__ import annotations

import argparse
from typing import Any

from tracker.cli.streams import tell, tell_json, tell_wrapped
from tracker.cli.tables import table
from tracker.systems import registry
from tracker.systems.registry import Source

Record = dict[str, Any]


def carry_out(options: argparse.Namespace) -> int:
    """List the systems; a broken one is told and stops nothing."""
    records: list[Record] = []
    for source in registry.sources():
        known = next((record for record in records if record["name"] == source.name), None)
        records.append(_record(source, known))
    if options.json:
        tell_json(records)
        return 0
    for line in table("system", [{"name": record["name"], "from": record["from"]} for record in _usable(records)]):
        tell(line)
    for record in records:
        if record["problem"]:
            tell()
            tell_wrapped(record["problem"])
    return 0


def _usable(records: list[Record]) -> list[Record]:
    return [record for record in records if not record["problem"]]


def _record(source: Source, known: Record | None) -> Record:
    """A system as a record: its name, where it comes from, its version, and what is wrong with it or empty."""
    record: Record = {"name": source.name, "from": source.origin, "version": source.version, "problem": ""}
    if known is not None:
        first = "the built-in one" if known["from"] == registry.BUILT_IN else f"that of {known['from']}"
        text = f"The system {source.name} of {source.origin} is not used: {first} comes first."
        return {**record, "problem": text}
    try:
        registry.loaded(source)
    except registry.UnknownSystem as error:
        text = str(error)
        return {**record, "problem": text[0].upper() + text[1:]}
    return record
