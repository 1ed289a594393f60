"""Library lookup: creatures, weapons and armour by name. A file near the encounter wins over the data folder's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from tracker.encounter.names import plain
from tracker.game_api.game import Game
from tracker.games import registry
from tracker.model.lazy_dataclass import dataclass
from tracker.storage.game_files import game_named
from tracker.storage.migrations import checked
from tracker.storage.paths import data_dir
from tracker.storage.toml import validation
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile, and_more
from tracker.storage.toml.key_paths import context
from tracker.storage.toml.models import library_model
from tracker.storage.toml.reader import Source, read
from tracker.storage.toml.validation import Finding, Problem
from tracker.text.characters import shown
from tracker.text.suggestions import hint

CREATURE = "creature"
FOLDER = "library"
MOST_FILES = 200

Entry = Mapping[str, Any]


@dataclass
class Library:
    """Entries by kind and by name as names are compared. Of two with one name, the nearer file's is kept."""

    entries: dict[str, dict[str, Entry]] = field(default_factory=dict)
    files: dict[tuple[str, str], Path] = field(default_factory=dict)
    """The file of each entry, by kind and name. An entry without one is built in."""

    def add(self, kind: str, entry: Entry, file: Path | None = None) -> None:
        """Add an entry, unless one of its name is there already from a nearer file."""
        name = plain(str(entry["name"]))
        if self.entries.setdefault(kind, {}).setdefault(name, entry) is entry and file is not None:
            self.files[kind, name] = file

    def file_of(self, kind: str, name: str) -> Path | None:
        """Return the file of an entry. None when it is built in."""
        return self.files.get((kind, plain(name)))

    def find(self, kind: str, name: str) -> Entry | None:
        return self.entries.get(kind, {}).get(plain(name))

    def names(self, kind: str) -> tuple[str, ...]:
        return tuple(sorted(str(entry["name"]) for entry in self.entries.get(kind, {}).values()))

    def missing(self, kind: str, name: str, near: bool = True) -> str:
        """Return the sentence for a name that is not in the library. With `near`, it suggests the name meant."""
        if not near:
            return f'the library has no {kind} "{shown(name)}"'
        known = self.names(kind)
        nearest = hint(name, known)
        listed = f"; there are {', '.join(known[:12])}" if known and not nearest else ""
        return f'the library has no {kind} "{shown(name)}"{nearest}{listed}'


def folders_for(path: Path | None) -> tuple[Path, ...]:
    """Return the library folders for the encounter or fight at `path`, the nearest first."""
    near = () if path is None else (path.parent / FOLDER,)
    return (*near, data_dir() / FOLDER)


def read_library(system: Game, folders: Iterable[Path]) -> Library:
    """Read the library of `system`, built-in entries last. Raises InvalidFile with the mistakes of all files."""
    library = Library()
    diagnostics: list[Diagnostic] = []
    for folder in dict.fromkeys(folders):
        for path in _files(folder):
            try:
                source = read(path)
            except InvalidFile as faults:
                diagnostics += faults.diagnostics
                continue
            if game_named(path, source.data) != system.name:
                continue
            wrong = validate_library(system, source)
            diagnostics += wrong
            if not wrong:
                _shelve(library, system, source.data, path)
    if diagnostics:
        raise InvalidFile(diagnostics)
    _shelve(library, system, system.builtin())
    return library


def _files(folder: Path) -> Sequence[Path]:
    """Return the library files in `folder`, sorted. Empty when it cannot be read."""
    try:
        return sorted(folder.glob("*.toml"))[:MOST_FILES]
    except OSError:
        return ()


def _shelve(library: Library, system: Game, data: Mapping[str, Any], file: Path | None = None) -> None:
    """Add all entries of a library file. Without a `file` they are built in."""
    for kind in (CREATURE, *system.parts):
        for entry in data.get(kind, ()):
            library.add(kind, entry, file)


def validate_library(system: Game, source: Source) -> list[Diagnostic]:
    """Return the mistakes of one library file. A missing key is none, except a name: the combatant may supply it."""
    why = checked(source.data.get("format", 1))
    if why:
        return [source.diagnostic(("format",), why)]
    result = validation.validate(library_model(system), source.data)
    located = [
        source.diagnostic(finding.path, context(source.data, finding.path) + finding.text)
        for finding in result.findings
        if finding.problem is not Problem.MISSING_KEY or finding.path[-1] == "name"
    ]
    return [*located, *and_more(source.shown, result.beyond_limit)]


def merged(entry: Entry, creature: Entry) -> dict[str, Any]:
    """Return `entry` with the keys of `creature` that it lacks. Tables are merged key by key."""
    whole: dict[str, Any] = dict(entry)
    for key, value in creature.items():
        if key not in whole:
            whole[key] = value
        elif isinstance(value, Mapping) and isinstance(whole[key], Mapping):
            whole[key] = {**value, **whole[key]}
    return whole


def completed(entry: Entry, system: Game, library: Library) -> dict[str, Any]:
    """Return `entry` with the figures of its parts (weapons, armour) filled in from the library."""
    whole = dict(entry)
    for kind in system.parts:
        parts = whole.get(kind)
        if isinstance(parts, list):
            whole[kind] = [_completed(part, kind, library) for part in parts]
    return whole


def incomplete_parts(entry: Entry, system: Game, library: Library, looked_up: int = validation.MOST) -> list[Finding]:
    """Return each weapon, armour or other part of a completed `entry` that lacks a key it needs, at its name.

    After `looked_up` findings the sentence is empty: a file with thousands of such parts is not worth the look-ups.
    """
    findings: list[Finding] = []
    for kind in system.parts:
        parts = entry.get(kind)
        for place, part in enumerate(parts if isinstance(parts, list) else ()):
            if isinstance(part, Mapping) and isinstance(part.get("name"), str):
                missing = [key for key in system.figures.get(kind, ()) if key not in part]
                if missing:
                    counted = len(findings) >= looked_up
                    text = "" if counted else _why_incomplete(part["name"], kind, missing, system, library)
                    findings.append(Finding(Problem.WRONG_VALUE, (kind, place, "name"), text))
    return findings


def system_option(system: Game) -> str:
    """Return the option with which `tracker library` lists this game. Empty for the default game."""
    return "" if system.name == registry.DEFAULT else f" --system {system.name}"


def _why_incomplete(name: str, kind: str, missing: Sequence[str], system: Game, library: Library) -> str:
    """Return the sentence about a part that lacks keys: the library's entry lacks them too, or there is no entry."""
    absent = " or ".join(missing)
    if library.find(kind, name) is not None:
        return f'the {kind} "{name}" of the library has no {absent}; give it here'
    near = hint(name, library.names(kind)) or f"; `tracker library{system_option(system)} {kind}` lists those there are"
    return f'the library has no {kind} "{name}", and this entry gives no {absent}{near}'


def _completed(part: object, kind: str, library: Library) -> object:
    """Return a part with the keys that it lacks, from the library's entry of its name."""
    if not isinstance(part, Mapping) or not isinstance(part.get("name"), str):
        return part
    known = library.find(kind, part["name"])
    return part if known is None else {**part, **{key: value for key, value in known.items() if key not in part}}
