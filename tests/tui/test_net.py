"""The net: what nobody foresaw does not end the fight; nothing is done, it is told and reported, and play goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.plain_fights import DUEL, fight, rolled
from tests.tui.playing import Player
from tracker.controller.input.keys import press as press_key
from tracker.controller.modes import Mode
from tracker.controller.view_state import ViewState
from tracker.games.plain.game import Choices, Display
from tracker.games.plain.turns import Resolution
from tracker.session import Session
from tracker.storage.atomic import Disk
from tracker.storage.crash_reports import crash_reporter
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig


def broken(*given: object) -> None:
    raise ZeroDivisionError("nobody foresaw this")


def declaring() -> Session:
    session = rolled(fight(DUEL))
    for line in ("begin", "fix brann count 1", "fix goblin-1 count 60", "next"):
        session.say(line)
    return session


async def test_a_rule_that_fails_leaves_the_fight_as_it_was_and_the_screen_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = declaring()
    before, steps = session.encounter, list(session.journal.done)
    app = TrackerApp(AppConfig(session, report=crash_reporter(tmp_path / "reports"), guard=0.0, colour=True))
    async with app.run_test(size=(120, 36)):
        player = Player(app)
        await player.drawn()
        with monkeypatch.context() as patched:
            patched.setattr(Resolution, "decide", broken)
            await player.press("a", "2")
            assert (session.encounter, session.journal.done) == (before, steps)
            assert "an error in the program" in player.text() and "report.txt" in player.text()
            await player.press("a", "2")
        await player.press("a", "2")
        assert session.encounter["brann"].actions, "the fight goes on"
    (report,) = (tmp_path / "reports").iterdir()
    text = report.read_text()
    assert "ZeroDivisionError: nobody foresaw this" in text and "Traceback" in text
    assert 'brann attack goblin-1 "Sword"' in text, "the line is in it"


@pytest.mark.parametrize(
    ("part", "name"),
    sample([(Choices, "menu"), (Choices, "repeat_last"), (Display, "card"), (Display, "activity")]),
)
async def test_a_rule_that_fails_while_it_is_drawn_leaves_lines_and_taking_back(
    part: type, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = rolled(fight(DUEL))
    for line in ("begin", "fix brann count 1", "fix goblin-1 count 60"):
        session.say(line)
    app = TrackerApp(AppConfig(session, report=crash_reporter(tmp_path), guard=0.0, colour=True))
    async with app.run_test(size=(120, 36)):
        player = Player(app)
        await player.drawn()
        monkeypatch.setattr(part, name, broken)
        await player.press("space")
        assert player.screen.mode is Mode.DECLARE
        assert "an error in the program" in player.text()
        await player.press("colon", *"brann wait", "enter")
        assert session.encounter["brann"].waiting
        await player.press("u")
        assert not session.encounter["brann"].waiting


async def test_a_handler_that_fails_does_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = controller_of(declaring(), report=crash_reporter(tmp_path))
    monkeypatch.setattr(ViewState, "zoom", broken)
    press_key(controller, "full_stop", ".")
    assert controller.notice.refused and str(tmp_path) in controller.notice.text
    press_key(controller, "a", "a")
    assert controller.mode is Mode.MENU


def test_without_somewhere_to_report_to_it_stays_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    controller = controller_of(declaring())
    monkeypatch.setattr(Resolution, "decide", broken)
    press_key(controller, "a", "a")
    with pytest.raises(ZeroDivisionError):
        press_key(controller, "2", "2")


def test_a_refusal_is_a_refusal_and_no_report(tmp_path: Path) -> None:
    session = declaring()
    session.say("fix goblin-1 HP 0")
    controller = controller_of(session, report=crash_reporter(tmp_path))
    press_key(controller, "a", "a")
    press_key(controller, "2", "2")
    assert controller.notice.refused and controller.notice.text == "Goblin 1 is down."
    assert not list(tmp_path.iterdir())


def test_a_failure_after_the_step_takes_the_step_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = controller_of(declaring(), report=crash_reporter(tmp_path))
    before = controller.session.encounter
    monkeypatch.setattr(ViewState, "stepped", broken)
    press_key(controller, "w", "w")
    assert controller.session.encounter == before


def test_where_no_report_can_be_written_the_sentence_says_so(tmp_path: Path) -> None:
    class Full(Disk):
        def create(self, path: Path, mode: int = 0o644) -> int:
            raise OSError(28, "No space left on device")

    assert (
        crash_reporter(tmp_path, Full())("text")
        == f"No report could be written to {tmp_path}: No space left on device."
    )
    first, second = crash_reporter(tmp_path)("one"), crash_reporter(tmp_path)("two")
    assert first != second and {path.read_text() for path in tmp_path.iterdir()} == {"one", "two"}
