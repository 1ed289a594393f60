"""Every handler that a row of the keymap may have is a method, and each has one place only."""

from __future__ import annotations

from typing import get_args

from tracker.ui.acts import AT_DESK, LOOKS
from tracker.ui.keymap import ROWS, AtDesk, Look


def test_every_handler_of_the_keymap_has_its_method() -> None:
    assert set(AT_DESK) == set(get_args(AtDesk))
    assert set(LOOKS) == set(get_args(Look))


def test_no_handler_is_without_a_row() -> None:
    assert {*AT_DESK, *LOOKS} == {row.handler for row in ROWS}
