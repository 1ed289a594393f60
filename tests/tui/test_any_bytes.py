"""Any bytes from the terminal: on every screen they are keys, clicks or a paste, and the program goes on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.lanes import drawing, sample
from tests.plain_fights import fight, rolled
from tests.tui.odd_bytes import ODD, some
from tests.tui.playing import drawn, playing
from tracker.controller.pages.openable_files import Entry
from tracker.player_screen.screen import WatchApp
from tracker.player_screen.spectator import Spectator
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.input_reader import InputReader

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

MOST = 8
"""How many pieces are sent every day; in the slow lane all."""


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


@drawing
@pytest.mark.parametrize("keys", sample(PAGES), ids=lambda keys: "-".join(keys) or "fight")
async def test_bytes_that_are_no_text_change_nothing_for_the_worse_on_any_page_of_the_fight(
    keys: Sequence[str],
) -> None:
    chance = random.Random("-".join(keys))
    async with playing(rolled(fight())) as player:
        await player.press(*keys)
        await fed(player.app, InputReader(), sample([*ODD, *(some(chance) for _ in range(40))], MOST))


@drawing
async def test_bytes_that_are_no_text_leave_the_choice_of_a_fight_and_the_players_screen_alive(tmp_path: Path) -> None:
    entries = [Entry(f"fight {n}", "an encounter", tmp_path / f"{n}.toml") for n in range(40)]
    chance = random.Random(1)
    chunks = sample([*ODD, *(some(chance) for _ in range(40))], MOST)
    app = TrackerApp(AppConfig(entries=entries, open_entry=lambda entry: (fight(), lambda: "")))
    async with app.run_test(size=(80, 24)):
        await fed(app, InputReader(), chunks)
    watch = WatchApp(Spectator(tmp_path / "none.fight.toml"))
    async with watch.run_test(size=(80, 24)):
        await fed(watch, InputReader(), chunks)
