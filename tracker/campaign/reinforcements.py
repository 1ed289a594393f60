"""Reinforcements: finds the creatures that `join` asks for in the library, in the middle of a fight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import tomli_w

from tracker.encounter.names import free_id, plain
from tracker.model.commands import Join, JoinCreature
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.storage.library.lookup import CREATURE, Library, completed, folders_for, incomplete_parts, read_library
from tracker.storage.numbered_combatants import FOES, numbered
from tracker.storage.preparation import Prepared
from tracker.storage.toml import validation
from tracker.storage.toml.diagnostics import InvalidFile
from tracker.storage.toml.key_paths import context
from tracker.storage.toml.models import LONGEST_NAME, encounter_model
from tracker.text.characters import called, hostile, shows_nothing

MOST_AT_ONCE = 50


def stock(prepared: Prepared) -> Callable[[Encounter, JoinCreature], tuple[Join, ...]]:
    """What answers wishes for creatures in this fight; the library is read at the first wish."""
    shelf: list[Library] = []

    def answer(encounter: Encounter, wish: JoinCreature) -> tuple[Join, ...]:
        if not shelf:
            folders = prepared.library_dirs
            try:
                shelf.append(read_library(prepared.system, folders_for(prepared.path) if folders is None else folders))
            except InvalidFile as invalid:
                raise Refused(f"The library cannot be read. {invalid.diagnostics[0]}") from invalid
        return _join_commands(prepared, shelf[0], encounter, wish)

    return answer


def creatures(prepared: Prepared) -> tuple[str, ...]:
    """The names of all creatures that can join; raises InvalidFile."""
    folders = folders_for(prepared.path) if prepared.library_dirs is None else prepared.library_dirs
    return read_library(prepared.system, folders).names(CREATURE)


def _join_commands(prepared: Prepared, library: Library, encounter: Encounter, wish: JoinCreature) -> tuple[Join, ...]:
    if not 1 <= wish.number <= MOST_AT_ONCE:
        raise Refused(f"1 to {MOST_AT_ONCE} can join at once; {wish.number} cannot.")
    creature: dict[str, Any] = {}
    if wish.creature:
        wish = _split_creature_and_side(library, encounter, wish)
        creature = dict(_creature(library, wish.creature))
    base = wish.name.strip() or str(creature.get("name", ""))
    for what, text in (("name", base), ("side", wish.side)):
        _refuse_bad_text(what, text)
    if not base:
        raise Refused("Give the newcomer a name: join new Thug raiders")
    entry = completed({**creature, "side": _side(encounter, wish, creature, base)}, prepared.system, library)
    for finding in incomplete_parts(entry, prepared.system, library):
        raise Refused(f"{base} cannot join: {finding.text}.")
    joins: list[Join] = []
    taken = set(encounter.seats)
    for name in _new_names(base, wish.number, encounter):
        sheet = {"name": name, **{key: value for key, value in entry.items() if key != "name"}}
        _refuse_bad_entry(prepared, sheet)
        id = free_id(name, taken)
        taken.add(id)
        joins.append(Join(id, name, tomli_w.dumps(sheet)))
    return tuple(joins)


def _split_creature_and_side(library: Library, encounter: Encounter, wish: JoinCreature) -> JoinCreature:
    """What stands in one: a creature of several words and a side of the fight behind it, as in `dire wolf raiders`."""
    words = wish.creature.split()
    if not wish.side:
        for many in range(len(words) - 1, 0, -1):
            if library.find(CREATURE, wish.creature) is not None:
                break
            side = _side_called(encounter, " ".join(words[many:]))
            if side and _named_in(library, " ".join(words[:many])):
                return replace(wish, creature=" ".join(words[:many]), side=side)
        return wish
    words = [*words, wish.side, *wish.name.split()]
    for many in range(len(words), 1, -1):
        if len(wish.creature.split()) < many and library.find(CREATURE, " ".join(words[:many])) is not None:
            behind = words[many:]
            called = " ".join(behind[1:])
            return replace(wish, creature=" ".join(words[:many]), side="".join(behind[:1]), name=called)
    for many in range(len(wish.creature.split()) - 1, 0, -1):
        there, rest = " ".join(words[:many]), " ".join(wish.creature.split()[many:])
        if (
            library.find(CREATURE, wish.creature) is None
            and _side_called(encounter, rest)
            and _named_in(library, there)
        ):
            return replace(wish, creature=there)
    return wish


def _named_in(library: Library, named: str) -> bool:
    """Whether a creature is called so, or only one begins so."""
    if library.find(CREATURE, named) is not None:
        return True
    return sum(plain(name).startswith(plain(named)) for name in library.names(CREATURE) if plain(named)) == 1


def _side_called(encounter: Encounter, named: str) -> str:
    """The side of the fight that is called so, or the only one that begins so; empty when there is none."""
    sides = tuple(dict.fromkeys(combatant.profile.side for combatant in encounter if combatant.profile.side))
    whole = [side for side in sides if plain(side) == plain(named)]
    begun = [side for side in sides if plain(named) and plain(side).startswith(plain(named))]
    return whole[0] if whole else begun[0] if len(begun) == 1 else ""


def _creature(library: Library, named: str) -> Any:
    creature = library.find(CREATURE, named)
    if creature is not None:
        return creature
    begin = [name for name in library.names(CREATURE) if plain(name).startswith(plain(named)) and plain(named)]
    if len(begin) == 1:
        return library.find(CREATURE, begin[0])
    if begin:
        raise Refused(f'"{named}" could be {", ".join(begin)}; write more of it.')
    sentence = library.missing(CREATURE, named)
    sentence = f"{sentence[0].upper()}{sentence[1:]}" + ("" if sentence.endswith("?") else ".")
    raise Refused(f"{sentence} `join new {named}` adds an ordinary fighter.")


def _refuse_bad_text(what: str, text: str) -> None:
    place = hostile(text)
    if place >= 0:
        raise Refused(f"The {what} holds the character {called(text[place])}, which is refused.")
    if text.strip() and shows_nothing(text):
        raise Refused(f"The {what} has no visible character; give a readable one.")
    if len(text) > LONGEST_NAME:
        raise Refused(f"A {what} has at most {LONGEST_NAME} characters, not {len(text)}.")


def _side(encounter: Encounter, wish: JoinCreature, creature: dict[str, Any], base: str) -> str:
    """As wished, in the spelling already used; else that of its like who are there, its own, or the foes'."""
    side = wish.side or str(creature.get("side", ""))
    for combatant in encounter:
        if side and plain(combatant.profile.side) == plain(side):
            return combatant.profile.side
    if side:
        return side
    alike = [other.profile.side for other in encounter if plain(other.name).startswith(plain(base))]
    unplayed = [other.profile.side for other in encounter if not other.profile.player]
    return alike[-1] if alike else unplayed[-1] if unplayed else FOES


def _new_names(base: str, number: int, encounter: Encounter) -> list[str]:
    taken = {plain(combatant.name) for combatant in encounter}
    names = numbered(base, number, taken)
    if number == 1 and names == [f"{base} 1"] and plain(base) not in taken:
        return [base]
    if names[0] == f"{base} 1" and plain(base) in taken:
        return numbered(base, number, {*taken, f"{plain(base)}1"})
    return names


def _refuse_bad_entry(prepared: Prepared, entry: dict[str, Any]) -> None:
    model = encounter_model(prepared.system)
    document = {"combatant": [entry]}
    for finding in validation.validate(model, document).findings:
        raise Refused(f"{entry['name']} cannot join: {context(document, finding.path)}{finding.text}.")
    try:
        prepared.rules.sheets.read_sheet(entry)
    except (ValueError, LookupError, TypeError, ArithmeticError) as error:
        raise Refused(f"{entry['name']} cannot join: {error}.") from error
