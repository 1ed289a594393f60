"""`--dice-from`: dice from a FIFO, the standard input and a port of this computer, whoever writes there."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue

import pytest

from tests.cli.calling import DUEL, ROOT, call
from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import Table
from tests.tui.playing import Player
from tracker.cli import dice_from as rooms
from tracker.cli import main, play
from tracker.cli.argument_types import dice_from
from tracker.cli.dice_from import PortSource, StreamSource, opened
from tracker.controller.dice_feed import Arrival, AskedRoll
from tracker.model.refusals import Refused
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig

LONG = 120.0
"""Seconds that a thread of this process may take on a busy machine for what is over at once."""
posix = pytest.mark.skipif(os.name != "posix", reason="FIFOs as POSIX has them")
PAGE = ROOT / "docs" / "how-to" / "dice-from-outside.md"


class Heard:
    """Waits for what a source's thread has read."""

    def __init__(self, source: StreamSource | PortSource) -> None:
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
    source = opened(str(path))
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
    source = StreamSource("dice", -1, again=True)
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


def test_what_is_no_fifo_is_refused_with_what_would_work(tmp_path: Path) -> None:
    missing = tmp_path / "dice"
    with pytest.raises(Refused, match=f"does not exist; `mkfifo -m 600 {re.escape(str(missing))}`"):
        opened(str(missing))
    missing.write_text("35\n")
    with pytest.raises(Refused, match="is no FIFO; --dice-from takes a FIFO, - for the standard input, or tcp:PORT"):
        opened(str(missing))
    reply = call("play", DUEL, "--plain", "--dice-from", missing)
    assert (reply.code, reply.err.count("\n")) == (1, 1) and "is no FIFO" in reply.err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tcp:0.0.0.0:8041", "'0.0.0.0' is not this computer"),
        ("tcp:192.168.1.5:8041", "'192.168.1.5' is not this computer"),
        ("tcp://dice.example:8041", "'dice.example' is not this computer"),
        ("tcp:", "'' is no port"),
        ("tcp:0", "'0' is no port"),
        ("tcp:65536", "'65536' is no port"),
        ("tcp:٨", "'٨' is no port"),
        ("", "give a FIFO"),
    ],
)
def test_only_a_port_of_this_computer_can_be_named(text: str, sentence: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=re.escape(sentence)):
        dice_from(text)
    assert call("play", DUEL, "--dice-from", text).code == 2


@pytest.mark.parametrize("text", ["-", "dice", "tcp:8041", "tcp:localhost:8041", "tcp://127.0.0.1:8041"])
def test_a_fifo_the_standard_input_and_a_port_of_this_computer_can_be_named(text: str) -> None:
    assert dice_from(text) == text


@pytest.fixture
def port() -> Iterator[tuple[PortSource, Heard]]:
    source = rooms._listening(0)
    yield source, Heard(source)
    source.stop()


CONNECTED: list[Program] = []
"""The programs of a test, closed after it."""


@pytest.fixture(autouse=True)
def disconnected() -> Iterator[None]:
    yield
    while CONNECTED:
        CONNECTED.pop().close()


class Program:
    """A program that has connected."""

    def __init__(self, source: PortSource) -> None:
        CONNECTED.append(self)
        self.plug = socket.create_connection(("127.0.0.1", source.port), LONG)
        self._file = self.plug.makefile("r", encoding="utf-8", newline="\n")

    def close(self) -> None:
        self._file.close()
        self.plug.close()

    def send(self, data: bytes) -> None:
        self.plug.sendall(data)

    def line(self) -> str:
        """The next line that it is told; empty when it is disconnected."""
        try:
            return self._file.readline().rstrip("\n")
        except ConnectionResetError:
            return ""


def test_a_roll_is_announced_by_its_number_and_dice_alone(port: tuple[PortSource, Heard]) -> None:
    source, heard = port
    early = Program(source)
    assert early.line() == "none"
    source.ask(AskedRoll(1, "2d6"))
    assert early.line() == "roll 1 2d6"
    assert Program(source).line() == "roll 1 2d6", "one that comes later is told what is asked now"
    early.send(b"1: 3 5\r\n")
    arrival = heard.next()
    assert (arrival.data, arrival.asked) == (b"1: 3 5", 1)
    arrival.reply("taken 1")
    source.ask(None)
    assert [early.line(), early.line()] == ["taken 1", "none"]


def test_a_program_may_end_and_another_come(port: tuple[PortSource, Heard]) -> None:
    source, heard = port
    first = Program(source)
    first.send(b"12\n3")
    assert heard.line() == b"12"
    first.line()
    first.close()
    assert heard.next().trouble == "Dice: a program ended within the line 3, which was not taken."
    Program(source).send(b"5\n")
    assert heard.line() == b"5"


def test_what_a_web_page_sends_through_a_browser_is_never_taken(port: tuple[PortSource, Heard]) -> None:
    source, heard = port
    browser = Program(source)
    assert browser.line() == "none"
    browser.send(b"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n35\n")
    assert heard.next().trouble.startswith("Dice: a program that sent something else than dice was disconnected.")
    assert browser.line().startswith("refused A line of dice is faces")
    assert browser.line() == ""
    Program(source).send(b"40\n")
    assert heard.line() == b"40", "nothing of the request came before it"


class Elsewhere:
    """A listening socket at which a program of another computer arrives, as no loopback lets it."""

    def __init__(self, server: socket.socket, address: str) -> None:
        self._server, self._address = server, address

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        plug, (_, number) = self._server.accept()
        return plug, (self._address, number)

    def __getattr__(self, name: str) -> object:
        return getattr(self._server, name)


