"""Preparation: loads an encounter file, or the head of a fight: validates it and seats its combatants."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tracker import __version__
from tracker.encounter.engine.seats import hide, seated
from tracker.encounter.engine.standing_orders import named_one
from tracker.encounter.names import free_id
from tracker.encounter.roster import add_entry, read_entry
from tracker.game_api.game import Game
from tracker.game_api.lazy_model import names_of
from tracker.game_api.rules import Rules
from tracker.game_api.validated import Validated
from tracker.games import registry
from tracker.model.lazy_dataclass import dataclass
from tracker.model.orders import Whom
from tracker.model.refusals import Refused
from tracker.model.state import Encounter, Group
from tracker.model.validation_errors import Fault, Faults
from tracker.storage.game_files import game_diagnostics, with_game
from tracker.storage.library.lookup import (
    CREATURE,
    Library,
    completed,
    folders_for,
    incomplete_parts,
    merged,
    read_library,
)
from tracker.storage.migrations import checked, migrated
from tracker.storage.name_warnings import free_name_warnings
from tracker.storage.numbered_combatants import Placed, expand_numbers
from tracker.storage.party.in_encounter import with_party
from tracker.storage.roster_text import roster
from tracker.storage.schedule import schedule
from tracker.storage.toml import validation
from tracker.storage.toml.diagnostics import PRINTED, Diagnostic, InvalidFile, Locate, and_more
from tracker.storage.toml.key_paths import context
from tracker.storage.toml.models import COMBATANT, KERNEL_KEYS, Fitting, encounter_model, fitting_encounter
from tracker.storage.toml.positions import Path as KeyPath
from tracker.storage.toml.reader import Source, read
from tracker.storage.toml.validation import Finding, Problem, ValidationResult
from tracker.text.characters import shown
from tracker.text.suggestions import hint


@dataclass(frozen=True)
class Prepared:
    """A fight ready to begin. `document` has the library entries and the numbers expanded."""

    title: str
    notes: str
    path: Path | None
    rules: Rules
    encounter: Encounter
    document: dict[str, Any]
    system: Game
    library_dirs: tuple[Path, ...] | None = None
    """The library folders for creatures that join later. None: beside `path` and in the user's data folder."""
    warnings: tuple[Diagnostic, ...] = ()
    """Names that no rule uses and that were perhaps mistyped. Empty for a fight that has begun."""
    roster: str = ""
    """The combatants of the file: `3 heroes, 6 bandits, a wolf`. Empty for a fight that has begun."""


def read_encounter(path: Path, library_dirs: Iterable[Path] | None = None, source: Source | None = None) -> Prepared:
    """Read the encounter at `path`. Raises InvalidFile with every mistake in it and in the library.

    `source` is its text where that has been read already.
    """
    source = read(path) if source is None else source
    if source.data.get("kind") == "fight":
        raise InvalidFile([source.diagnostic(("kind",), "this is a fight being played, not an encounter")])
    folders = tuple(library_dirs) if library_dirs is not None else folders_for(path)
    data = source.data
    why = checked(data.get("format", 1))
    if why:
        raise InvalidFile([source.diagnostic(("format",), why)])
    data = migrated("encounter", data, data.get("format", 1))
    data = with_game(path, source, data)
    whole, locate, of_party = with_party(path, source, data)
    titled = {"title": path.name.removesuffix(".toml"), **whole}
    prepared = _prepare_data(titled, locate, lambda system: read_library(system, folders), whole, of_party)
    if unknown_targets := tuple(_orders_without_target(prepared.encounter, whole.get("combatant", ()), locate)):
        raise InvalidFile(unknown_targets)
    return replace(prepared, path=path, library_dirs=folders)


