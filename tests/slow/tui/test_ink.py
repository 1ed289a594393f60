"""What is written to the terminal at once, at any size and under whatever Textual draws itself."""

from __future__ import annotations

import pytest

from tests.plain_fights import fight
from tests.tui.written import written
from tracker.tui.widgets.lines import LinesPane


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
