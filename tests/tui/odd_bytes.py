"""Odd bytes: what no keyboard sends on purpose, and the program sent it in a terminal, on each of its screens."""

from __future__ import annotations

import os
import random
from pathlib import Path

from tests.tui.terminal import PROGRAM, Terminal, terminal

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
"""Text in another encoding, old mouse reports, half characters, numbers that stand for nothing."""
WATCH = "import sys\nfrom tracker.cli import main\nsys.exit(main(['watch', {!r}]))\n"
CHOICE = """
import sys
from tests.plain_fights import fight
from tracker.tui.app import run
from tracker.tui.app_config import AppConfig
from tracker.controller.pages.openable_files import Entry
from pathlib import Path
entries = [Entry("fight", "an encounter", Path("fight.toml"))]
sys.exit(run(AppConfig(entries=entries, open_entry=lambda entry: (fight(), lambda: ""))))
"""
LEAVING = bytes((0x03, 0x11, 0x1A))
"""The keys that leave, or stop."""
WHERE = {
    "fight": (PROGRAM, "Ambush", b""),
    "help": (PROGRAM, "Ambush", b"?"),
    "settings": (PROGRAM, "Ambush", b":settings\r"),
    "palette": (PROGRAM, "Ambush", b"\x10"),
    "line": (PROGRAM, "Ambush", b":note "),
    "past": (PROGRAM, "Ambush", b"\r["),
    "watch": (WATCH, "not there yet", b""),
    "choice": (CHOICE, "an encounter", b""),
}
"""By the name of a screen the program, what it writes first, and the keys that lead there."""


def some(chance: random.Random) -> bytes:
    """Bytes at random: odd ones, any at all, or the beginnings of what a terminal sends."""
    kind = chance.randrange(3)
    if kind == 0:
        return chance.choice(ODD)
    if kind == 1:
        return chance.randbytes(chance.randrange(1, 30))
    starts = (b"\x1b", b"\x1b[", b"\x1b[<", b"\x1b[48;", b"\x1b[M", b"\x1bO", b"\xe6\x97")
    return chance.choice(starts) + bytes(chance.choices(b"0123456789;:<?$MmRtuy~ABC", k=chance.randrange(12)))


def survives(where: str, seed: int, chunks: int, folder: Path) -> None:
    """Send so many chunks to a screen in a terminal of its own; it goes on, and is left with exit code 0."""
    chance = random.Random(f"{where} {seed}")
    program, first, keys = WHERE[where]
    with terminal(program.replace("{!r}", repr(str(folder / "none.fight.toml")))) as own:
        own.until(first)
        os.write(own.outer, keys)
        own.quiet(0.1)
        for _ in range(chunks):
            data = bytes(byte for byte in some(chance) if byte not in LEAVING)
            os.write(own.outer, data)
            own.quiet(0.02)
            assert own.process.poll() is None, f"{data!r} ended it with {own.process.poll()}"
        assert left(own) == 0
        assert b"Traceback" not in own.written and b"error in the program" not in own.written


def left(own: Terminal) -> int:
    """End whatever was begun and leave; the exit code."""
    os.write(own.outer, b"\x1b\\\x1b[201~")
    own.quiet(0.3)
    own.send("\x11")
    return own.ended()
