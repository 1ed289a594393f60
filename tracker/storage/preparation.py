"""Preparation: from an encounter file, or the head of a fight, to a fight that can begin."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tracker.encounter.engine.policy import named_one
from tracker.encounter.engine.system import RuleSystem, System
from tracker.encounter.names import free_id, plain
from tracker.encounter.roster import add_entry, hide
from tracker.model.orders import Whom
from tracker.model.refusals import Refused
from tracker.model.state import Encounter, Group
from tracker.model.validation_errors import Fault, Faults
from tracker.storage.library.lookup import CREATURE, Library, completed, folders_for, lacking, merged, read_library
from tracker.storage.name_warnings import mistypings
from tracker.storage.people import people_of, wrong_people
from tracker.storage.roster_text import roster
from tracker.storage.schedule import schedule
from tracker.storage.toml import validation
from tracker.storage.toml.diagnostics import PRINTED, Mistake, Mistakes, and_more
from tracker.storage.toml.key_paths import context
from tracker.storage.toml.migrations import checked, migrated
from tracker.storage.toml.models import KERNEL_KEYS, MOST_COMBATANTS, OF_PERSON, PARTY, encounter_model
from tracker.storage.toml.positions import Path as KeyPath
from tracker.storage.toml.reader import Source, read
from tracker.system_api.validated import Validated
from tracker.systems import registry
from tracker.text.characters import shown
from tracker.text.suggestions import hint

Locate = Callable[[KeyPath, str], Mistake]
HEROES, FOES = "heroes", "foes"
"""The sides of those who are given none: with a player, and without."""


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
    warnings: tuple[Mistake, ...] = ()
    """Names that nothing goes by and that were perhaps mistyped; none for a fight that has begun."""
    roster: str = ""
    """Whom the file was found to hold: `3 heroes, 6 bandits, a wolf`; empty for a fight that has begun."""


def read_encounter(path: Path, library_dirs: Iterable[Path] | None = None, source: Source | None = None) -> Prepared:
    """The encounter at `path`; raises Mistakes with everything that is wrong in it and in the library.

    `source` is its text where that has been read already.
    """
    source = read(path) if source is None else source
    if source.data.get("kind") == "fight":
        raise Mistakes([source.mistake(("kind",), "this is a fight being played, not an encounter")])
    folders = tuple(library_dirs) if library_dirs is not None else folders_for(path)
    data = source.data
    why = checked(data.get("format", 1))
    if why:
        raise Mistakes([source.mistake(("format",), why)])
    data = migrated("encounter", data, data.get("format", 1))
    whole, locate, of_party = _with_party(path, source, data)
    titled = {"title": path.name.removesuffix(".toml"), **whole}
    prepared = _prepared(titled, locate, lambda system: read_library(system, folders), whole, of_party)
    if strange := tuple(_strange_orders(prepared.encounter, whole.get("combatant", ()), locate)):
        raise Mistakes(strange)
    return replace(prepared, path=path, library_dirs=folders)


def _strange_orders(encounter: Encounter, entries: Sequence[Mapping[str, Any]], locate: Locate) -> Iterable[Mistake]:
    """Orders that mean somebody who is not there; `entries` are those of the file."""
    seats, told = iter(encounter), 0
    for place, entry in enumerate(entries):
        for number in range(entry.get("number", 1)):
            one = next(seats)
            if number or not one.orders:
                continue
            orders = one.orders
            meant = [(orders.named, WHOM)] if orders.whom is Whom.NAMED else []
            meant += [(retreat.without, ()) for retreat in orders.retreats if retreat.without]
            for name, words in meant:
                if not named_one(encounter, name):
                    told += 1
                    others = [other.name for other in encounter if other.id != one.id and told <= PRINTED]
                    near = hint(name, words, others)
                    there = near or (f"; say whom by a name, or {', '.join(words)}" if words else "")
                    text = f'combatant "{shown(one.name)}": orders mean "{shown(name)}", and nobody is called so{there}'
                    yield locate(("combatant", place, "orders"), text)


WHOM = tuple(word.value for word in Whom if word.value and word is not Whom.NAMED)
"""The words for whom an order to attack means."""


def prepared_with(data: dict[str, Any], locate: Locate, folders: Iterable[Path]) -> Prepared:
    """A fight from `data` as a file has it, with the libraries of `folders`; raises Mistakes."""
    return _prepared(data, locate, lambda system: read_library(system, folders), data)


def _with_party(path: Path, source: Source, data: dict[str, Any]) -> tuple[dict[str, Any], Locate, list[Mistake]]:
    """The data with the people of its party before its own combatants, how mistakes are placed, those of the party.

    A combatant of the encounter is words on somebody of the party only where it has that very name, and no `number`;
    of several such the first is. Everybody else sits down as well.
    """
    name, own = data.get("party"), data.get("combatant", [])
    if not isinstance(name, str) or not name or not isinstance(own, list):
        return data, source.mistake, []
    file = path.parent / name
    try:
        party = read(file)
    except Mistakes as mistakes:
        told = [one if one.line else source.mistake(("party",), str(one)) for one in mistakes.mistakes]
        return data, source.mistake, told
    if party.data.get("kind") != PARTY:
        text = f'{file} is no party; its file says kind = "{PARTY}" at the top'
        return data, source.mistake, [source.mistake(("party",), text)]
    game = data.get("system", registry.DEFAULT)
    if game in registry.names() and party.data.get("system", registry.DEFAULT) != game:
        text = f"{file} is a party of another game than {game}"
        return data, source.mistake, [source.mistake(("party",), text)]
    people = [{"side": HEROES, **{k: v for k, v in one.items() if k not in OF_PERSON}} for one in people_of(party)]
    words: dict[str, int] = {}
    for at, entry in enumerate(own):
        if isinstance(entry, dict) and "number" not in entry and (called := _called(entry)):
            words.setdefault(called, at)
    used: set[int] = set()
    for place, person in enumerate(people):
        if (at := words.pop(_called(person), -1)) >= 0:
            people[place] = merged(own[at], person)
            used.add(at)
    rest = [at for at in range(len(own)) if at not in used]

    def locate(where: KeyPath, text: str) -> Mistake:
        if where[:1] != ("combatant",) or len(where) < 2 or not isinstance(where[1], int):
            return source.mistake(where, text)
        if where[1] < len(people):
            return party.mistake(("person", *where[1:]), text)
        return source.mistake(("combatant", rest[where[1] - len(people)], *where[2:]), text)

    return {**data, "combatant": [*people, *(own[at] for at in rest)]}, locate, wrong_people(party, _known_to(data))


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
    """A fight from an already resolved document; raises Mistakes, which then have no position."""
    return prepare_located(document, lambda path, text: Mistake("", 0, 0, text))


def prepare_located(document: Mapping[str, Any], locate: Locate) -> Prepared:
    """A fight from a resolved document whose mistakes `locate` places; it keeps the rules it was played by."""
    system, mistyped = _system(document, locate)
    if mistyped:
        raise Mistakes(mistyped)
    played = system.as_played(document)
    return _prepared(dict(played), locate, None)


def preferring(prepared: Prepared, wishes: Mapping[str, Any]) -> Prepared:
    """The same fight with options of one's own where its encounter leaves open what its game lets one choose."""
    fields = prepared.system.options.model_fields
    open_ones = {key: value for key, value in wishes.items() if key in fields and key not in prepared.document}
    if not open_ones:
        return prepared
    document = {**prepared.document, **open_ones}
    again = _prepared(document, lambda path, text: Mistake("", 0, 0, text), None)
    return replace(prepared, rules=again.rules, encounter=again.encounter, document=again.document)


