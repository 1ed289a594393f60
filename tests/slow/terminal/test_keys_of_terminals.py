"""What real terminals send, at the prompts of a fight: a key is itself in each form, and what is no key does nothing.

Each test starts the program once and sends many keys; the tables of every form are in `tests/tui/terminal_bytes.py`,
and `tests/tui/test_terminal_keys.py` reads all of them without a terminal.
"""

from __future__ import annotations

import os
import random
import re
import time
from pathlib import Path

from tests.slow.terminal.played import Played, played
from tests.tui.terminal_bytes import ANSWERS, alone, released

NO_KEYS = (*ANSWERS, *alone()[::29], *released())
PAUSE = 0.15
"""Longer than an escape alone waits for what follows it."""
HASTE = 1.0
"""Longer than the time in which a second enter does not count."""
CUT = (
    b"\x1b]11;rgb:2424/2727/3a3a\x1b\\",
    b"\x1b]52;c;MTIzIHUgeSBkYW1hZ2UgMTI=\x07",
    b"\x1bP1+r544e=787465726d\x1b\\",
    b"\x1b_Gi=31;OK\x1b\\",
    b"\x1b[?61;4;6;7;14;21;22c",
    b"\x1b[24;80R",
    b"\x1b[8;24;80t",
    b"\x1b[?2004;1$y",
    b"\x9d11;rgb:2424/2727/3a3a\x9c",
    b"\x1b[57441;2u",
)
"""An answer of each kind, and a modifier."""


def does_nothing(own: Played, where: str) -> None:
    """Whatever is no key, whole and in two parts, leaves screen and file as they are."""
    before, steps, chance = own.text(), own.steps(), random.Random(where)
    for data in NO_KEYS:
        os.write(own.outer, data)
        own.wait(0.01)
    own.quiet()
    assert (own.text(), own.steps()) == (before, steps), where
    for data in CUT:
        at = (2, len(data) // 2, len(data) - 1)[chance.randrange(3)]
        own.press(data[:at], data[at:], pause=PAUSE)
        assert own.text() == before, (where, data[:at], data[at:])
    assert own.steps() == steps


def begun(own: Played) -> None:
    """Begin the fight, up to the first dice."""
    own.press(b"\r")
    own.records("begin")
    own.shows("perception 39 %, d100")
    own.quiet()


def declaring(own: Played) -> None:
    """Go on until a fighter may declare."""
    begun(own)
    for step in ("roll", "roll"):
        own.press(b"\r")
        own.records(step)
        own.quiet()
    own.press(b" ")
    own.records("next")
    own.shows("may declare.")
    own.quiet()


def test_answers_of_the_terminal_and_modifiers_alone_do_nothing_at_any_prompt(tmp_path: Path) -> None:
    with played(tmp_path) as own:
        begun(own)
        does_nothing(own, "dice")
        own.press(b":")
        own.press(b"note 12")
        own.shows(": note 12")
        does_nothing(own, "line")
        own.press(b"\x1b")
        own.quiet()
        own.press(b"?")
        own.shows("Keys and rules")
        does_nothing(own, "help")
        own.press(b"\x1b[57441;2u\x1b[55;2;47u")  # Shift+7, the slash of a German layout
        own.shows("find:")
        own.press(b"\x1b")
        own.press(b"\x1b")
        own.shows("perception 39 %, d100")
        own.quiet()
        own.press(b"\x1b]11;rgb:2424/27")  # without its end
        own.wait(1.2)
        own.press(b"4")
        own.press(b"2")
        own.records("42")


def test_the_number_pad_is_its_signs_under_the_kitty_protocol_and_in_application_mode(tmp_path: Path) -> None:
    with played(tmp_path, keys='map = "number-pad"\n') as own:
        own.press(b"\x1b[57400;129;49u")
        own.press(b"\x1b[57412;129;45u")
        own.shows("Damage to")
        own.press(b"\x1b[57401u")
        own.press(b"\x1bOs")
        own.shows("23")
        own.press(b"\x1b[27u")
        own.quiet()
        own.press(b"\x1b[57414;129u")
        own.records("begin")
        own.shows("perception 39 %, d100")
        own.quiet()
        for enter in (b"\x1bOM", b"\x1b[57414u"):
            own.press(enter)
            own.records("roll")
            own.quiet()
        own.press(b"\x1b[57413;129;43u")
        own.records("next")
        own.quiet()
        own.press(b"\x1b[57410;129;47u")
        own.records("next", "undo")
        own.quiet()
        own.press(b"\x1bOk")
        own.records("next")


def test_alt_shift_caps_lock_and_other_layouts_act_as_meant(tmp_path: Path) -> None:
    with played(tmp_path) as own:
        own.press(b":")
        own.press(b"note")
        own.press(b"\x1b[32;2u")
        own.press(b"xy")
        own.press(b"\x1b[127;2u")
        own.shows(": note x")
        own.press(b"\x1b[13;2u")
        own.records("note x")
        own.wait(HASTE)
        own.press(b"\n")
        own.records("begin")
        own.shows("perception 39 %, d100")
        own.quiet()
        own.press(b"3")
        own.quiet()
        own.press(b"\x1b\r")
        own.records("begin", "roll")  # Esc drops the digit, so Enter gives none
        own.wait(HASTE)
        own.press(b"\r")
        own.records("roll", "roll")
        own.quiet()
        own.press(b" ")
        own.records("next")
        own.shows("may declare.")
        own.quiet()
        for alt in (b"\x1bw", b"\x1b[119;3u", b"\x1b[119;3;119u"):
            own.press(alt)
            own.quiet()
        assert own.steps()[-1] == "next"
        own.press("ф".encode())
        own.shows("layout")
        own.press(b"\x1b[1092;;1092u")
        own.shows("layout")
        own.press(b"A")
        own.shows("Target?")
        own.press(b"\x1b")
        own.shows("may declare.")
        own.press(b"\x1b[1081;5u")
        assert own.ended() == 0


def test_pastes_clicks_and_a_quick_escape_are_what_they_were(tmp_path: Path) -> None:
    with played(tmp_path) as own:
        own.press(b":")
        own.press(b"\x1b[200~note a\x1b]11;b\r\nc", b"\x1b[201~", pause=PAUSE)
        own.shows(": note a")
        sent = time.monotonic()
        own.press(b"\x1b")
        own.shows("enter begin")
        assert time.monotonic() - sent < 10, "a busy machine may take long, but nothing is waited for"
        own.press(b"\x1b[<0;5;10M\x1b[<0;5;10m")
        own.shows("Gruk")
        own.quiet()
        own.press(b"\x1b[27;5;113~")
        assert own.ended() == 0


def test_the_kitty_protocol_is_asked_for_the_key_of_the_base_layout_once_and_given_back(tmp_path: Path) -> None:
    with played(tmp_path) as own:
        own.press(b"\x11")
        assert own.ended() == 0
        assert re.findall(rb"\x1b\[[<>=][\d;]*u", own.written) == [b"\x1b[>29u", b"\x1b[<u"]
