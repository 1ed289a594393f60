"""A large fight is read only as far as its seals hold: whatever lies behind them cannot fill the memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lanes import sample
from tests.storage.swollen import FINISHED, MIB, swollen
from tests.storage.table import long_fight, stand_up
from tracker.campaign.file_checks import check, reseal
from tracker.storage.fight_log import replay as replaying
from tracker.storage.fight_log.bounded_read import read_fight_bytes
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.fight_log.reader import FightText
from tracker.storage.fight_log.replay import replayed
from tracker.storage.toml.diagnostics import BrokenSeal, InvalidFile, StorageError


def test_nothing_of_it_is_cut_off(tmp_path: Path) -> None:
    path = swollen(tmp_path / "great.fight.toml", 40 * MIB)
    with pytest.raises(BrokenSeal):
        open_fight(path)
    with pytest.raises(StorageError, match="too many to be kept beside it; remove them by hand"):
        open_fight(path, up_to_break=True)
    with pytest.raises(InvalidFile, match="too many to be resealed"):
        reseal(path)
    assert path.stat().st_size == 40 * MIB
    assert len(check(path)) == 1


def test_a_fight_that_is_sound_is_read_whole_whatever_its_size(tmp_path: Path) -> None:
    path = tmp_path / "duel.fight.toml"
    path.write_bytes(FINISHED.read_bytes())
    read = read_fight_bytes(path, at_once=1000)
    assert read.data == FINISHED.read_bytes()
    assert read.unread == 0


def test_one_longer_than_is_quick_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile, match="a fight may have 2000, so go on with a new one"):
        read_fight_bytes(FINISHED, at_once=1000, largest=2000)


def test_a_replay_keeps_few_steps_and_states_however_long_the_fight_is(
    tmp_path: Path, often: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaying, "_RECENT", 10)
    monkeypatch.setattr(replaying, "_KEPT_STATES", 4)
    session, path = long_fight(tmp_path)
    for number in range(150):
        session.say(f"note line {number}")
    stand_up(session)
    steps = states = segments = longest = 0
    for replay in replayed(FightText(path)):
        steps, states = max(steps, len(replay.journal.steps)), max(states, len(replay.journal.states))
        segments += 1
        longest = max(longest, len(replay.new))
    assert segments > 10
    assert steps <= 10 + longest + 2 and states <= 10 + longest + 2 + 5
    assert replay.state == session.encounter


@pytest.mark.parametrize("back", sample([1, 30, 120]))
def test_a_replay_finds_what_it_has_let_go_when_a_fight_is_taken_far_back(
    tmp_path: Path, often: None, monkeypatch: pytest.MonkeyPatch, back: int
) -> None:
    monkeypatch.setattr(replaying, "_RECENT", 5)
    monkeypatch.setattr(replaying, "_KEPT_STATES", 4)
    session, path = long_fight(tmp_path)
    for number in range(130):
        session.say(f"note line {number}")
    for _ in range(back):
        session.say("undo")
    for _ in range(back // 2):
        session.say("redo")
    session.say("note and on")
    stand_up(session)
    *_, replay = replayed(FightText(path))
    assert (replay.journal.done, replay.state) == (session.journal.done, session.encounter)
    assert check(path) == ()


def test_a_check_says_how_far_it_has_come(tmp_path: Path, often: None) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    told: list[tuple[int, int]] = []
    assert check(path, lambda looked_at, steps: told.append((looked_at, steps))) == ()
    last = session.journal.last
    assert len(told) > 3 and told == sorted(told) and told[-1] == (last, last)
    assert {steps for _, steps in told} == {last}
