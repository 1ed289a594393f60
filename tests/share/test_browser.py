"""The shared page in a real browser: it follows, fits, comes back after a restart, and hostile names do nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.players.table import AMBUSH, Table, leaks
from tests.share.driven import browser
from tests.share.serving import shared

HOSTILE = "<img src=x onerror=document.title=1>"
FITS = "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def test_the_page_follows_resumes_and_shows_only_text(tmp_path: Path) -> None:
    table = Table(tmp_path, text=AMBUSH.replace('"Sela"', f'"{HOSTILE}"'))
    table.begin()
    with browser(tmp_path) as seen:
        with shared(table.path) as share:
            address = f"http://127.0.0.1:{share.port}/"
            seen.open(address, 500, 900)
            seen.until("return document.body.innerText.includes('Goblin 2')")
            assert HOSTILE in seen.text() and seen.run("return document.images.length") == 0
            table.say("brann alias thunder")
            assert seen.until("return document.body.innerText.includes('thunder')") < 2
            assert seen.run("return document.title") == "At the ford"
            assert leaks(str(seen.run("return document.documentElement.outerHTML")).encode()) == []
        seen.until("return document.body.innerText.includes('Not connected')")
        table.say("brann alias lightning")
        with shared(table.path, "--port", str(share.port)):
            seen.until("return document.body.innerText.includes('lightning')", 20)
            seen.until("return !document.body.innerText.includes('Not connected')")
        assert not any("Content Security Policy" in text for text in seen.complaints())
    table.close()


@pytest.mark.parametrize(("wide", "high"), [(500, 800), (768, 1024), (1920, 1080)])
def test_nothing_is_wider_than_the_screen(table: Table, tmp_path: Path, wide: int, high: int) -> None:
    with shared(table.path, "--player", "Ana") as share, browser(tmp_path) as seen:
        seen.open(f"http://127.0.0.1:{share.port}{share.paths['Ana']}", wide, high)
        seen.until("return document.body.innerText.includes('Bastard Sword')")
        assert seen.run(FITS)
        assert seen.picture().startswith(b"\x89PNG")


def test_it_is_named_headed_and_announced_for_those_who_listen(table: Table, tmp_path: Path) -> None:
    with shared(table.path) as share, browser(tmp_path) as seen:
        seen.open(f"http://127.0.0.1:{share.port}/", 768, 1024)
        assert seen.run("return document.documentElement.lang") == "en"
        assert seen.run("return document.querySelectorAll('h1').length") == 1
        unnamed = "return [...document.querySelectorAll('svg:not([aria-hidden])')].filter(e => !e.ariaLabel).length"
        assert seen.run(unnamed) == 0
        assert seen.run("return document.querySelector('#now').getAttribute('aria-live')") == "polite"
