"""Table follower: which fight of a table is the newest, and which links it has, looked at while they are served."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tracker.player_screen.spectator import Spectator
from tracker.storage.paths import FIGHT
from tracker.storage.table.links import Link, links_file, links_of, read_links, table_of
from tracker.storage.toml.diagnostics import StorageError
from tracker.web.links import opened

LOOK = 2.0
"""The seconds between looks for a newer fight."""


class _Stamp(NamedTuple):
    """The state of a file."""

    inode: int
    size: int
    changed_at: int
    """In nanoseconds."""


class TableFollower:
    """The fights and links of `table`. `clock` gives seconds, and `told` is called with links that are new."""

    def __init__(
        self,
        table: Path,
        open_to_all: bool,
        clock: Callable[[], float],
        on_new_links: Callable[[tuple[Link, ...]], None] = lambda _: None,
    ) -> None:
        self._table = table
        self._open_to_all = open_to_all
        self._clock = clock
        self._told = on_new_links
        self._looked = clock()
        self._strangers: dict[Path, _Stamp] = {}
        """Newer fights of another table, with their state when that was found."""
        self._players: tuple[str, ...] = ()
        self._stamp: _Stamp | None = None
        self._links: tuple[Link, ...] = ()

    def fight(self, now: Spectator) -> Spectator:
        """Return the spectator of the newest fight of the table: the present one, or another."""
        if self._clock() - self._looked < LOOK:
            return now
        self._looked = self._clock()
        newest = self._newest(now.path)
        if newest is None:
            return now
        other = Spectator(newest, recent=True)
        other.look()
        if not other.trouble and table_of(newest, other.party) == self._table:
            return other
        if (stamp := _stamp(newest)) is not None:
            self._strangers[newest] = stamp
        return now

    def _newest(self, path: Path) -> Path | None:
        """Return a fight beside `path` that was written to later than it. None when there is none of this table."""
        stamp_of_this = _stamp(path)
        best, latest = None, -1 if stamp_of_this is None else stamp_of_this.changed_at
        try:
            with os.scandir(path.parent) as entries:
                names = [entry.name for entry in entries if entry.name.endswith(FIGHT)]
        except OSError:
            return None
        for name in names:
            other = path.parent / name
            stamp = _stamp(other)
            if stamp is None or stamp.changed_at <= latest or other == path:
                continue
            if self._strangers.get(other) != stamp:
                best, latest = other, stamp.changed_at
        return best

    def links(self, now: Spectator) -> tuple[Link, ...] | None:
        """Return the links of the table, with one for each player. None when they cannot be read."""
        file = links_file(self._table)
        players, stamp = now.players, _stamp(file)
        if self._links and (players, stamp) == (self._players, self._stamp):
            return self._links
        try:
            kept = links_of(self._table, (*players, *read_links(file).players))
        except StorageError:
            return self._links or None
        self._players, self._stamp = players, _stamp(file)
        before, self._links = self._links, opened(kept.links) if self._open_to_all else kept.links
        new = tuple(link for link in self._links if link not in before)
        if new:
            self._told(new)
        return self._links


def _stamp(path: Path) -> _Stamp | None:
    """Return what tells whether a file has changed. None where there is no file."""
    try:
        state = path.stat()
    except OSError:
        return None
    return _Stamp(state.st_ino, state.st_size, state.st_mtime_ns)
