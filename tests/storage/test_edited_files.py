"""A party, a library, settings: each is put back as the game master keeps it, and never over somebody else's save."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
import tomli

from tests.lanes import sample
from tests.storage.own_files import LIBRARY, PARTY, WRITERS, laid, left_over, rested
from tracker.campaign.file_checks import check
from tracker.campaign.party import read_party
from tracker.campaign.party_file import redo, undo, write
from tracker.campaign.receipts import receipts_path
from tracker.campaign.rest import rest
from tracker.model.refusals import Refused
from tracker.storage.atomic import Disk
from tracker.storage.edited_file import EditedFile
from tracker.storage.preparation import read_encounter
from tracker.storage.settings_file import set_in
from tracker.storage.toml import reader as source_module
from tracker.storage.toml.diagnostics import InvalidFile, StorageError

each_file = pytest.mark.parametrize("what", WRITERS)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path))
    return tmp_path


def made(folder: Path, what: str) -> tuple[Path, Callable[[], object]]:
    """The file of this kind, and what writes into it."""
    path = laid(folder, what)
    return path, lambda: WRITERS[what][2](path, None)


@each_file
@pytest.mark.parametrize("mode", sample([0o600, 0o664, 0o640]))
def test_its_mode_stays(folder: Path, what: str, mode: int) -> None:
    path, change = made(folder, what)
    path.chmod(mode)
    before = path.read_bytes()
    change()
    assert path.read_bytes() != before and stat.S_IMODE(path.stat().st_mode) == mode
    if what == "party":
        assert stat.S_IMODE(receipts_path(path).stat().st_mode) == mode, "what is in the party is in its receipts"


@each_file
@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives files away")
def test_its_owner_stays(folder: Path, what: str) -> None:
    path, change = made(folder, what)
    os.chown(path, 4242, 4343)
    change()
    assert (path.stat().st_uid, path.stat().st_gid) == (4242, 4343)


@each_file
def test_an_owner_that_cannot_be_kept_leaves_it_as_it_is(
    folder: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, change = made(folder, what)
    before = path.read_bytes()

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    class Strange:
        """The look of a new file that belongs to somebody else than the one it replaces."""

        st_uid, st_gid = -5, -5

    monkeypatch.setattr(os, "fchown", refuse)
    monkeypatch.setattr(os, "fstat", lambda file, real=os.fstat: Strange if _writes(file) else real(file))
    with pytest.raises(StorageError, match="owner or group could not be kept"):
        change()
    monkeypatch.undo()
    assert path.read_bytes() == before and not left_over(folder)


def _writes(file: int) -> bool:
    return Path(f"/proc/self/fd/{file}").resolve().name.endswith(".new")


@each_file
def test_its_line_ends_and_its_byte_order_mark_stay(folder: Path, what: str) -> None:
    path, change = made(folder, what)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    lines = path.read_bytes().splitlines()
    change()
    after = path.read_bytes()
    assert after.startswith(b"\xef\xbb\xbf#") and after.count(b"\xef\xbb\xbf") == 1
    assert after.count(b"\n") == after.count(b"\r\n") > 2 and b"\r\r" not in after
    assert lines[0] in after.splitlines()


def test_where_line_ends_are_mixed_each_line_that_stays_keeps_its_own(folder: Path) -> None:
    path = folder / "mixed.toml"
    path.write_bytes(b"# one\r\n# two\na = 1\r\nb = 2\nc = 3\r\n")
    set_in(path, "b", 5.0)
    assert path.read_bytes() == b"# one\r\n# two\na = 1\r\nb = 5\r\nc = 3\r\n", "a new line has those of most"
    set_in(path, "a", 7.0)
    assert path.read_bytes() == b"# one\r\n# two\na = 7\r\nb = 5\r\nc = 3\r\n"


@each_file
def test_a_symbolic_link_stays_one_and_what_it_leads_to_is_written(folder: Path, what: str) -> None:
    path, change = made(folder, what)
    real = folder / "elsewhere" / "real.toml"
    real.parent.mkdir()
    path.rename(real)
    path.symlink_to(real)
    before = real.read_bytes()
    change()
    assert path.is_symlink() and path.readlink() == real and real.read_bytes() != before


@each_file
def test_what_is_read_only_is_left_as_it_is_and_that_is_said(folder: Path, what: str) -> None:
    path, change = made(folder, what)
    path.chmod(0o444)
    before = path.read_bytes()
    with pytest.raises(StorageError, match="is read-only"):
        change()
    assert path.read_bytes() == before and stat.S_IMODE(path.stat().st_mode) == 0o444 and not left_over(folder)


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """`act` is done once the new file is written and before it takes the place of the old one."""
    real = Disk.sync

    def sync(self: Disk, file: int) -> None:
        real(self, file)
        act()

    monkeypatch.setattr(Disk, "sync", sync)


@each_file
def test_what_an_editor_saves_in_between_is_told_and_stays(
    folder: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, change = made(folder, what)
    edited = path.read_bytes() + b"# saved in between\n"
    state = path.stat()

    def save() -> None:
        path.write_bytes(edited)
        os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))

    meanwhile(monkeypatch, save)
    with pytest.raises(StorageError, match="was changed by another program in the meantime and is left as it is"):
        change()
    assert path.read_bytes() == edited and not left_over(folder)
    monkeypatch.undo()


@each_file
def test_one_deleted_or_made_in_between_is_not_written_over(
    folder: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, change = made(folder, what)
    meanwhile(monkeypatch, lambda: path.unlink(missing_ok=True))
    with pytest.raises(StorageError, match="in the meantime"):
        change()
    assert not path.exists()
    if what != "party":
        meanwhile(monkeypatch, lambda: path.write_bytes(b"# new\n"))
        with pytest.raises(StorageError, match="in the meantime"):
            change()
        assert path.read_bytes() == b"# new\n" and not left_over(folder)


@pytest.mark.parametrize("what", sample(WRITERS))
def test_it_is_never_written_larger_than_it_is_read(folder: Path, what: str) -> None:
    path, change = made(folder, what)
    most = 64 * 1024 if what == "settings" else source_module.LARGEST
    path.write_bytes(path.read_bytes() + b"#" * (most - len(path.read_bytes()) - 1) + b"\n")
    before = path.read_bytes()
    with pytest.raises(StorageError, match=f"more than the {most} that are read; nothing is written"):
        change()
    assert path.read_bytes() == before and not left_over(folder)


@each_file
def test_what_could_not_be_read_again_is_not_begun_with(folder: Path, what: str) -> None:
    path, change = made(folder, what)
    broken = path.read_bytes() + b"\n[[[\n"
    path.write_bytes(broken)
    with pytest.raises((StorageError, InvalidFile)):
        change()
    assert path.read_bytes() == broken and not left_over(folder)


def test_comments_of_a_library_stay_and_the_creature_stands_behind_the_others(folder: Path) -> None:
    path, change = made(folder, "library")
    path.write_text(f"{LIBRARY}\n[[weapon]]\nname = 'Axe' # sharp\nspeed = 9\ndamage = 5\n")
    change()
    text = path.read_text()
    assert "# mine" in text and "# grey" in text and "# sharp" in text and check(path) == ()
    assert [one["name"] for one in tomli.loads(text)["creature"]] == ["Wolf", "Sela"]
    with pytest.raises(Refused, match="has a Sela already"):
        change()


def test_a_library_of_creatures_on_one_line_takes_one_more(folder: Path) -> None:
    path, change = made(folder, "library")
    path.write_text('system = "hybrid"\ncreature = [{ name = "Wolf" }]\n')
    change()
    assert [one["name"] for one in tomli.loads(path.read_text())["creature"]] == ["Wolf", "Sela"]
    assert check(path) == ()


# What was written into a party


def test_receipts_stand_beside_the_party_and_its_own_file_has_what_it_says_alone(folder: Path) -> None:
    path, change = made(folder, "party")
    for _ in range(5):
        change()
    assert "done" not in tomli.loads(path.read_text()) and len(path.read_text()) < len(PARTY) + 60
    assert len(tomli.loads(receipts_path(path).read_text())["done"]) == 5
    for _ in range(5):
        undo(path)
    assert path.read_text() == PARTY, "not one byte of it is left behind"
    redo(path)
    assert path.read_text() != PARTY


OLD = (
    PARTY.replace("PEX = 10", "PEX = 15")
    + """
