"""Preparation: validates an encounter file, or the head of a fight, and seats its combatants for a fight."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tracker.encounter.engine.standing_orders import named_one
from tracker.encounter.engine.system import RuleSystem, System
from tracker.encounter.names import free_id, plain
from tracker.encounter.roster import add_entry, hide
from tracker.model.orders import Whom
from tracker.model.refusals import Refused
from tracker.model.state import Encounter, Group
from tracker.model.validation_errors import Fault, Faults
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
from tracker.storage.numbered_combatants import HEROES, Placed, expand_numbers
from tracker.storage.party_entries import people_of, validate_people
from tracker.storage.roster_text import roster
from tracker.storage.schedule import schedule
from tracker.storage.toml import validation
from tracker.storage.toml.diagnostics import PRINTED, Diagnostic, InvalidFile, Locate, and_more
from tracker.storage.toml.key_paths import context
from tracker.storage.toml.models import KERNEL_KEYS, OF_PERSON, PARTY, encounter_model
from tracker.storage.toml.positions import Path as KeyPath
from tracker.storage.toml.reader import Source, read
from tracker.storage.toml.validation import Finding, Problem
from tracker.system_api.validated import Validated
from tracker.systems import registry
from tracker.text.characters import shown
from tracker.text.suggestions import hint


@dataclass(frozen=True)
class Prepared:
    """A fight ready to begin; `document` has the library entries and the numbers expanded."""

    title: str
    notes: str
    path: Path | None
    rules: RuleSystem
    encounter: Encounter
    document: dict[str, Any]
    system: System
    library_dirs: tuple[Path, ...] | None = None
    """Where creatures that join are looked for; None: beside `path` and in the user's data folder."""
    warnings: tuple[Diagnostic, ...] = ()
    """Names that nothing goes by and that were perhaps mistyped; none for a fight that has begun."""
    roster: str = ""
    """Whom the file was found to hold: `3 heroes, 6 bandits, a wolf`; empty for a fight that has begun."""


def read_encounter(path: Path, library_dirs: Iterable[Path] | None = None, source: Source | None = None) -> Prepared:
    """The encounter at `path`; raises InvalidFile with everything that is wrong in it and in the library.

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
    whole, locate, of_party = _with_party(path, source, data)
    titled = {"title": path.name.removesuffix(".toml"), **whole}
    prepared = _prepare_data(titled, locate, lambda system: read_library(system, folders), whole, of_party)
    if strange := tuple(_orders_without_target(prepared.encounter, whole.get("combatant", ()), locate)):
        raise InvalidFile(strange)
    return replace(prepared, path=path, library_dirs=folders)


def _orders_without_target(
    encounter: Encounter, entries: Sequence[Mapping[str, Any]], locate: Locate
) -> Iterable[Diagnostic]:
    """Orders that name a combatant who is not in the fight; `entries` are those of the file."""
    seats, count = iter(encounter), 0
    for place, entry in enumerate(entries):
        for number in range(entry.get("number", 1)):
            combatant = next(seats)
            if number or not combatant.orders:
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
"""The words for whom an order to attack means."""


def prepared_with(data: dict[str, Any], locate: Locate, folders: Iterable[Path]) -> Prepared:
    """A fight from `data` as a file has it, with the libraries of `folders`; raises InvalidFile."""
    return _prepare_data(data, locate, lambda system: read_library(system, folders), data)


def _with_party(path: Path, source: Source, data: dict[str, Any]) -> tuple[dict[str, Any], Locate, list[Diagnostic]]:
    """The data with the people of its party before its own combatants, how mistakes are placed, those of the party.

    A combatant of the encounter is words on somebody of the party only where it has that very name, and no `number`;
    of several such the first is. Everybody else sits down as well.
    """
    name, combatants = data.get("party"), data.get("combatant", [])
    if not isinstance(name, str) or not name or not isinstance(combatants, list):
        return data, source.diagnostic, []
    file = path.parent / name
    try:
        party = read(file)
    except InvalidFile as invalid:
        diagnostics = [one if one.line else source.diagnostic(("party",), str(one)) for one in invalid.diagnostics]
        return data, source.diagnostic, diagnostics
    if party.data.get("kind") != PARTY:
        text = f'{file} is no party file: it must say kind = "{PARTY}" at the top'
        return data, source.diagnostic, [source.diagnostic(("party",), text)]
    game = data.get("system", registry.DEFAULT)
    if isinstance(game, str) and registry.knows(game) and party.data.get("system", registry.DEFAULT) != game:
        text = f"{file} is a party of another game than {game}"
        return data, source.diagnostic, [source.diagnostic(("party",), text)]
    people = [{"side": HEROES, **{k: v for k, v in one.items() if k not in OF_PERSON}} for one in people_of(party)]
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


def _called(entry: Mapping[str, Any]) -> str:
    """The name an entry gives itself, as names are compared; empty when it gives none."""
    name = entry.get("name")
    return plain(name) if isinstance(name, str) else ""


def _known_to(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys at the top of an encounter of its game; none when nobody knows the game."""
    try:
        return tuple(encounter_model(registry.find(str(data.get("system", registry.DEFAULT)))).model_fields)
    except registry.UnknownSystem:
        return ()


