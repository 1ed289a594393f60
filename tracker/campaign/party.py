"""Party: people who play from fight to fight, read from a party file, each also as a combatant ready to fight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from tracker.encounter.names import plain
from tracker.game_api.game import Game
from tracker.game_api.rules import Rules
from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass
from tracker.storage.game_files import with_game
from tracker.storage.library.lookup import folders_for
from tracker.storage.migrations import checked
from tracker.storage.numbered_combatants import HEROES
from tracker.storage.party.entries import people_of, validate_people
from tracker.storage.preparation import prepared_with
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile
from tracker.storage.toml.models import OF_PARTY, OF_PERSON, PARTY
from tracker.storage.toml.positions import Path as KeyPath
from tracker.storage.toml.reader import Source, read


@dataclass(frozen=True)
class Person:
    """One person of a party: the `entry` of the file, and the `combatant` built from it."""

    name: str
    entry: Mapping[str, Any]
    combatant: Combatant

    @property
    def rests(self) -> bool:
        return bool(self.entry.get("rests", True))

    @property
    def experience(self) -> int:
        return int(self.entry.get("experience", 0))

    @property
    def fight(self) -> str:
        """The receipt and step of the last fight that was written back. Empty before the first."""
        return str(self.entry.get("fight", ""))

    def towards(self, pool: str) -> Fraction:
        """Return the fraction already rested towards the next points of a pool."""
        return Fraction(self.entry.get("towards", {}).get(pool, "0"))


@dataclass(frozen=True)
class Party:
    """A party as its file has it."""

    path: Path
    system: Game
    rules: Rules
    people: tuple[Person, ...]
    data: Mapping[str, Any]
    warnings: tuple[Diagnostic, ...] = ()
    """Names in it that no rule uses and that were perhaps mistyped."""

    def person(self, name: str) -> Person | None:
        """Return the person of this name, ignoring case and spaces. None when there is none."""
        return next((person for person in self.people if plain(person.name) == plain(name)), None)


def is_party(data: Mapping[str, Any]) -> bool:
    """Return whether the data of a file are those of a party."""
    return data.get("kind") == PARTY


def read_party(path: Path, library_dirs: Iterable[Path] | None = None, source: Source | None = None) -> Party:
    """Read the party at `path`. Raises InvalidFile with every mistake in it and in the library.

    `source` is its text where that has been read already.
    """
    return party_of(path, read(path) if source is None else source, library_dirs)


def party_of(path: Path, source: Source, library_dirs: Iterable[Path] | None = None) -> Party:
    """Build the party from a text that is, or would become, the file at `path`. Raises InvalidFile."""
    if not is_party(source.data):
        raise InvalidFile(
            [source.diagnostic(("kind",), f'this is no party file: it must say kind = "{PARTY}" at the top')]
        )
    if why := checked(source.data.get("format", 1)):
        raise InvalidFile([source.diagnostic(("format",), why)])
    return _read(path, source, tuple(library_dirs) if library_dirs is not None else folders_for(path))


def _read(path: Path, source: Source, folders: tuple[Path, ...]) -> Party:
    """Build the party from its parsed file. Raises InvalidFile with all mistakes."""
    data = with_game(path, source, source.data)
    wrong = validate_people(source)
    people = people_of(source)

    def locate(where: KeyPath, text: str) -> Diagnostic:
        """Return a diagnostic at the line of a person, whom the checks call a combatant."""
        return source.diagnostic(("person", *where[1:]) if where[:1] == ("combatant",) else where, text)

    heading = {key: value for key, value in data.items() if key not in (*OF_PARTY, "combatant")}
    if wrong:
        # A person with a number is a mistake already: it must not seat several, which have mistakes of their own.
        people = [{key: value for key, value in entry.items() if key != "number"} for entry in people]
    try:
        prepared = prepared_with({**heading, "combatant": [entry_of(entry) for entry in people]}, locate, folders)
    except InvalidFile as invalid:
        raise InvalidFile([*wrong, *invalid.diagnostics]) from invalid
    if wrong:
        raise InvalidFile(wrong)
    seated = [
        Person(combatant.name, entry, combatant) for combatant, entry in zip(prepared.encounter, people, strict=True)
    ]
    return Party(path, prepared.system, prepared.rules, tuple(seated), source.data, prepared.warnings)


def entry_of(person: Mapping[str, Any]) -> dict[str, Any]:
    """Return a person's entry as that of a combatant on the players' side."""
    return {"side": HEROES, **{key: value for key, value in person.items() if key not in OF_PERSON}}
