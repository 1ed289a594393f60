"""Library access during a fight: lists creatures, saves a fighter to the user's library, updates the party file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tomli
import tomli_w

from tracker.campaign import party_file
from tracker.campaign.changes import PersonChanges
from tracker.campaign.party import Party, read_party
from tracker.campaign.party_changes import differences, fight_receipt, is_outside_folder, party_path
from tracker.campaign.rest import bind, manner, rest, to_bind
from tracker.encounter.engine.journal import Journal
from tracker.encounter.names import plain
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.storage.atomic import Disk, target_of
from tracker.storage.edited_file import EditedFile
from tracker.storage.fight_log.fight_lock import exclusive_access
from tracker.storage.library.lookup import (
    CREATURE,
    FOLDER,
    Library,
    completed,
    folders_for,
    read_library,
    validate_library,
)
from tracker.storage.paths import data_dir
from tracker.storage.preparation import Prepared
from tracker.storage.toml.diagnostics import InvalidFile, StorageError
from tracker.storage.toml.models import KERNEL_KEYS
from tracker.storage.toml.reader import LARGEST, parse

_OF_A_PLAYER = ("player", "number", "from", "lasting", "hidden")
"""Keys of a combatant that do not go into the library: a creature lacks them, or they were for one fight."""


@dataclass(frozen=True, slots=True)
class LibraryItem:
    """An entry of the library: its kind, and its figures as `tracker library` has them."""

    kind: str
    name: str
    origin: str
    figures: Mapping[str, Any]

    @property
    def joins(self) -> bool:
        """Return whether it can join the fight: only creatures can."""
        return self.kind == CREATURE


class LibraryAccess:
    """The library and the party of one fight.

    Each call reads the files again, since an editor may have changed them.
    """

    def __init__(self, prepared: Prepared, fight: Path | None) -> None:
        self._prepared = prepared
        self._fight = fight

    # The library

    def items(self) -> tuple[LibraryItem, ...]:
        """Return all entries of the library, creatures first. Raises Refused with the library's first mistake."""
        system = self._prepared.system
        library = self._library()
        items: list[LibraryItem] = []
        for kind in (CREATURE, *system.parts):
            for name in library.names(kind):
                entry = library.find(kind, name) or {}
                file = library.file_of(kind, name)
                record = system.library_record(kind, completed(entry, system, library))
                items.append(LibraryItem(kind, name, "built in" if file is None else str(file), record))
        return tuple(items)

    def _library(self) -> Library:
        """Return the library of this fight. Raises Refused with the library's first mistake."""
        folders = self._prepared.library_dirs
        try:
            near = folders_for(self._prepared.path) if folders is None else folders
            return read_library(self._prepared.system, near)
        except InvalidFile as invalid:
            raise Refused(f"The library cannot be read. {invalid.diagnostics[0]}") from invalid

    def keep(self, encounter: Encounter, who: str, disk: Disk | None = None) -> Path:
        """Save a fighter, as it was before the fight, in the user's own library. Return that file.

        Raises Refused when the library has one of that name, StorageError when the file cannot be written.
        """
        system, fighter = self._prepared.system, encounter[who]
        entry = self._entry(encounter, who)
        creature = {"name": fighter.name, **{key: value for key, value in entry.items() if key not in _OF_A_PLAYER}}
        path = data_dir() / FOLDER / f"own-{system.name}.toml"
        with exclusive_access(target_of(path)):
            file = EditedFile.read(path, LARGEST, may_lack=True)
            text = file.text or tomli_w.dumps({"system": system.name})
            names = [
                plain(str(creature_there.get("name")))
                for creature_there in parse(str(path), text).data.get(CREATURE, [])
            ]
            if plain(fighter.name) in names:
                raise Refused(f"Your own library has a {fighter.name} already; rename one of them. It is {path}.")
            new_text = _with_creature(path, text, creature)
            try:
                wrong = validate_library(system, parse(str(path), new_text))
            except InvalidFile as invalid:
                wrong = list(invalid.diagnostics)
            if wrong:
                raise StorageError(f"{fighter.name} does not fit into a library: {wrong[0].text}.")
            file.write(new_text, disk)
        return path

    def _entry(self, encounter: Encounter, who: str) -> Mapping[str, Any]:
        """Return the entry that a fighter was built from: its own when it joined later, else that of the encounter."""
        joined = encounter[who].profile.joined
        if joined:
            return tomli.loads(joined)
        entries: Sequence[Mapping[str, Any]] = self._prepared.document["combatant"]
        entry = dict(entries[encounter[who].profile.seat])
        return {key: value for key, value in entry.items() if key not in KERNEL_KEYS}

    # The party

    def party(self) -> Party | None:
        """Read the party of this fight from its file. None when the fight names none. Raises InvalidFile."""
        path = party_path(self._prepared)
        return None if path is None else read_party(path)

    def differences(self, encounter: Encounter, step: int) -> tuple[PersonChanges, ...]:
        """Return the changes that the fight would write into the party file. Raises Refused.

        `step` is the last step in force.
        """
        party = self._party()
        receipt = fight_receipt(self._fight) if self._fight is not None else ""
        if not receipt:
            raise Refused("This fight is not saved, so nothing shows whether it was written to the party before.")
        return differences(party, encounter, self._prepared.rules, receipt, step)

    def left_to_write(self, encounter: Encounter, journal: Journal) -> tuple[str, ...]:
        """Return a line for each person with changes not yet written. No line when nothing can be written."""
        if not self._prepared.document.get("party") or not encounter.began or self._fight is None:
            return ()
        try:
            people = self.differences(encounter, journal.done[-1] if journal.done else 0)
        except (Refused, InvalidFile, StorageError, OSError):
            return ()
        return tuple(f"{person.name} {person.words}" for person in people if person.words)

    def unwritten_note(self, encounter: Encounter, journal: Journal) -> str:
        """Return a sentence for the end of a fight: the changes that the party lacks, and the command to write them."""
        lines = self.left_to_write(encounter, journal)
        return f"{'; '.join(lines)}. `tracker party {self._fight} --write` writes this into the party." if lines else ""

    def party_outside(self) -> Path | None:
        """Return the party file when it lies outside the fight's folder, so that the user is asked first. Else None."""
        path = party_path(self._prepared)
        return target_of(path) if path is not None and is_outside_folder(self._prepared, path) else None

    def write(self, people: Sequence[PersonChanges], what: str) -> str:
        """Write these people's changes into the party file and return a sentence. Raises Refused, StorageError."""
        party = self._party()
        party_file.write(party.path, what, [change for person in people for change in person.changes])
        return f"{party.path.name} is written; undo reverses it."

    def rest(self, seconds: int, way: str) -> tuple[PersonChanges, ...]:
        """Return the effects of `seconds` of rest on each person. An empty `way` is the usual one. Raises Refused."""
        party = self._party()
        return rest(party, seconds, manner(party.rules, party.system.name, way))

    def to_bind(self) -> tuple[str, ...]:
        """Return the names of people whom rest does not help until their wounds are bound."""
        return to_bind(self._party())

    def bind(self, names: Sequence[str]) -> tuple[PersonChanges, ...]:
        """Return the changes when the wounds of those named are bound. Without names, of everyone wounded."""
        return bind(self._party(), names)

    def turn(self, again: bool) -> str:
        """Undo the last change of the party file, or redo it when `again`. Return a sentence."""
        party = self._party()
        change = party_file.redo(party.path) if again else party_file.undo(party.path)
        return f"{'Redone' if again else 'Undone'}: {change}"

    def _party(self) -> Party:
        """Return the party of this fight. Raises Refused when it has none."""
        party = self.party()
        if party is None:
            raise Refused('This fight has no party; an encounter names one by party = "party.toml".')
        return party


def _with_creature(path: Path, text: str, creature: Mapping[str, Any]) -> str:
    """Return a library's text with one creature added at the end.

    Raises StorageError when tomlkit cannot edit it in place.
    """
    import tomlkit
    from tomlkit.items import AoT

    library = tomlkit.parse(text if text.endswith("\n") else f"{text}\n")
    expected = library.unwrap()
    expected[CREATURE] = [*expected.get(CREATURE, []), creature]
    creatures = library.setdefault(CREATURE, tomlkit.aot())
    try:
        if isinstance(creatures, AoT):
            table = tomlkit.item(creature)
            table.trivia.indent = "\n"
            creatures.append(table)
        else:
            creatures.append(_inline(creature))
        new_text = tomlkit.dumps(library)
        as_expected = tomli.loads(new_text) == expected
    except (TypeError, ValueError, LookupError, AttributeError):
        as_expected = False
    if not as_expected:
        raise StorageError(f"{path} cannot be edited in place, so it is left as it is.")
    return f"{new_text.rstrip()}\n"


def _inline(creature: Mapping[str, Any]) -> Any:
    """Return a creature as a table in braces, for a library that lists its creatures so."""
    import tomlkit

    table = tomlkit.inline_table()
    table.update(creature)
    return table
