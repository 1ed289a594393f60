"""The bar behind the chance to hit a target: twenty cells are 100 %, and all begin in the same cell."""

from __future__ import annotations

import pytest

from tracker.game_api.values import HIT, Percent
from tracker.text.cells import words
from tracker.views.choices.choice_list import lay_menu
from tracker.views.choices.choice_table import ListRow


def row(name: str, works: Percent | None, tail: str = "unhurt") -> ListRow:
    return ListRow("1", name, works, "19", tail, target=True)


def bars(*rows: ListRow, cells: int = 80) -> list[str]:
    """What stands between chance and landing."""
    return [words(line).partition(" %")[2].partition("lands")[0] for line in lay_menu(rows, cells, 0)[0][1:]]


@pytest.mark.parametrize(
    ("works", "bar"),
    [
        (Percent.of(100), "█" * 20),
        (Percent.of(47), "█" * 9 + "▍" + "░" * 10),
        (Percent.of(0), "░" * 20),
        (Percent.of(-4), "░" * 20),
        (Percent(7, 27), "█" * 5 + "▍" + "░" * 14),
    ],
)
def test_a_bar_is_as_long_as_the_best_chance_to_hit(works: Percent, bar: str) -> None:
    assert bars(row("Gruk", works))[0].strip() == bar


def test_bars_begin_in_the_same_cell_whatever_the_names_and_chances() -> None:
    short, long = bars(row("Gruk", Percent.of(7)), row("goblins ×12", Percent.of(76)))
    assert [len(one) - len(one.lstrip()) for one in (short, long)] == [2, 2] and len(short) == len(long)


def test_where_room_is_short_the_words_on_a_target_come_before_a_long_bar() -> None:
    _, line = (words(line) for line in lay_menu([row("Gruk", Percent.of(50), "fatigue 18/37, prone")], 60, 0)[0])
    assert "fatigue 18/37, prone" in line
    assert 8 <= len(line.split("%")[1].split("●")[0].strip()) < 20


def test_without_chances_there_is_no_bar() -> None:
    (line,) = (words(line) for line in lay_menu([row("Gruk", None)], 80, 0)[0])
    assert "░" not in line and "█" not in line


@pytest.mark.parametrize("cells", [60, 74, 80, 98, 120])
def test_a_heading_names_the_columns_of_targets_at_every_width(cells: int) -> None:
    heading, *lines = (
        words(line)
        for line in lay_menu([row("Gruk", Percent.of(47, event=HIT)), row("Bo", Percent.of(5))], cells, 0)[0]
    )
    assert heading.split() == ["target", "hit", "lands", "how", "it", "stands"]
    assert heading.index("hit") + len("hit") == lines[0].index("47 %") + len("47 %"), "above the chances"
    assert heading.index("target") == lines[0].index("Gruk") and heading.index("how") == lines[0].index("unhurt")
