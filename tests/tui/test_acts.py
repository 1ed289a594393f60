"""Every handler that a row of the keymap may have is a method, and each has one place only."""

from __future__ import annotations

from tracker.controller.key_dispatch import HANDLERS, VIEW_HANDLERS
from tracker.controller.keymap.default_keys import ROWS, Act, Look


def test_every_handler_of_the_keymap_has_its_method() -> None:
    assert set(HANDLERS) == set(Act)
    assert set(VIEW_HANDLERS) == set(Look)


def test_no_handler_is_without_a_row() -> None:
    assert {*HANDLERS, *VIEW_HANDLERS} == {row.handler for row in ROWS}