def prepare(document: Mapping[str, Any]) -> Prepared:
    """A fight from an already resolved document; raises InvalidFile, which then have no position."""
    return prepare_located(document, lambda path, text: Diagnostic("", 0, 0, text))


def prepare_located(document: Mapping[str, Any], locate: Locate) -> Prepared:
    """A fight from a resolved document whose mistakes `locate` places; it keeps the rules it was played by."""
    system, mistyped = _system(document, locate)
    if mistyped:
        raise InvalidFile(mistyped)
    played = system.as_played(document)
    return _prepare_data(dict(played), locate, None)


def preferring(prepared: Prepared, wishes: Mapping[str, Any]) -> Prepared:
    """The same fight with options of one's own where its encounter leaves open what its game lets one choose."""
    fields = prepared.system.options.model_fields
    open_ones = {key: value for key, value in wishes.items() if key in fields and key not in prepared.document}
    if not open_ones:
        return prepared
    document = {**prepared.document, **open_ones}
    again = _prepare_data(document, lambda path, text: Diagnostic("", 0, 0, text), None)
    return replace(prepared, rules=again.rules, encounter=again.encounter, document=again.document)


def _prepare_data(
    data: dict[str, Any],
    locate: Locate,
    library_of: Callable[[System], Library] | None,
    written: Mapping[str, Any] | None = None,
    earlier: Iterable[Diagnostic] = (),
) -> Prepared:
    """A fight from `data`; without a library it is resolved already, and taken as it was written.

    `written` is what stands in the file, where `data` has a key that is not there; `earlier` are mistakes that were
    found before.
    """
    system, mistyped_system = _system(data, locate)
    diagnostics: list[Diagnostic] = [*mistyped_system, *earlier]
    unread = False
    try:
        library = library_of(system) if library_of is not None else Library()
    except InvalidFile as faults:
        diagnostics += faults.diagnostics
        library, unread = read_library(system, ()), True
    whole, lost = _with_creatures(data, system, library)
    result = validation.validate(encounter_model(system), whole, data if written is None else written)
    mistyped = {finding.path[:-1] for finding in result.findings if finding.problem is Problem.UNKNOWN_KEY}
    resolved = library_of is None or unread
    partial, uncounted = ([], 0) if resolved else _incomplete_parts(whole, system, library, mistyped)
    without_creature = {finding.path[:2] for finding in lost}
    # A combatant whose creature is unknown lacks what the creature would have given: that is no second diagnostic.
    others = [
        finding
        for finding in result.findings
        if finding.problem is not Problem.MISSING_KEY or finding.path[:2] not in without_creature
    ]
    findings = [*lost, *partial, *others]
    diagnostics += _located(findings, whole, locate)
    diagnostics += and_more(diagnostics[0].path if diagnostics else "", result.more + uncounted)
    if diagnostics:
        told = {f.path[1] for f in findings if f.path[:1] == ("combatant",) and f.path[1:]}
        raise InvalidFile([*diagnostics, *_seating_check(whole, system, told, locate)])
    entries, doubles = expand_numbers(whole.get("combatant", []), locate)
    if not doubles and library_of is not None:  # an old fight may have such a group, and goes on with it
        doubles = _groups_on_two_sides(entries, locate)
    if doubles:
        raise InvalidFile(doubles)
    prepared = _seat_all(whole, entries, system, locate, result.model)
    if library_of is None:
        return prepared
    if not unread:
        sides = [(place, str(entry["side"])) for place, entry in entries]
        warnings = free_name_warnings("combatant", whole.get("combatant", ()), data, system, library, locate, sides)
        prepared = replace(prepared, warnings=warnings)
    return replace(prepared, roster=roster(data.get("combatant", ()), entries))