def _orders_without_target(
    encounter: Encounter, entries: Sequence[Mapping[str, Any]], locate: Locate
) -> Iterable[Diagnostic]:
    """Yield a mistake for each order that names a combatant who is not in the fight.

    `entries` are those of the file.
    """
    seats, count = iter(encounter), 0
    for place, entry in enumerate(entries):
        for number in range(entry.get("number", 1)):
            combatant = next(seats)
            if number or not combatant.orders:  # further ones of an entry have the orders of its first
                continue
            orders = combatant.orders
            targets = [(orders.named, TARGET_WORDS)] if orders.whom is Whom.NAMED else []
            targets += [(retreat.without, ()) for retreat in orders.retreats if retreat.without]
            for name, words in targets:
                if not named_one(encounter, name):
                    count += 1
                    others = [other.name for other in encounter if other.id != combatant.id and count <= PRINTED]
                    near = hint(name, words, others)
                    suggestion = near or (f"; use a name, or {', '.join(words)}" if words else "")
                    problem = f'orders name "{shown(name)}", but no combatant is called that{suggestion}'
                    text = f'combatant "{shown(combatant.name)}": {problem}'
                    yield locate(("combatant", place, "orders"), text)


TARGET_WORDS = tuple(word.value for word in Whom if word.value and word is not Whom.NAMED)
"""The words for the target of an order to attack."""


def prepared_with(data: dict[str, Any], locate: Locate, folders: Iterable[Path]) -> Prepared:
    """Prepare a fight from the keys of a file, with the libraries of `folders`. Raises InvalidFile."""
    return _prepare_data(data, locate, lambda system: read_library(system, folders), data)


def prepare(document: Mapping[str, Any], release: str = __version__) -> Prepared:
    """Prepare a fight from a resolved document. Raises InvalidFile, whose mistakes then have no position.

    `release` wrote the head of the fight that the document is of.
    """
    return prepare_located(document, lambda path, text: Diagnostic("", 0, 0, text), release=release)


def prepare_located(document: Mapping[str, Any], locate: Locate, release: str = __version__) -> Prepared:
    """Prepare a fight from a resolved document, by the rules under which it began. `locate` places mistakes.

    `release` wrote the head of the fight. It is empty where the head says none.
    """
    system, mistyped = _system(document, locate)
    if mistyped:
        raise InvalidFile(mistyped)
    played = system.as_played(document)
    prepared = _prepare_data(dict(played), locate, library_of=None)
    return replace(prepared, encounter=replace(prepared.encounter, release=release))


def preferring(prepared: Prepared, wishes: Mapping[str, Any]) -> Prepared:
    """Return the fight with the user's preferred options, where its encounter does not set them."""
    keys = names_of(prepared.system.options)
    unset = {key: value for key, value in wishes.items() if key in keys and key not in prepared.document}
    if not unset:
        return prepared
    document = {**prepared.document, **unset}
    # Its entries are complete, so no library is needed, and a mistake has no place in a file.
    changed = _prepare_data(document, lambda path, text: Diagnostic("", 0, 0, text), library_of=None)
    return replace(prepared, rules=changed.rules, encounter=changed.encounter, document=changed.document)


