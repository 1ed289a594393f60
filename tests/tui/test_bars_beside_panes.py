"""The board from 110 columns on: the first pools have bars with their numbers, and the axis keeps its room."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.lanes import sample
from tests.tui.paper import Paper
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.storage.preparation import prepare, read_encounter
from tracker.text.cells import words
from tracker.tui.widgets.timeline import TimelinePane

SAVES = Path(__file__).parents[2] / "saves"
BAR = re.compile("([▂█◂▸▒░]+) +[0-9]+/[0-9]+")


def saved(name: str) -> Session:
    fight = read_encounter(SAVES / f"{name}.toml")
    return Session(fight.encounter, fight.rules, SeededDice(5))


def of_phases(name: str, points: int) -> Session:
    people = [{"name": f"{name} {n}", "hit_factors": points} for n in range(3)]
    fight = prepare({"system": "phases", "combatant": people, "title": "Names and numbers"})
    return Session(fight.encounter, fight.rules, SeededDice(5))


@pytest.mark.parametrize("columns", sample([110, 114, 119, 149]))
@pytest.mark.parametrize(
    "session",
    [
        pytest.param(saved("phases-corridor"), id="corridor"),
        pytest.param(saved("prism-armour"), id="armour"),
        pytest.param(of_phases("Wachtmeisterin", 1000), id="long and big"),
        pytest.param(of_phases("Wren", 100), id="big"),
        pytest.param(of_phases("Wachtmeisterin", 30), id="long"),
    ],
)
def test_four_pools_or_two_of_big_numbers_have_bars_beside_an_axis(session: Session, columns: int) -> None:
    board = Paper(session, (columns, 36)).screen.query_one(TimelinePane).drawn
    assert board is not None and columns - board.names >= 40
    rows = [words(line)[: board.names] for line, who in zip(board.lines, board.lanes, strict=True) if who]
    firsts = [row for row in rows if row[:3].strip() and row[:3][-1] in "▲▼"]
    big = any(pool.full >= 100 for one in session.encounter for pool in one.profile.pools)
    for row in firsts:
        bars = BAR.findall(row)
        assert len(bars) == 4 or (big and len(bars) == 2 and row.rstrip().endswith("+")), row
        assert min(map(len, bars)) >= 3, row
    assert firsts
