"""What is written to the terminal at once: only what changed, and the same that Textual would have drawn."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region

from tests.lanes import sample
from tests.tui import monkey
from tests.tui.opening import declaring
from tests.tui.written import SIZE, written
from tracker.text.cells import Span
from tracker.tui.line_writer import LineWriter
from tracker.tui.theme import DARK
from tracker.tui.widgets.lines import LinesPane

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


def test_the_chip_of_a_key_is_as_wide_as_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LinesPane, "region", property(lambda _: Region(0, 0, 16, 1)))
    monkeypatch.setattr(LinesPane, "get_line_filters", lambda _: [])
    pane, own = LinesPane("page"), ink()
    pane.put(((Span("  esc  ", "key"), Span("back"), Span("  ", "key")),), own)
    colour = DARK.style("key").bgcolor
    assert colour is not None
    ground = ";".join(map(str, colour.get_truecolor()))
    assert re.findall(rf"48;2;{ground}m([^\x1b]*)", own.taken()) == ["esc"]


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
