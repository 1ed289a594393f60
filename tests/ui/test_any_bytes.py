"""Any bytes from the terminal: on every screen they are keys, clicks or a paste, and the program goes on."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.plain_fights import fight, rolled
from tests.ui.playing import drawn, playing
from tests.ui.terminal import PROGRAM, Terminal, terminal
from tracker.players.screen import WatchApp
from tracker.players.spectator import Spectator
from tracker.ui.app import TrackerApp
from tracker.ui.entries import Entry
from tracker.ui.input_reader import InputReader

ODD = (
    b":note caf\xe9\r",
    b"\xe1\xe2\xff\xfe",
    b"\x1b[M \xc8\x90",
    "日".encode()[:2],
    b"\x1b[99999999u\x1b[55296u\x1b[97;1;55296u\x1b[1:2;1:2u",
    b"\x1b[48;0;0;0;0t\x1b[48;99999;99999;1;1t",
    b"\x1b[<0;99999999;99999999M\x1b[<35;-1;-1M\x1b[<99999999;1;1M",
    b"\x1b[200~caf\xe9\x1b[201~",
    b"\x1b[99999999;99999999R\x1b[?2026;2$y",
)
PAGES = (
    (),
    ("question_mark",),
    ("colon", "x"),
    ("[",),
    ("ctrl+p",),
    ("minus",),
    ("comma",),
    ("w",),
    ("slash",),
    ("l",),
)
WATCH = "import sys\nfrom tracker.cli import main\nsys.exit(main(['watch', {!r}]))\n"
CHOICE = """
import sys
from tests.plain_fights import fight
from tracker.ui.app import run
from tracker.ui.entries import Entry
from pathlib import Path
entries = [Entry("fight", "an encounter", Path("fight.toml"))]
sys.exit(run(entries=entries, open_entry=lambda entry: (fight(), lambda: "")))
"""


def some(chance: random.Random) -> bytes:
    """Bytes at random: odd ones, any at all, or the beginnings of what a terminal sends."""
    kind = chance.randrange(3)
    if kind == 0:
        return chance.choice(ODD)
    if kind == 1:
        return chance.randbytes(chance.randrange(1, 30))
    starts = (b"\x1b", b"\x1b[", b"\x1b[<", b"\x1b[48;", b"\x1b[M", b"\x1bO", b"\xe6\x97")
    return chance.choice(starts) + bytes(chance.choices(b"0123456789;:<?$MmRtuy~ABC", k=chance.randrange(12)))


async def fed(app: TrackerApp | WatchApp, reader: InputReader, chunks: Sequence[bytes]) -> None:
    """Hand bytes to an app as its driver does, but for those that leave it."""
    driver = app._driver
    assert driver is not None
    for data in chunks:
        for message in (*reader.read(data.replace(b"\x11", b"").replace(b"\x1a", b"")), *reader.tick()):
            if getattr(message, "key", "") not in ("ctrl+q", "ctrl+z", "ctrl+c"):
                driver.process_message(message)
        await drawn(app)
        assert app._exception is None and app.is_running, data


@pytest.mark.parametrize("keys", PAGES, ids=lambda keys: "-".join(keys) or "fight")
async def test_bytes_that_are_no_text_change_nothing_for_the_worse_on_any_page_of_the_fight(
    keys: Sequence[str],
) -> None:
    chance = random.Random("-".join(keys))
    async with playing(rolled(fight())) as player:
        await player.press(*keys)
        await fed(player.app, InputReader(), [*ODD, *(some(chance) for _ in range(40))])


async def test_bytes_that_are_no_text_leave_the_choice_of_a_fight_and_the_players_screen_alive(tmp_path: Path) -> None:
    entries = [Entry(f"fight {n}", "an encounter", tmp_path / f"{n}.toml") for n in range(40)]
    chance = random.Random(1)
    chunks = [*ODD, *(some(chance) for _ in range(40))]
    app = TrackerApp(entries=entries, open_entry=lambda entry: (fight(), lambda: ""))
    async with app.run_test(size=(80, 24)):
        await fed(app, InputReader(), chunks)
    watch = WatchApp(Spectator(tmp_path / "none.fight.toml"))
    async with watch.run_test(size=(80, 24)):
        await fed(watch, InputReader(), chunks)


@pytest.mark.slow
@pytest.mark.parametrize("where", ["play", "watch", "choice"])
def test_in_a_real_terminal_bytes_that_are_no_text_do_not_end_it(where: str, tmp_path: Path) -> None:
    program = {"play": PROGRAM, "watch": WATCH.format(str(tmp_path / "x.fight.toml")), "choice": CHOICE}[where]
    chance = random.Random(where)
    with terminal(program) as own:
        own.until({"play": "Ambush", "watch": "not there yet", "choice": "an encounter"}[where])
        for data in (*ODD, *(some(chance) for _ in range(30))):
            os.write(own.outer, data.replace(b"\x11", b"").replace(b"\x1a", b"").replace(b"\x03", b""))
            own.quiet(0.02)
        assert own.process.poll() is None
        assert left(own) == 0


def left(own: Terminal) -> int:
    """Leave whatever page is open, and the program; the exit code."""
    os.write(own.outer, b"\x1b\\\x1b[201~")
    own.quiet(0.3)
    own.send("\x11")
    return own.ended()


@pytest.mark.slow
@pytest.mark.parametrize("before", [":", ""], ids=["field", "free"])
def test_a_megabyte_pasted_without_marks_is_taken_as_one_and_answered_within_a_second(before: str) -> None:
    with terminal() as own:
        own.until("Ambush")
        own.send(before)
        own.quiet()
        data = b"goblin attacks u y 1 2 space\r\n" * (1 << 15)
        os.set_blocking(own.outer, False)
        began = time.monotonic()
        while data:
            try:
                data = data[os.write(own.outer, data[:4096]) :]
            except BlockingIOError:
                own._read(0.01)
        own.until("pasted text is")
        assert time.monotonic() - began < 1 + SLACK
        assert b"Traceback" not in own.written
        own.send("\x1b")
        own.quiet()
        own.send("\x11")
        assert own.ended() == 0


SLACK = 2
"""Seconds more for a machine that is busy otherwise."""
