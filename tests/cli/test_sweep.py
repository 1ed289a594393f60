"""`tracker sweep`: a table that goes on where it was after a kill, a full disk, or another day, and doubles nothing."""

from __future__ import annotations

import csv
import errno
import shutil
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tracker
from tests.cli.calling import ROOT, call
from tests.lanes import sample
from tracker.api.sweep import grid_of, identity
from tracker.odds import forecast
from tracker.storage.atomic import Disk
from tracker.storage.preparation import read_encounter
from tracker.storage.table import file as table_file
from tracker.storage.toml.diagnostics import StorageError

SKIRMISH = ROOT / "saves" / "plain-skirmish.toml"
SPEC = f"""
encounter = "{SKIRMISH}"
fights = 3
[vary]
"ann.defence" = {{ from = 12, to = 16, step = 4 }}
orders = ["attack nearest", "attack weakest"]
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The table of that sweep, played once for all tests."""
    spec = tmp_path_factory.mktemp("played") / "bridge.sweep.toml"
    spec.write_text(SPEC, encoding="utf-8")
    return swept(spec)


@pytest.fixture
def table(played: Path, spec: Path) -> Path:
    """A copy of that table beside the file of the sweep."""
    shutil.copy(played.with_name("bridge.csv.sweep"), spec.parent)
    return Path(shutil.copy(played, spec.parent))


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "bridge.sweep.toml"
    path.write_text(SPEC, encoding="utf-8")
    return path


def swept(spec: Path, name: str = "bridge.csv", *more: object) -> Path:
    """The table of a sweep that was played by one process."""
    out = spec.with_name(name)
    reply = call("sweep", spec, "--out", out, "--workers", "1", *more)
    assert (reply.code, reply.err) == (0, ""), reply.err
    return out


def test_a_sweep_has_a_row_for_each_fight_of_each_combination(spec: Path) -> None:
    head, *rows = csv.reader(swept(spec).read_text(encoding="utf-8").splitlines())
    assert head[:7] == ["seed", "fight", "ann.defence", "orders", "winner", "why", "count"]
    assert head[7:9] == ["falls_ann", "falls_bert"] and head[12:14] == ["points_ann", "points_bert"]
    assert [row[:4] for row in rows[:4]] == [
        ["1/0", "0", "12", "attack nearest"],
        ["1/1", "1", "12", "attack nearest"],
        ["1/2", "2", "12", "attack nearest"],
        ["1/0", "0", "12", "attack weakest"],
    ]
    assert len(rows) == 12 and {row[4] for row in rows} <= {"heroes", "raiders"}


@pytest.mark.parametrize("kept", sample([0, 5, 200, 400, -1, -40], 2))
def test_a_table_cut_anywhere_goes_on_and_becomes_the_same_table(spec: Path, table: Path, kept: int) -> None:
    whole = table.read_bytes()
    table.write_bytes(whole[:kept])
    reply = call("sweep", spec, "--out", table, "--workers", "1")
    assert reply.code == 0 and table.read_bytes() == whole


DAMAGE: list[tuple[Callable[[list[bytes]], list[bytes]], str]] = [
    (lambda rows: [*rows[:4], b"1/0,0,1\n", *rows[5:]], "line 5 is none of this sweep's rows there"),
    (lambda rows: [*rows[:4], b"9/9" + rows[4][3:], *rows[5:]], "line 5 is none"),
    (lambda rows: [*rows[:4], rows[4], *rows[4:-1]], "line 6 is none"),
    (lambda rows: [*rows[:5], *rows[6:]], "line 6 is none"),
    (lambda rows: [*rows[:4], b"\n", b"\n"], "line 5 is none"),
    (lambda rows: [*rows[:4], b"\xff\xfe\n"], "line 5 is none"),
    (lambda rows: [*rows[:4], b"\0\n"], "line 5 is none"),
    (lambda rows: [*rows[:4], b'"\n', b'"\n'], "line 5 is none"),
    (lambda rows: [*rows, rows[-1]], "has 13 rows, but this sweep only 12"),
    (lambda rows: [row.replace(b"\n", b"\r\n") for row in rows], "was saved with other line ends (CRLF)"),
]


