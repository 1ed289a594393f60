"""Party file: changes to a party, written in place: comments and order stay, and each change is undone to the byte.

Reading and writing happen under a lock, and after a crash the file is the old one or the new one, never a mixture. A
file beside it (`receipts`) records each change and is written first: whether the change was made is then read off the
party file itself, so that neither a crash between the two nor a full disk leaves a wrong receipt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import tomli

from tracker.campaign.changed_lines import changed_lines, exchanged
from tracker.campaign.changes import Change, entry_called, value_of
from tracker.campaign.party import party_of
from tracker.campaign.receipts import MOST, Receipt, changes_of, new_receipt, read_receipts, write_receipts
from tracker.encounter.names import plain
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.storage.atomic import Disk, target_of
from tracker.storage.edited_file import EditedFile
from tracker.storage.fight_log.fight_lock import exclusive_access
from tracker.storage.toml.diagnostics import InvalidFile, StorageError
from tracker.storage.toml.key_edits import with_value, without
from tracker.storage.toml.positions import Path as KeyPath
from tracker.storage.toml.reader import LARGEST, decoded, parse
from tracker.text.suggestions import ended

_REMARK = "\n# What this program has written here; `tracker rest … --undo` takes the last one back.\n"
"""The comment before the receipts in old party files, which held them."""


def write(path: Path, what: str, changes: Sequence[Change], disk: Disk | None = None) -> None:
    """Write `changes` into the party at `path` as one step called `what`.

    Raises Refused when a key no longer has the value that a change starts from, InvalidFile for a file with mistakes,
    StorageError when it cannot be written or would have mistakes afterwards.
    """
    if not changes:
        raise Refused("Nothing has changed, so nothing is written.")

    def edit(before: _Party, done: list[Receipt]) -> bytes:
        """Set the new values and add the receipt, dropping undone writings and the oldest beyond `MOST`."""
        _refuse_if_changed(before.data, changes, lambda change: change.was)
        written = before.with_values([(change, change.now) for change in changes])
        while done and done[-1].get("undone"):
            del done[-1]
        done.append({**new_receipt(what, changes), "lines": changed_lines(_as_it_is(before.raw), _as_it_is(written))})
        del done[:-MOST]
        return written

    _edit(path, edit, disk)


def undo(path: Path, disk: Disk | None = None) -> str:
    """Undo the last change and return its name. Raises Refused when there is none or the file was edited since."""
    return _undo_or_redo(path, again=False, disk=disk)


def redo(path: Path, disk: Disk | None = None) -> str:
    """Redo the change undone last and return its name. Raises Refused."""
    return _undo_or_redo(path, again=True, disk=disk)


def _undo_or_redo(path: Path, again: bool, disk: Disk | None) -> str:
    """Undo the last change in force, or redo the first undone one when `again`. Return its name."""
    names: list[str] = []

    def edit(before: _Party, done: list[Receipt]) -> bytes:
        """Put the lines of one receipt back, or else its values, and note in it whether it is undone."""
        undone = [receipt for receipt in done if receipt.get("undone")]
        in_force = [receipt for receipt in done if not receipt.get("undone")]
        if again and not undone:
            raise Refused("There is no undone change of the party to redo.")
        if not again and not in_force:
            raise Refused("There is no change of the party left to undo.")
        receipt = undone[0] if again else in_force[-1]
        changes = changes_of(receipt)
        _refuse_if_changed(before.data, changes, lambda change: change.was if again else change.now)
        receipt["undone"] = not again
        names.append(str(receipt["what"]))
        values = [(change, change.now if again else change.was) for change in changes]
        return before.with_lines(receipt.get("lines", ()), values, back=not again) or before.with_values(values)

    _edit(path, edit, disk)
    return names[0]


@dataclass(frozen=True, slots=True)
class _Party:
    """A party file being edited, without the receipts that old ones hold."""

    file: EditedFile
    text: str
    data: Mapping[str, Any]

    @property
    def raw(self) -> bytes:
        return self.file.raw or b""

    def with_values(self, values: Sequence[tuple[Change, Any]]) -> bytes:
        """Return the file's bytes with these values. None deletes a key, and a table left empty.

        Raises StorageError where the text cannot be edited so.
        """
        text, data = self.text, deepcopy(dict(self.data))
        try:
            for change, value in values:
                for path, entry in _set(data, change, value):
                    text = without(text, path) if entry is None else with_value(text, path, entry)
            sound = tomli.loads(text) == data
        except (LookupError, TypeError, ValueError) as error:
            raise StorageError(
                f"{self.file.path} cannot be edited in place, so it is left as it is: {error}."
            ) from error
        if not sound:
            raise StorageError(f"{self.file.path} cannot be edited in place, so it is left as it is.")
        return self.file.bytes_of(text)

    def with_lines(
        self, lines: Sequence[Mapping[str, Any]], values: Sequence[tuple[Change, Any]], *, back: bool
    ) -> bytes | None:
        """Return the file's bytes with changed `lines` as a receipt has them: the old ones for `back`, else the new.

        None where the lines were edited since, or where the party would then have other values than `values`.
        """
        expected = deepcopy(dict(self.data))
        try:
            text = exchanged(_as_it_is(self.raw), lines, back) if lines else None
            if text is None:
                return None
            for change, value in values:
                _set(expected, change, value)
            patched = tomli.loads(decoded(str(self.file.path), text.encode("utf-8")))
        except (LookupError, TypeError, ValueError, InvalidFile):
            return None
        return text.encode("utf-8") if _without_empty(patched) == _without_empty(expected) else None


def _as_it_is(raw: bytes) -> str:
    return raw.decode("utf-8")


def _without_empty(value: Any) -> Any:
    """Return a value without empty tables and lists, at any depth."""
    if isinstance(value, dict):
        inner = {key: _without_empty(entry) for key, entry in value.items()}
        return {key: entry for key, entry in inner.items() if entry not in ({}, [])}
    return [_without_empty(entry) for entry in value] if isinstance(value, list) else value


def _edit(path: Path, edit: Callable[[_Party, list[Receipt]], bytes], disk: Disk | None) -> None:
    """Read the party and its receipts under a lock, apply `edit` to both, and write the receipts, then the party.

    Raises StorageError, and leaves both files as they were, when the result would be invalid or cannot be written.
    """
    with exclusive_access(target_of(path)):
        file = EditedFile.read(path, LARGEST)
        source = parse(str(path), file.text)
        party_of(path, source)
        receipts, beside = read_receipts(path)
        inside = source.data.get("done", [])  # earlier releases kept the receipts in the party itself
        done = _settle_interrupted([*(receipt for receipt in inside if receipt not in beside), *beside], source.data)
        text = without(file.text.replace(_REMARK, "", 1), ("done",)) if inside else file.text
        data = edit(_Party(file, text, {key: value for key, value in source.data.items() if key != "done"}), done)
        _raise_if_invalid(path, decoded(str(path), data))
        before = receipts.text
        write_receipts(receipts, path, done, path.stat(), disk)
        try:
            file.write_bytes(data, disk)
        except BaseException:
            if not file.replaced():
                _put_back(receipts.path, before)
            raise


def _raise_if_invalid(path: Path, text: str) -> None:
    """Raise StorageError when `text` would not be a valid party."""
    try:
        party_of(path, parse(str(path), text))
    except InvalidFile as invalid:
        raise StorageError(
            ended(f"{path} is left as it is: written, it would have a mistake. {invalid.diagnostics[0].text}")
        ) from invalid


def _put_back(path: Path, text: str) -> None:
    """Write the former receipts again after the party could not be written.

    A failure is harmless (`_settle_interrupted`).
    """
    try:
        if text:
            EditedFile.read(path, LARGEST).write(text)
        else:
            path.unlink()
    except (OSError, InvalidFile, StorageError):
        return


def _settle_interrupted(done: list[Receipt], data: Mapping[str, Any]) -> list[Receipt]:
    """Correct the last receipt after a crash: it counts as undone unless the party file has its new values."""
    in_force = [receipt for receipt in done if not receipt.get("undone")]
    undone = [receipt for receipt in done if receipt.get("undone")]
    if in_force and _party_has(in_force[-1], data, "was") and not _party_has(in_force[-1], data, "now"):
        in_force[-1]["undone"] = True
    elif undone and _party_has(undone[0], data, "now") and not _party_has(undone[0], data, "was"):
        undone[0]["undone"] = False
    return done


def _party_has(receipt: Receipt, data: Mapping[str, Any], what: str) -> bool:
    """Return whether the party has all values of a receipt: the old ones (`what` is "was") or the new ones ("now")."""
    people = [(_person(data, change.person), change) for change in changes_of(receipt)]
    return all(person is not None and value_of(person, c.keys) == getattr(c, what) for person, c in people)


def _person(document: Mapping[str, Any], name: str) -> Any:
    """Return the entry of a person by name, or None. A person without a name has that of its creature."""
    people = document.get("person", [])
    return next(
        (person for person in people if plain(str(person.get("name") or person.get("from", ""))) == plain(name)), None
    )


def _refuse_if_changed(data: Mapping[str, Any], changes: Sequence[Change], start: Callable[[Change], Any]) -> None:
    """Raise Refused when a key no longer has the value that `start` gives for its change."""
    for change in changes:
        person = _person(data, change.person)
        if person is None:
            raise Refused(f"{change.person} is no longer in the party's file, so nothing is written.")
        if value_of(person, change.keys) != start(change):
            key = " ".join(change.keys)
            raise Refused(f"{change.person}'s {key} was changed in the meantime, so nothing is written; look again.")


def _set(data: dict[str, Any], change: Change, value: Any) -> list[tuple[KeyPath, Any]]:
    """Set one key of a person in `data`. Return the paths to set or, for None, to delete in its text.

    Tables on the way are made. None deletes the key, and the table around it that it leaves empty. Raises LookupError.
    """
    path = _path(data, change)
    if value is not None:
        table: Any = data
        for key in path[:-1]:
            table = table.setdefault(key, {}) if isinstance(table, dict) else table[key]
        table[path[-1]] = deepcopy(value)
        return [(path, value)]
    person = _person(data, change.person)
    table = value_of(person, change.keys[:-1]) if change.keys[1:] else person
    deleted: list[tuple[KeyPath, Any]] = []
    if isinstance(table, dict) and table.pop(path[-1], None) is not None:
        deleted.append((path, None))
    if len(change.keys) == 2 and table == {}:
        del person[change.keys[0]]
        deleted.append((path[:-1], None))
    return deleted


def _path(data: Mapping[str, Any], change: Change) -> KeyPath:
    """Return the path of a change's key in the file, where an entry of a list has its number. Raises LookupError."""
    person = _person(data, change.person)
    path: KeyPath = ("person", data["person"].index(person))
    value: Any = person
    for key in change.keys:
        if isinstance(value, list):
            entry = entry_called(value, key)
            if entry is None:
                raise LookupError(f"there is no {key}")
            path, value = (*path, value.index(entry)), entry
        else:
            path, value = (*path, key), value.get(key) if isinstance(value, Mapping) else None
    return path
