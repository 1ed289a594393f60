"""Links of a table: they last, they are their owner's alone, and they are revoked one by one."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tracker.storage.table.links import MOST, Link, links_file, links_of, read_links, revoke, table_of, write_links
from tracker.storage.toml.diagnostics import StorageError


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The data folder is the test's own."""
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))


@pytest.fixture
def open_umask() -> Iterator[None]:
    """The system takes nothing away from the mode that a program gives a new file."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX systems")
@pytest.mark.usefixtures("open_umask")
def test_the_file_its_lock_and_its_folder_are_the_owners_alone(tmp_path: Path) -> None:
    links_of(tmp_path, ("Ana",))
    file = links_file(tmp_path)
    assert [oct(mode(path)) for path in (file, file.with_suffix(".lock"), file.parent)] == ["0o600", "0o600", "0o700"]
    assert sorted(path.name for path in file.parent.iterdir()) == [file.with_suffix(".lock").name, file.name]


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX systems")
@pytest.mark.usefixtures("open_umask")
def test_a_file_that_others_could_read_is_the_owners_alone_once_it_is_written_again(tmp_path: Path) -> None:
    links_of(tmp_path, ("Ana",))
    links_file(tmp_path).chmod(0o644)
    links_of(tmp_path, ("Ana", "Ben"))
    assert mode(links_file(tmp_path)) == 0o600
    links_file(tmp_path).chmod(0o666)
    revoke(tmp_path, "Ben")
    assert mode(links_file(tmp_path)) == 0o600


def test_links_last_and_a_newcomer_changes_nobody_elses(tmp_path: Path) -> None:
    first = links_of(tmp_path, ("Ana",))
    assert links_of(tmp_path, ("ana", "Ben")).links[:2] == first.links
    assert [link.player for link in links_of(tmp_path).links] == ["", "Ana", "Ben"]


def test_one_that_is_revoked_is_another_one_afterwards_and_the_others_stay(tmp_path: Path) -> None:
    before = links_of(tmp_path, ("Ana", "Ben"))
    assert [link.player for link in revoke(tmp_path, "ANA")] == ["Ana"]
    after = links_of(tmp_path, ("Ana", "Ben"))
    assert after.of("Ben") == before.of("Ben") and after.of("") == before.of("")
    assert after.of("Ana") not in before.links
    assert len(revoke(tmp_path)) == 3 and not set(links_of(tmp_path, ("Ben",)).links) & set(after.links)


def test_a_player_may_act_and_the_common_link_only_reads(tmp_path: Path) -> None:
    common, anas = links_of(tmp_path, ("Ana",)).links
    assert not common.secret and common.address == common.path
    assert anas.secret and anas.address == f"{anas.path}#{anas.secret}" and anas.secret not in anas.path


def test_fights_of_one_party_share_their_links_and_other_folders_have_their_own(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "party.toml").write_text("", encoding="utf-8")
    one, other = tmp_path / "a" / "x.fight.toml", tmp_path / "b" / "y.fight.toml"
    assert table_of(one, "../party.toml") == table_of(other, "../party.toml")
    assert links_of(table_of(one)).links != links_of(table_of(other)).links


def test_no_more_links_than_a_table_may_have(tmp_path: Path) -> None:
    assert len(links_of(tmp_path, [f"Player {number}" for number in range(100)]).links) == MOST


@pytest.mark.parametrize(
    "text", ["", "link = 1", "[[link]]\ntoken = '../../etc'\n", "[[link]]\ntoken = 4\n", "\x00", "[" * 9000]
)
def test_a_file_that_is_none_of_links_is_told_and_left(tmp_path: Path, text: str) -> None:
    links_of(tmp_path)
    file = links_file(tmp_path)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StorageError, match="is no file of links; delete it"):
        links_of(tmp_path, ("Ana",))
    assert file.read_text("utf-8") == text


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    kept = links_of(tmp_path, ("Ana", "<b>\u202eBen", "Ü"))
    assert read_links(links_file(tmp_path)) == kept
    write_links(links_file(tmp_path), kept)
    assert read_links(links_file(tmp_path)) == kept and isinstance(kept.links[0], Link)