def _prepared(
    data: dict[str, Any],
    locate: Locate,
    library_of: Callable[[System], Library] | None,
    written: Mapping[str, Any] | None = None,
    earlier: Iterable[Mistake] = (),
) -> Prepared:
    """A fight from `data`; without a library it is resolved already, and taken as it was written.

    `written` is what stands in the file, where `data` has a key that is not there; `earlier` are mistakes that were
    found before.
    """
    system, mistyped_system = _system(data, locate)
    mistakes: list[Mistake] = [*mistyped_system, *earlier]
    unread = False
    try:
        library = library_of(system) if library_of is not None else Library()
    except Mistakes as faults:
        mistakes += faults.mistakes
        library, unread = read_library(system, ()), True
    whole, lost = _merged(data, system, library)
    found_ones, more, made = validation.judge(encounter_model(system), whole, data if written is None else written)
    mistyped = {path[:-1] for rank, path, _ in found_ones if rank == 0}
    resolved = library_of is None or unread
    partial, uncounted = ([], 0) if resolved else _partial(whole, system, library, mistyped)
    more += uncounted
    found_ones = [one for one in found_ones if one[0] < 2 or one[1][:2] not in {path[:2] for _, path, _ in lost}]
    located = [(rank, locate(path, context(whole, path) + text)) for rank, path, text in [*lost, *partial, *found_ones]]
    located.sort(key=lambda pair: (max(pair[0], 1), pair[1].line, pair[0], pair[1].column))
    mistakes += [mistake for _, mistake in located]
    mistakes += and_more(mistakes[0].path if mistakes else "", more)
    if mistakes:
        told = {path[1] for _, path, _ in [*lost, *partial, *found_ones] if path[:1] == ("combatant",) and path[1:]}
        raise Mistakes([*mistakes, *_besides(whole, system, told, locate)])
    entries, doubles = _expanded(whole.get("combatant", []), locate)
    if not doubles and library_of is not None:  # an old fight may have such a group, and goes on with it
        doubles = _of_two_sides(entries, locate)
    if doubles:
        raise Mistakes(doubles)
    prepared = _seated(whole, entries, system, locate, made)
    if library_of is None:
        return prepared
    if not unread:
        sides = [(place, str(entry["side"])) for place, entry in entries]
        warnings = mistypings("combatant", whole.get("combatant", ()), data, system, library, locate, sides)
        prepared = replace(prepared, warnings=warnings)
    return replace(prepared, roster=roster(data.get("combatant", ()), entries))


