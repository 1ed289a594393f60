"""`--dice-from`: dice from a pipe or a file, whoever writes there."""

from __future__ import annotations

import asyncio
import io
import os
import re
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from tests.cli.calling import DUEL, call
from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import Table
from tests.tui.playing import Player
from tracker.cli import main, play
from tracker.cli.dice_from import FaceReader, PipeSource, open_source
from tracker.controller.outside.dice_feed import Arrival, AskedRoll
from tracker.dice.face_lines import LONGEST
from tracker.model.refusals import Refused
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig

LONG = 120.0
"""Seconds that a thread of this process may take on a busy machine for what is over at once."""
posix = pytest.mark.skipif(os.name != "posix", reason="FIFOs as POSIX has them")


class Heard:
    """Waits for what a source's thread has read."""

    def __init__(self, source: FaceReader) -> None:
        self.source = source
        self._came: Queue[None] = Queue()
        self._waiting: list[Arrival] = []
        source.start(lambda: self._came.put(None))

    def next(self) -> Arrival:
        """The next arrival."""
        while not self._waiting:
            self._came.get(timeout=LONG)
            self._waiting += self.source.take()
        return self._waiting.pop(0)

    def line(self) -> bytes:
        """The next line; no trouble came before it."""
        arrival = self.next()
        assert not arrival.trouble
        return arrival.data


@pytest.fixture
def fifo(tmp_path: Path) -> Iterator[tuple[Path, Heard]]:
    path = tmp_path / "dice"
    os.mkfifo(path, 0o600)
    source = open_source(str(path))
    yield path, Heard(source)
    source.stop()


def write(path: Path, data: bytes) -> None:
    """Open, write, close: as `echo` does."""
    with path.open("wb", buffering=0) as file:
        file.write(data)


@posix
def test_a_writer_may_end_and_another_come(fifo: tuple[Path, Heard]) -> None:
    path, heard = fifo
    for line in (b"35", b"3 5", b"99"):
        write(path, line + b"\n")
        assert heard.line() == line


@posix
def test_the_line_of_a_writer_that_dies_within_it_is_not_joined_with_the_next(fifo: tuple[Path, Heard]) -> None:
    path, heard = fifo
    write(path, b"12\n3")
    assert heard.line() == b"12"
    assert heard.next().trouble == "Dice: the writer ended within the line 3, which was not taken."
    write(path, b"5\n")
    assert heard.line() == b"5"


def test_a_line_that_comes_in_pieces_is_not_taken_since_two_writers_may_have_begun_and_ended_it() -> None:
    source = PipeSource("dice", -1)
    for data in (b"12\n3", b"5\n40\n"):
        source._take_in(data, 1.0)
    lines = source.take()
    assert [arrival.data for arrival in lines if not arrival.trouble] == [b"12", b"40"]
    (trouble,) = (arrival.trouble for arrival in lines if arrival.trouble)
    assert trouble.startswith("Dice: a line came in pieces, perhaps of two writers, and was not taken")


@posix
def test_many_writers_one_after_another_lose_no_line(fifo: tuple[Path, Heard]) -> None:
    path, heard = fifo
    for number in range(40):
        write(path, b"%d\n" % number)
    assert [heard.line() for _ in range(40)] == [b"%d" % number for number in range(40)]


@posix
def test_lines_are_marked_with_the_roll_that_was_asked_when_they_came(fifo: tuple[Path, Heard]) -> None:
    path, heard = fifo
    write(path, b"1\n")
    assert heard.next().asked == 0
    heard.source.ask(AskedRoll(7, "2d6"))
    write(path, b"2\n3\n")
    first, second = heard.next(), heard.next()
    assert (first.asked, second.asked) == (7, 7) and second.silence == 0.0


@posix
def test_a_flood_is_dropped_and_counted_and_needs_no_memory(fifo: tuple[Path, Heard]) -> None:
    path, heard = fifo
    write(path, b"1\n" * 2000)
    lines, dropped = 0, 0
    while lines + dropped < 2000:
        arrival = heard.next()
        if arrival.trouble:
            dropped += int(re.findall(r"\d+", arrival.trouble)[0])
            assert "more lines came at once and were dropped" in arrival.trouble
        else:
            lines += 1
    assert dropped


def test_a_missing_file_is_refused_with_what_would_work(tmp_path: Path) -> None:
    missing = tmp_path / "dice"
    with pytest.raises(Refused, match=f"does not exist; `mkfifo -m 600 {re.escape(str(missing))}`"):
        open_source(str(missing))
    for other in ("/dev/null", str(tmp_path)):
        with pytest.raises(Refused, match="is neither a pipe nor a file; --dice-from takes the path of one"):
            open_source(other)
    reply = call("play", DUEL, "--plain", "--dice-from", tmp_path)
    assert (reply.code, reply.err.count("\n")) == (1, 1) and "is neither a pipe nor a file" in reply.err


@pytest.mark.parametrize("text", ["-", "tcp:8041", "tcp:localhost:8041", "tcp://127.0.0.1:8041", "tcp:"])
def test_what_dice_came_from_in_earlier_releases_is_answered_with_what_to_use_now(text: str) -> None:
    reply = call("play", DUEL, "--plain", "--dice-from", text)
    told = " ".join(reply.err.split())
    assert reply.code == 2 and "dice come from a pipe or a file now" in told and "--dice-from" in told
    assert ("socat -u TCP-LISTEN" in told) == text.startswith("tcp:")


