"""The recipe of a key in CONTRIBUTING.md, followed to the letter: one row, and the rest follows."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent
from typing import Any, cast

import pytest

from tests.controllers import controller_of
from tests.plain_fights import fight
from tests.tui.opening import declaring
from tests.tui.paper import Paper
from tests.tui.playing import every_size
from tracker.cli import keys as keys_command
from tracker.controller.controller import Controller
from tracker.controller.input import default_keys
from tracker.controller.input.user_keymap import LEFT_HAND, map_named
from tracker.controller.keymap.row import Row
from tracker.controller.modes import Mode
from tracker.controller.pages.command_palette import palette_entries
from tracker.tui.screens.help import help_rows
from tracker.tui.widgets.question import QuestionPane
from tracker.tui.widgets.timeline import TimelinePane

PAGE = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text("utf-8")


@pytest.fixture
def row(monkeypatch: pytest.MonkeyPatch) -> Row:
    """The row of the recipe, made by its own lines inside the file of the table, which has it from now on."""
    recipe = PAGE.partition("### A key\n")[2].partition("\n### ")[0]
    function, of_table = map(dedent, re.findall(r"```python\n(.*?)```", recipe, re.S))
    names: dict[str, Any] = {**vars(default_keys), "Controller": Controller}
    exec(function, names)
    made = cast(Row, eval(of_table.strip(), names))
    monkeypatch.setattr(default_keys, "ROWS", (*default_keys.ROWS, made))
    monkeypatch.setattr(default_keys, "_usual", default_keys._usual.__wrapped__)
    return made


@every_size
def test_the_key_hides_the_pane_and_shows_it_again(row: Row, size: tuple[int, int]) -> None:
    player = Paper(fight(), size)
    pane, before = player.screen.query_one(TimelinePane), player.text()
    assert pane.region.height
    player.press(row.keys[0])
    assert not pane.region.height and len(player.seen()) == size[1] and "help" in player.footer()
    player.press(row.keys[0])
    assert pane.region.height and player.text() == before


PANES = ("head", "timeline", "tabs", "fighters", "sheet", "log", "outcome", "question", "footer")


@every_size
def test_any_pane_may_be_hidden_and_choices_are_seen_all_the_same(size: tuple[int, int]) -> None:
    session = declaring("brawl", "hanna")
    player = Paper(session, size)
    view, before = player.controller.view, player.text()
    for id in PANES:
        view.hidden = frozenset({id})
        player.screen.draw()
        pane = player.screen.query_one(f"#{id}")
        assert id == "question" or not pane.region.height, id
        player.press("a", "down")
        question = player.screen.query_one(QuestionPane)
        assert player.controller.listing() is not None
        assert question.listed and question.region.height, id
        player.press("escape", "escape")
        view.hidden = frozenset()
        player.screen.draw()
        assert player.text() == before, id


def test_help_palette_map_and_list_have_the_key(row: Row, capsys: pytest.CaptureFixture[str]) -> None:
    keymap = default_keys.usual_keymap()
    assert any(row.words in line.words and line.keys == "f9" for line in help_rows(keymap))
    entries = palette_entries(controller_of(fight(), keymap))
    assert any(entry.row == row.id and entry.key == "f9" for entry in entries)
    in_the_map = default_keys.usual_keymap(map_named(LEFT_HAND)).row("f9", Mode.CHOOSE)
    assert in_the_map is not None and in_the_map.id == row.id
    keys_command._print_table(keymap)
    assert f"  {row.id} " in capsys.readouterr().out
    own = default_keys.usual_keymap({row.id: ("f10",)}).row("f10", Mode.FREE)
    assert own is not None and own.id == row.id
