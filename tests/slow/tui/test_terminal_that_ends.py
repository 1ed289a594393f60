"""A program in a terminal that ends before it has written what is waited for is not waited for any longer."""

from __future__ import annotations

import pytest

from tests.tui.terminal import terminal


def test_a_program_that_has_ended_is_not_waited_for() -> None:
    with terminal("import sys\nprint('the last words')\nsys.exit(3)") as own:
        own.until("the last words")
        with pytest.raises(AssertionError, match=r"it ended with 3 and never wrote 'more': b'the last words"):
            own.until("more")
