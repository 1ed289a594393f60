"""Party in an encounter: the people of an encounter's party file join its combatants."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tracker.encounter.names import plain
from tracker.games import registry
from tracker.storage.game_files import with_game
from tracker.storage.library.lookup import merged
from tracker.storage.numbered_combatants import HEROES
from tracker.storage.party.entries import people_of, validate_people
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile, Locate
from tracker.storage.toml.models import OF_PERSON, PARTY, encounter_model
from tracker.storage.toml.positions import Path as KeyPath
from tracker.storage.toml.reader import Source, read


def with_party(path: Path, source: Source, data: dict[str, Any]) -> tuple[dict[str, Any], Locate, list[Diagnostic]]:
    """Return the data with the party's people first, a function that places mistakes, and the party's mistakes.

    An entry of the encounter changes a person of the party only when it has exactly that name and no `number`. Of
    several such entries the first does. All others are combatants of their own.
    """
    name, combatants = data.get("party"), data.get("combatant", [])
    if not isinstance(name, str) or not name or not isinstance(combatants, list):
        return data, source.diagnostic, []
    file = path.parent / name
    party, wrong = _read(file, source, data)
    if party is None or wrong:
        return data, source.diagnostic, wrong
    people = [
        {"side": HEROES, **{key: value for key, value in person.items() if key not in OF_PERSON}}
        for person in people_of(party)
    ]
    overrides: dict[str, int] = {}
    for index, entry in enumerate(combatants):
        if isinstance(entry, dict) and "number" not in entry and (own_name := _called(entry)):
            overrides.setdefault(own_name, index)
    overriding: set[int] = set()
    for place, person in enumerate(people):
        if (index := overrides.pop(_called(person), -1)) >= 0:
            people[place] = merged(combatants[index], person)
            overriding.add(index)
    rest = [index for index in range(len(combatants)) if index not in overriding]

    def locate(where: KeyPath, text: str) -> Diagnostic:
        """Return a diagnostic at the line of the party or of the encounter file that holds the combatant."""
        if where[:1] != ("combatant",) or len(where) < 2 or not isinstance(where[1], int):
            return source.diagnostic(where, text)
        if where[1] < len(people):
            return party.diagnostic(("person", *where[1:]), text)
        return source.diagnostic(("combatant", rest[where[1] - len(people)], *where[2:]), text)

    return (
        {**data, "combatant": [*people, *(combatants[index] for index in rest)]},
        locate,
        validate_people(party, _known_to(data)),
    )


def _read(file: Path, source: Source, data: Mapping[str, Any]) -> tuple[Source | None, list[Diagnostic]]:
    """Return the party in `file`, and why the encounter of `source` cannot use it. None when it cannot be read.

    `data` are the keys of the encounter, whose game must be that of the party.
    """
    try:
        party = read(file)
    except InvalidFile as invalid:
        return None, [
            diagnostic if diagnostic.line else source.diagnostic(("party",), str(diagnostic))
            for diagnostic in invalid.diagnostics
        ]
    if party.data.get("kind") != PARTY:
        text = f'{file} is no party file: it must say kind = "{PARTY}" at the top'
        return None, [source.diagnostic(("party",), text)]
    game = data.get("system", registry.DEFAULT)
    if not isinstance(game, str) or not (registry.carries_game(data) or registry.knows(game)):
        return party, []  # the encounter's game is unknown, which is a mistake of its own
    try:
        theirs = with_game(file, party, party.data).get("system", registry.DEFAULT)
    except InvalidFile as invalid:
        return None, [*invalid.diagnostics]
    text = f"{file} is a party of another game than {game}"
    return party, [] if theirs == game else [source.diagnostic(("party",), text)]


def _called(entry: Mapping[str, Any]) -> str:
    """Return the name of an entry, as names are compared. Empty when it has none."""
    name = entry.get("name")
    return plain(name) if isinstance(name, str) else ""


def _known_to(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the top-level keys of an encounter of this game. Empty for an unknown game."""
    try:
        return tuple(encounter_model(registry.of(data)).model_fields)
    except (registry.UnknownSystem, ValueError):
        return ()
