"""The shared page in a real browser: it follows, fits, comes back after a restart, and hostile names do nothing."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from pathlib import Path

import pytest

from tests.player_screen.table import AMBUSH, Table, leaks
from tests.tui.terminal import terminal
from tests.web.driven import Browser
from tests.web.serving import Shared, shared

PLAY = "import sys\nfrom tracker.cli import main\nsys.exit(main(['play', {!r}, '--seed', '1']))"
HOSTILE = "<img src=x onerror=document.title=1>"
FITS = "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def test_the_page_follows_resumes_and_shows_only_text(window: Browser, tmp_path: Path) -> None:
    table = Table(tmp_path, text=AMBUSH.replace('"Sela"', f'"{HOSTILE}"'))
    table.begin()
    with shared(table.path) as share:
        address = f"http://127.0.0.1:{share.port}/"
        window.open(address, 500, 900)
        window.until("return document.body.innerText.includes('Goblin 2')")
        assert HOSTILE in window.text() and window.run("return document.images.length") == 0
        table.say("brann alias thunder")
        window.until("return document.body.innerText.includes('thunder')")
        assert window.run("return document.title") == "At the ford"
        assert leaks(str(window.run("return document.documentElement.outerHTML")).encode()) == []
    window.until("return document.body.innerText.includes('Not connected')")
    table.say("brann alias lightning")
    with shared(table.path, "--port", str(share.port)):
        window.until("return document.body.innerText.includes('lightning')")
        window.until("return !document.body.innerText.includes('Not connected')")
    assert not any("Content Security Policy" in text for text in window.complaints())
    table.close()


def test_two_phones_and_a_television_follow_the_game_masters_keys(table: Table, window: Browser) -> None:
    table.close()
    with (
        window.more(3) as screens,
        shared(table.path, "--player", "Ana", "--player", "Ben") as share,
        terminal(PLAY.format(os.fspath(table.path))) as master,
    ):
        master.until("declare")
        devices = (("Ana", 320, 640), ("Ben", 414, 896), ("", 1920, 1080))
        for screen, (player, wide, high) in zip(screens, devices, strict=True):
            window.look_at(screen)
            window.open(f"http://127.0.0.1:{share.port}{share.paths[player]}", wide, high)
            window.until("return document.body.innerText.includes('Goblin 2')")
        for n in range(3):
            master.send(f":sela alias thunder-{n}\r")
            for screen in screens:
                window.look_at(screen)
                window.until(f"return document.body.innerText.includes('thunder-{n}')")
        master.send("u")
        for screen in screens:
            window.look_at(screen)
            window.until("return document.body.innerText.includes('thunder-1')")


@pytest.mark.parametrize(("wide", "high"), [(320, 640), (768, 1024), (1920, 1080)])
def test_nothing_is_wider_than_the_screen(still: Shared, window: Browser, wide: int, high: int) -> None:
    window.open(f"http://127.0.0.1:{still.port}{still.paths['Ana']}", wide, high)
    window.until("return document.body.innerText.includes('Bastard Sword')")
    assert window.run(FITS)
    assert window.picture().startswith(b"\x89PNG")


def test_it_is_named_headed_and_announced_for_those_who_listen(still: Shared, window: Browser) -> None:
    window.open(f"http://127.0.0.1:{still.port}/", 768, 1024)
    assert window.run("return document.documentElement.lang") == "en"
    assert window.run("return document.querySelectorAll('h1').length") == 1
    unnamed = "return [...document.querySelectorAll('svg:not([aria-hidden])')].filter(e => !e.ariaLabel).length"
    assert window.run(unnamed) == 0
    assert window.run("return document.querySelector('#now').getAttribute('aria-live')") == "polite"


def test_the_page_signs_as_python_does(still: Shared, window: Browser) -> None:
    window.open(f"http://127.0.0.1:{still.port}{still.paths['Ana']}", 390, 844)
    for secret in ("s", "a-secret_of 22 signs", "k" * 64, "k" * 65, "ключ"):
        for text in ("", "x", '{"id":"1","line":"4 2","n":7}', "ü" * 55, "y" * 64, "z" * 1000):
            signed = hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
            assert window.run(f"return sign({json.dumps(secret)}, {json.dumps(text)})") == signed