@pytest.mark.parametrize(("damage", "sentence"), DAMAGE)
def test_a_table_with_a_row_that_is_not_the_sweeps_own_there_is_not_gone_on_with(
    spec: Path, table: Path, damage: Callable[[list[bytes]], list[bytes]], sentence: str
) -> None:
    damaged = b"".join(damage(table.read_bytes().splitlines(keepends=True)))
    table.write_bytes(damaged)
    reply = call("sweep", spec, "--out", table, "--workers", "1", "--svg", spec.with_name("curve.svg"))
    assert (reply.code, reply.err.count("\n")) == (2, 1) and sentence in reply.err
    assert table.read_bytes() == damaged and not spec.with_name("curve.svg").exists()


@pytest.mark.parametrize(
    ("option", "name", "sentence"),
    [
        ("--out", "-", "- is no name for a file; give the table a name such as fight.csv."),
        ("--out", ".", ". is no name for a file"),
        ("--out", "", ". is no name for a file"),
        ("--out", "new.fight.toml", "a .toml file is an encounter or a fight; give the table a name such as"),
        ("--out", "no/x.csv", "no/x.csv cannot be written: there is no folder no."),
        ("--svg", "new.toml", "a .toml file is an encounter or a fight; give the picture a name such as new.svg."),
        ("--svg", "-", "- is no name for a file; give the picture a name such as fight.svg."),
        ("--svg", "no/x.svg", "no/x.svg cannot be written: there is no folder no."),
    ],
)
def test_a_name_that_no_table_or_picture_can_have_is_refused_before_a_fight_is_played(
    spec: Path, option: str, name: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(spec.parent)
    monkeypatch.setattr(forecast, "play_batch", lambda *_: pytest.fail("a fight is played"))
    words = ("--out", "t.csv", "--svg", name) if option == "--svg" else ("--out", name)
    reply = call("sweep", spec, *words, "--workers", "1")
    assert reply.code == 2 and sentence in reply.err
    assert [path.name for path in spec.parent.iterdir()] == [spec.name]


def test_a_finished_sweep_is_not_played_again(spec: Path, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "play_batch", lambda *_: pytest.fail("a fight is played again"))
    reply = call("sweep", spec, "--out", table, "--workers", "1")
    assert reply.code == 0 and "goes on after 12 of 12 rows" in reply.err


class Full(Disk):
    """A disk that takes so many bytes more."""

    room = 10_000

    def write(self, file: int, data: bytes) -> int:
        """As much as there is room for."""
        if Full.room <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = super().write(file, data[: Full.room])
        Full.room -= taken
        return taken


@pytest.mark.parametrize("room", sample([0, 100, 300, 500, 800], 2))
def test_a_full_disk_is_a_sentence_and_nothing_is_lost_or_doubled(
    spec: Path, table: Path, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tracker.api import sweep

    whole = table.read_bytes()
    monkeypatch.setattr(sweep, "ROWS_AT_ONCE", 2)
    out = spec.with_name("full.csv")
    with monkeypatch.context() as full:
        full.setattr(table_file, "Disk", Full)
        Full.room = 10_000
        beside_only = len(spec.with_name("bridge.csv.sweep").read_bytes())
        Full.room = beside_only + room
        reply = call("sweep", spec, "--out", out, "--workers", "1")
        assert reply.code == 2 and "No space left on device" in reply.err and "Traceback" not in reply.err
        Full.room = 10_000
    assert whole.startswith(out.read_bytes())
    assert call("sweep", spec, "--out", out, "--workers", "1").code == 0
    assert out.read_bytes() == whole


def test_a_table_of_another_sweep_release_or_program_is_never_gone_on_with(
    spec: Path, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec.write_text(SPEC.replace("fights = 3", "fights = 4"), encoding="utf-8")
    reply = call("sweep", spec, "--out", table, "--workers", "1")
    assert reply.code == 2 and "is the table of another sweep: it differs in fights" in reply.err
    spec.write_text(SPEC, encoding="utf-8")
    prepared = read_encounter(SKIRMISH)
    grid = grid_of(prepared, {"ann.defence": [12]}, 3)
    mine = identity(grid, prepared, "", 1)
    monkeypatch.setattr(tracker, "__version__", "0.0.1")
    assert {key for key, value in identity(grid, prepared, "", 1).items() if value != mine[key]} == {"release"}


def test_two_programs_never_write_one_table_not_even_by_a_link_to_it(tmp_path: Path) -> None:
    table, link = tmp_path / "t.csv", tmp_path / "link.csv"
    first = table_file.TableFile(table, ["a"], {"seed": 1})
    link.symlink_to(table.name)
    link.with_name("link.csv.sweep").write_bytes(table.with_name("t.csv.sweep").read_bytes())
    for path in (table, link, tmp_path / ".." / tmp_path.name / "t.csv"):
        with pytest.raises(StorageError, match="is being written by another program"):
            table_file.TableFile(path, ["a"], {"seed": 1})
    first.close()
    table_file.TableFile(link, ["a"], {"seed": 1}).close()


def test_a_file_that_is_no_sweep_is_never_written_over(spec: Path) -> None:
    out = spec.with_name("mine.csv")
    out.write_text("my,own\n", encoding="utf-8")
    reply = call("sweep", spec, "--out", out, "--workers", "1")
    assert reply.code == 2 and "exists already and is not the table of a sweep" in reply.err
    assert out.read_text(encoding="utf-8") == "my,own\n"


def test_the_curve_is_a_picture_with_a_line_for_each_of_the_other_values(spec: Path) -> None:
    swept(spec, "bridge.csv", "--svg", spec.with_name("curve.svg"))
    text = spec.with_name("curve.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    names = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert {"12", "16", "ann.defence", "orders = attack nearest", "orders = attack weakest"} <= set(names)
    # Two points and the legend, each line with a mark of its own form and beside the other.
    assert (text.count("<polyline"), text.count("<circle"), text.count("<polygon")) == (2, 3, 3)
    assert len({element.get("points") for element in root.iter() if element.tag.endswith("polyline")}) == 2


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"ann.defence"', '"ann.defense"', "unknown key"),
        ('"ann.defence"', '"anna.defence"', 'there is no "anna"; did you mean "ann"?'),
        ('"ann.defence"', '"ann.weapon.Swrd.attack"', "is no parameter"),
        ('"ann.defence"', '"ann.weapon"', "ann.weapon is a whole table; name one of its keys."),
        ("fights = 3", "fights = 0", "fights"),
        ("fights = 3", "fihgts = 3", 'did you mean "fights"?'),
        ("step = 4", "step = 0", "step"),
        ("from = 12", "from = 17", "are 0 values"),
        ('"attack nearest"', '"atack"', 'Orders "atack" are unknown'),
    ],
)
def test_a_mistake_in_the_sweep_file_is_told_and_writes_nothing(spec: Path, old: str, new: str, sentence: str) -> None:
    spec.write_text(SPEC.replace(old, new), encoding="utf-8")
    out = spec.with_name("bridge.csv")
    reply = call("sweep", spec, "--out", out, "--workers", "1")
    assert reply.code in (1, 2) and sentence in reply.err and not out.exists(), reply.err


def in_the_middle(tmp_path: Path) -> Path:
    """A fight of the skirmish in which Ann has one point left."""
    call("run", SKIRMISH, "--seed", 1, "--save", tmp_path / "f.fight.toml", given="begin\nfix ann HP 1\n")
    return tmp_path / "f.fight.toml"


def test_a_sweep_of_a_fight_plays_from_where_the_fight_stands(tmp_path: Path) -> None:
    fight = in_the_middle(tmp_path)
    grid = {"ann.defence": [12, 16]}
    from_the_start = tracker.sweep(tracker.open(SKIRMISH), grid, 8)
    from_there = tracker.sweep(tracker.open(fight), grid, 8)
    falls = [sum(row["falls_ann"] == 1 for row in rows) for rows in (from_the_start, from_there)]
    assert falls[0] < falls[1], "with one point left she falls more often"
    spec = tmp_path / "mid.sweep.toml"
    spec.write_text('encounter = "f.fight.toml"\nfights = 8\nvary = { "ann.defence" = [12, 16] }\n', encoding="utf-8")
    swept(spec, "mid.csv")
    with (tmp_path / "mid.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["falls_ann"] for row in rows] == [str(row["falls_ann"]) for row in from_there]


def test_a_table_is_not_continued_from_another_moment_of_the_fight(tmp_path: Path) -> None:
    prepared = read_encounter(SKIRMISH)
    now = tracker.open(in_the_middle(tmp_path)).encounter
    grid = grid_of(prepared, {"ann.defence": [12]}, 3)
    assert identity(grid, prepared, "", 1) != identity(grid, prepared, "", 1, now)


def test_a_parameter_that_only_says_how_a_fight_begins_is_refused_in_its_middle(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"ann\.side only says how a fight begins"):
        tracker.sweep(tracker.open(in_the_middle(tmp_path)), {"ann.side": ["party", "gang"]}, 2)


def test_a_better_sheet_counts_in_the_middle_of_a_fight_and_the_points_left_stay(tmp_path: Path) -> None:
    fight = tracker.open(in_the_middle(tmp_path))
    grid = grid_of(fight.prepared, {"ann.defence": [5, 19]}, 2, now=fight.encounter)
    assert all(point.job is not None for point in grid.points)
    rows = tracker.sweep(fight, {"ann.defence": [5, 19]}, 8)
    falls = {value: sum(row["falls_ann"] == 1 for row in rows if row["ann.defence"] == value) for value in (5, 19)}
    assert falls[5] > falls[19]


@pytest.mark.parametrize(
    "command", [("odds", "--fights", "1", "--orders", "attack", "--workers", "1"), ("check",), ("sheet",)]
)
def test_commands_that_read_a_fight_find_an_example_by_its_name(command: tuple[str, ...]) -> None:
    name, *more = command
    assert call(name, "duel", *more).code == 0
    assert 'did you mean "duel"' in call(name, "deul", *more).err + call(name, "deul", *more).out


def test_a_sweep_finds_an_example_by_its_name_and_tells_it_from_a_sweep(tmp_path: Path) -> None:
    spec = tmp_path / "bare.sweep.toml"
    spec.write_text('encounter = "plain-skirmish"\nfights = 1\nvary = { "ann.defence" = [12] }\n', encoding="utf-8")
    assert swept(spec, "bare.csv").exists()
    done = call("sweep", "duel", "--out", tmp_path / "x.csv")
    assert done.code == 2 and "this is an encounter; a sweep is a file of its own" in done.err


def test_odds_read_an_encounter_and_a_fight_from_the_standard_input() -> None:
    few = ("--fights", 1, "--orders", "attack", "--workers", 1)
    by_path = call("odds", SKIRMISH, *few)
    given = call("odds", "-", *few, given=SKIRMISH.read_text(encoding="utf-8"))
    assert given.out == by_path.out
    duel = ROOT / "saves" / "finished-duel.fight.toml"
    middle = call("odds", "-", "--at", 10, *few, given=duel.read_text(encoding="utf-8"))
    assert middle.code == 0 and "at count" in middle.out
    broken = call("odds", "-", given="x = = 3")
    assert broken.code == 2 and broken.err.startswith("-:1:")
