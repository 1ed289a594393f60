"""Key paths: follow a path of keys and list indexes through the data of a file, and say it in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tracker.storage.toml.positions import Path
from tracker.text.characters import shown


def path_in(data: object, loc: Iterable[str | int]) -> Path:
    """As much of `loc` as leads through `data`; marks of alternatives that a model puts in between fall out."""
    path: Path = ()
    for part in loc:
        if (isinstance(data, dict) and part in data) or (
            isinstance(data, list) and isinstance(part, int) and part < len(data)
        ):
            data = data[part]  # type: ignore[index]
            path = (*path, part)
    return path


def value_at(data: Any, path: Path) -> Any:
    """The value at `path`."""
    for part in path:
        data = data[part]
    return data


def without(data: Any, paths: Iterable[Path]) -> Any:
    """A copy of `data` without what is at `paths`."""
    heads: dict[Any, list[Path]] = {}
    for path in paths:
        heads.setdefault(path[0], []).append(path[1:])
    gone = {head for head, rests in heads.items() if () in rests}
    if isinstance(data, list):
        pairs = [(place, value) for place, value in enumerate(data) if place not in gone]
        return [without(value, heads[place]) if place in heads else value for place, value in pairs]
    kept = {key: value for key, value in data.items() if key not in gone}
    return {key: without(value, heads[key]) if key in heads else value for key, value in kept.items()}


def context(data: Any, path: Path) -> str:
    """Where a path leads in words: `combatant "Sela", skill "Bow": `; empty at the top."""
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
    name = (entry.get("name") or entry.get("from") or entry.get("text")) if isinstance(entry, dict) else None
    if isinstance(name, str) and name:
        return f'{shown(kind)} "{shown(name)}"'
    return f"{shown(kind)} {place + 1}"