def _located(findings: Iterable[Finding], data: Mapping[str, Any], locate: Locate) -> list[Diagnostic]:
    """The findings at their places: by line, but missing keys, which have no line of their own, behind all others."""
    located = [(f.problem, locate(f.path, context(data, f.path) + f.text)) for f in findings]
    located.sort(key=lambda pair: (pair[0] is Problem.MISSING_KEY, pair[1].line, pair[0], pair[1].column))
    return [diagnostic for _, diagnostic in located]


def _system(data: Mapping[str, Any], locate: Locate) -> tuple[System, list[Diagnostic]]:
    """The game of a file; for a misspelt name the game meant and a diagnostic; raises InvalidFile for others."""
    name = data.get("system", registry.DEFAULT)
    if not isinstance(name, str):
        raise InvalidFile([locate(("system",), f"system must be text in quotes, such as {registry.DEFAULT!r}")])
    try:
        return registry.find(name), []
    except registry.UnknownSystem as error:
        diagnostic = locate(("system",), str(error))
        if not error.meant:
            raise InvalidFile([diagnostic]) from error
        return registry.find(error.meant), [diagnostic]


def _with_creatures(data: dict[str, Any], system: System, library: Library) -> tuple[dict[str, Any], list[Finding]]:
    """The data with each combatant merged with its creature, and the creatures that could not be found."""
    lost: list[Finding] = []
    entries = data.get("combatant")
    if not isinstance(entries, list):
        return data, lost
    whole: list[Any] = []
    for place, entry in enumerate(entries):
        if isinstance(entry, dict):
            source_name = entry.get("from")
            if isinstance(source_name, str):
                creature = library.find(CREATURE, source_name)
                if creature is None:
                    missing = library.missing(CREATURE, source_name, near=len(lost) < validation.MOST)
                    lost.append(Finding(Problem.WRONG_VALUE, ("combatant", place, "from"), missing))
                else:
                    entry = merged(entry, creature)
            entry = completed(entry, system, library)
        whole.append(entry)
    return {**data, "combatant": whole}, lost


def _incomplete_parts(
    data: Mapping[str, Any], system: System, library: Library, mistyped: Collection[KeyPath]
) -> tuple[list[Finding], int]:
    """The parts of combatants that are neither in the library nor whole, and how many more there are of them.

    A part with a `mistyped` key is not among them: that key may be the one it lacks.
    """
    entries = data.get("combatant")
    findings: list[Finding] = []
    more = 0
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
                more += 1
    return findings, more


def _seating_check(
    data: Mapping[str, Any], system: System, already_reported: Collection[str | int], locate: Locate
) -> Iterable[Diagnostic]:
    """Diagnostics that only seating finds, for the combatants without an earlier diagnostic.

    None where the options of the encounter make no rules: those have diagnostics already.
    """
    entries = data.get("combatant")
    try:
        rules = system.bind({key: value for key, value in data.items() if key not in KERNEL_KEYS})
    except Exception:  # whatever is wrong with the options was told at its place
        return
    for place, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict) and place not in already_reported:
            try:
                add_entry(Encounter(""), rules, "", "", entry)
            except SEATING_ERRORS as error:
                yield from _seating_diagnostics(error, place, entry, locate)