def _system(data: Mapping[str, Any], locate: Locate) -> tuple[System, list[Mistake]]:
    """The game of a file; of a mistyped one the game that was meant, and the mistake. Raises Mistakes without any."""
    name = data.get("system", registry.DEFAULT)
    if not isinstance(name, str):
        raise Mistakes([locate(("system",), f"system must be text in quotes, such as {registry.DEFAULT!r}")])
    try:
        return registry.find(name), []
    except registry.UnknownSystem as error:
        mistake = locate(("system",), str(error))
        if not error.meant:
            raise Mistakes([mistake]) from error
        return registry.find(error.meant), [mistake]


def _merged(data: dict[str, Any], system: System, library: Library) -> tuple[dict[str, Any], list[validation.Found]]:
    """The data with each combatant merged with its creature, and the creatures that could not be found."""
    lost: list[validation.Found] = []
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
                    lost.append((1, ("combatant", place, "from"), missing))
                else:
                    entry = merged(entry, creature)
            entry = completed(entry, system, library)
        whole.append(entry)
    return {**data, "combatant": whole}, lost


def _partial(
    data: Mapping[str, Any], system: System, library: Library, mistyped: Collection[KeyPath]
) -> tuple[list[validation.Found], int]:
    """The parts of combatants that are neither in the library nor whole, and how many more there are of them.

    A part with a `mistyped` key is not among them: that key may be the one it lacks.
    """
    entries = data.get("combatant")
    told: list[validation.Found] = []
    more = 0
    for place, entry in enumerate(entries if isinstance(entries, list) else ()):
        if not isinstance(entry, dict):
            continue
        for rank, path, text in lacking(entry, system, library, validation.MOST - len(told)):
            if ("combatant", place, *path[:-1]) in mistyped:
                continue
            if text:
                told.append((rank, ("combatant", place, *path), text))
            else:
                more += 1
    return told, more


def _besides(data: Mapping[str, Any], system: System, told: Collection[str | int], locate: Locate) -> Iterable[Mistake]:
    """What could be told only once somebody sits down, of everybody of whom nothing was told yet.

    Nothing where the options of the encounter do not make rules: what they are has been told.
    """
    entries = data.get("combatant")
    try:
        rules = system.bind({key: value for key, value in data.items() if key not in KERNEL_KEYS})
    except Exception:  # whatever is wrong with the options was told at its place
        return
    for place, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict) and place not in told:
            try:
                add_entry(Encounter(""), rules, "", "", entry)
            except NOT_SEATED as error:
                yield from _not_seated(error, place, entry, locate)


def misfits(creatures: Sequence[Mapping[str, Any]], system: System, locate: Locate) -> tuple[Mistake, ...]:
    """Why creatures of a library could not sit down in a fight, where that does not hang on what a combatant adds."""
    rules = system.bind({})
    told: list[Mistake] = []
    for place, creature in enumerate(creatures):
        try:
            add_entry(Encounter(""), rules, "", "", creature)
        except ValidationError:
            continue  # a key is missing, which a combatant may add
        except NOT_SEATED as error:
            told += _not_seated(error, place, creature, locate, "creature")
    return tuple(told)


NOT_SEATED = (ValueError, LookupError, TypeError, ArithmeticError, Refused)
"""What a game raises for an entry that makes no combatant of it."""


def _not_seated(
    error: Exception, place: int, entry: Mapping[str, Any], locate: Locate, kind: str = "combatant"
) -> list[Mistake]:
    """Why somebody cannot sit down, each at its own key."""
    who = shown(str(entry.get("name", f"number {place + 1}")))
    faults = error.faults if isinstance(error, Faults) else (Fault((), _reason(error)),)
    told = [
        locate((kind, place, *fault.place), f'{kind} "{who}": {fault.text}{hint(fault.word, fault.offered)}')
        for fault in faults
    ]
    return sorted(dict.fromkeys(told))


Placed = tuple[int, dict[str, Any]]
"""Which [[combatant]] of the file an entry comes from, and the entry."""


