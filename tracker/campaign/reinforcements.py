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
    """Return the function that answers `join` commands of this fight. It reads the library at the first one."""
    library_read: list[Library] = []

    def joins_for(encounter: Encounter, wish: JoinCreature) -> tuple[Join, ...]:
        """Return the joins for a wish, reading the library at the first one. Raises Refused."""
        if not library_read:
            folders = prepared.library_dirs
            try:
                library_read.append(
                    read_library(prepared.system, folders_for(prepared.path) if folders is None else folders)
                )
            except InvalidFile as invalid:
                raise Refused(f"The library cannot be read. {invalid.diagnostics[0]}") from invalid
        return _join_commands(prepared, library_read[0], encounter, wish)

    return joins_for


def creatures(prepared: Prepared) -> tuple[str, ...]:
    """Return the names of all creatures that can join. Raises InvalidFile."""
    folders = folders_for(prepared.path) if prepared.library_dirs is None else prepared.library_dirs
    return read_library(prepared.system, folders).names(CREATURE)


def _join_commands(prepared: Prepared, library: Library, encounter: Encounter, wish: JoinCreature) -> tuple[Join, ...]:
    """Return a Join command for each newcomer that `wish` asks for. Raises Refused."""
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
    creature |= {"hidden": True} if wish.hidden else {}
    creature |= {"group": wish.group} if wish.group else {}
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
    """Divide words into creature, side and name: `dire wolf raiders` is the creature `dire wolf`, side raiders.

    The parser takes the first word as the creature. Only the library tells where a longer name ends.
    """
    words = wish.creature.split()
    if not wish.side:
        # The last words may be a side, unless they all are a creature's name.
        for length in range(len(words) - 1, 0, -1):
            if library.find(CREATURE, wish.creature) is not None:
                break
            side = _side_called(encounter, " ".join(words[length:]))
            if side and _named_in(library, " ".join(words[:length])):
                return replace(wish, creature=" ".join(words[:length]), side=side)
        return wish
    # The words taken for side and name may belong to a longer name of a creature.
    words = [*words, wish.side, *wish.name.split()]
    for length in range(len(words), 1, -1):
        if len(wish.creature.split()) < length and library.find(CREATURE, " ".join(words[:length])) is not None:
            behind = words[length:]
            called = " ".join(behind[1:])
            return replace(wish, creature=" ".join(words[:length]), side="".join(behind[:1]), name=called)
    for length in range(len(wish.creature.split()) - 1, 0, -1):
        creature_name, rest = " ".join(words[:length]), " ".join(wish.creature.split()[length:])
        if (
            library.find(CREATURE, wish.creature) is None
            and _side_called(encounter, rest)
            and _named_in(library, creature_name)
        ):
            return replace(wish, creature=creature_name)
    return wish


def _named_in(library: Library, named: str) -> bool:
    """Return whether `named` is a creature's name, or the beginning of exactly one."""
    if library.find(CREATURE, named) is not None:
        return True
    return sum(plain(name).startswith(plain(named)) for name in library.names(CREATURE) if plain(named)) == 1


def _side_called(encounter: Encounter, named: str) -> str:
    """Return the side with this name, or the only one that begins with it. Empty when there is none."""
    sides = tuple(dict.fromkeys(combatant.profile.side for combatant in encounter if combatant.profile.side))
    same = [side for side in sides if plain(side) == plain(named)]
    beginning = [side for side in sides if plain(named) and plain(side).startswith(plain(named))]
    return same[0] if same else beginning[0] if len(beginning) == 1 else ""


def _creature(library: Library, named: str) -> Any:
    """Return the creature of this name, or the only one whose name begins with it. Raises Refused."""
    creature = library.find(CREATURE, named)
    if creature is not None:
        return creature
    matches = [name for name in library.names(CREATURE) if plain(name).startswith(plain(named)) and plain(named)]
    if len(matches) == 1:
        return library.find(CREATURE, matches[0])
    if matches:
        raise Refused(f'"{named}" could be {", ".join(matches)}; write more of it.')
    sentence = library.missing(CREATURE, named)
    sentence = f"{sentence[0].upper()}{sentence[1:]}" + ("" if sentence.endswith("?") else ".")
    raise Refused(f"{sentence} `join new {named}` adds an ordinary fighter.")


def _refuse_bad_text(what: str, text: str) -> None:
    """Raise Refused for a text with forbidden characters, without visible ones, or too long. `what` names it."""
    place = hostile(text)
    if place >= 0:
        raise Refused(f"The {what} holds the character {called(text[place])}, which is refused.")
    if text.strip() and shows_nothing(text):
        raise Refused(f"The {what} has no visible character; give a readable one.")
    if len(text) > LONGEST_NAME:
        raise Refused(f"A {what} has at most {LONGEST_NAME} characters, not {len(text)}.")


def _side(encounter: Encounter, wish: JoinCreature, creature: dict[str, Any], base: str) -> str:
    """Return the newcomers' side: as asked for or as the creature has it, in the fight's spelling.

    Without either it is the side of fighters with the same name, else of the last fighter without a player.
    """
    side = wish.side or str(creature.get("side", ""))
    for combatant in encounter:
        if side and plain(combatant.profile.side) == plain(side):
            return combatant.profile.side
    if side:
        return side
    sides_of_same_name = [other.profile.side for other in encounter if plain(other.name).startswith(plain(base))]
    sides_without_player = [other.profile.side for other in encounter if not other.profile.player]
    return sides_of_same_name[-1] if sides_of_same_name else sides_without_player[-1] if sides_without_player else FOES


def _new_names(base: str, number: int, encounter: Encounter) -> list[str]:
    """Return `number` names that are free in the fight. A single newcomer gets a number only when it must."""
    taken = {plain(combatant.name) for combatant in encounter}
    names = numbered(base, number, taken)
    if number == 1 and names == [f"{base} 1"] and plain(base) not in taken:
        return [base]
    if names[0] == f"{base} 1" and plain(base) in taken:  # the one without a number counts as the first
        return numbered(base, number, {*taken, f"{plain(base)}1"})
    return names


def _refuse_bad_entry(prepared: Prepared, entry: dict[str, Any]) -> None:
    """Raise Refused when a newcomer's entry is not valid in its game."""
    model = encounter_model(prepared.system)
    document = {"combatant": [entry]}
    for finding in validation.validate(model, document).findings:
        raise Refused(f"{entry['name']} cannot join: {context(document, finding.path)}{finding.text}.")
    try:
        prepared.rules.sheets.read_sheet(entry)
    except (ValueError, LookupError, TypeError, ArithmeticError) as error:
        raise Refused(f"{entry['name']} cannot join: {error}.") from error
