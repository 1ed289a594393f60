"""The file of a party, written in place: comments and order stay, each writing is one step that can be taken back.

Reading and writing happen under a lock, and the file is the old one or the new one, whole, whatever happens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli

from tracker.encounter.names import plain
from tracker.encounter.refusals import Refused
from tracker.storage.atomic import Disk, write_whole
from tracker.storage.changes import Change, entry_called, value_of
from tracker.storage.lock import alone_in
from tracker.storage.mistakes import StorageError
from tracker.storage.source import LARGEST, decoded, parse, read_bytes

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

MOST_DONE = 20
"""Writings that can be taken back."""


def write(path: Path, what: str, changes: Sequence[Change], disk: Disk | None = None) -> None:
    """Write `changes` into the party at `path` as one step called `what`.

    Raises Refused when the file no longer says what the changes start from, StorageError when it cannot be written.
    """
    if not changes:
        raise Refused("Nothing has changed, so nothing is written.")

    def edit(document: TOMLDocument) -> None:
        _check(document, changes, lambda change: change.was)
        for change in changes:
            _set(document, change, change.now)
        done = _done(document)
        while done and done[-1].get("undone"):
            del done[-1]
        while len(done) >= MOST_DONE:
            del done[0]
        _remember(document, what, changes)

    _edit(path, edit, disk)


def undo(path: Path, disk: Disk | None = None) -> str:
    """Take back the last writing; what it was called. Raises Refused when there is none or it was edited since."""
    return _turn(path, False, disk)


def redo(path: Path, disk: Disk | None = None) -> str:
    """Bring back what was taken back last; what it was called."""
    return _turn(path, True, disk)


def _turn(path: Path, again: bool, disk: Disk | None) -> str:
    told: list[str] = []

    def edit(document: TOMLDocument) -> None:
        done = _done(document)
        undone = [entry for entry in done if entry.get("undone")]
        standing = [entry for entry in done if not entry.get("undone")]
        if again and not undone:
            raise Refused("Nothing was taken back that could be brought back.")
        if not again and not standing:
            raise Refused("Nothing that was written is left to take back.")
        entry = undone[0] if again else standing[-1]
        changes = [_change(one) for one in entry.unwrap()["changes"]]
        _check(document, changes, lambda change: change.was if again else change.now)
        for change in changes:
            _set(document, change, change.now if again else change.was)
        if again:
            del entry["undone"]
        else:
            entry["undone"] = True
        told.append(str(entry["what"]))

    _edit(path, edit, disk)
    return told[0]


def _edit(path: Path, edit: Callable[[TOMLDocument], None], disk: Disk | None) -> None:
    import tomlkit

    path = path.resolve()
    with alone_in(path):
        text = decoded(str(path), read_bytes(path, LARGEST))
        parse(str(path), text)
        document = tomlkit.parse(text)
        edit(document)
        written = tomlkit.dumps(document)
        if tomli.loads(written) != document.unwrap():
            raise StorageError(f"{path} cannot be edited in place, so it is left as it is.")
        write_whole(path, written.encode("utf-8"), disk)


def _done(document: TOMLDocument) -> Any:
    return document.get("done", [])


def _person(document: Mapping[str, Any], name: str) -> Any:
    people = document.get("person", [])
    return next((one for one in people if plain(str(one.get("name") or one.get("from", ""))) == plain(name)), None)


def _check(document: TOMLDocument, changes: Sequence[Change], start: Callable[[Change], Any]) -> None:
    data = document.unwrap()
    for change in changes:
        person = _person(data, change.person)
        if person is None:
            raise Refused(f"{change.person} is no longer in the party's file, so nothing is written.")
        if value_of(person, change.keys) != start(change):
            what = " ".join(change.keys)
            raise Refused(f"{change.person}'s {what} was changed in the meantime, so nothing is written; look again.")


def _set(document: TOMLDocument, change: Change, value: Any) -> None:
    import tomlkit

    at = _person(document, change.person)
    for key in change.keys[:-1]:
        inner = entry_called(list(at), key) if isinstance(at, list) else at.get(key)
        if inner is None:
            at[key] = inner = tomlkit.inline_table()
            inner = at[key]
        at = inner
    last = change.keys[-1]
    if value is None:
        if last in at:
            del at[last]
    else:
        at[last] = _item(value)
    outer = value_of(_person(document, change.person), change.keys[:-1]) if len(change.keys) == 2 else None
    if outer is not None and not outer:
        del _person(document, change.person)[change.keys[0]]


def _item(value: Any) -> Any:
    import tomlkit

    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        table.update(value)
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        for one in value:
            array.append(_item(one))
        return array
    return value


def _remember(document: TOMLDocument, what: str, changes: Sequence[Change]) -> None:
    import tomlkit

    entry = tomlkit.table()
    entry["what"] = what
    array = tomlkit.array().multiline(True)
    for change in changes:
        array.append(_item(_entry(change)))
    entry["changes"] = array
    if "done" not in document:
        document.add(tomlkit.nl())
        document.add(
            tomlkit.comment("What this program has written here; `tracker rest … --undo` takes the last one back.")
        )
        document["done"] = tomlkit.aot()
    document["done"].append(entry)


def _entry(change: Change) -> dict[str, Any]:
    entry: dict[str, Any] = {"person": change.person, "key": list(change.keys)}
    entry |= {} if change.was is None else {"was": change.was}
    return entry | ({} if change.now is None else {"now": change.now})


def _change(entry: Mapping[str, Any]) -> Change:
    return Change(entry["person"], tuple(entry["key"]), entry.get("was"), entry.get("now"))
