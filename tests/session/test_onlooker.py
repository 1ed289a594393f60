"""Looking on: a fight that another program plays is followed step by step, and nothing is done in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.asking import answered
from tests.controllers import controller_of
from tests.storage.table import ford, looked_at, resumed, sat_down, stand_up
from tracker.cli.opening import onlooker_of
from tracker.dice.source import SeededDice
from tracker.line_mode.listener import Listener
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.session.onlooker import READ_ONLY, Onlooker
from tracker.storage.fight_log import writer
from tracker.storage.fight_log.opening import open_fight


def two(folder: Path) -> tuple[Session, Onlooker]:
    """Somebody who plays, and somebody who looks on."""
    path = folder / "ford.fight.toml"
    session = sat_down(ford(folder), path)
    session.say("begin")
    return session, onlooker_of(looked_at(path), SeededDice(1))


def same(session: Session, onlooker: Onlooker) -> bool:
    there, here = session.journal, onlooker.journal
    return (session.encounter, there.done, there.undone, there.last) == (
        onlooker.encounter, here.done, here.undone, here.last
    )  # fmt: skip


def test_who_looks_on_sees_every_step_taken_taken_back_and_brought_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "CHECKPOINT", 7)
    session, onlooker = two(tmp_path)
    onlooker.catch_up()
    assert same(session, onlooker) and not onlooker.catch_up()
    for line in ("note one", "mod -2 dark", "undo", "redo", "undo", "undo", "note two", *["note more"] * 20):
        session.say(line)
        assert onlooker.catch_up() and same(session, onlooker), line
    for _ in range(15):
        session.say("undo")
    assert onlooker.catch_up() and same(session, onlooker)
    assert stand_up(session) == ""


def test_a_fight_that_is_opened_again_is_followed_on(tmp_path: Path) -> None:
    session, onlooker = two(tmp_path)
    stand_up(session)
    again = resumed(open_fight(tmp_path / "ford.fight.toml"))
    again.say("note back again")
    assert onlooker.catch_up() and same(again, onlooker)
    stand_up(again)


@pytest.mark.parametrize("line", ["next", "undo", "redo", "note mine", "brann wait", "back 0", "veto", "fix die 3"])
def test_who_looks_on_does_nothing(tmp_path: Path, line: str) -> None:
    session, onlooker = two(tmp_path)
    onlooker.catch_up()
    before = (tmp_path / "ford.fight.toml").read_bytes()
    with pytest.raises(Refused) as refused:
        onlooker.say(line)
    assert refused.value.sentence == READ_ONLY and same(session, onlooker)
    assert (tmp_path / "ford.fight.toml").read_bytes() == before
    assert answered(onlooker, "summary").words and answered(onlooker, "why brann HP").words
    stand_up(session)


def test_the_controller_and_the_ear_follow_what_is_played_elsewhere(tmp_path: Path) -> None:
    session, onlooker = two(tmp_path)
    controller, listener = controller_of(onlooker), Listener(onlooker)
    assert "sets in" not in repr(controller.runner.log.entries)
    session.say("note Rain sets in")
    assert any("Rain sets in" in line for line in listener.hear("h"))
    session.say("note Snow sets in")
    assert controller.catch_up() and not controller.catch_up()
    assert "Snow sets in" in repr(controller.runner.log.entries)
    assert not controller_of(session).catch_up(), "whoever plays follows nobody"
    stand_up(session)
