"""Party entries: the [[person]] tables of a party file, and validation of the keys that no combatant has."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tracker.storage.toml.diagnostics import Diagnostic
from tracker.storage.toml.models import OF_PARTY, OF_PERSON, PartyHead
from tracker.storage.toml.reader import Source
from tracker.storage.toml.validation import validate
from tracker.text.characters import shown
from tracker.text.suggestions import hint


def people_of(party: Source) -> list[dict[str, Any]]:
    """Return the [[person]] entries of a party. Empty when they are not a list of tables."""
    people = party.data.get("person", [])
    if not isinstance(people, list) or not all(isinstance(entry, dict) for entry in people):
        return []
    return people


def validate_people(party: Source, known: Collection[str] = ()) -> list[Diagnostic]:
    """Return the mistakes in a party file apart from those in its people's keys as combatants.

    `known` are the keys at the top of an encounter of its game. Without them no key at the top is reported as unknown.
    """
    people = party.data.get("person", [])
    if not isinstance(people, list) or not all(isinstance(entry, dict) for entry in people):
        return [party.diagnostic(("person",), "person must be a list of tables: [[person]]")]
    party_keys = {key: party.data[key] for key in ("format", *OF_PARTY) if key in party.data}
    party_keys["person"] = [{key: entry[key] for key in OF_PERSON if key in entry} for entry in people]
    diagnostics = [
        party.diagnostic(("person", place, "number"), "one of a party is one; write each as a [[person]] of its own")
        for place, entry in enumerate(people)
        if "number" in entry
    ]
    if "combatant" in party.data:
        text = "the people of a party are each a [[person]], not a [[combatant]]"
        diagnostics.append(party.diagnostic(("combatant",), text))
    if party.data.get("done") == []:
        text = "done is empty; take it out: the program writes [[done]] for what it wrote"
        diagnostics.append(party.diagnostic(("done",), text))
    unknown_keys = [key for key in party.data if known and key not in (*known, *OF_PARTY)]
    diagnostics += [
        party.diagnostic(
            (key,),
            f'unknown key "{shown(key)}"{hint(key, [k for k in OF_PARTY if k not in party.data], OF_PARTY, known)}',
        )
        for key in unknown_keys
    ]
    return [
        *diagnostics,
        *(party.diagnostic(finding.path, finding.text) for finding in validate(PartyHead, party_keys).findings),
    ]
