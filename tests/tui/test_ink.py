"""What is written to the terminal at once: only what changed, and the same that Textual would have drawn."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region

from tests.lanes import sample
from tests.plain_fights import fight
from tests.tui import monkey
from tests.tui.emulator import Emulator
from tests.tui.opening import declaring
from tests.tui.playing import Player
from tracker.session import Session
from tracker.text.cells import Span
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.line_writer import LineWriter
from tracker.tui.widgets.lines import LinesPane

SIZE = (120, 36)


class Written:
    """A fight on a terminal: what was written to it, and what it shows."""

    def __init__(self, app: TrackerApp, size: tuple[int, int]) -> None:
        self.app = app
        self.player = Player(app)
        self.texts: list[str] = []
        self.at_once = 0
        self._shows = Emulator(*size)

    def write(self, text: str) -> None:
        self.texts.append(text)
        self._shows.feed(text.encode())

    async def press(self, *keys: str) -> str:
        """Press keys, each drawn before the next; what was written for them."""
        self.texts.clear()
        await self.player.press(*keys)
        return "".join(self.texts)

    async def resize(self, size: tuple[int, int]) -> None:
        """A terminal of another size, on which nothing stands yet."""
        self._shows = Emulator(*size)
        await self.player.pilot.resize_terminal(*size)
        await self.player.drawn()

    def is_as_textual_draws(self, why: str = "") -> None:
        """Signs and looks of every cell are those that Textual draws when it draws everything anew."""
        whole = Emulator(self._shows.columns, self._shows.rows)
        update = self.app.screen._compositor.render_full_update()
        whole.feed(update.render_segments(self.app.console).encode())
        rows = zip(self._shows.rows_seen(), whole.rows_seen(), strict=True)
        other = [(y, shown, drawn) for y, (shown, drawn) in enumerate(rows) if shown != drawn]
        assert not other, why


@asynccontextmanager
async def written(
    session: Session, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = SIZE, colour: bool = True
) -> AsyncIterator[Written]:
    """The session on a terminal that keeps what is written to it."""
    monkeypatch.setattr(TrackerApp, "is_headless", False)
    app = TrackerApp(AppConfig(session, guard=0.0, colour=colour))
    async with app.run_test(size=size, notifications=True):
        own = Written(app, size)
        assert app._driver is not None
        monkeypatch.setattr(app._driver, "write", own.write)
        whole = app.write

        def counted(ink: LineWriter, cell: tuple[int, int] | None) -> None:
            own.at_once += 1
            whole(ink, cell)

        monkeypatch.setattr(app, "write", counted)
        app.screen.refresh()
        await own.player.drawn()
        yield own


# What a line comes to

BASE = Style.parse("#010203 on #040506")
DIM = BASE + Style.parse("#070809")
BOLD = BASE + Style.parse("bold #010203")
LIT = BASE + Style.parse("#0a0b0c on #0d0e0f")


def ink() -> LineWriter:
    return LineWriter(Console(color_system="truecolor", force_terminal=True))


def test_a_look_is_written_only_where_it_becomes_another() -> None:
    own = ink()
    own.line(2, 4, [Segment("a", DIM), Segment("b", DIM), Segment("c", BASE)])
    assert own.taken() == "\x1b[5;3H\x1b[38;2;7;8;9;48;2;4;5;6mab\x1b[38;2;1;2;3mc\x1b[0m"


def test_what_is_bold_or_on_another_ground_begins_anew() -> None:
    own = ink()
    own.line(0, 0, [Segment("a", BOLD), Segment("b", BASE), Segment("c", LIT)])
    text = own.taken()
    assert "a\x1b[0m\x1b[38;2;1;2;3;48;2;4;5;6mb" in text
    assert "b\x1b[0m\x1b[38;2;10;11;12;48;2;13;14;15mc\x1b[0m" in text


def test_what_was_taken_is_not_written_again() -> None:
    own = ink()
    own.line(0, 0, [Segment("a", BASE)])
    assert own.taken()
    assert own.taken() == ""


@pytest.mark.parametrize(("name", "whole"), [("Ann", False), ("竜", True)])
def test_a_line_with_wide_signs_is_written_whole(monkeypatch: pytest.MonkeyPatch, name: str, whole: bool) -> None:
    """A terminal may be of another mind about their cells; what stands behind them must not drift."""
    monkeypatch.setattr(LinesPane, "region", property(lambda _: Region(0, 0, 12, 1)))
    monkeypatch.setattr(LinesPane, "get_line_filters", lambda _: [])
    pane, own = LinesPane("page"), LineWriter(Console(force_terminal=True))
    pane.put(((Span(name, "strong"), Span(" 20", "dim")),), own)
    own.taken()
    pane.put(((Span(name, "strong"), Span(" 17", "dim")),), own)
    text = own.taken()
    assert "17" in text
    assert (name in text) is whole


# The whole screen


async def test_a_key_writes_less_than_the_lines_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    async with written(declaring("brawl", "hanna"), monkeypatch) as own:
        text = await own.press("down")
        assert own.at_once
        assert len(own.texts) == 1, "one burst, the cursor with it"
        assert 0 < len(text) < 2500
        own.is_as_textual_draws()


@pytest.mark.parametrize(("path", "edition"), sample(monkey.CASES))
async def test_random_keys_write_what_textual_would_draw(
    path: Path, edition: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(7)
    session = monkey.opened(path, edition, tmp_path, 7)
    async with written(session, monkeypatch, (80, 24), colour=not edition.startswith("1")) as own:
        for number in range(12):
            if number == 8:
                await own.resize(SIZE)
            key = chance.choice(monkey.ORDINARY)
            await own.press(key)
            own.is_as_textual_draws(f"after {number + 1} keys, the last {key}")
        assert own.at_once > 5


async def test_on_a_terminal_too_low_for_every_pane_only_what_is_in_sight_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with written(fight(), monkeypatch, (80, 10)) as own:
        for key in ("down", "colon", "f1"):
            await own.press(key)
            own.is_as_textual_draws(f"after {key}")


async def test_a_pane_that_was_under_its_tab_never_shows_what_was_before(monkeypatch: pytest.MonkeyPatch) -> None:
    async with written(fight(), monkeypatch, (80, 24)) as own:
        await own.press("s")
        await own.player.type(":brann damage 7")
        await own.press("enter")
        text = await own.press("f")
        assert "31/38" in text
        assert text.count("38/38") % 3 == 0 < text.count("38/38"), "the others"


async def test_a_pane_as_wide_as_before_without_its_edge_shows_none(monkeypatch: pytest.MonkeyPatch) -> None:
    async with written(fight(), monkeypatch, (110, 40)) as own:
        sheet = own.player.screen.query_one("#sheet", LinesPane)
        await own.resize((sheet.size.width, 40))
        await own.press("s")
        below = own.player.seen()[sheet.region.y : sheet.region.bottom]
        assert sheet.text()[0] in below[0]
        assert not [line for line in below if line.startswith("│")]


async def test_after_a_page_another_theme_or_a_notice_of_textual_the_screen_is_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with written(fight(), monkeypatch) as own:
        for keys in (("question_mark",), ("escape", "down"), ("ctrl+t", "down"), ("down", "up")):
            await own.press(*keys)
            own.is_as_textual_draws(f"{keys}")
        own.app.notify("somewhere else", timeout=60)
        await own.player.drawn()
        before = own.at_once
        await own.press("down")
        assert own.at_once == before, "what Textual puts over the panes is not written over"
        own.is_as_textual_draws("under a notice")


async def test_keys_that_wait_already_are_drawn_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that is not read while a line is typed would else be written to until the program stands still."""
    async with written(fight(), monkeypatch) as own:
        await own.press(":")
        own.texts.clear()
        await own.player.type("note as fast as fingers go")
        assert len(own.texts) < 10
        assert "as fast as fingers go" in own.player.text()
        own.is_as_textual_draws()
