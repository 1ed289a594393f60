"""Help: every key once, in words."""

from __future__ import annotations

import pytest

from tracker.controller.keymap.keymap import Keymap
from tracker.text.cells import words
from tracker.tui.screens.help import GROUPS, help_lines


def test_every_key_there_is_stands_in_help_once() -> None:
    keymap = Keymap()
    told = [id for _, ids in GROUPS for id in ids]
    assert sorted(told) == sorted(row.id for row in keymap.rows)


@pytest.mark.parametrize("cells", [78, 118])
def test_words_that_take_a_second_line_do_not_name_their_key_again(cells: int) -> None:
    lines = [words(line) for line in help_lines(Keymap(), cells)]
    at = next(at for at, line in enumerate(lines) if line.startswith("  z "))
    assert [line[:14].strip() for line in lines[at : at + 2]] != ["z", "z"]
    keyed = [line[:14].strip() for line in lines if line.startswith("  ") and line[:14].strip()]
    assert keyed.count("z") == 1 and keyed.count("esc") == 1
