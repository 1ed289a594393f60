"""Bars beside the other panes: from 110 columns on they can be read, or the panes take turns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.lanes import sample
from tests.tui.paper import Paper
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.storage.preparation import prepare, read_encounter
from tracker.tui.widgets.fighters import FightersPane

SAVES = Path(__file__).parents[2] / "saves"
BAR = re.compile("[▂█◂▸▒░]+")
LEAST = 8


@pytest.mark.parametrize("columns", sample([110, 114, 119]))
@pytest.mark.parametrize("name", ["phases-corridor", "prism-armour"])
def test_beside_sheet_and_log_four_pools_keep_bars_of_eight_cells(name: str, columns: int) -> None:
    fight = read_encounter(SAVES / f"{name}.toml")
    session = Session(fight.encounter, fight.rules, SeededDice(5))
    player = Paper(session, (columns, 36))
    drawn = player.screen.query_one(FightersPane).drawn
    assert drawn is not None and not player.screen.has_class("narrow")
    first = ["".join(span.text for span in line) for line, who in zip(drawn.lines, drawn.rows, strict=True) if who]
    assert min(len(bar) for line in first for bar in BAR.findall(line)) >= LEAST, first


@pytest.mark.parametrize(("name", "points"), [("Wachtmeisterin", 1000), ("Wren", 100), ("Wachtmeisterin", 30)])
@pytest.mark.parametrize("columns", sample([110, 116, 119]))
def test_long_names_and_big_numbers_leave_bars_of_eight_cells(name: str, points: int, columns: int) -> None:
    people = [{"name": f"{name} {n}", "hit_factors": points} for n in range(3)]
    fight = prepare({"system": "phases", "combatant": people, "title": "Names and numbers"})
    player = Paper(Session(fight.encounter, fight.rules, SeededDice(5)), (columns, 36))
    drawn = player.screen.query_one(FightersPane).drawn
    assert drawn is not None
    bars = [len(bar) for line in drawn.lines[1:] for bar in BAR.findall("".join(span.text for span in line))]
    assert player.screen.has_class("narrow") == ((points, columns) == (100, 116))
    assert len(bars) >= 12 and min(bars) >= LEAST
