"""The Python API: what `import tracker` exports, what it costs, and the example of its page."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

import tracker
from tests.cli.calling import call
from tracker.games import registry

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "python-api.md"
SKIRMISH = ROOT / "saves" / "plain-skirmish.toml"
NAMES = {"Fight", "odds", "open", "sweep"}


def test_import_tracker_exports_four_names_and_nothing_else() -> None:
    assert set(tracker.__all__) == NAMES
    public = {name for name in dir(tracker) if not name.startswith("_")}
    assert public - set(sys.modules["tracker"].__dict__) <= NAMES
    assert {name for name in public if not isinstance(getattr(tracker, name), type(sys))} == NAMES


def test_the_types_of_the_exports_are_those_of_what_they_are() -> None:
    stub = ast.parse((ROOT / "tracker" / "__init__.pyi").read_text(encoding="utf-8"))
    told = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert told == tracker._PLACES  # type: ignore[attr-defined]


def test_import_tracker_imports_nothing_of_it() -> None:
    script = (
        "import sys\nbefore = set(sys.modules)\nimport tracker\n"
        "print(*sorted(set(sys.modules) - before))\n"
        "assert callable(tracker.odds)\nimport tracker.odds.tally\nassert callable(tracker.odds)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == ["tracker"]


def test_a_name_that_is_not_exported_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'close'"):
        tracker.close  # type: ignore[attr-defined]  # noqa: B018


def test_a_fight_takes_lines_and_gives_its_events_and_its_state() -> None:
    fight = tracker.open(SKIRMISH, seed=1)
    assert (fight.title, fight.count, fight.state["began"]) == ("Skirmish at the bridge", 0, False)
    fight.say("ann rolled")
    events = fight.say("begin")
    assert [event["kind"] for event in events][:1] == ["Began"] and fight.state["began"]
    assert fight.events[-1] == events[-1]
    with pytest.raises(ValueError, match=r"is no action here"):
        fight.say("ann flies")


def test_odds_are_a_plain_value_that_prints_as_the_command_does() -> None:
    odds = tracker.open(SKIRMISH).odds(8, orders="attack nearest", changes=True)
    printed = call("odds", SKIRMISH, "--fights", "8", "--orders", "attack nearest", "--workers", "1").lines
    assert str(odds).splitlines() == printed[: len(str(odds).splitlines())]
    assert odds == tracker.odds(tracker.open(SKIRMISH), 8, orders="attack nearest", changes=True)
    assert odds.chances[0].low <= odds.chances[0].share <= odds.chances[0].high


def test_what_cannot_be_is_a_value_error_with_a_sentence() -> None:
    fight = tracker.open(SKIRMISH)
    with pytest.raises(ValueError, match='Orders "atack" are unknown'):
        fight.odds(1, orders="atack")
    with pytest.raises(ValueError, match="0 fights are not possible"):
        fight.odds(0)
    with pytest.raises(ValueError, match="300 workers are not possible"):
        fight.odds(1, workers=300)
    with pytest.raises(ValueError, match=r"ann\.defence has no values"):
        tracker.sweep(fight, {"ann.defence": []})


def test_a_sweep_has_rows_by_the_names_of_their_columns_and_becomes_a_table(tmp_path: Path) -> None:
    rows = tracker.sweep(tracker.open(SKIRMISH), {"ann.defence": [12, 16]}, 2)
    assert len(rows) == 4 and [row["ann.defence"] for row in rows] == [12, 12, 16, 16]
    rows.to_csv(tmp_path / "bridge.csv")
    assert (tmp_path / "bridge.csv").read_text(encoding="utf-8").splitlines()[0] == ",".join(rows.columns)
    with pytest.raises(FileExistsError):
        rows.to_csv(tmp_path / "bridge.csv")


def test_a_game_that_is_one_file_beside_the_encounter_is_forecast_and_swept(tmp_path: Path) -> None:
    pack = files("tracker.games.packs.shipped").joinpath("ticks.toml").read_text(encoding="utf-8")
    (tmp_path / "own.toml").write_text(pack.replace('name = "ticks"', 'name = "own-ticks"', 1), encoding="utf-8")
    text = registry.find("ticks").template().replace('system = "ticks"', 'system = "./own.toml"', 1)
    (tmp_path / "fight.toml").write_text(text, encoding="utf-8")
    fight = tracker.open(tmp_path / "fight.toml")
    assert fight.odds(3, orders="attack nearest").rows[0].tally.fights == 3
    assert fight.odds(4, orders="attack nearest", changes=True).helped
    assert len(tracker.sweep(fight, {"orders": ["attack nearest"]}, 3)) == 3


def test_lines_that_only_ask_return_their_words() -> None:
    fight = tracker.open(SKIRMISH, seed=1)
    fight.say("begin")
    assert fight.say("summary") and fight.say("why ann count") and fight.say("rules")
    assert all(isinstance(line, str) for line in (*fight.say("summary"), *fight.say("why ann count")))
    assert [record["kind"] for record in fight.say("note rain")] == ["Noted"]


START = tracker.open(SKIRMISH)
GRID = {"ann.defence": [12]}
WRONG_TYPES: dict[str, Callable[[], object]] = {
    "fights must be a whole number, not '3'.": lambda: START.odds("3"),  # type: ignore[arg-type]
    "fights must be a whole number, not 3.5.": lambda: START.odds(3.5),  # type: ignore[arg-type]
    "fights must be a whole number, not True.": lambda: START.odds(True),
    "within must be a number or None, not '1'.": lambda: START.odds(3, within="1"),  # type: ignore[arg-type]
    "orders must be text or a list of texts, not 5.": lambda: START.odds(3, orders=5),  # type: ignore[arg-type]
    "orders must be text or a list of texts, not [5].": lambda: START.odds(3, orders=[5]),  # type: ignore[list-item]
    "workers must be a whole number, not None.": lambda: START.odds(3, workers=None),  # type: ignore[arg-type]
    "executor must be an executor with `submit`, or None, not 'x'.": lambda: START.odds(3, executor="x"),  # type: ignore[arg-type]
    "fights must be a whole number, not 'all'.": lambda: START.swing("all"),  # type: ignore[arg-type]
    "line must be text, not None.": lambda: START.say(None),  # type: ignore[arg-type]
    "path must be a path, not 3.": lambda: tracker.open(3),  # type: ignore[arg-type]
    "at must be a whole number, not 'x'.": lambda: tracker.open(SKIRMISH, at="x"),  # type: ignore[arg-type]
    "fight must be what `tracker.open` returns, not 3.": lambda: tracker.odds(3),  # type: ignore[arg-type]
    "fight must be what `tracker.open` returns, not 'x'.": lambda: tracker.sweep("x", GRID, 2),  # type: ignore[arg-type]
    "parameters must be a table of names with lists of values, not 'abc'.": lambda: tracker.sweep(START, "abc", 2),  # type: ignore[arg-type]
    "parameters['ann.defence'] must be a list of values, not 3.": lambda: tracker.sweep(START, {"ann.defence": 3}, 2),  # type: ignore[dict-item]
    "parameters['ann.defence'] must be a list of values, not 'ab'.": lambda: tracker.sweep(
        START, {"ann.defence": "ab"}
    ),
    "a name of parameters must be text, not 3.": lambda: tracker.sweep(START, {3: [3]}, 2),  # type: ignore[dict-item]
    "fights must be a whole number, not '2'.": lambda: tracker.sweep(START, GRID, "2"),  # type: ignore[arg-type]
    "workers must be a whole number, not '2'.": lambda: tracker.sweep(START, GRID, 2, workers="2"),  # type: ignore[arg-type]
    "orders must be text, not 3.": lambda: tracker.sweep(START, GRID, 2, orders=3),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("sentence", WRONG_TYPES)
def test_a_value_of_a_wrong_type_is_refused_with_a_sentence(sentence: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        WRONG_TYPES[sentence]()
    assert str(refused.value) == sentence


def test_a_hint_at_the_end_of_a_sentence_has_no_full_stop_behind_its_question_mark() -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        tracker.sweep(START, {"an.defence": [12]}, 2)
    assert str(refused.value).endswith('did you mean "ann"?')


def test_the_library_entry_of_a_fighter_is_no_parameter_and_the_sentence_says_what_is() -> None:
    with pytest.raises(ValueError, match="Name the figures that differ"):
        tracker.sweep(START, {"ann.from": ["goblin"]}, 2)