def _expanded(combatants: list[dict[str, Any]], locate: Locate) -> tuple[list[Placed], list[Mistake]]:
    entries: list[Placed] = []
    mistakes: list[Mistake] = []
    taken: dict[str, str] = {}
    if sum(entry.get("number", 1) for entry in combatants) > MOST_COMBATANTS:
        return [], [locate(("combatant",), f"{MOST_COMBATANTS} combatants are the most there can be")]
    single = {plain(entry["name"]) for entry in combatants if "number" not in entry}
    for place, entry in enumerate(combatants):
        base = entry["name"]
        for name in numbered(base, entry["number"], {*taken, *single}) if "number" in entry else [base]:
            if not name.strip():
                mistakes.append(locate(("combatant", place, "name"), "name is blank; give one that can be read"))
                continue
            if plain(name) in taken:
                other = taken[plain(name)]
                text = (
                    f'combatant "{name}": "{other}" is there already; give another name, or number = 2 to one of them'
                )
                mistakes.append(locate(("combatant", place, "name"), text))
                continue
            taken[plain(name)] = name
            own = {key: value for key, value in entry.items() if key not in ("from", "number", "side", "name")}
            side = entry.get("side") or (HEROES if entry.get("player") else FOES)
            entries.append((place, {"name": name, "side": side, **own}))
    return entries, mistakes


def _of_two_sides(entries: Iterable[Placed], locate: Locate) -> list[Mistake]:
    """Whoever is of a group that begins on another side: what one declared would be done by its enemies, too."""
    mistakes: list[Mistake] = []
    first: dict[str, dict[str, Any]] = {}
    told: set[int] = set()
    for place, entry in entries:
        group = entry.get("group", "")
        other = first.setdefault(group, entry) if group else entry
        if other["side"] == entry["side"] or place in told:
            continue
        told.add(place)
        text = (
            f'combatant "{entry["name"]}": group "{group}" is of two sides: {entry["name"]} is on the side '
            f"{entry['side']} and {other['name']} on {other['side']}; give one of them another group"
        )
        mistakes.append(locate(("combatant", place, "group"), text))
    return mistakes


def numbered(base: str, number: int, taken: Iterable[str]) -> list[str]:
    """`number` names after the highest that is `taken` (names as they are compared): Goblin 4, Goblin 5."""
    stem = plain(base)
    ends = [name.removeprefix(stem) for name in taken if name.startswith(stem)]
    highest = max((int(end) for end in ends if end.isdecimal() and len(end) < 6), default=0)
    return [f"{base} {highest + at}" for at in range(1, number + 1)]


def _seated(data: dict[str, Any], entries: list[Placed], system: System, locate: Locate, made: Any) -> Prepared:
    """`made` is the model of the data, of `encounter_model`."""
    options: dict[str, Any] = {key: value for key, value in data.items() if key not in KERNEL_KEYS}
    options = Validated(options, made)
    title = data.get("title", "Untitled")
    mistakes: list[Mistake] = []
    try:
        rules = system.bind(options)
    except (ValueError, LookupError, TypeError, Refused) as error:
        raise Mistakes([locate((next(iter(options), ""),), _reason(error))]) from error
    encounter, hidden = Encounter(title), list[str]()
    for place, entry in entries:
        id = free_id(entry["name"], encounter.seats)
        try:
            encounter = add_entry(encounter, rules, id, entry["name"], Validated(entry, made.combatant[place]))
            if entry.get("hidden"):
                hidden.append(id)
        except NOT_SEATED as error:
            mistakes += _not_seated(error, place, entry, locate)
    if mistakes:
        raise Mistakes(mistakes)
    for id in hidden:
        encounter = hide(encounter, id)  # from those, too, who stand after it in the file
    there = {one.group for one in encounter}
    for number, group in enumerate(data.get("group", ())):
        if group["name"] not in there:
            text = f'group "{group["name"]}": nobody is of it; give a combatant group = "{group["name"]}"'
            raise Mistakes([locate(("group", number, "name"), text)])
        encounter = encounter.with_group(Group(group["name"], group.get("together", True), group.get("one_roll", True)))
    encounter = schedule(encounter, rules, data.get("scheduled", ()), locate)
    document = {"title": title, "system": system.name}
    document |= {"notes": data["notes"]} if data.get("notes") else {}
    options |= system.stated(options)
    document |= {"party": data["party"]} if data.get("party") else {}
    document |= {**options, "combatant": [entry for _, entry in entries]}
    document |= {"scheduled": data["scheduled"]} if data.get("scheduled") else {}
    document |= {"group": data["group"]} if data.get("group") else {}
    return Prepared(title, data.get("notes", ""), None, rules, encounter, document, system)


def _reason(error: Exception) -> str:
    text = str(error).strip() or type(error).__name__
    return "; ".join(line.strip() for line in text.splitlines()[:4])
