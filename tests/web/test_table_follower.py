"""Pages follow the newest fight of their table: another one there, none of another table, none that cannot be read."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.player_screen.table import AMBUSH, Table
from tracker.player_screen.spectator import Spectator
from tracker.storage.table.links import links_file, revoke, table_of
from tracker.web.broadcast import Broadcast
from tracker.web.table_follower import LOOK, TableFollower


@dataclass
class Clock:
    """A clock that goes on when it is told to."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def newer(table: Table, other: Table) -> None:
    """Let a fight's file be a second newer than that of another."""
    stamp = other.path.stat().st_mtime_ns + 10**9
    os.utime(table.path, ns=(stamp, stamp))


def fight(folder: Path, name: str, title: str) -> Table:
    table = Table(folder, text=AMBUSH.replace("At the ford", title), name=name)
    table.begin()
    return table


def pages(first: Table, clock: Clock) -> Broadcast:
    """The pages of a table that show its first fight."""
    spectator = Spectator(first.path, recent=True)
    spectator.look()
    follower = TableFollower(table_of(first.path), False, clock)
    links = follower.links(spectator) or ()
    return Broadcast(spectator, links, renewed=follower.fight, relinked=follower.links)


def title(shown: Broadcast) -> str:
    """What stands above the pages after another look at the table."""
    shown._look()
    shown._show()
    return shown.shown(shown.links[0]).title


def test_the_next_fight_of_the_table_is_shown_under_the_same_links(tmp_path: Path) -> None:
    clock = Clock()
    first = fight(tmp_path, "ford", "At the ford")
    shown = pages(first, clock)
    links = shown.links
    assert title(shown) == "At the ford" and [link.player for link in links] == ["", "Ana", "Ben"]
    second = fight(tmp_path, "mill", "At the mill")
    newer(second, first)
    assert title(shown) == "At the ford", "it looks for another fight every two seconds"
    clock.now += LOOK
    assert title(shown) == "At the mill" and shown.links == links
    newer(first, second)
    clock.now += LOOK
    assert title(shown) == "At the ford", "the one that was played last"
    for table in (first, second):
        table.close()


@pytest.mark.parametrize("text", ["", "garbled", 'format = 1\nkind = "fight"\n[encounter'])
def test_what_cannot_be_read_is_not_followed(tmp_path: Path, text: str) -> None:
    clock = Clock()
    first = fight(tmp_path, "ford", "At the ford")
    shown = pages(first, clock)
    other = tmp_path / "other.fight.toml"
    other.write_text(text, encoding="utf-8")
    stamp = first.path.stat().st_mtime_ns + 10**9
    os.utime(other, ns=(stamp, stamp))
    clock.now += LOOK
    assert title(shown) == "At the ford"
    first.close()


def test_a_fight_of_another_party_in_the_same_folder_is_of_another_table(tmp_path: Path) -> None:
    clock = Clock()
    first = fight(tmp_path, "ford", "At the ford")
    shown = pages(first, clock)
    party = tmp_path / "guests.toml"
    party.write_text('format = 1\nkind = "party"\nsystem = "hybrid"\n', encoding="utf-8")
    guests = Table(
        tmp_path, text=f'party = "guests.toml"\n{AMBUSH}'.replace("At the ford", "Guests"), name="guests-fight"
    )
    guests.begin()
    newer(guests, first)
    clock.now += LOOK
    assert title(shown) == "At the ford"
    for table in (first, guests):
        table.close()


def test_a_link_that_is_revoked_meanwhile_is_shown_no_more(tmp_path: Path) -> None:
    clock = Clock()
    first = fight(tmp_path, "ford", "At the ford")
    shown = pages(first, clock)
    anas = next(link for link in shown.links if link.player == "Ana")
    listener = shown.listen(anas)
    assert listener is not None and links_file(table_of(first.path)).exists()
    revoke(table_of(first.path), "Ana")
    title(shown)
    assert listener.dropped and anas not in shown.links
    first.close()
