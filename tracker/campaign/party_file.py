"""Party file: changes to a party, written in place: comments and order stay, and each change can be undone.

Reading and writing happen under a lock, and after a crash the file is the old one or the new one, never a mixture. A
file beside it (`receipts`) records each change and is written first: whether the change was made is then read off the
party file itself, so that neither a crash between the two nor a full disk leaves a wrong receipt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli

from tracker.campaign.changes import Change, entry_called, value_of
from tracker.campaign.party import party_of
from tracker.campaign.receipts import MOST, Receipt, changes_of, new_receipt, read_receipts, write_receipts
from tracker.encounter.names import plain
from tracker.model.refusals import Refused
from tracker.storage.atomic import Disk, target_of
from tracker.storage.edited_file import EditedFile
from tracker.storage.fight_log.lock import exclusive_access
from tracker.storage.toml.diagnostics import InvalidFile, StorageError
from tracker.storage.toml.reader import LARGEST, parse

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

_REMARK = "\n# What this program has written here; `tracker rest … --undo` takes the last one back.\n"
"""The comment before the receipts in old party files, which held them."""


def write(path: Path, what: str, changes: Sequence[Change], disk: Disk | None = None) -> None:
    """Write `changes` into the party at `path` as one step called `what`.

    Raises Refused when a key no longer has the value that a change starts from, InvalidFile for a file with mistakes,
    StorageError when it cannot be written or would have mistakes afterwards.
    """
    if not changes:
        raise Refused("Nothing has changed, so nothing is written.")

    def edit(document: TOMLDocument, done: list[Receipt]) -> None:
        """Set the new values and add the receipt, dropping undone writings and the oldest beyond `MOST`."""
        _refuse_if_changed(document, changes, lambda change: change.was)
        for change in changes:
            _set(document, change, change.now)
        while done and done[-1].get("undone"):
            del done[-1]
        done.append(new_receipt(what, changes))
        del done[:-MOST]

    _edit(path, edit, disk)


def undo(path: Path, disk: Disk | None = None) -> str:
    """Undo the last change and return its name; raises Refused when there is none or the file was edited since."""
    return _undo_or_redo(path, again=False, disk=disk)


def redo(path: Path, disk: Disk | None = None) -> str:
    """Redo the change undone last and return its name; raises Refused."""
    return _undo_or_redo(path, again=True, disk=disk)


def _undo_or_redo(path: Path, again: bool, disk: Disk | None) -> str:
    """Undo the last change in force, or redo the first undone one when `again`; return its name."""
    names: list[str] = []

    def edit(document: TOMLDocument, done: list[Receipt]) -> None:
        """Set the values of one receipt back, or again, and note in it whether it is undone."""
        undone = [receipt for receipt in done if receipt.get("undone")]
        in_force = [receipt for receipt in done if not receipt.get("undone")]
        if again and not undone:
            raise Refused("There is no undone writing to redo.")
        if not again and not in_force:
            raise Refused("There is no writing left to undo.")
        receipt = undone[0] if again else in_force[-1]
        changes = changes_of(receipt)
        _refuse_if_changed(document, changes, lambda change: change.was if again else change.now)
        for change in changes:
            _set(document, change, change.now if again else change.was)
        receipt["undone"] = not again
        names.append(str(receipt["what"]))

    _edit(path, edit, disk)
    return names[0]


def _edit(path: Path, edit: Callable[[TOMLDocument, list[Receipt]], None], disk: Disk | None) -> None:
    """Read the party and its receipts under a lock, apply `edit` to both, and write the receipts, then the party.

    Raises StorageError, and leaves both files as they were, when the result would be invalid or cannot be written.
    """
    import tomlkit

    with exclusive_access(target_of(path)):
        file = EditedFile.read(path, LARGEST)
        source = parse(str(path), file.text)
        party_of(path, source)
        receipts, beside = read_receipts(path)
        inside = source.data.get("done", [])
        done = _settle_interrupted([*(receipt for receipt in inside if receipt not in beside), *beside], source.data)
        document = tomlkit.parse(file.text.replace(_REMARK, "", 1) if inside else file.text)
        if inside:
            del document["done"]
        try:
            edit(document, done)
            text = tomlkit.dumps(document)
            sound = tomli.loads(text) == document.unwrap()
        except (TypeError, AttributeError, LookupError, ValueError) as error:
            raise StorageError(f"{path} cannot be edited in place, so it is left as it is: {error}.") from error
        if not sound:
            raise StorageError(f"{path} cannot be edited in place, so it is left as it is.")
        _raise_if_invalid(path, text)
        before = receipts.text
        write_receipts(receipts, path, done, path.stat(), disk)
        try:
            file.write(text, disk)
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
            f"{path} is left as it is: written, it would have a mistake. {invalid.diagnostics[0].text}."
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
    """Whether the party has all values of a receipt: the old ones (`what` is "was") or the new ones ("now")."""
    people = [(_person(data, change.person), change) for change in changes_of(receipt)]
    return all(person is not None and value_of(person, c.keys) == getattr(c, what) for person, c in people)


def _person(document: Mapping[str, Any], name: str) -> Any:
    """Return the entry of a person by name, or None; a person without a name is called as its creature."""
    people = document.get("person", [])
    return next(
        (person for person in people if plain(str(person.get("name") or person.get("from", ""))) == plain(name)), None
    )


def _refuse_if_changed(document: TOMLDocument, changes: Sequence[Change], start: Callable[[Change], Any]) -> None:
    """Raise Refused when a key no longer has the value that `start` gives for its change."""
    data = document.unwrap()
    for change in changes:
        person = _person(data, change.person)
        if person is None:
            raise Refused(f"{change.person} is no longer in the party's file, so nothing is written.")
        if value_of(person, change.keys) != start(change):
            key = " ".join(change.keys)
            raise Refused(f"{change.person}'s {key} was changed in the meantime, so nothing is written; look again.")


def _set(document: TOMLDocument, change: Change, value: Any) -> None:
    """Set one key of a person to `value`, making tables on the way; None deletes it, and a table left empty."""
    import tomlkit

    table = _person(document, change.person)
    for key in change.keys[:-1]:
        inner = entry_called(list(table), key) if isinstance(table, list) else table.get(key)
        if inner is None:
            table[key] = inner = tomlkit.inline_table()
            inner = table[key]
        table = inner
    last = change.keys[-1]
    if value is None:
        if last in table:
            del table[last]
    else:
        table[last] = _item(value)
    outer = value_of(_person(document, change.person), change.keys[:-1]) if len(change.keys) == 2 else None
    if outer is not None and not outer:
        del _person(document, change.person)[change.keys[0]]


def _item(value: Any) -> Any:
    """Return a value as tomlkit's, tables and lists in one line."""
    import tomlkit

    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        table.update(value)
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        for item in value:
            array.append(_item(item))
        return array
    return value
