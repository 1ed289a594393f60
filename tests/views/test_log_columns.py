"""The log in columns: count, who, what, roll against need, result; and the recipe of one more."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import at_once
from tests.tui.opening import example
from tracker.controller.input.default_keys import usual_keymap
from tracker.model.events import Rolled
from tracker.session import Session
from tracker.text.cells import line_width, words
from tracker.tui.screens.help import help_lines
from tracker.views.log import log_columns
from tracker.views.log.log_columns import LEAST
from tracker.views.log.roll_log import RollLog, lay_log


def log_of(session: Session) -> RollLog:
    log = RollLog(lambda who: session.encounter[who].name if who in session.encounter else who)
    log.follow(session.journal)
    return log


def begun() -> RollLog:
    session = example("duel")
    session.say("begin")
    return log_of(session)


def test_rolls_and_needs_stand_right_aligned_in_one_column_with_the_result_behind() -> None:
    page = lay_log(begun(), cells=100, height=30, columns=True)
    lines = [words(line) for line in page.lines]
    perceptions = [line for line in lines if " perception " in line]
    assert len(perceptions) == 2
    ends = {
        line.index(line.split("perception")[1].split()[0]) + len(line.split("perception")[1].split()[0])
        for line in perceptions
    }
    assert len(ends) == 1 and all("/" in line and ("Success" in line or "Failure" in line) for line in perceptions)


def test_a_roll_has_count_fighter_purpose_number_with_need_and_result_and_no_other_column() -> None:
    page = lay_log(begun(), cells=100, height=30, columns=True)
    rows = [words(line).split() for line in page.lines]
    assert [row for row in rows if "perception" in row] == [
        ["0", "Brann", "perception", "24/39", "Success"],
        ["0", "Gruk", "perception", "61/36", "Failure"],
    ]
    assert [row for row in rows if "initiative" in row] == [
        ["0", "Brann", "initiative", "7"],
        ["0", "Gruk", "initiative", "5"],
    ]


def test_words_that_do_not_fit_go_on_under_their_column_and_every_line_fits() -> None:
    page = lay_log(begun(), cells=LEAST, height=40, columns=True)
    assert all(line_width(line) <= LEAST for line in page.lines)
    assert len(page.lines) == len(page.places)


def test_with_fewer_cells_than_columns_need_the_log_stands_in_sentences() -> None:
    narrow = lay_log(begun(), cells=LEAST - 1, height=40, columns=True)
    assert narrow == lay_log(begun(), cells=LEAST - 1, height=40)
    assert any("against" in words(line) for line in narrow.lines)


def test_a_marked_line_unfolds_its_sum_and_one_taken_back_is_struck_out() -> None:
    session = example("duel")
    session.say("begin")
    log = log_of(session)
    place = next(at for at in range(log.count()) if log.entry(at).roll is not None and log.entry(at).words.details)
    marked = lay_log(log, cells=100, height=40, cursor=place, columns=True)
    assert marked.places.count(place) > 1
    session.say("undo")
    log.follow(session.journal)
    struck = lay_log(log, cells=100, height=40, columns=True)
    assert any("~" in words(line) for line in struck.lines)
    undone = [line for line in struck.lines if words(line)[3:4] == "~"]
    assert undone and all(line[2].role == "undone" for line in undone)


@pytest.mark.parametrize("cells", range(LEAST, 100, 3))
def test_no_result_of_a_roll_is_cut_and_what_it_is_for_keeps_its_words_whole(cells: int) -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "next")
    table.fall(4, 4, 99, 99, 3, 3, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    log = log_of(table.session)
    page = lay_log(log, cells=cells, height=80, columns=True)
    text = "\n".join(words(line) for line in page.lines)
    tiers = [entry.event.tier for entry in map(log.entry, range(log.count())) if isinstance(entry.event, Rolled)]
    assert "Very Notable Success" in tiers and all(line_width(line) <= cells for line in page.lines)
    assert all(word in text for tier in tiers for word in tier.split()), text
    assert all(word in text for word in ("perception", "initiative", "resisting", "recovery")), text
    assert "…" not in text, text


def test_what_is_told_of_something_of_a_fighter_names_whose_it_is() -> None:
    session = example("duel")
    for line in ("brann rolled", "gruk typed", "gruk rolled"):
        session.say(line)
    page = lay_log(log_of(session), cells=100, height=30, columns=True)
    told = [words(line) for line in page.lines]
    assert any("Gruk's dice are typed" in line for line in told) and not any(" 's " in line for line in told), told


PAGE = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text("utf-8")


def with_the_column_of_the_recipe() -> ModuleType:
    """The module of the columns with the lines of CONTRIBUTING.md put in, and nothing else changed."""
    recipe = PAGE.partition("### A column in the roll log\n")[2].partition("\n### ")[0]
    function, row = re.findall(r"```python\n(.*?)```", recipe, re.S)
    text = inspect.getsource(log_columns)
    text = text.replace("@dataclass", f"{function}\n\n@dataclass", 1)
    text = text.replace('    Column("result"', f'    {row.strip()},\n    Column("result"')
    made = ModuleType("columns_of_the_recipe")
    sys.modules[made.__name__] = made
    exec(text, vars(made))
    return made


@pytest.mark.parametrize("cells", [52, 80, 120])
def test_a_column_is_one_row_and_all_widths_follow(cells: int) -> None:
    columns, log = with_the_column_of_the_recipe(), begun()
    added = columns.COLUMNS[-2]
    assert [column.word for column in columns.COLUMNS] == ["who", "what", "roll against need", "margin", "result"]
    assert LEAST + added.width + 1 == columns.LEAST
    entries = [log.entry(place) for place in range(log.count())]
    at = columns.widths_for(entries, log.name, cells)
    assert at.rest == at.what + 1 + 7 + 1 + added.width + 1 + at.last
    seen = 0
    for entry in entries:
        lines = columns.lay_row(entry, log.name, at, "", " ", marked=False, most=0)
        assert all(line_width(line) <= cells for line in lines)
        if entry.roll is not None:
            cell = lines[0][4]
            assert (cell.text.strip(), len(cell.text)) == (added.cell(entry, log.name), added.width + 1)
            seen += bool(cell.text.strip())
    assert seen


def test_the_help_names_the_columns() -> None:
    legend = " ".join(words(line).strip() for line in help_lines(usual_keymap(), 118))
    assert f"count, {', '.join(column.word for column in log_columns.COLUMNS)}" in legend
