"""A flush beside the drawing: what is on the disk, and what the banner says, is as if each flush were waited for."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.campaign.failing import FOR_EVER, Failing
from tests.lanes import drawing, sample
from tests.storage.full_disk import file_of
from tests.storage.table import ford, looked_at, sat_down, stand_up
from tests.tui.paper import Paper
from tracker.encounter.engine.journal import JournalState
from tracker.session import Session
from tracker.storage.atomic import Disk
from tracker.storage.fight_log import writer
from tracker.tui.screens.fight import FightScreen
from tracker.tui.widgets.question import QuestionPane

LINES = ("begin", "note one", "next", "undo", "redo", "note two", "note three", "note four")
PATIENCE = 30.0
"""Seconds after which a test that waits for ever fails."""


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "CHECKPOINT", 4)


class Waiting(Disk):
    """Flushes only once it may; each flush is told when it begins and when it is done."""

    def __init__(self) -> None:
        self.begun, self.may = threading.Event(), threading.Event()
        self.may.set()
        self.happened: list[str] = []
        self.error: OSError | None = None

    def sync(self, file: int) -> None:
        self.begun.set()
        assert self.may.wait(PATIENCE), "the flush was waited for before what should go on beside it"
        if self.error is not None:
            raise self.error
        super().sync(file)
        self.happened.append("flushed")


def settled_after_each(path: Path, disk: Disk, beside: bool) -> Iterator[tuple[Session, str, int, list[str]]]:
    """Play the lines; after each its banner, what is unsaved, and the names of the files beside the fight."""
    session = sat_down(ford(path.parent), path, disk=disk)
    file = file_of(session)
    for line in LINES:
        with file.beside() if beside else nullcontext():
            session.say(line)
            file.settle()
            yield session, file.trouble, file.unsaved, sorted(each.name for each in path.parent.iterdir())
    stand_up(session)


@drawing
def test_whichever_call_fails_a_flush_beside_comes_to_the_same_as_one_that_is_waited_for(tmp_path: Path) -> None:
    calm = Failing()
    counted = tmp_path / "counted"
    counted.mkdir()
    list(settled_after_each(counted / "ford.fight.toml", calm, beside=False))
    cases = [
        (number, first, times)
        for number in (errno.EIO, errno.ENOSPC)
        for times in (1, FOR_EVER)
        for first in range(1, calm.calls + 1)
    ]
    for number, first, times in sample(cases, 6):
        outcomes = []
        for beside in (False, True):
            folder = tmp_path / f"{number}-{first}-{times}-{beside}"
            folder.mkdir()
            path = folder / "ford.fight.toml"
            told = [
                (banner.replace(str(folder), ""), unsaved, names)
                for _, banner, unsaved, names in settled_after_each(path, Failing(first, times, number), beside)
            ]
            files = {name.name: name.read_bytes() for name in sorted(folder.iterdir())}
            outcomes.append((told, files))
        assert outcomes[0] == outcomes[1], (number, first, times)


def test_a_step_counts_while_its_flush_is_under_way_and_settling_waits_for_it(tmp_path: Path) -> None:
    disk = Waiting()
    session = sat_down(ford(tmp_path), tmp_path / "ford.fight.toml", disk=disk)
    file = file_of(session)
    disk.begun.clear()
    disk.may.clear()
    with file.beside():
        session.say("note one")
        assert session.journal.last == 1 and disk.begun.wait(PATIENCE)
        assert file.unsaved == 1, "it is not on the disk yet"
        disk.happened.clear()
        disk.may.set()
        file.settle()
        assert disk.happened == ["flushed"] and file.unsaved == 0
    stand_up(session)


def test_the_end_of_what_is_done_beside_waits_for_the_flush(tmp_path: Path) -> None:
    disk = Waiting()
    session = sat_down(ford(tmp_path), tmp_path / "ford.fight.toml", disk=disk)
    disk.happened.clear()
    with pytest.raises(ZeroDivisionError), file_of(session).beside():
        session.say("note one")
        raise ZeroDivisionError
    assert disk.happened == ["flushed"] and file_of(session).unsaved == 0
    session.say("note two")
    assert disk.happened == ["flushed"] * 2, "outside of it each step is waited for"
    stand_up(session)


def test_a_second_step_waits_until_the_first_is_on_the_disk(tmp_path: Path) -> None:
    disk = Waiting()
    session = sat_down(ford(tmp_path), tmp_path / "ford.fight.toml", disk=disk)
    disk.happened.clear()
    with file_of(session).beside():
        session.say("note one")
        session.say("note two")
        assert disk.happened[:1] == ["flushed"]
    assert disk.happened == ["flushed"] * 2
    stand_up(session)
    assert [step.line for step in looked_at(tmp_path / "ford.fight.toml").journal] == ["note one", "note two"]


def test_closing_waits_for_the_flush_and_puts_aside_what_it_did_not_save(tmp_path: Path) -> None:
    disk = Waiting()
    session = sat_down(ford(tmp_path), tmp_path / "ford.fight.toml", disk=disk)
    with file_of(session).beside():
        disk.error = OSError(errno.EIO, os.strerror(errno.EIO))
        session.say("note one")
        file_of(session).close()
    leftover = file_of(session).spilled
    assert leftover is not None and leftover.reason == os.strerror(errno.EIO)


def test_a_late_error_is_told_once_and_the_next_step_saves_both(tmp_path: Path) -> None:
    disk = Failing()
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path, disk=disk)
    file = file_of(session)
    with file.beside():
        disk.first, disk.times = disk.calls + 3, 1  # a look and a write go well, the flush does not
        session.say("note one")
        assert file.trouble == "", "nobody knows yet"
        file.settle()
        assert file.trouble.startswith("not saved since step 1: No space left on device") and file.unsaved == 1
        assert file.kept_in is not None and file.kept_in.exists()
    session.say("note two")
    assert (file.trouble, file.unsaved) == ("", 0)
    assert stand_up(session) == ""
    assert looked_at(path).encounter == session.encounter


def at_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Paper, Waiting]:
    """A fight on paper; its disk is told when panes are drawn and when a frame is handed on."""
    disk = Waiting()
    session = sat_down(ford(tmp_path), tmp_path / "ford.fight.toml", disk=disk)
    session.say("begin")
    paper = Paper(session, (80, 24))
    paper.controller.trouble = lambda: file_of(session).trouble
    show, drawn = QuestionPane.show, FightScreen._after_frame

    def shown(self: QuestionPane, *seen: object) -> None:
        show(self, *seen)  # type: ignore[arg-type]
        disk.happened.append("drawn")
        disk.may.set()

    def handed_on(self: FightScreen, seen: JournalState) -> None:
        disk.happened.append("handed on")
        drawn(self, seen)

    monkeypatch.setattr(QuestionPane, "show", shown)
    monkeypatch.setattr(FightScreen, "_after_frame", handed_on)
    disk.happened.clear()
    disk.may.clear()
    return paper, disk


def test_a_key_is_drawn_beside_the_flush_and_handed_on_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper, disk = at_the_screen(tmp_path, monkeypatch)
    before = paper.controller.session.journal.last
    paper.press("space")
    assert paper.controller.session.journal.last > before
    assert disk.happened[0] == "drawn", "the disk is slow, and the drawing does not wait for it"
    assert "flushed" in disk.happened[: disk.happened.index("handed on")]


def test_a_flush_that_fails_late_is_in_the_banner_of_the_same_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper, disk = at_the_screen(tmp_path, monkeypatch)
    disk.error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    paper.press("space")
    assert disk.happened.index("handed on") == disk.happened.index("drawn") + 1, "one frame"
    assert "not saved since" in paper.seen()[0]
    disk.error = None
    paper.press(":", *"note well", "enter")
    assert "not saved" not in paper.seen()[0]
    assert looked_at(tmp_path / "ford.fight.toml").encounter == paper.controller.session.encounter
