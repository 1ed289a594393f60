"""Leaving while steps are not saved asks first, says afterwards where they are, and never loses them."""

from __future__ import annotations

import signal
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from tests.plain_fights import fight
from tests.tui.playing import every_size, playing
from tests.tui.terminal import LONG, Terminal, terminal
from tracker.encounter.engine.journal import Commit
from tracker.storage.fight_log.opening import open_fight

SAVES = Path(__file__).parents[3] / "saves"
FULL = """
import errno, os, sys, tempfile
from pathlib import Path
from tracker.storage.fight_log import writer
from tracker.storage.atomic import Disk
from tracker.cli import main

FULL = [Path(name) for name in {full!r}]
write = Disk.write
where = {{}}
create, opened = Disk.create, Disk.open

def kept(call):
    def made(self, path, *mode):
        file = call(self, path, *mode)
        where[file] = path.parent.resolve()
        return file
    return made

def full(self, file, data):
    if Path({switch!r}).exists() and where.get(file) in FULL:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return write(self, file, data)

Disk.create, Disk.open, Disk.write = kept(create), kept(opened), full
sys.exit(main(["play", {file!r}, "--seed", "1"]))
"""


class Table:
    """A duel begun in a folder whose disk can be filled."""

    def __init__(self, tmp_path: Path) -> None:
        self.folder, self.data, self.temporary = tmp_path / "here", tmp_path / "data", tmp_path / "temporary"
        for folder in (self.folder, self.data, self.temporary):
            folder.mkdir()
        self.encounter = self.folder / "duel.toml"
        self.encounter.write_bytes((SAVES / "duel.toml").read_bytes())
        self.fight = self.folder / "duel.fight.toml"
        self.switch = tmp_path / "full"
        self.env = {"TRACKER_DATA": str(self.data), "TMPDIR": str(self.temporary)}

    def program(self, *full: Path) -> str:
        return FULL.format(full=[str(path) for path in full], switch=str(self.switch), file=str(self.encounter))

    def play_on_a_full_disk(self, own: Terminal, notes: int = 40) -> None:
        own.until("saved")
        self.switch.write_text("")
        for number in range(notes):
            own.note(f"number {number}")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_leaving_asks_and_esc_stays_and_enter_leaves_with_1_and_says_where_the_steps_are(table: Table) -> None:
    with terminal(table.program(table.folder), table.env) as own:
        table.play_on_a_full_disk(own)
        own.send("\x11")
        own.until("40 steps are not saved: No space left on device; enter leaves, esc stays.")
        own.send("\x1b")
        own.until("explain")
        own.note("one more")
        own.send("\x11")
        own.until("41 steps are not saved")
        own.send("\r")
        assert own.ended() == 1
        assert own.modes() == own.before
    tail = table.data / "duel.fight.toml.unsaved.tail"
    assert tail.read_bytes().count(b'line = "note ') == 41
    words = own.written.decode("utf-8", "replace").rpartition("\x1b[?1049l")[2]
    assert f"41 steps are not in {table.fight}: No space left on device." in words
    assert f"tracker join {table.fight} {tail}" in words


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_puts_them_aside_without_asking(table: Table, number: int) -> None:
    with terminal(table.program(table.folder, table.data), table.env) as own:
        table.play_on_a_full_disk(own, 3)
        own.process.send_signal(number)
        assert own.ended() == 128 + number
        assert own.modes() == own.before
    tail = table.temporary / "duel.fight.toml.unsaved.tail"
    assert tail.read_bytes().count(b'line = "note ') == 3
    assert f"They are kept in {tail}." in own.written.decode("utf-8", "replace")


def test_a_terminal_that_is_closed_puts_them_aside_too(table: Table) -> None:
    with terminal(table.program(table.folder), table.env) as own:
        table.play_on_a_full_disk(own, 3)
        own.hang_up()
        assert own.process.wait(timeout=LONG) == 129
    assert (table.data / "duel.fight.toml.unsaved.tail").read_bytes().count(b'line = "note ') == 3


def test_a_disk_that_is_well_again_when_leaving_takes_everything_and_nothing_is_asked(table: Table) -> None:
    with terminal(table.program(table.folder), table.env) as own:
        table.play_on_a_full_disk(own, 3)
        table.switch.unlink()
        own.send("\x11")
        assert own.ended() == 0
    assert [step.line for step in open_fight(table.fight, look=True).journal] == [f"note number {n}" for n in range(3)]


class Deaf:
    """A recorder that can write nothing."""

    unsaved, reason = 40, "ford.fight.toml was changed by another program and is left as it is"
    kept_in = None

    def retry(self) -> bool:
        return False

    def record(self, commit: Commit) -> None: ...

    def beside(self) -> AbstractContextManager[None]:
        return nullcontext()

    def settle(self) -> None: ...


@every_size
async def test_the_question_fits_on_every_screen_and_other_keys_do_nothing(size: tuple[int, int]) -> None:
    session = fight()
    session.recorder = Deaf()
    async with playing(session, size) as player:
        await player.press("ctrl+q", "a", "space", "ctrl+q")
        words = " ".join(" ".join(player.seen()).split())
        assert f"40 steps are not saved: {Deaf.reason}; enter leaves, esc stays." in words
        assert "Brann" in words, "the fight is still seen"
        assert session.journal.last == 0
        await player.press("escape")
        assert "enter leaves" not in player.text()
        await player.press("ctrl+q", "enter")
        assert not player.app.is_running