def _prepare_data(
    data: dict[str, Any],
    locate: Locate,
    library_of: Callable[[Game], Library] | None,
    written: Mapping[str, Any] | None = None,
    earlier: Iterable[Diagnostic] = (),
) -> Prepared:
    """Prepare a fight from `data`. Without a library the data is resolved already, as in the head of a fight.

    `written` has the keys of the file alone. `earlier` are mistakes found before. Raises InvalidFile with all
    mistakes.
    """
    system, mistyped_system = _system(data, locate)
    diagnostics: list[Diagnostic] = [*mistyped_system, *earlier]
    unread = False
    try:
        library = library_of(system) if library_of is not None else Library()
    except InvalidFile as faults:
        diagnostics += faults.diagnostics
        library, unread = read_library(system, ()), True
    whole, without_creatures = _with_creatures(data, system, library)
    fits = fitting_encounter(system, whole)
    if fits is None:
        result = validation.validate(encounter_model(system), whole, data if written is None else written)
    else:
        result = ValidationResult([], 0)
    mistyped = {finding.path[:-1] for finding in result.findings if finding.problem is Problem.UNKNOWN_KEY}
    resolved = library_of is None or unread
    partial, uncounted = ([], 0) if resolved else _incomplete_parts(whole, system, library, mistyped)
    incomplete = {finding.path[:2] for finding in without_creatures}
    # A combatant whose creature is unknown lacks what the creature would have given: that is no second diagnostic.
    others = [
        finding
        for finding in result.findings
        if finding.problem is not Problem.MISSING_KEY or finding.path[:2] not in incomplete
    ]
    findings = [*without_creatures, *partial, *others]
    diagnostics += _located(findings, whole, locate)
    diagnostics += and_more(diagnostics[0].path if diagnostics else "", result.beyond_limit + uncounted)
    if diagnostics:
        reported = {f.path[1] for f in findings if f.path[:1] == ("combatant",) and f.path[1:]}
        raise InvalidFile([*diagnostics, *_seating_check(whole, system, reported, locate)])
    entries, wrong_entries = expand_numbers(whole.get("combatant", []), locate)
    if not wrong_entries and library_of is not None:  # an old fight may have such a group, and continues with it
        wrong_entries = _groups_on_two_sides(entries, locate)
    if wrong_entries:
        raise InvalidFile(wrong_entries)
    read = fits or Fitting(result.model, getattr(result.model, COMBATANT))
    prepared = _seat_all(whole, entries, system, locate, read)
    if library_of is None:
        return prepared
    if not unread:
        sides = [(place, str(entry["side"])) for place, entry in entries]
        warnings = free_name_warnings("combatant", whole.get("combatant", ()), data, system, library, locate, sides)
        prepared = replace(prepared, warnings=warnings)
    return replace(prepared, roster=roster(data.get("combatant", ()), entries))


def _located(findings: Iterable[Finding], data: Mapping[str, Any], locate: Locate) -> list[Diagnostic]:
    """Return the findings as mistakes, by line. Missing keys, which have no line, come last."""
    located = [(f.problem, locate(f.path, context(data, f.path) + f.text)) for f in findings]
    located.sort(key=lambda pair: (pair[0] is Problem.MISSING_KEY, pair[1].line, pair[0], pair[1].column))
    return [diagnostic for _, diagnostic in located]


def _system(data: Mapping[str, Any], locate: Locate) -> tuple[Game, list[Diagnostic]]:
    """Return the game of a file. For a misspelt name, the game meant and a mistake.

    Raises InvalidFile for an unknown game.
    """
    if registry.carries_game(data):
        from pydantic import ValidationError  # noqa: PLC0415 -- a game in one file has loaded it

        try:
            return registry.of(data), []
        except ValidationError as error:
            game = data[registry.CARRIED]
            diagnostics = game_diagnostics(game, lambda path, text: locate((registry.CARRIED, *path), text))
            raise InvalidFile(diagnostics) from error
    name = data.get("system", registry.DEFAULT)
    if not isinstance(name, str):
        raise InvalidFile([locate(("system",), f"system must be text in quotes, such as {registry.DEFAULT!r}")])
    try:
        return registry.find(name), []
    except registry.UnknownSystem as error:
        diagnostic = locate(("system",), str(error))
        if not error.meant:
            raise InvalidFile([diagnostic]) from error
        try:
            return registry.find(error.meant), [diagnostic]
        except registry.UnknownSystem as broken:  # the game that was probably meant cannot be loaded
            raise InvalidFile([diagnostic, locate(("system",), str(broken))]) from error


def _with_creatures(data: dict[str, Any], system: Game, library: Library) -> tuple[dict[str, Any], list[Finding]]:
    """Return the data with each combatant merged with its creature, and a finding for each unknown creature."""
    unknown: list[Finding] = []
    entries = data.get("combatant")
    if not isinstance(entries, list):
        return data, unknown
    merged_entries: list[Any] = []
    for place, entry in enumerate(entries):
        if isinstance(entry, dict):
            source_name = entry.get("from")
            if isinstance(source_name, str):
                creature = library.find(CREATURE, source_name)
                if creature is None:
                    missing = library.missing(CREATURE, source_name, near=len(unknown) < validation.MOST)
                    unknown.append(Finding(Problem.WRONG_VALUE, ("combatant", place, "from"), missing))
                else:
                    entry = merged(entry, creature)
            entry = completed(entry, system, library)
        merged_entries.append(entry)
    return {**data, "combatant": merged_entries}, unknown