def test_a_stranger_on_another_computer_is_refused() -> None:
    real = rooms._listening(0)
    source = PortSource(Elsewhere(real._server, "192.168.7.7"))  # type: ignore[arg-type]
    heard = Heard(source)
    stranger = Program(source)
    assert stranger.line() == "refused 192.168.7.7 is another computer; only programs of this one may send dice."
    assert stranger.line() == ""
    assert heard.next().trouble == "Dice: 192.168.7.7 is another computer; only programs of this one may send dice."
    source.stop()


def test_the_port_listens_on_the_loopback_and_nowhere_else(port: tuple[PortSource, Heard]) -> None:
    source, _ = port
    assert source._server.getsockname()[0] == "127.0.0.1"


def test_the_ninth_program_is_refused(port: tuple[PortSource, Heard]) -> None:
    source, heard = port
    programs = [Program(source) for _ in range(8)]
    assert [program.line() for program in programs] == ["none"] * 8
    assert Program(source).line() == "refused 8 programs send dice already."
    assert heard.next().trouble == "Dice: 8 programs send dice already."


def test_a_port_in_use_is_told_before_the_fight_is_opened(port: tuple[PortSource, Heard], tmp_path: Path) -> None:
    source, _ = port
    reply = call("play", DUEL, "--plain", "--dice-from", f"tcp:{source.port}")
    assert reply.code == 1 and reply.out == ""
    assert re.fullmatch(rf"Port {source.port} cannot be used for dice \(.*\); try another one\.\n", reply.err)


def test_the_standard_input_is_refused_while_it_is_the_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    class Keyboard:
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Keyboard())
    with pytest.raises(Refused, match="The standard input is the keyboard; pipe dice into it"):
        opened("-")


def test_the_standard_input_ends_once_and_that_is_said() -> None:
    inner, outer = os.pipe()
    heard = Heard(StreamSource("the standard input", inner, again=False))
    os.write(outer, b"35\n")
    os.close(outer)
    assert heard.line() == b"35"
    assert heard.next().trouble == "Dice: the standard input has ended; type the rolls."


def example() -> Callable[[int, Callable[[str], str]], None]:
    """The program of the page, as a reader would copy it."""
    text = re.search(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    assert text is not None
    names: dict[str, object] = {"__name__": "example"}
    exec(compile(text[1], str(PAGE), "exec"), names)
    program = names["answer_rolls"]
    assert callable(program)
    return program


def test_the_program_of_the_page_plays_the_dice_of_a_fight_in_line_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Brann's perception and initiative come from the program; the game master only begins and leaves."""
    source = rooms._listening(0)
    rolled: Queue[str] = Queue()
    faces = {"d100": "34", "2d6": "2 3"}

    def read_dice(dice: str) -> str:
        rolled.put(dice)
        return faces[dice]

    program = threading.Thread(target=example(), args=(source.port, read_dice))
    monkeypatch.setattr(rooms, "opened", lambda text: source)
    shutil.copy(DUEL, tmp_path)
    told: list[str] = []
    declared = threading.Event()

    def lines() -> Iterator[str]:
        program.start()
        yield "\n"
        assert declared.wait(LONG)
        yield "q\n"

    def tell(text: str) -> None:
        told.append(text)
        if "Brann may declare at" in text:
            declared.set()

    monkeypatch.setattr(play, "tell_wrapped", tell)
    monkeypatch.setattr("sys.stdin", lines())
    assert main(["play", str(tmp_path / DUEL.name), "--plain", "--seed", "4", "--dice-from", "tcp:8041"]) == 0
    program.join(LONG)
    assert [rolled.get(timeout=LONG) for _ in range(2)] == ["d100", "2d6"]
    assert any("perception 34" in line for line in told) and any("initiative 5 (2 3)" in line for line in told)


def test_on_the_screen_dice_from_a_port_are_taken_and_drawn() -> None:
    source = rooms._listening(0)
    session = Table({**ANNA, "player": "Ana"}, GRUK, dice=[3] * 40).session

    async def played() -> None:
        app = TrackerApp(AppConfig(session, guard=0.0, colour=True, dice=source))
        async with app.run_test(size=(80, 24)):
            player = Player(app)
            await player.press("enter")
            program = Program(source)
            loop = asyncio.get_running_loop()
            await player.drawn()
            assert await loop.run_in_executor(None, program.line) == "roll 1 d100"
            program.send(b"1: 34\n")
            assert await loop.run_in_executor(None, program.line) == "taken 1"
            assert await loop.run_in_executor(None, program.line) == "roll 2 2d6"
            program.send(b"2: 3\n")
            assert await loop.run_in_executor(None, program.line) == "more 2 1"
            await player.drawn()
            assert "Anna: initiative" in player.text() and player.screen.controller.dice.text == "3 "
            program.send(b"2: 7\n")
            refused = "7 is not on a d6: 1 to 6. 3, which came before, is dropped too."
            assert await loop.run_in_executor(None, program.line) == f"refused {refused}"
            await player.drawn()
            assert "Dice: 7 is not on a d6" in player.text()
            await player.press("question_mark")
            program.send(b"2: 3 5\n")
            assert "looking elsewhere" in await loop.run_in_executor(None, program.line)
            await player.press("escape")
            program.send(b"2: 3 5\n")
            assert await loop.run_in_executor(None, program.line) == "taken 2"
            await player.drawn()

    asyncio.run(played())
    source.stop()
    lines = [session.journal.steps[n].line for n in session.journal.done]
    assert lines[:3] == ["begin", "34", "3 5"]
