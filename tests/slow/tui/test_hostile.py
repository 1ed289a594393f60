"""Hostile files on the screen."""

from __future__ import annotations

from tests.tui.terminal import terminal


def test_no_byte_of_theirs_reaches_a_real_terminal() -> None:
    program = """
import sys
from tests.plain_fights import fight
from tests.campaign.names import hostile
from tracker.tui.app import run
from tracker.tui.app_config import AppConfig
sys.exit(run(AppConfig(fight(hostile(), title="The end\\x1b]0;owned\\x07 \\x9b5m"))))
"""
    with terminal(program) as own:
        own.until("The end")
        own.send("\rlf\x11")
        own.ended()
    text = own.written.decode()
    assert "\x1b]0;" not in text and "\x9b" not in text
    assert "\x1b[31m" not in text and "\u202e" not in text
