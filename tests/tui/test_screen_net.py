"""The screen net: no screen, page or pane is outside it, and an end by a mistake of the program is never exit 0."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.command import CommandPalette

from tests.lanes import sample
from tests.plain_fights import DUEL, fight, rolled
from tests.tui.playing import Player, drawn
from tracker.controller.pages.openable_files import Entry
from tracker.player_screen.screen import WatchApp
from tracker.player_screen.spectator import Spectator
from tracker.storage.crash_reports import crash_reporter
from tracker.tui import base_app
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.screens.fight import FightScreen
from tracker.tui.screens.settings import SettingsScreen
from tracker.tui.screens.start import StartScreen
from tracker.tui.screens.text_page import Reading
from tracker.tui.widgets.lines import LinesPane
from tracker.tui.widgets.timeline import TimelinePane


def broken(*given: object, **more: object) -> None:
    raise ZeroDivisionError("nobody foresaw this")


def at(path: str) -> tuple[object, str]:
    owner, _, name = path.rpartition(".")
    return {kind.__name__: kind for kind in (FightScreen, TimelinePane, Reading, SettingsScreen, CommandPalette)}[
        owner
    ], name


async def until(player: Player, came: Callable[[], bool]) -> None:
    """Draw until it has come: a busy machine lays out its first frame late."""
    for _ in range(100):
        await player.drawn()
        if came():
            return


@pytest.mark.parametrize(
    ("keys", "fails"),
    sample(
        [
            (("question_mark", "down"), "Reading._draw"),
            (("ctrl+o", "down"), "SettingsScreen._draw"),
            (("ctrl+p", "down"), "CommandPalette._action_cursor_down"),
            (("1",), "FightScreen._make_room"),
            (("1",), "FightScreen._pointed"),
            (("1",), "FightScreen._direct_writer"),
            (("1",), "TimelinePane.marked"),
        ],
    ),
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
async def test_what_fails_on_a_screen_is_reported_and_told_and_the_fight_goes_on(
    keys: tuple[str, ...], fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TrackerApp(AppConfig(rolled(fight(DUEL)), report=crash_reporter(tmp_path), guard=0.0, colour=True))
    async with app.run_test(size=(120, 36)):
        player = Player(app)
        await player.drawn()
        owner, name = at(fails)
        with monkeypatch.context() as patched:
            for key in keys:
                if key == keys[-1]:
                    patched.setattr(owner, name, broken)
                await player.press(key)
                await player.pilot.pause()
            await until(player, lambda: any(tmp_path.iterdir()))
        app._exception = None
        assert isinstance(app.screen, FightScreen) and app.is_running
        player.screen.draw()
        await player.drawn()
        assert "in the program" in player.text() and "The report is" in player.text()
        await player.press("enter")
        assert player.screen.controller.session.encounter.began
    assert "nobody foresaw this" in next(tmp_path.iterdir()).read_text()
    assert app.code == 0, "it was left, and did not end by the mistake"


async def test_the_choice_of_a_fight_tells_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [Entry("one", "an encounter", tmp_path / "one.toml")]
    app = TrackerApp(
        AppConfig(
            entries=entries,
            open_entry=lambda entry: (fight(), lambda: ""),
            report=crash_reporter(tmp_path),
            colour=True,
        )
    )
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("down")
        with monkeypatch.context() as patched:
            patched.setattr(StartScreen, "_press", broken)
            await pilot.press("down")
        app._exception = None
        await drawn(app)
        assert app.is_running and "mistake in the program" in "\n".join(app.screen.query_one(LinesPane).text())


async def test_the_players_screen_tells_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = WatchApp(Spectator(tmp_path / "none.fight.toml"), report=crash_reporter(tmp_path))
    async with app.run_test(size=(120, 36)):
        monkeypatch.setattr(Spectator, "look", broken)
        app.call_later(app.look)
        await drawn(app)
        app._exception = None
        assert app.is_running and "mistake in the program" in "\n".join(app.query_one(LinesPane).text())


async def test_what_fails_again_and_again_ends_it_with_a_sentence_and_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(base_app, "_MOST_CAUGHT", 3)
    app = TrackerApp(AppConfig(rolled(fight(DUEL)), report=crash_reporter(tmp_path), guard=0.0, colour=True))
    async with app.run_test(size=(120, 36)):
        await drawn(app)
        for wrong in (ValueError, KeyError, TypeError, IndexError, OSError):
            app.caught(wrong("nobody foresaw this either"))
        app._handle_exception(ZeroDivisionError("nobody foresaw this"))
    assert app.code == 1 and len(list(tmp_path.iterdir())) == 6
    assert "ended it" in capsys.readouterr().err
