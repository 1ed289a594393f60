"""Name warnings: a free name that no rule uses and that is one or two letters off one a rule uses.

Names of skills, sides and attributes are free, so an unknown one is no error. But a misspelt one silently does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tracker.game_api.game import Game
from tracker.model.validation_errors import Fault
from tracker.storage.library.lookup import Library, system_option
from tracker.storage.toml.diagnostics import WARNING, Diagnostic, Locate
from tracker.storage.toml.key_paths import context, value_at
from tracker.storage.toml.positions import Path as KeyPath
from tracker.text.suggestions import mistyped

MOST = 200
"""The most warnings about a file. More are not searched for."""
MOST_SIDES = 40


def free_name_warnings(
    kind: str,
    entries: Sequence[Mapping[str, Any]],
    written: Mapping[str, Any],
    system: Game,
    library: Library,
    locate: Locate,
    sides: Sequence[tuple[int, str]] = (),
) -> tuple[Diagnostic, ...]:
    """Return the warnings about valid entries of a `kind` (`combatant`, `creature`), merged with the library.

    `written` is the file's own data: a name that comes from the library is in another file and is not reported.
    `sides` are the sides that entries join, each with the index of its entry.
    """
    warnings: list[Diagnostic] = []
    data = {kind: entries}
    for index, entry in enumerate(entries):
        for fault in (*system.unused_names(entry, written), *_unknown_parts(entry, system, library)):
            path = (kind, index, *fault.place)
            if (meant := mistyped(fault.word, fault.offered)) and _is_in_file(written, path):
                text = f'{context(data, path)}{fault.text}; did you mean "{meant}"?'
                warnings.append(replace(locate(path, text), severity=WARNING))
        if len(warnings) >= MOST:
            break
    for side_path, text in _sides(entries, sides):
        if _is_in_file(written, (kind, *side_path)):
            warnings.append(replace(locate((kind, *side_path), text), severity=WARNING))
    return tuple(sorted(dict.fromkeys(warnings)))


def _is_in_file(written: Mapping[str, Any], path: KeyPath) -> bool:
    """Return whether the file itself has a value at `path`."""
    try:
        value_at(written, path)
    except (LookupError, TypeError):
        return False
    return True


def _unknown_parts(entry: Mapping[str, Any], system: Game, library: Library) -> Iterator[Fault]:
    """Yield the parts, such as weapons, that are misspelt: the library's entry of a similar name has keys they lack."""
    for kind in system.parts:
        names = library.names(kind)
        for place, part in enumerate(entry.get(kind, ())):
            name = str(part.get("name", ""))
            if library.find(kind, name) is not None or system.figures.get(kind):
                continue  # what is not whole is a mistake in the games that say when a part is
            known = library.find(kind, mistyped(name, names))
            if known is not None and not known.keys() <= part.keys():
                text = (
                    f'the library has no {kind} "{name}" (`tracker library{system_option(system)} {kind}` lists them)'
                )
                yield Fault((kind, place, "name"), text, name, (str(known["name"]),))


def _sides(entries: Sequence[Mapping[str, Any]], sides: Sequence[tuple[int, str]]) -> Iterator[tuple[KeyPath, str]]:
    """Yield a warning for a combatant alone on a side whose name is one or two letters off another side's.

    The other side has more members or came first. With only two sides none is reported: they are the two that fight.
    """
    places: dict[str, list[int]] = {}
    for place, side in dict.fromkeys(sides):
        places.setdefault(side, []).append(place)
    if not 2 < len(places) <= MOST_SIDES:
        return
    for side, places_of_side in places.items():
        others = [
            other
            for other, places_of_other in places.items()
            if other != side and (len(places_of_other) > 1 or places_of_other[0] < places_of_side[0])
        ]
        if len(places_of_side) == 1 and (meant := mistyped(side, others)):
            name = entries[places_of_side[0]].get("name", f"number {places_of_side[0] + 1}")
            text = f'combatant "{name}": nobody else is on the side "{side}"; did you mean "{meant}"?'
            yield (places_of_side[0], "side"), text
