"""Table file: a CSV table that grows row by row and continues after anything: a kill, a full disk, another day.

Beside `duel.csv` lies `duel.csv.sweep`, which says what the table is of. Rows are appended in one order, so whatever is
whole in the file says where to continue. A torn last row is cut off and written again.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tracker.storage.atomic import Disk, target_of, why, write_all, write_new
from tracker.storage.fight_log.fight_lock import Lock
from tracker.storage.toml.diagnostics import Locked, StorageError

BESIDE = ".sweep"
_CHUNK = 1 << 20


class TableFile:
    """The table at a path, open to be continued. Raises StorageError with a sentence."""

    def __init__(
        self,
        path: Path,
        columns: Sequence[str],
        of: dict[str, Any],
        disk: Disk | None = None,
        begins: Callable[[int], Sequence[object]] = lambda number: (),
    ) -> None:
        """Open the table `of` a sweep, which is described as JSON.

        A table of another sweep is refused. So is one with a row that does not begin as `begins` says for its number,
        or with other columns.
        """
        self.path = path
        self._columns = len(columns)
        self._begins = begins
        self.rows = 0
        """The number of whole rows, without the names of the columns."""
        self._disk = disk or Disk()
        self._beside = path.with_name(path.name + BESIDE)
        self._file = -1
        self._size = 0
        self._head = _line(columns)
        try:
            self._lock = Lock(target_of(path))  # by whichever link it is written
        except Locked as locked:
            raise StorageError(f"{path} is being written by another program; wait for it, or end it.") from locked
        except OSError as error:
            raise StorageError(f"{path} cannot be written: {why(error)}.") from error
        try:
            self._open(of)
        except OSError as error:
            self.close()
            raise StorageError(f"{path} cannot be written: {why(error)}.") from error
        except BaseException:
            self.close()
            raise

    def _open(self, of: dict[str, Any]) -> None:
        """Open the table, new or to be continued. Raises StorageError when it is another sweep's.

        `of` is the identity of the sweep, which a file beside the table keeps.
        """
        there = self.path.exists() or self.path.is_symlink()
        if self._beside.exists():
            self._compare(of)
        elif there:
            raise StorageError(f"{self.path} exists already and is not the table of a sweep; give another name.")
        else:
            write_new(self._disk, self._beside, (json.dumps(of, sort_keys=True) + "\n").encode("utf-8"))
        self._file = self._disk.open(self.path) if there else self._disk.create(self.path)
        self._take_up()

    def _compare(self, of: dict[str, Any]) -> None:
        """Raise StorageError when the file beside the table describes another sweep."""
        try:
            description = json.loads(self._beside.read_text(encoding="utf-8"))
        except (ValueError, RecursionError):
            description = {}
        other = [key for key in of if not isinstance(description, dict) or description.get(key) != of[key]]
        if other:
            differing = ", ".join(other)
            raise StorageError(
                f"{self.path} is the table of another sweep: it differs in {differing}. Give another name, or remove "
                f"{self.path} and {self._beside} to start over."
            )

    def _take_up(self) -> None:
        """Find the end of the last whole row and cut off the rest. A new file gets its head."""
        size = self._disk.seek_end(self._file)
        data = self._disk.read_back(self._file, min(size, len(self._head)))
        if data == self._head[:-1] + b"\r":
            raise StorageError(f"{self.path} was saved with other line ends (CRLF); save it with LF, or start over.")
        if data != self._head[: len(data)]:
            raise StorageError(f"{self.path} has other columns than this sweep; give another name.")
        if len(data) < len(self._head):
            self._disk.truncate(self._file, 0)
            self._disk.seek_end(self._file)
            self._write(self._head)
            return
        rows, whole = self._whole_rows()
        if whole < size:
            self._disk.truncate(self._file, whole)
        self._disk.seek_end(self._file)
        self.rows, self._size = rows, whole
        self._verify_rows()

    def _verify_rows(self) -> None:
        """Raise StorageError for the first row that this program has not written there."""
        number = -1
        try:
            for number, row in enumerate(self.read()):
                begins = [str(value) for value in self._begins(number)]
                if len(row) != self._columns or row[: len(begins)] != begins:
                    raise self._row_error(number)
        except csv.Error as error:
            raise self._row_error(number + 1) from error
        if number + 1 != self.rows:
            raise self._row_error(number + 1)

    def _row_error(self, number: int) -> StorageError:
        """Return the error of the row with this number, from 0, which something else has written."""
        line = number + 2  # lines count from 1, and the first has the names of the columns
        return StorageError(
            f"{self.path} was changed: line {line:,} is none of this sweep's rows there. Remove it and all lines "
            "behind it, and the same command plays them again."
        )

    def _whole_rows(self) -> tuple[int, int]:
        """Return the number of whole rows and the end of the last one. No value holds a line end."""
        rows, whole, place = -1, 0, 0
        with self.path.open("rb") as file:
            while data := file.read(_CHUNK):
                rows += data.count(b"\n")
                end = data.rfind(b"\n")
                whole = place + end + 1 if end >= 0 else whole
                place += len(data)
        return rows, whole

    def append(self, rows: Iterable[Sequence[object]]) -> None:
        """Append rows and flush them. A StorageError leaves the former whole rows intact."""
        lines = [_line(row) for row in rows]
        self._write(b"".join(lines))
        self.rows += len(lines)

    def _write(self, data: bytes) -> None:
        """Write and flush rows. On failure cut off the torn part and raise StorageError."""
        try:
            write_all(self._disk, self._file, data)
            self._disk.sync(self._file)
        except OSError as error:
            with suppress(OSError):  # a torn row is cut off when the table is taken up again
                self._disk.truncate(self._file, self._size)
                self._disk.seek_end(self._file)
            raise StorageError(
                f"{self.path} cannot be written: {why(error)}. {self.rows:,} rows are in it; the same command goes on."
            ) from error
        self._size += len(data)

    def read(self) -> Iterable[list[str]]:
        """Yield the rows as text, without the names of the columns. Bytes that are no text are replaced."""
        with self.path.open(encoding="utf-8", errors="replace", newline="") as file:
            rows = csv.reader(file)
            next(rows, None)
            yield from rows

    def close(self) -> None:
        """Close the file, unless it is closed."""
        if self._file >= 0:
            self._disk.close(self._file)
            self._file = -1
        self._lock.release()


def _line(row: Sequence[object]) -> bytes:
    """Return a row as a line of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(row)
    return text.getvalue().encode("utf-8")
