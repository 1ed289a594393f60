"""Hostile names: drawn as text on every screen, with no markup, no control byte, and columns still aligned."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color

from tests.campaign.names import CONTROL, NAMES, hostile
from tests.plain_fights import fight, rolled
from tests.tui.paper import Paper
from tests.tui.playing import drawn, every_size
from tracker.controller.pages.openable_files import Entry
from tracker.text.cells import clean, width
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.line_filters import OnlyDrawable


@pytest.mark.parametrize("name", NAMES)
def test_the_width_of_a_name_is_what_the_terminal_gives_it(name: str) -> None:
    assert width(clean(name)) == cell_len(clean(name))
    assert not CONTROL.search(clean(name))


def test_every_sign_of_the_first_planes_is_as_wide_as_it_is_drawn() -> None:
    odd = [
        hex(point)
        for point in (*range(0x20, 0x3000), *range(0x3000, 0xD7FF, 7), *range(0xF900, 0xFFFF), *range(0x1F300, 0x1FAFF))
        if unicodedata.category(chr(point)) not in ("Cn", "Co", "Cs", "Cf")
        and (sign := clean(chr(point)))
        and width(f"x{sign}") != cell_len(f"x{sign}")
    ]
    assert not odd


def test_what_slips_through_is_dropped_before_it_reaches_the_terminal() -> None:
    segments = [Segment("a\x1b[2Jb\x9b\u202ec\x07")]
    assert OnlyDrawable().apply(segments, Color(0, 0, 0))[0].text == "a[2Jbc"


@every_size
def test_hostile_names_on_every_screen(size: tuple[int, int]) -> None:
    session = rolled(fight(hostile(), title="[bold]The \x1b[5m[/] fight\u202e"))
    keys = ("enter", "s", "l", "f", "space", "a", "escape", "k", "escape", "x", "escape", "question_mark")
    player = Paper(session, size)
    for key in ("", *keys):
        if key:
            player.press(key)
        seen = player.seen()
        assert not CONTROL.search("".join(seen))
        assert {cell_len(line) for line in seen} == {size[0]}
    player.press("escape", "1", "minus")
    assert "[bold]Brann[/bold]" in player.text()
    player.press("escape", "slash")
    player.type("brann")
    player.press("enter", "l", "up", "colon")
    player.controller.paste("\x1b[31m[red]x[/]\u202e\n" * 3)
    player.screen.draw()
    assert not CONTROL.search("".join(player.seen()))
    assert {cell_len(line) for line in player.seen()} == {size[0]}


async def test_hostile_names_in_the_list_of_what_to_open() -> None:
    entries = [Entry(name, f"a fight of {name}", Path(f"{at}.toml")) for at, name in enumerate(NAMES)]
    chosen: list[str] = []

    def open_entry(entry: Entry) -> tuple[object, object]:
        chosen.append(entry.name)
        raise ValueError("cannot be [opened]")

    app = TrackerApp(AppConfig(entries=entries, open_entry=open_entry, colour=True))  # type: ignore[arg-type]
    async with app.run_test(size=(80, 24)) as pilot:
        await drawn(app)
        await pilot.press("3")
        await drawn(app)
        lines = ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]
        assert chosen == ["Odo[/]"]
        assert "cannot be [opened]" in "\n".join(lines)
        assert not CONTROL.search("".join(lines))
        assert {cell_len(line) for line in lines} == {80}
