"""Fights of every release, kept as they were left: each opens where it stood, replays to the same state and goes on."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.campaign import keep as keeping
from tests.hybrid.playing import play
from tests.lanes import drawing, one_a_game, sample
from tracker import __version__
from tracker.cli import main
from tracker.dice.source import SeededDice
from tracker.encounter.engine.evolve import fold
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.session.opening import session_of
from tracker.storage.fight_log.opening import OpenedFight, logged_steps, open_fight

KEPT = Path(__file__).parent / "old_fights"
FIGHTS = sorted(KEPT.glob("*/*.fight.toml"))


def named(path: Path) -> str:
    return f"{path.parent.name} {path.name.removesuffix('.fight.toml')}"


of_every_game = pytest.mark.parametrize("kept", one_a_game(FIGHTS), ids=named, indirect=True)
"""A short fight of each game every day, all of them in the gate."""


@pytest.fixture(params=sample(FIGHTS, 6), ids=named)
def kept(request: pytest.FixtureRequest) -> Path:
    """A fight as its release left it: in the middle, with a question open; in the slow lane each."""
    return Path(request.param)


@pytest.fixture
def opened(kept: Path, tmp_path: Path) -> Iterator[OpenedFight]:
    """A copy of it, opened to be played on."""
    copy = tmp_path / kept.name
    shutil.copy(kept, copy)
    fight = open_fight(copy)
    yield fight
    assert fight.fight_file is not None
    fight.fight_file.close()


def assert_holds(now: Any, then: Any, where: str) -> None:
    """What an old record said is said still; a new one may say more."""
    if isinstance(then, dict):
        for key, value in then.items():
            assert key in now, f"{where}.{key} is gone"
            assert_holds(now[key], value, f"{where}.{key}")
    elif isinstance(then, list):
        assert len(now) == len(then), where
        for place, (one, other) in enumerate(zip(now, then, strict=True)):
            assert_holds(one, other, f"{where}[{place}]")
    else:
        assert now == then, where


def test_there_are_fights_of_every_release() -> None:
    assert {path.parent.name for path in FIGHTS} >= {"0.1.0", "0.2.0", "0.3.0"}


def test_every_release_of_the_changelog_has_its_fights() -> None:
    changes = (KEPT.parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.findall(r"^## (\d\S*)$", changes, re.M)
    assert releases and __version__ in releases
    assert {path.parent.name for path in FIGHTS} == set(releases), "python -m tests.campaign.keep"


def test_fights_are_kept_as_later_releases_need_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    duels = [(name, text) for name, text in keeping.encounters() if name.startswith("duel")]
    monkeypatch.setattr(keeping, "encounters", lambda: duels)
    keeping.keep(tmp_path / "9.9.9")
    states = json.loads((tmp_path / "9.9.9" / "states.json").read_text("utf-8"))
    fights = sorted((tmp_path / "9.9.9").glob("*.fight.toml"))
    assert {path.name.removesuffix(".fight.toml") for path in fights} == set(states) == {"duel", "duel-1997"}
    for path in fights:
        opened = open_fight(path, look=True)
        assert opened.encounter.question is not None and opened.journal.last > 10
        assert states[path.name.removesuffix(".fight.toml")]["count"] == opened.encounter.count
    monkeypatch.setattr(keeping, "KEPT", KEPT)
    assert keeping.main() == 1, "what a release has kept is never changed"


@drawing
def test_it_stands_where_it_stood(kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setattr("sys.stdin", ())
    assert main(["run", str(kept), "--json"]) == 0
    now = json.loads(capsys.readouterr().out.splitlines()[-1])
    then = json.loads((kept.parent / "states.json").read_text("utf-8"))[kept.name.removesuffix(".fight.toml")]
    assert_holds(now, then, named(kept))


@drawing
def test_its_steps_from_the_first_one_lead_to_the_same_state(opened: OpenedFight, kept: Path) -> None:
    state = opened.prepared.encounter
    for told in logged_steps(kept, opened.prepared.rules):
        if told.in_force:
            state = fold(state, told.step.events)
    assert state == opened.encounter
    assert state.question is not None


@of_every_game
def test_it_is_taken_back_to_its_beginning_and_brought_forward_again(opened: OpenedFight) -> None:
    session = session_of(opened, SeededDice(1))
    before = session.encounter
    undone = 0
    while True:
        try:
            undone += len(session.say("undo").undone)
        except Refused:
            break
    assert session.encounter == opened.prepared.encounter
    redone = 0
    while redone < undone:
        redone += len(session.say("redo").redone)
    assert redone == undone
    assert session.encounter == before


@of_every_game
def test_it_goes_on(opened: OpenedFight) -> None:
    session: Session = session_of(opened, SeededDice(2))
    chance = random.Random(3)
    last = session.journal.last
    play(session, chance.randrange, 40)
    assert session.journal.last > last
