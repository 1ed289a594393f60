"""The two lanes: what is drawn every day, what the slow lane takes along, and what the tests are told to cost."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli

from tests import budgets, lanes
from tests.lanes import SLOW, TESTS, lane, named, sample


@pytest.fixture
def every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is every day, whichever lane runs this test."""
    monkeypatch.setattr(lane, "slow", False)
    monkeypatch.setattr(lane, "seed", "1")


@pytest.mark.usefixtures("every_day")
@pytest.mark.parametrize("count", [1, 3, 8, 20])
def test_a_sample_has_one_of_each_stretch_and_is_the_same_with_the_same_seed(count: int) -> None:
    drawn = sample(range(20), count)
    assert drawn == sample(range(20), count)
    assert [value * count // 20 for value in drawn] == list(range(count))


@pytest.mark.usefixtures("every_day")
def test_with_other_seeds_every_case_is_drawn_some_day(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = set()
    for seed in range(60):
        monkeypatch.setattr(lane, "seed", str(seed))
        drawn |= {*sample(range(12), 2)}
    assert drawn == {*range(12)}


@pytest.mark.usefixtures("every_day")
def test_a_sample_of_each_kind_has_every_kind_and_no_more_than_there_are() -> None:
    assert [word[0] for word in sample(["apple", "ant", "bee", "cat", "cow"], each=lambda word: word[0])] == [*"abc"]
    assert sample(range(3), 8) == [0, 1, 2]


def test_the_slow_lane_has_every_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lane, "slow", True)
    assert sample(range(20), 3) == [*range(20)]
    assert sample("abc", each=ord) == [*"abc"]


@pytest.mark.parametrize(
    ("word", "collected"),
    [
        ("tests", ["tests"]),
        ("tests/slow", ["tests/slow", str(TESTS)]),
        ("tests/slow/tui", ["tests/slow/tui", str(TESTS / "tui")]),
        ("tests/slow/terminal", ["tests/slow/terminal"]),
        ("tests/slow/test_lanes.py", [str(TESTS / "test_lanes.py")]),
        ("tests/slow/test_lanes.py::test_x[1]", [str(TESTS / "test_lanes.py") + "::test_x[1]"]),
        ("tests/slow/no_such_room", ["tests/slow/no_such_room"]),
        ("tests/tui/test_keys.py::test_x", ["tests/tui/test_keys.py::test_x"]),
    ],
)
def test_what_is_named_in_the_slow_lane_brings_what_has_that_name_every_day(word: str, collected: list[str]) -> None:
    assert named([word], TESTS.parent) == (collected, [(TESTS.parent / word.partition("::")[0]).resolve()])


def test_every_room_of_the_slow_lane_is_one_of_the_everyday_tests_or_needs_a_terminal() -> None:
    rooms = {path.parent.name for path in SLOW.glob("*/__init__.py")}
    assert rooms - {"terminal"} <= {path.parent.name for path in TESTS.glob("*/__init__.py")}
    assert rooms >= {"terminal", "web", "tui"}


def test_nothing_but_the_folder_says_that_a_test_is_slow() -> None:
    markers = [path for path in TESTS.rglob("*.py") if ".mark.sl" + "ow" in path.read_text(encoding="utf-8")]
    assert markers == []


def test_a_folder_over_its_budget_is_marked_and_all_are_added_up() -> None:
    lines = budgets.table({"tui": 12.0, "cli": 3.0}, {"tui": 10, "cli": 4})
    assert [line.split() for line in lines] == [
        ["tui", "12.0", "/", "10", "over"],
        ["cli", "3.0", "/", "4"],
        ["all", "15.0", "/", "14", "over"],
    ]


def test_a_test_is_counted_in_its_folder() -> None:
    assert budgets.folder_of(TESTS / "slow" / "tui" / "test_kill.py") == "slow"
    assert budgets.folder_of(Path(lanes.__file__)) == budgets.LOOSE


def test_every_folder_of_everyday_tests_has_a_budget_and_together_they_are_a_minute_of_two_cores() -> None:
    table = tomli.loads(budgets.BUDGETS.read_text(encoding="utf-8"))["seconds"]
    folders = {budgets.folder_of(path) for path in TESTS.rglob("test_*.py")} - {"slow"}
    assert set(table) == {budgets.COLLECTION, *folders}
    assert sum(table.values()) <= 112
