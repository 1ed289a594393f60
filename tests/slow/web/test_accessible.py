"""The pages for those who see little, hear them read, or use no mouse: axe-core finds no fault, dark or light."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import ROOT, call
from tests.player_screen.table import Table
from tests.web.driven import Browser
from tests.web.serving import shared

SIZES = ((320, 640), (390, 844), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))


def test_axe_is_there_and_finds_what_is_wrong(window: Browser, tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    page.write_text("<!doctype html><title>x</title><img src='x.png'><p style='color:#eee'>pale", encoding="utf-8")
    window.open(page.as_uri(), 768, 1024)
    assert {fault.split()[1] for fault in window.faults()} >= {"image-alt:", "html-has-lang:", "color-contrast:"}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_shared_page_has_no_fault(table: Table, window: Browser, dark: bool) -> None:
    table.say("fix goblin-1 PFT 3", "fix sela PFT 9", "fix sela prone on", "goblin-2 leaves")
    with shared(table.path, "--player", "Ana") as share:
        for wide, high in SIZES:
            for player in ("", "Ana"):
                window.open(f"http://127.0.0.1:{share.port}{share.paths[player]}", wide, high, dark)
                window.until("return document.body.innerText.includes('Goblin 1')")
                assert window.faults() == [], (wide, player)
        table.path.unlink()
        window.until("return document.body.innerText.includes('not there')")
        assert window.faults() == []
        share.end()
        window.until("return document.body.innerText.includes('Not connected')")
        assert window.faults() == []


def test_before_the_fight_the_page_has_no_fault(window: Browser, tmp_path: Path) -> None:
    with shared(tmp_path / "ford.fight.toml") as share:
        window.open(f"http://127.0.0.1:{share.port}/", 320, 640)
        assert window.faults() == []


HANDED_ROUND = (("log",), ("log", "--for", "players"), ("log", "--for", "players", "--recap"), ("sheet",))


@pytest.mark.parametrize("words", HANDED_ROUND, ids=" ".join)
def test_what_is_handed_round_has_no_fault(window: Browser, tmp_path: Path, words: tuple[str, ...]) -> None:
    page = tmp_path / "page.html"
    for fight in ("finished-duel", "finished-phases-corridor", "finished-feats-drowning"):
        reply = call(*words, ROOT / "saves" / f"{fight}.fight.toml", "--format", "html")
        page.write_text(reply.out, encoding="utf-8")
        for dark in (False, True):
            window.open(page.as_uri(), 768, 1024, dark)
            assert window.faults() == [], (fight, dark)
