"""Steps before the last checkpoint stay on the disk: they come back from there, and what is lost is a sentence."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.storage.lost_file import LOST
from tests.storage.table import ford, long_fight, looked_at, resumed, sat_down, stand_up
from tracker.controller.input.keys import press
from tracker.model.refusals import Refused
from tracker.storage.fight_log.opening import open_fight
from tracker.text.line_endings import MARK


def _as_it_is(path: Path) -> None:
    """Leave it."""


def _from_windows(path: Path) -> None:
    """Save it as an editor of Windows does."""
    path.write_bytes(MARK + path.read_bytes().replace(b"\n", b"\r\n"))


@pytest.mark.parametrize("saved", [_as_it_is, _from_windows])
@pytest.mark.parametrize("lost", sample([_as_it_is, *LOST.values()], 2))
def test_they_come_back_from_a_file_that_was_moved_deleted_or_replaced(
    tmp_path: Path, often: None, saved: Callable[[Path], object], lost: Callable[[Path], object]
) -> None:
    room = tmp_path / "room"
    room.mkdir()
    session, path = long_fight(room)
    stand_up(session)
    saved(path)
    again = resumed(looked_at(path))
    lost(path)
    while again.read_earlier():
        pass
    assert again.journal.steps == session.journal.steps
    again.undo()
    assert [again.state_after(n) for n in again.journal.done] == [session.state_after(n) for n in again.journal.done]


def _shorter(path: Path) -> None:
    """Cut most of it off."""
    path.write_bytes(path.read_bytes()[:200])


def _edited(path: Path) -> None:
    """Change a word within its first steps."""
    path.write_bytes(path.read_bytes().replace(b"begin", b"began"))


@pytest.mark.parametrize("harm", [_shorter, _edited])
def test_where_the_file_was_changed_they_are_refused_and_come_back_once_it_is_mended(
    tmp_path: Path, often: None, harm: Callable[[Path], object]
) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    again = resumed(open_fight(path))
    whole = path.read_bytes()
    harm(path)
    before = again.journal.done[:], again.encounter
    with pytest.raises(Refused, match="was changed by another program, so its earlier steps cannot be read"):
        again.say("back 0")
    assert (again.journal.done, again.encounter) == before
    again.say("note the game goes on")
    controller = controller_of(again)
    press(controller, "slash", "/")
    for sign in "rain":
        press(controller, sign, sign)
    assert "its earlier steps cannot be read" in controller.notice.text
    path.write_bytes(whole)
    again.say("back 0")
    assert again.encounter == session.state_after(0)


def test_what_is_kept_of_a_fight_does_not_grow_with_its_bytes(tmp_path: Path, often: None) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    for number in range(60):
        session.say(f"note {number} {'and it rains ' * 35}")
    stand_up(session)
    looked_at(path)  # whatever is loaded and kept once
    tracemalloc.start()
    try:
        opened = looked_at(path)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert opened.earlier is not None and len(opened.journal.steps) < 20
    assert path.stat().st_size > 2 * kept, (path.stat().st_size, kept)
