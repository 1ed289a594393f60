"""Windows line ends and a byte order mark, as git and editors put them there: a fight opens and is written on so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.storage.full_disk import aside
from tests.storage.table import long_fight, looked_at, resumed, stand_up
from tracker.campaign.file_checks import check, reseal
from tracker.storage.fight_log.opening import logged_steps, open_fight
from tracker.storage.fight_log.spill_recovery import join

MARK = b"\xef\xbb\xbf"


def turned(data: bytes, marked: bool, returns: bool) -> bytes:
    return (MARK if marked else b"") + (data.replace(b"\n", b"\r\n") if returns else data)


def plain(data: bytes) -> bytes:
    return data.removeprefix(MARK).replace(b"\r\n", b"\n")


MANNERS = pytest.mark.parametrize(("marked", "returns"), [(True, False), (False, True), (True, True)])


@MANNERS
def test_it_opens_and_is_written_on_in_its_own_manner(tmp_path: Path, often: None, marked: bool, returns: bool) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    path.write_bytes(turned(path.read_bytes(), marked, returns))
    assert check(path) == ()
    opened = open_fight(path)
    assert opened.warnings == () and opened.encounter == session.encounter
    again = resumed(opened)
    again.say("note written on")
    again.say("note and on")
    assert stand_up(again) == ""
    data = path.read_bytes()
    assert data == turned(plain(data), marked, returns)
    assert looked_at(path).encounter == again.encounter
    assert logged_steps(path)[-1].step.line == "note and on"
    assert check(path) == () and not list(tmp_path.glob("*.tail"))


@MANNERS
def test_a_torn_tail_is_cut_off_where_it_is_in_the_file(tmp_path: Path, marked: bool, returns: bool) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    whole = turned(path.read_bytes(), marked, returns)
    path.write_bytes(whole[:-10])
    opened = open_fight(path)
    assert opened.journal.last == session.journal.last - 1
    again = resumed(opened)
    again.say("note after the cut")
    stand_up(again)
    assert looked_at(path).encounter == again.encounter
    good = path.with_name(f"{path.name}.tail").read_bytes()
    assert whole[:-10].endswith(good) and good.strip().startswith(b"[[step]]")


@MANNERS
def test_every_line_end_may_have_been_turned_or_not(tmp_path: Path, marked: bool, returns: bool) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    data = path.read_bytes()
    half = data.index(b"\n[[step]]", len(data) // 2)
    path.write_bytes(turned(data[:half], marked, returns) + data[half:])
    opened = open_fight(path)
    assert opened.encounter == session.encounter
    again = resumed(opened)
    again.say("note on")
    assert stand_up(again) == ""
    assert check(path) == ()


@MANNERS
def test_an_own_edit_is_sealed_anew_in_the_same_manner(tmp_path: Path, marked: bool, returns: bool) -> None:
    session, path = long_fight(tmp_path)
    stand_up(session)
    path.write_bytes(turned(path.read_bytes().replace(b'"line 1"', b'"line one"'), marked, returns))
    reseal(path)
    data = path.read_bytes()
    assert check(path) == () and data == turned(plain(data), marked, returns)


@MANNERS
def test_steps_put_aside_are_joined_in_the_manner_of_the_fight(tmp_path: Path, marked: bool, returns: bool) -> None:
    path, tail, shown = aside(tmp_path)
    path.write_bytes(turned(path.read_bytes(), marked, returns))
    join(path, tail)
    data = path.read_bytes()
    assert data == turned(plain(data), marked, returns) and looked_at(path).encounter == shown