def _incomplete_parts(
    data: Mapping[str, Any], system: Game, library: Library, mistyped: Collection[KeyPath]
) -> tuple[list[Finding], int]:
    """Return findings for combatants' parts that lack keys, and how many more there are beyond the limit.

    A part with a `mistyped` key is left out: that key may be the one it lacks.
    """
    entries = data.get("combatant")
    findings: list[Finding] = []
    beyond_limit = 0
    for place, entry in enumerate(entries if isinstance(entries, list) else ()):
        if not isinstance(entry, dict):
            continue
        for finding in incomplete_parts(entry, system, library, validation.MOST - len(findings)):
            path = ("combatant", place, *finding.path)
            if path[:-1] in mistyped:
                continue
            if finding.text:
                findings.append(replace(finding, path=path))
            else:
                beyond_limit += 1
    return findings, beyond_limit


def _seating_check(
    data: Mapping[str, Any], system: Game, already_reported: Collection[str | int], locate: Locate
) -> Iterable[Diagnostic]:
    """Yield the mistakes that only building a combatant finds, for combatants without an earlier mistake.

    Yields none where the options of the encounter make no rules: those have been reported.
    """
    entries = data.get("combatant")
    try:
        rules = system.bind({key: value for key, value in data.items() if key not in KERNEL_KEYS})
    except Exception:  # whatever is wrong with the options was told at its place
        return
    for place, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict) and place not in already_reported:
            try:
                add_entry(Encounter(""), rules, id="", name="", entry=entry)
            except SEATING_ERRORS as error:
                yield from _seating_diagnostics(error, place, entry, locate)


def unusable_creatures(creatures: Sequence[Mapping[str, Any]], system: Game, locate: Locate) -> tuple[Diagnostic, ...]:
    """Return why creatures of a library could not join a fight, whatever a combatant adds to them."""
    from pydantic import ValidationError  # noqa: PLC0415 -- only a library is checked so

    rules = system.bind({})
    diagnostics: list[Diagnostic] = []
    for place, creature in enumerate(creatures):
        try:
            add_entry(Encounter(""), rules, id="", name="", entry=creature)
        except ValidationError:
            continue  # a key is missing, which a combatant may add
        except SEATING_ERRORS as error:
            diagnostics += _seating_diagnostics(error, place, creature, locate, "creature")
    return tuple(diagnostics)


SEATING_ERRORS = (ValueError, LookupError, TypeError, ArithmeticError, Refused)
"""The errors a game may raise for an entry from which no combatant can be built."""


def _seating_diagnostics(
    error: Exception, place: int, entry: Mapping[str, Any], locate: Locate, kind: str = "combatant"
) -> list[Diagnostic]:
    """Return why a combatant cannot be built: one mistake per fault, each at its key."""
    name = shown(str(entry.get("name", f"number {place + 1}")))
    faults = error.faults if isinstance(error, Faults) else (Fault((), _reason(error)),)
    diagnostics = [
        locate((kind, place, *fault.place), f'{kind} "{name}": {fault.text}{hint(fault.word, fault.offered)}')
        for fault in faults
    ]
    return sorted(dict.fromkeys(diagnostics))


def _groups_on_two_sides(entries: Iterable[Placed], locate: Locate) -> list[Diagnostic]:
    """Return a mistake for each group with members on two sides: an action of the group would serve both."""
    diagnostics: list[Diagnostic] = []
    first_of_group: dict[str, dict[str, Any]] = {}
    reported_places: set[int] = set()
    for place, entry in entries:
        group = entry.get("group", "")
        other = first_of_group.setdefault(group, entry) if group else entry
        if other["side"] == entry["side"] or place in reported_places:
            continue
        reported_places.add(place)
        text = (
            f'combatant "{entry["name"]}": group "{group}" has members on two sides: {entry["name"]} is on the side '
            f"{entry['side']} and {other['name']} on {other['side']}; give one of them another group"
        )
        diagnostics.append(locate(("combatant", place, "group"), text))
    return diagnostics


