"""The screen in a real terminal, when it fails."""

from __future__ import annotations

from tests.tui.terminal import terminal

PANICS = """
import sys
from tests.plain_fights import fight
from tracker.tui import app, driver
from tracker.tui.app_config import AppConfig
def broken(*given):
    raise ZeroDivisionError("nobody foresaw this")
driver.InputReader = broken
sys.exit(app.run(AppConfig(fight())))
"""


def test_where_no_key_can_be_read_the_end_is_not_0() -> None:
    with terminal(PANICS) as own:
        own.until("\x1b[?1049l")
        assert own.ended() == 1
        assert own.modes() == own.before
        assert b"nobody foresaw this" in own.written
