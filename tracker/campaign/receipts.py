"""Receipts: the changes that the program made in a party file, kept in a file beside it so that they can be undone."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tomli_w

from tracker.campaign.changes import Change
from tracker.storage.atomic import Disk, target_of
from tracker.storage.edited_file import EditedFile
from tracker.storage.toml import validation
from tracker.storage.toml.diagnostics import InvalidFile, StorageError
from tracker.storage.toml.models import Receipts
from tracker.storage.toml.reader import LARGEST, parse
from tracker.text.characters import shown
from tracker.text.suggestions import ended

ENDING = ".undo"
MOST = 20
"""The number of changes that can be undone."""

Receipt = dict[str, Any]
"""One change of the file: its name (`what`), whether it is `undone`, the keys (`changes`) and `lines` it changed."""


def receipts_path(party: Path) -> Path:
    """Return the file of receipts beside the party's own."""
    place = target_of(party)
    return place.with_name(place.name + ENDING)


def read_receipts(party: Path) -> tuple[EditedFile, list[Receipt]]:
    """Read the receipts of a party, the oldest first, and the file they are in. Raises InvalidFile."""
    file = EditedFile.read(receipts_path(party), LARGEST, may_lack=True)
    if file.raw is None:
        return file, []
    return file, _receipts_in(file.path, file.text)


def _receipts_in(path: Path, text: str) -> list[Receipt]:
    """Return the receipts in a text. Raises InvalidFile for text the program did not write."""
    source = parse(str(path), text)
    if wrong := validation.validate(Receipts, source.data).findings:
        raise InvalidFile([source.diagnostic(finding.path, finding.text) for finding in wrong])
    return list(source.data.get("done", []))


def write_receipts(
    file: EditedFile, party: Path, receipts: Sequence[Receipt], like: os.stat_result, disk: Disk | None = None
) -> None:
    """Write the latest receipts, at most MOST and as many as fit the file. Raises StorageError, OSError.

    `file` is the file of receipts as it was read. A new file gets the owner and mode of `like`.
    """
    kept = list(receipts[-MOST:])
    while True:
        text = (
            f"# What tracker wrote into {target_of(party).name}; `tracker party … --undo` takes the last one back.\n"
            f"{tomli_w.dumps({'format': 1, 'kind': 'receipts', 'done': kept})}"
        )
        if len(text.encode()) <= LARGEST or len(kept) < 2:
            break
        del kept[0]
    try:
        _receipts_in(file.path, text)
    except InvalidFile as invalid:
        raise StorageError(
            ended(f"Nothing is written, because it could not be undone afterwards. {invalid.diagnostics[0].text}")
        ) from invalid
    file.write(text, disk, like)


def new_receipt(what: str, changes: Sequence[Change]) -> Receipt:
    """Return the receipt of a change. `what` may be any text that was typed."""
    return {"what": shown(what), "changes": [_entry(change) for change in changes]}


def changes_of(receipt: Mapping[str, Any]) -> list[Change]:
    """Return the changes that a receipt records."""
    return [
        Change(entry["person"], tuple(entry["key"]), entry.get("was"), entry.get("now")) for entry in receipt["changes"]
    ]


def _entry(change: Change) -> dict[str, Any]:
    """Return one change as a table of the receipts. A missing value is left out."""
    entry: dict[str, Any] = {"person": change.person, "key": list(change.keys)}
    entry |= {} if change.was is None else {"was": change.was}
    return entry | ({} if change.now is None else {"now": change.now})
