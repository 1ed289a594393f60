"""Key paths: follow a path of keys and list indexes through the data of a file, and say it in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tracker.storage.toml.positions import Path
from tracker.text.characters import shown


def path_in(data: object, loc: Iterable[str | int]) -> Path:
    """Return the parts of `loc` that exist in `data`.

    Pydantic's names of union members, which are no keys, drop out.
    """
    path: Path = ()
    for part in loc:
        if (isinstance(data, dict) and part in data) or (
            isinstance(data, list) and isinstance(part, int) and part < len(data)
        ):
            data = data[part]  # type: ignore[index]
            path = (*path, part)
    return path


def value_at(data: Any, path: Path) -> Any:
    """Return the value at `path`. Raises LookupError or TypeError when there is none."""
    for part in path:
        data = data[part]
    return data


def without(data: Any, paths: Iterable[Path]) -> Any:
    """Return a copy of `data` without the values at `paths`."""
    paths_by_part: dict[Any, list[Path]] = {}
    for path in paths:
        paths_by_part.setdefault(path[0], []).append(path[1:])
    gone = {part for part, rest_paths in paths_by_part.items() if () in rest_paths}
    if isinstance(data, list):
        pairs = [(index, value) for index, value in enumerate(data) if index not in gone]
        return [without(value, paths_by_part[index]) if index in paths_by_part else value for index, value in pairs]
    kept = {key: value for key, value in data.items() if key not in gone}
    return {key: without(value, paths_by_part[key]) if key in paths_by_part else value for key, value in kept.items()}


def context(data: Any, path: Path) -> str:
    """Return in words where a path leads: `combatant "Sela", skill "Bow": `. Empty at the top."""
    words: list[str] = []
    for depth, part in enumerate(path):
        if isinstance(part, int) and isinstance(data, list) and part < len(data):
            data = data[part]
            if isinstance(data, dict):
                words.append(_entry(str(path[depth - 1]), part, data))
        elif isinstance(data, dict):
            data = data.get(str(part))
            if isinstance(data, dict) and depth < len(path) - 1:
                words.append(shown(str(part)))
    return ", ".join(words) + ": " if words else ""


def _entry(kind: str, place: int, entry: Any) -> str:
    """Return an entry of a list by name, such as `skill "Bow"`, or by number when it has none."""
    name = (entry.get("name") or entry.get("from") or entry.get("text")) if isinstance(entry, dict) else None
    if isinstance(name, str) and name:
        return f'{shown(kind)} "{shown(name)}"'
    return f"{shown(kind)} {place + 1}"
