"""A phone without a link in a real browser: the code on the screen, a name, one key of the game master, an answer."""

from __future__ import annotations

import re
import time
from pathlib import Path

from tests.tui.terminal import LONG
from tests.web.driven import Browser
from tests.web.table import Master, encounter, master, until_written

SIZES = ((390, 844), (320, 640), (1920, 1080))
FITS = "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"
TYPE = "document.querySelector('#code').value = {!r}; document.querySelector('#form').requestSubmit(); return 0"
SAYS = "return document.querySelector('#said').textContent.startsWith({!r})"
CHOOSE = (
    "const one = [...document.querySelectorAll('#names button')].find(key => key.textContent === {!r});"
    "if (one) one.click(); return Boolean(one)"
)
PRESS = (
    "const one = [...document.querySelectorAll('#seat button')].find(key => key.textContent.startsWith({!r}));"
    "if (one) one.click(); return Boolean(one)"
)


def code_of(own: Master) -> str:
    """The code that the game master's screen has shown."""
    shown = re.findall(rb"with the code (\d{3}) (\d{3})", own.terminal.written)
    assert shown, own.terminal.written[-600:]
    return b"".join(shown[-1]).decode()


def test_a_phone_joins_by_code_name_and_one_key_and_answers(window: Browser, tmp_path: Path) -> None:
    with master(encounter(tmp_path, "take")) as own:
        door = f"http://127.0.0.1:{own.shared.port}/"
        for wide, high in SIZES:
            window.open(door, wide, high, dark=wide == 320)
            window.until("return document.querySelector('#code') !== null")
            assert window.run(FITS) and window.faults() == [], (wide, high)
        window.open(door, 390, 844)
        code = code_of(own)
        window.run(TYPE.format("000000" if code != "000000" else "111111"))
        window.until(SAYS.format("This is not the code"))
        window.run(TYPE.format(f"{code[:3]} {code[3:]}"))
        window.until(SAYS.format("Who are you?"))
        assert window.run("return [...document.querySelectorAll('#names button')].map(key => key.textContent)") == [
            "Brann",
            "Sela",
        ]
        assert window.faults() == []
        window.until(CHOOSE.format("Brann"))
        window.until(SAYS.format("Your game master lets you in"))
        sign = window.run("return document.querySelector('#said').textContent.match(/[0-9]+/)[0]")
        end = time.monotonic() + LONG
        while f"shows {sign} says it is Brann (Ana)".encode() not in own.terminal.written:
            assert time.monotonic() < end, own.terminal.written[-600:]
            own.terminal.quiet(0.2)
        own.terminal.send("\x19")
        window.until("return document.querySelector('#title') !== null")
        link = own.links.of("Ana")
        assert link is not None and window.run("return location.pathname + location.hash") == link.address
        own.terminal.send("\r")
        for key in ("4", "2", "Send"):
            window.until(PRESS.format(key))
        assert until_written(own, "Ana", 1) == ["42"]
        assert not any("Content Security Policy" in text for text in window.complaints())


def test_a_phone_that_is_turned_away_is_told_so(window: Browser, tmp_path: Path) -> None:
    with master(encounter(tmp_path, "take")) as own:
        window.open(f"http://127.0.0.1:{own.shared.port}/", 390, 844)
        window.until("return document.querySelector('#code') !== null")
        window.run(TYPE.format(code_of(own)))
        window.until(CHOOSE.format("Sela"))
        window.until(SAYS.format("Your game master lets you in"))
        own.terminal.send("\x0c")
        own.terminal.until("n turns it away")
        own.terminal.send("n")
        window.until(SAYS.format("Your game master did not let you in"))
        assert window.run("return location.pathname") == "/"