def _seat_all(data: dict[str, Any], entries: list[Placed], system: Game, locate: Locate, read: Fitting) -> Prepared:
    """Build the encounter with all combatants. Raises InvalidFile. `read` has the validated data."""
    options: dict[str, Any] = {key: value for key, value in data.items() if key not in KERNEL_KEYS}
    options = Validated(options, read.options)
    title = data.get("title", "Untitled")
    try:
        rules = system.bind(options)
    except (ValueError, LookupError, TypeError, Refused) as error:
        raise InvalidFile([locate((next(iter(options), ""),), _reason(error))]) from error
    encounter = _with_combatants(Encounter(title), entries, rules, locate, read.combatants)
    encounter = _with_groups(encounter, data.get("group", ()), locate)
    encounter = schedule(encounter, rules, data.get("scheduled", ()), locate)
    document = _document(data, title, system, options, entries)
    return Prepared(
        title=title,
        notes=data.get("notes", ""),
        path=None,
        rules=rules,
        encounter=encounter,
        document=document,
        system=system,
    )


def _with_combatants(
    encounter: Encounter, entries: list[Placed], rules: Rules, locate: Locate, models: Sequence[Any]
) -> Encounter:
    """Seat a combatant for each entry. Raises InvalidFile with every mistake in them."""
    diagnostics: list[Diagnostic] = []
    hidden: list[str] = []
    for place, entry in entries:
        id = free_id(entry["name"], encounter.seats)
        try:
            newcomer = read_entry(rules, id, entry["name"], Validated(entry, models[place]))
            encounter = seated(encounter, newcomer)
            if entry.get("hidden"):
                hidden.append(id)
        except SEATING_ERRORS as error:
            diagnostics += _seating_diagnostics(error, place, entry, locate)
    if diagnostics:
        raise InvalidFile(diagnostics)
    return hide(encounter, hidden)  # only now: they are hidden from combatants later in the file too


def _with_groups(encounter: Encounter, entries: Sequence[Mapping[str, Any]], locate: Locate) -> Encounter:
    """Set the options of groups. Raises InvalidFile for a group without members, or with contradictions."""
    groups = {combatant.group for combatant in encounter}
    for number, group in enumerate(entries):
        if group["name"] not in groups:
            text = f'group "{group["name"]}": it has no members; give a combatant group = "{group["name"]}"'
            raise InvalidFile([locate(("group", number, "name"), text)])
        one_roll, one_count = group.get("one_roll", True), group.get("one_count", False)
        if one_count and not one_roll:
            text = f'group "{group["name"]}": one_count places it by its one roll; leave out one_roll = false'
            raise InvalidFile([locate(("group", number, "one_count"), text)])
        placed = Group(group["name"], group.get("together", True), one_roll, one_count=one_count)
        encounter = encounter.with_group(placed)
    return encounter


def _document(
    data: Mapping[str, Any], title: str, system: Game, options: Mapping[str, Any], entries: list[Placed]
) -> dict[str, Any]:
    """Return the encounter as in the head of a fight: resolved, in this order of keys, with the options that apply."""

    def stated(key: str) -> dict[str, Any]:
        """Return a key with its value, if the file has one."""
        return {key: data[key]} if data.get(key) else {}

    return {
        "title": title,
        "system": system.name,
        **stated("notes"),
        **stated("goal"),
        **stated("party"),
        **stated("players"),
        **options,
        **system.stated(options),
        "combatant": [entry for _, entry in entries],
        **stated("scheduled"),
        **stated("group"),
    }


def _reason(error: Exception) -> str:
    """Return an error's text on one line, at most four of its lines."""
    text = str(error).strip() or type(error).__name__
    return "; ".join(line.strip() for line in text.splitlines()[:4])