def unusable_creatures(
    creatures: Sequence[Mapping[str, Any]], system: System, locate: Locate
) -> tuple[Diagnostic, ...]:
    """Why creatures of a library could not join a fight, whatever a combatant adds to them."""
    rules = system.bind({})
    diagnostics: list[Diagnostic] = []
    for place, creature in enumerate(creatures):
        try:
            add_entry(Encounter(""), rules, "", "", creature)
        except ValidationError:
            continue  # a key is missing, which a combatant may add
        except SEATING_ERRORS as error:
            diagnostics += _seating_diagnostics(error, place, creature, locate, "creature")
    return tuple(diagnostics)


SEATING_ERRORS = (ValueError, LookupError, TypeError, ArithmeticError, Refused)
"""What a game raises for an entry that makes no combatant of it."""


def _seating_diagnostics(
    error: Exception, place: int, entry: Mapping[str, Any], locate: Locate, kind: str = "combatant"
) -> list[Diagnostic]:
    """Why a combatant cannot be seated: one diagnostic a fault, each at its key."""
    name = shown(str(entry.get("name", f"number {place + 1}")))
    faults = error.faults if isinstance(error, Faults) else (Fault((), _reason(error)),)
    diagnostics = [
        locate((kind, place, *fault.place), f'{kind} "{name}": {fault.text}{hint(fault.word, fault.offered)}')
        for fault in faults
    ]
    return sorted(dict.fromkeys(diagnostics))


def _groups_on_two_sides(entries: Iterable[Placed], locate: Locate) -> list[Diagnostic]:
    """Members of a group on another side than its first: a declaration for the group would act for the enemy, too."""
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


def _seat_all(data: dict[str, Any], entries: list[Placed], system: System, locate: Locate, made: Any) -> Prepared:
    """`made` is the model of the data, of `encounter_model`."""
    options: dict[str, Any] = {key: value for key, value in data.items() if key not in KERNEL_KEYS}
    options = Validated(options, made)
    title = data.get("title", "Untitled")
    diagnostics: list[Diagnostic] = []
    try:
        rules = system.bind(options)
    except (ValueError, LookupError, TypeError, Refused) as error:
        raise InvalidFile([locate((next(iter(options), ""),), _reason(error))]) from error
    encounter, hidden = Encounter(title), list[str]()
    for place, entry in entries:
        id = free_id(entry["name"], encounter.seats)
        try:
            encounter = add_entry(encounter, rules, id, entry["name"], Validated(entry, made.combatant[place]))
            if entry.get("hidden"):
                hidden.append(id)
        except SEATING_ERRORS as error:
            diagnostics += _seating_diagnostics(error, place, entry, locate)
    if diagnostics:
        raise InvalidFile(diagnostics)
    for id in hidden:
        encounter = hide(encounter, id)  # from those, too, who stand after it in the file
    there = {one.group for one in encounter}
    for number, group in enumerate(data.get("group", ())):
        if group["name"] not in there:
            text = f'group "{group["name"]}": it has no members; give a combatant group = "{group["name"]}"'
            raise InvalidFile([locate(("group", number, "name"), text)])
        encounter = encounter.with_group(Group(group["name"], group.get("together", True), group.get("one_roll", True)))
    encounter = schedule(encounter, rules, data.get("scheduled", ()), locate)
    document = {"title": title, "system": system.name}
    document |= {"notes": data["notes"]} if data.get("notes") else {}
    options |= system.stated(options)
    document |= {"party": data["party"]} if data.get("party") else {}
    document |= {**options, "combatant": [entry for _, entry in entries]}
    document |= {"players": data["players"]} if data.get("players") else {}
    document |= {"scheduled": data["scheduled"]} if data.get("scheduled") else {}
    document |= {"group": data["group"]} if data.get("group") else {}
    return Prepared(title, data.get("notes", ""), None, rules, encounter, document, system)


def _reason(error: Exception) -> str:
    text = str(error).strip() or type(error).__name__
    return "; ".join(line.strip() for line in text.splitlines()[:4])
