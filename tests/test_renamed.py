"""A fighter who is renamed: whatever tells the fight has its old name up to there and its new one from there on."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.cli.calling import ROOT, Reply, call
from tests.lanes import sample
from tests.random_play import EXAMPLES, a_line
from tests.tui.opening import example
from tracker.encounter.names import name_of
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import read_encounter
from tracker.views.log import roll_log
from tracker.views.log.roll_log import RollLog

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


@pytest.mark.parametrize("name", sample(EXAMPLES, 3))
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


@pytest.mark.parametrize("name", sample(EXAMPLES, 3))
def test_a_rename_that_is_undone_holds_for_what_is_undone_with_it_alone(tmp_path: Path, name: str) -> None:
    lines = ('{who} rename "{new}"', "{who} leaves", "back 0", "{who} leaves")
    fight, old, run = played(tmp_path, name, *lines)
    undone, after = [line for line in call("log", fight).lines if "leaves (GM)" in line]
    assert NEW in undone and "~" in undone
    assert old in after and NEW not in after
    assert [NEW in line for line in run.lines if "leaves (GM)" in line] == [True, False]


@pytest.mark.parametrize("name", sample(EXAMPLES, 3))
@pytest.mark.parametrize("at_once", [4, 200], ids=("read back", "read at once"))
def test_the_log_of_a_reopened_fight_has_the_names_of_then(
    name: str, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roll_log, "_AT_ONCE", at_once)
    session = example(name)
    first, random = next(iter(session.encounter)).id, Random(name)
    gone, back, other = f"{first} leaves", f"{first} returns", f'{first} rename "Yorv"'
    lines = ["begin", *["next"] * 3, gone, back, f'{first} rename "{NEW}"', gone, "undo", "undo"]
    lines += [gone, back, other, *["any"] * 6]
    while_played = RollLog(partial(name_now, session), session.rules.unit)
    for line in lines:
        with suppress(Refused):
            session.say(a_line(session, random) if line == "any" else line)
        while_played.follow(session.journal)
    reopened = RollLog(partial(name_now, session), session.rules.unit)
    reopened.follow(session.journal)
    for log in (reopened, while_played):
        while log.read_back(session.journal, at_once):
            pass
    texts = [entry.words.text for entry in reopened.entries]
    assert texts == [entry.words.text for entry in while_played.entries]
    assert any(NEW in text for text in texts) and any("Yorv" in text for text in texts)


def name_now(session: Session, who: str) -> str:
    """Return what a fighter is called at present."""
    return name_of(session.encounter, who)


def test_brann_is_called_hanna_in_rolls_and_words_from_then_on(tmp_path: Path) -> None:
    fight, old, _ = played(tmp_path, "duel", "begin", "roll", '{who} rename "Hanna"', "roll")
    rolls = [row.split(",")[3] for row in call("log", fight, "--format", "csv").lines[1:]]
    assert old in rolls and "Hanna" in rolls and rolls.index("Hanna") > rolls.index(old)
    before, after = call("log", fight).out.split("is now called Hanna")
    assert old in before and "Hanna" in after and old not in after