# What this program has written here; `tracker rest … --undo` takes the last one back.
[[done]]
what = "1 hour of rest"
changes = [
  { person = "Brann", key = ["pools", "PEX"], was = 10, now = 15 },
]
"""
)


def test_receipts_that_stand_in_the_party_itself_are_taken_back_and_go_beside_it(folder: Path) -> None:
    path = folder / "party.toml"
    path.write_text(OLD)
    assert undo(path) == "1 hour of rest"
    assert path.read_text().rstrip() == PARTY.rstrip()
    assert redo(path) == "1 hour of rest" and tomli.loads(path.read_text())["person"] == tomli.loads(OLD)["person"]
    path.write_text(OLD)
    receipts_path(path).unlink()
    rested(path)
    assert "done" not in tomli.loads(path.read_text()) and "What this program" not in path.read_text()
    undo(path)
    assert undo(path) == "1 hour of rest" and path.read_text().rstrip() == PARTY.rstrip()


class Cut(Exception):
    """The program is killed here."""


@pytest.mark.parametrize("turn", ["write", "undo", "redo"])
def test_a_program_killed_between_receipt_and_party_leaves_no_wrong_receipt(
    folder: Path, turn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, change = made(folder, "party")
    change()
    first = path.read_text()
    change()
    second = path.read_text()
    if turn == "redo":
        undo(path)
    before = path.read_text()

    def killed(self: EditedFile, data: bytes, disk: Disk | None = None, like: os.stat_result | None = None) -> None:
        if self.path == path:
            raise Cut
        real(self, data, disk, like)

    real = EditedFile.write_bytes
    monkeypatch.setattr(EditedFile, "write_bytes", killed)
    monkeypatch.setattr("tracker.campaign.party_file._put_back", lambda *_: None)
    with pytest.raises(Cut):
        if turn == "write":
            change()
        else:
            (undo if turn == "undo" else redo)(path)
    monkeypatch.undo()
    assert path.read_text() == before
    if turn == "redo":
        assert redo(path) == "rest" and path.read_text() == second
    assert undo(path) == "rest" and path.read_text() == first
    assert undo(path) == "rest" and path.read_text() == PARTY


def test_a_party_that_cannot_be_written_has_its_receipts_as_they_were(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, change = made(folder, "party")
    change()
    receipts = receipts_path(path).read_bytes()

    class Full(Disk):
        """A disk that takes the receipts and not the party."""

        def replace(self, old: Path, new: Path) -> None:
            if new == path:
                raise OSError(28, "No space left on device")
            super().replace(old, new)

    people = rest(read_party(path), 3600, "rest")
    with pytest.raises(StorageError, match="is as it was: No space left"):
        write(path, "rest", [change for person in people for change in person.changes], Full())
    assert receipts_path(path).read_bytes() == receipts


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        ("was = 10", "was = -3", "written, it would have a mistake"),
        ("was = 10", 'was = "much"', "written, it would have a mistake"),
        ('"PEX"', '"XYZ"', "was changed in the meantime"),
        ('"pools"', '"name"', "was changed in the meantime"),
        ("now = 36", "now = 99", "was changed in the meantime"),
        ("what = ", "whut = ", 'unknown key "whut"'),
        ("[[done]]", "[[[done]]", "not TOML"),
        ('kind = "receipts"', 'kind = "party"', "kind"),
    ],
)
def test_touched_receipts_never_write_what_check_refuses(folder: Path, was: str, now: str, why: str) -> None:
    path, change = made(folder, "party")
    change()
    written = path.read_bytes()
    beside = receipts_path(path)
    assert was in beside.read_text()
    beside.write_text(beside.read_text().replace(was, now, 1))
    sentence = ""
    try:
        undo(path)
    except InvalidFile as invalid:
        sentence = str(invalid.diagnostics[0])
    except (Refused, StorageError) as error:
        sentence = error.sentence
    assert any(part in sentence for part in why.split("|")), sentence
    assert path.read_bytes() == written and check(path) == ()


def test_a_party_joins_the_fight_with_its_receipts_beside_it(folder: Path) -> None:
    _, change = made(folder, "party")
    change()
    (folder / "f.toml").write_text('party = "party.toml"\n[[combatant]]\nname = "Gruk"\n')
    assert [one.name for one in read_encounter(folder / "f.toml").encounter] == ["Brann", "Gruk"]


@pytest.mark.parametrize("word", ["sleep\x1b[31m", "sleep" + "x" * 400, "sleep\u202e", "sleep\ud800"])
def test_no_word_of_a_writing_makes_receipts_that_cannot_be_read(folder: Path, word: str) -> None:
    path = laid(folder, "party")
    people = rest(read_party(path), 3600, "rest")
    write(path, f"1 hour {word}", [change for person in people for change in person.changes])
    assert undo(path).startswith("1 hour sleep") and path.read_text() == PARTY
