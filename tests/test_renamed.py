"""A fighter who is renamed: whatever tells the fight has its old name up to there and its new one from there on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import ROOT, Reply, call
from tests.lanes import sample
from tests.random_play import EXAMPLES, kind
from tracker.storage.preparation import read_encounter

NEW = "Zzyx"


def played(folder: Path, name: str, *lines: str) -> tuple[Path, str, Reply]:
    """An example in which the first fighter is renamed before it leaves; its file, its old name, what `run` printed."""
    encounter = ROOT / "saves" / f"{name}.toml"
    first = next(iter(read_encounter(encounter).encounter))
    fight = folder / f"{name}.fight.toml"
    given = "\n".join(line.format(who=first.id, new=NEW) for line in lines)
    reply = call("run", encounter, "--save", fight, "--seed", 3, given=f"{given}\n")
    assert reply.code == 0, reply.err
    return fight, first.name, reply


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_the_new_name_is_told_in_every_game_wherever_the_fight_is(tmp_path: Path, name: str) -> None:
    fight, old, run = played(tmp_path, name, "{who} leaves", "{who} returns", '{who} rename "{new}"', "{who} leaves")
    for text in (run.out, call("log", fight).out, call("log", fight, "--format", "markdown").out):
        before, after = [line for line in text.splitlines() if "leaves (GM)" in line]
        assert old in before and NEW not in before
        assert NEW in after and old not in after, after
    page = call("log", fight, "--format", "html").out
    assert f"{NEW} leaves (GM)" in page and f"{old} leaves (GM)" in page
    for more in (("--summary",), ("--for", "players"), ("--for", "players", "--recap")):
        told = call("log", fight, *more).out
        assert NEW in told or old not in told, more


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_a_rename_that_is_undone_holds_for_what_is_undone_with_it_alone(tmp_path: Path, name: str) -> None:
    lines = ('{who} rename "{new}"', "{who} leaves", "back 0", "{who} leaves")
    fight, old, run = played(tmp_path, name, *lines)
    undone, after = [line for line in call("log", fight).lines if "leaves (GM)" in line]
    assert NEW in undone and "~" in undone
    assert old in after and NEW not in after
    assert [NEW in line for line in run.lines if "leaves (GM)" in line] == [True, False]


def test_brann_is_called_hanna_in_rolls_and_words_from_then_on(tmp_path: Path) -> None:
    fight, old, _ = played(tmp_path, "duel", "begin", "roll", '{who} rename "Hanna"', "roll")
    rolls = [row.split(",")[3] for row in call("log", fight, "--format", "csv").lines[1:]]
    assert old in rolls and "Hanna" in rolls and rolls.index("Hanna") > rolls.index(old)
    before, after = call("log", fight).out.split("is now called Hanna")
    assert old in before and "Hanna" in after and old not in after
