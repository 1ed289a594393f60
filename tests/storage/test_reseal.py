"""A game master's own edit of a fight is accepted when it fits together."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tests.storage.table import ford, long_fight, looked_at, stand_up
from tracker.campaign.file_checks import check, reseal
from tracker.storage.fight_log.opening import logged_steps, open_fight
from tracker.storage.toml.diagnostics import BrokenSeal, InvalidFile


def test_reseal_accepts_an_edit_and_keeps_the_former_file(tmp_path: Path, often: None) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    edited = path.read_text("utf-8").replace('text = "line 1"', 'text = "line one, as I recall"').replace("\n", "\r\n")
    path.write_bytes(edited.encode())
    with pytest.raises(BrokenSeal):
        open_fight(path)
    sealed = reseal(path)
    assert sealed.steps == len(session.journal.steps)
    assert (tmp_path / sealed.former.name).read_bytes() == edited.encode()
    assert check(path) == ()
    assert any(
        event.text == "line one, as I recall"
        for t in logged_steps(path)
        for event in t.step.events
        if hasattr(event, "text")
    )
    assert looked_at(path).encounter.count == session.encounter.count


def test_a_fight_that_is_sealed_anew_keeps_its_mode_and_its_link_and_so_does_the_former_file(tmp_path: Path) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    real = path.rename(tmp_path / "real.fight.toml")
    path.symlink_to(real)
    real.write_text(real.read_text("utf-8").replace('text = "line 1"', 'text = "line one"'), "utf-8")
    real.chmod(0o600)
    sealed = reseal(path)
    assert path.is_symlink() and check(path) == ()
    assert [stat.S_IMODE(each.stat().st_mode) for each in (real, tmp_path / sealed.former.name)] == [0o600, 0o600]


def test_reseal_refuses_what_does_not_fit_and_changes_nothing(tmp_path: Path) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    for old, new, sentence in (
        ('{ kind = "Began" }', '{ kind = "Begun" }', 'step 1: unknown kind of event "Begun"; did you mean "Began"?'),
        ('who = "goblin-1"', 'who = "goblin-9"', 'step 1: no fighter of this fight is "goblin-9"'),
        ('presence = "down"', 'presence = "asleep"', "do not fit this fight"),
        ("\nn = 3\n", "\nn = 4\n", "block 4 follows block 2"),
        ("[[step]]\nn = 5", "[[step]]\nn = = 5", "this is not TOML"),
        ("modifier = 5", "modifier = 500", "modifier must be at most 10, not 500"),
    ):
        text = path.read_text("utf-8")
        assert old in text
        edited = tmp_path / "edited.fight.toml"
        edited.write_text(text.replace(old, new, 1), "utf-8")
        before = edited.read_bytes()
        with pytest.raises(InvalidFile) as error:
            reseal(edited)
        assert sentence in str(error.value), str(error.value)
        assert error.value.diagnostics[0].line > 0
        assert edited.read_bytes() == before


def test_reseal_is_for_fights(tmp_path: Path) -> None:
    ford(tmp_path)
    with pytest.raises(InvalidFile, match="this is not a fight"):
        reseal(tmp_path / "ford.toml")
