"""Help: every key once, in words."""

from __future__ import annotations

import pytest

from tests.tui.opening import declaring
from tests.tui.paper import Paper
from tracker.controller.input.default_keys import ROWS, usual_keymap
from tracker.controller.keymap.key_names import shown
from tracker.text.cells import words
from tracker.tui.screens.fight import FightScreen
from tracker.tui.screens.help import help_lines, help_rows


def test_help_says_what_every_key_does() -> None:
    told = help_rows(usual_keymap())
    for row in ROWS:
        assert any(row.words in line.words and shown(row.keys[0]) in line.keys for line in told), row.id


@pytest.mark.parametrize("cells", [78, 118])
def test_words_that_take_a_second_line_do_not_name_their_key_again(cells: int) -> None:
    lines = [words(line) for line in help_lines(usual_keymap(), cells)]
    at = next(at for at, line in enumerate(lines) if line.startswith("  z "))
    assert [line[:14].strip() for line in lines[at : at + 2]] != ["z", "z"]
    keyed = [line[:14].strip() for line in lines if line.startswith("  ") and line[:14].strip()]
    assert keyed.count("z") == 1 and keyed.count("esc") == 1


def test_every_key_has_one_row_however_much_it_does() -> None:
    keys = [row.keys for row in help_rows(usual_keymap())]
    assert len(keys) == len(set(keys))
    enter = next(row for row in help_rows(usual_keymap()) if row.keys == "enter")
    assert "begin the fight (before the fight)" in enter.words and "carry out the line" in enter.words


def test_a_key_is_found_by_what_footer_and_keys_files_call_it() -> None:
    found_by = {
        name: [row.keys for row in help_rows(usual_keymap()) if row.says([name])] for name in ("share", "quit", "theme")
    }
    assert found_by["share"] == ["ctrl+l"] and found_by["quit"] == ["ctrl+q"]
    assert "ctrl+t" in found_by["theme"]


def test_the_help_is_searched_as_one_types_and_a_letter_that_scrolls_is_typed_then() -> None:
    session = declaring("brawl", "hanna")
    player = Paper(session, (80, 24))
    player.press("question_mark")
    assert player.seen()[1].strip() == "Asked now" and "/ find" in player.footer()
    player.press("slash", *"jump")
    assert "No key or sign" in player.text()
    player.press(*["backspace"] * 4, *"dice secret")
    told = [line for line in player.seen()[1:-1] if line.strip()]
    assert any(line.startswith("   h ") for line in told) and "find: dice secret" in player.footer()
    assert not any(line.startswith("   u ") for line in told)
    player.press("escape")
    assert "Asked now" in player.text() and "/ find" in player.footer()
    player.press("escape")
    assert isinstance(player.desk.screen, FightScreen)
