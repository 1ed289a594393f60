"""Table links: the addresses of a table's players, with their tokens, kept in the user's data folder over fights."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import tomli
import tomli_w

from tracker.encounter.names import plain
from tracker.model.lazy_dataclass import dataclass
from tracker.storage.atomic import OWNERS_ALONE, Disk, target_of, why, write_whole
from tracker.storage.file_lock import CLOSED_ON_EXEC, lock_soon
from tracker.storage.paths import data_dir
from tracker.storage.toml.diagnostics import StorageError

_BYTES = 16
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")
_LARGEST = 200_000
USUAL_PORT = 8040
"""The port of a table's links. Every release before ports were kept used it."""
MOST = 60
"""The most links of one table."""


@dataclass(frozen=True, slots=True)
class Link:
    """One address: it shows the common view and the sheet of `player`. Without `token` it is open to all.

    `secret` signs what its page sends. It is in the fragment of the address, which a browser never sends.
    """

    token: str
    player: str = ""
    secret: str = ""

    @property
    def path(self) -> str:
        """The path, with a slash at either end."""
        return f"/{self.token}/" if self.token else "/"

    @property
    def address(self) -> str:
        """The path with the fragment that only the page itself reads."""
        return f"{self.path}#{self.secret}" if self.secret else self.path


def new_link(player: str = "") -> Link:
    """Return a new secret link. That of a player can act."""
    return Link(token(), player, token() if player else "")


def token() -> str:
    """Return signs that nobody guesses."""
    return secrets.token_urlsafe(_BYTES)


@dataclass(frozen=True, slots=True)
class TableLinks:
    """The links of one table (a party file, or else a folder): the common one first."""

    table: str
    links: tuple[Link, ...]
    port: int = 0
    """The port of these links. 0 until they were served for the first time."""

    def of(self, player: str) -> Link | None:
        """Return the link of a player, by the name as names are compared. The common one for no name."""
        return next((link for link in self.links if plain(link.player) == plain(player)), None)

    @property
    def players(self) -> tuple[str, ...]:
        """Return the players with a link."""
        return tuple(link.player for link in self.links if link.player)

    def with_players(self, players: Iterable[str]) -> TableLinks:
        """Return these links, and a new one for each player without one. The common one is always there."""
        links = list(self.links)
        if not any(not link.player for link in links):
            links.insert(0, new_link())
        known = {plain(link.player) for link in links}
        for player in players:
            if player and plain(player) not in known and len(links) < MOST:
                known.add(plain(player))
                links.append(new_link(player))
        return replace(self, links=tuple(links))

    def without(self, player: str | None) -> TableLinks:
        """Return these links without that of one player ("": the common one). None: no links."""
        kept = () if player is None else tuple(link for link in self.links if plain(link.player) != plain(player))
        return replace(self, links=kept)


def table_of(fight: Path, party: str = "") -> Path:
    """Return the table of a fight or an encounter: the party file it names, else its folder."""
    return target_of(fight.parent / party) if party else target_of(fight.parent)


def links_file(table: Path) -> Path:
    """Return the file of a table's links."""
    digest = blake2b(os.fsencode(table), digest_size=8).hexdigest()
    stem = re.sub(r"[^\w]+", "-", table.name).strip("-")[:40] or "table"
    return data_dir() / "links" / f"{stem}-{digest}.toml"


def read_links(file: Path) -> TableLinks:
    """Return the links in a file. No links if there is no such file. Raises StorageError for another kind of file."""
    try:
        with file.open("rb") as opened:
            raw = opened.read(_LARGEST + 1)
    except FileNotFoundError:
        return TableLinks("", ())
    except OSError as error:
        raise StorageError(f"{file} cannot be read: {why(error)}.") from error
    try:
        if len(raw) > _LARGEST:
            raise ValueError
        return _read(tomli.loads(raw.decode("utf-8")))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        text = f"{file} is no file of links; delete it, and `tracker share` makes new links."
        raise StorageError(text) from error


def _read(data: dict[str, Any]) -> TableLinks:
    """Return the links of parsed data. Raises ValueError, TypeError or KeyError for other data."""
    links = tuple(Link(entry["token"], entry.get("player", ""), entry.get("secret", "")) for entry in data["link"])
    for link in links:
        if not _TOKEN.fullmatch(link.token) or (link.secret and not _TOKEN.fullmatch(link.secret)):
            raise ValueError("a token")
        if not isinstance(link.player, str):
            raise TypeError("a player")
    port = data.get("port", USUAL_PORT)
    if type(port) is not int or not 0 <= port <= 65535:
        raise ValueError("a port")
    return TableLinks(str(data["table"]), links[:MOST], port)


def write_links(file: Path, kept: TableLinks) -> None:
    """Keep the links of a table, readable for their owner only. Raises StorageError."""
    rows = [
        {
            name: value
            for name, value in (("player", link.player), ("token", link.token), ("secret", link.secret))
            if value
        }
        for link in kept.links
    ]
    text = tomli_w.dumps({"format": 1, "kind": "links", "table": kept.table, "port": kept.port, "link": rows})
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(file, text.encode(), _Private())
    except OSError as error:
        raise StorageError(f"{file} cannot be written: {why(error)}.") from error


class _Private(Disk):
    """A disk on which a new file is readable for its owner only from the first byte on."""

    def create(self, path: Path, mode: int = OWNERS_ALONE) -> int:
        """Create a file that only its owner may read, whatever `mode` says."""
        return super().create(path, OWNERS_ALONE)

    def copy_mode(self, file: int, like: os.stat_result) -> None:
        """Keep the owner's mode, whatever the mode of the file it replaces."""


@contextmanager
def _exclusive_access(file: Path) -> Iterator[None]:
    """Lock the file of links against other programs within the block. Raises StorageError."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(file.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | CLOSED_ON_EXEC, OWNERS_ALONE)
    except OSError as error:
        raise StorageError(f"{file.parent} cannot be written: {why(error)}.") from error
    try:
        lock_soon(lock)
        yield
    finally:
        os.close(lock)


def links_of(table: Path, players: Iterable[str] = ()) -> TableLinks:
    """Return the links of a table, with new ones for players without any, kept for the next time.

    Raises StorageError.
    """
    file = links_file(table)
    with _exclusive_access(file):
        kept = replace(read_links(file), table=str(table))
        links = kept.with_players(players)
        if links != kept:
            write_links(file, links)
    return links


def port_of(table: Path) -> int:
    """Return the port at which a table's links lead here, 0 for none yet. Raises StorageError."""
    return read_links(links_file(table)).port


def keep_port(table: Path, port: int) -> None:
    """Keep the port of a table's links for the next time. Raises StorageError."""
    file = links_file(table)
    with _exclusive_access(file):
        kept = replace(read_links(file), table=str(table))
        if kept.port != port:
            write_links(file, replace(kept, port=port))


def revoke(table: Path, player: str | None = None) -> tuple[Link, ...]:
    """Let the links of a table stop working, or that of one player ("": the common one). Return those that did.

    Raises StorageError.
    """
    file = links_file(table)
    with _exclusive_access(file):
        kept = replace(read_links(file), table=str(table))
        left = kept.without(player)
        if left != kept:
            write_links(file, left)
    return tuple(link for link in kept.links if link not in left.links)