@pytest.fixture
def written(tmp_path: Path) -> Iterator[tuple[Path, Heard]]:
    path = tmp_path / "faces.txt"
    path.touch()
    source = open_source(str(path))
    yield path, Heard(source)
    source.stop()


def add(path: Path, data: bytes) -> None:
    """Write on at the end of a file."""
    with path.open("ab") as file:
        file.write(data)


def test_a_file_gives_a_line_for_each_roll_in_order(written: tuple[Path, Heard]) -> None:
    path, heard = written
    add(path, b"35\n3 5\r\n99\n")
    for number, line in enumerate((b"35", b"3 5", b"99"), 1):
        heard.source.ask(AskedRoll(number, "d100"))
        arrival = heard.next()
        assert (arrival.data, arrival.asked, arrival.trouble) == (line, number, "")
        arrival.reply(f"taken {number}")
        heard.source.ask(None)


def test_a_line_that_is_written_later_is_taken_once_it_has_its_end(written: tuple[Path, Heard]) -> None:
    path, heard = written
    heard.source.ask(AskedRoll(1, "d100"))
    add(path, b"3")
    add(path, b"5\n40\n")
    assert heard.line() == b"35"


def test_a_roll_that_lacks_a_die_takes_the_next_line_and_a_refused_line_is_spent(written: tuple[Path, Heard]) -> None:
    path, heard = written
    add(path, b"3\n5\nx\n7\n")
    heard.source.ask(AskedRoll(1, "2d6"))
    first = heard.next()
    first.reply("more 1 1")
    assert (first.data, heard.line()) == (b"3", b"5")
    heard.source.ask(AskedRoll(2, "d6"))
    third = heard.next()
    third.reply("refused x")
    heard.source.ask(AskedRoll(3, "d6"))
    assert (third.data, heard.line()) == (b"x", b"7")


def test_a_line_that_is_too_long_is_refused_whole_and_the_next_one_counts(written: tuple[Path, Heard]) -> None:
    path, heard = written
    add(path, b"1 " * 3000 + b"35\n40\n")
    heard.source.ask(AskedRoll(1, "d100"))
    assert len(heard.line()) > LONGEST
    heard.source.ask(AskedRoll(2, "d100"))
    assert heard.line() == b"40"


def test_a_program_on_the_error_stream_is_told_each_roll_and_what_became_of_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Brann's perception and initiative come from a file; the game master only begins and leaves."""
    shutil.copy(DUEL, tmp_path)
    faces = tmp_path / "faces.txt"
    faces.write_text("134\n34\n2\n3\n")
    told: list[str] = []
    refused, declared = threading.Event(), threading.Event()

    def lines() -> Iterator[str]:
        yield "\n"
        assert refused.wait(LONG)
        yield "undo\n"
        yield "\n"
        assert declared.wait(LONG)
        yield "q\n"

    def tell(text: str) -> None:
        told.append(text)
        if "Dice: 134" in text:
            refused.set()
        if "Brann may declare at" in text:
            declared.set()

    monkeypatch.setattr(play, "tell_wrapped", tell)
    monkeypatch.setattr("sys.stdin", lines())
    errors = io.StringIO()
    monkeypatch.setattr("sys.stderr", errors)
    command = ["play", str(tmp_path / DUEL.name), "--plain", "--seed", "4", "--dice-from", str(faces)]
    assert main(command) == 0
    assert any("perception 34" in line for line in told) and any("initiative 5 (2 3)" in line for line in told)
    rolls = [line for line in errors.getvalue().splitlines() if not line.startswith("none")]
    assert rolls[0] == "roll 1 d100" and rolls[1].startswith("refused 134 is not on a d100")
    assert rolls[2:-1] == ["roll 2 d100", "taken 2", "roll 3 2d6", "more 3 1", "taken 3"]


@posix
def test_on_the_screen_dice_from_a_pipe_are_taken_and_drawn_and_no_answer_is_written_into_it(
    fifo: tuple[Path, Heard], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = fifo
    source = open_source(str(path))
    assert isinstance(source, PipeSource)
    session = Table({**ANNA, "player": "Ana"}, GRUK, dice=[3] * 40).session
    errors = Terminal()
    monkeypatch.setattr("sys.stderr", errors)

    async def played() -> None:
        app = TrackerApp(AppConfig(session, guard=0.0, colour=True, dice=source))
        async with app.run_test(size=(80, 24)):
            player = Player(app)
            await player.press("enter")
            await player.drawn()
            feed = player.screen.dice_feed
            assert feed is not None
            source._take_in(b"34\n", 1.0)
            await player.drawn()
            assert "Anna: initiative" in player.text()
            source._take_in(b"3\n", 1.0)
            await player.drawn()
            assert player.screen.controller.dice.text == "3 "
            source._take_in(b"7\n", 1.0)
            await player.drawn()
            assert "Dice: 7 is not on a d6: 1 to 6. 3, which came before, is dropped too." in player.text()
            source._take_in(b"3 5\n", 1.0)
            await player.drawn()

    asyncio.run(played())
    source.stop()
    lines = [session.journal.steps[n].line for n in session.journal.done]
    assert lines[:3] == ["begin", "34", "3 5"] and errors.getvalue() == ""


class Terminal(io.StringIO):
    """An error stream that is a terminal."""

    def isatty(self) -> bool:
        return True
