"""A fight's file is followed as it grows: what was appended is read, a torn end waited for, another file read anew."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import ROOT
from tests.lanes import drawing, sample
from tests.player_screen.table import AMBUSH, Table
from tests.tales import tale_of
from tracker.encounter.engine.journal import Step, UndoRedo
from tracker.model.refusals import Refused
from tracker.player_screen import spectator as following
from tracker.player_screen.spectator import Spectator, showing_of
from tracker.players.known_facts import NEVER_TOLD
from tracker.players.log import Tale
from tracker.players.log import told as tell
from tracker.storage.fight_log import writer
from tracker.storage.fight_log.follower import ABSENT, UNREADABLE, Follower
from tracker.storage.fight_log.opening import logged_steps, open_fight
from tracker.storage.fight_log.reader import FightText

KEPT = 16
"""Here so many steps, fewer than usual, can be taken back without another look at the file."""


@pytest.fixture(autouse=True)
def few_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "KEPT", KEPT)


def told_in(table: Table) -> tuple[str, ...]:
    """What the players were told, reckoned from the journal."""
    journal, prepared = table.session.journal, table.opened.prepared
    steps = [journal.steps[n].events for n in journal.done]
    tale = tale_of(prepared.encounter, steps, prepared.rules, showing_of(prepared))
    return tuple(line.text for line in tale.lines)


def lines_of(spectator: Spectator) -> tuple[str, ...]:
    return tuple(line.text for line in spectator.tale().lines)


def test_only_what_was_appended_is_read(table: Table) -> None:
    follower = Follower(table.path)
    first = follower.look()
    assert first is not None and first.anew is not None and follower.trouble == ""
    assert [block.n for block in first.blocks] == list(range(1, table.session.journal.last + 1))
    assert follower.look() is None
    table.say("note One", "undo", "note Two")
    more = follower.look()
    assert more is not None and more.anew is None
    one, undone, two = more.blocks
    assert isinstance(one, Step) and isinstance(undone, UndoRedo) and isinstance(two, Step)
    assert (one.n, undone.undo) == (two.n - 2, one.n)


def test_a_file_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    spectator = Spectator(tmp_path / "ford.fight.toml")
    assert not spectator.look() and spectator.trouble == ABSENT and spectator.scene() is None
    table = Table(tmp_path)
    assert spectator.look() and spectator.trouble == ""
    scene = spectator.scene()
    assert scene is not None and [one.name for one in scene.view.fighters][:2] == ["Brann", "Sela"]
    assert not scene.view.began
    table.close()


def test_a_torn_tail_is_waited_for_at_any_byte(table: Table, tmp_path: Path) -> None:
    before = table.path.read_bytes()
    table.say("note The rain stops")
    after = table.path.read_bytes()
    other = tmp_path / "torn.fight.toml"
    for cut in range(len(before), len(after), 7):
        other.unlink(missing_ok=True)
        other.write_bytes(after[:cut])
        follower = Follower(other)
        first = follower.look()
        assert first is not None and first.blocks[-1].n == table.session.journal.last - 1
        with other.open("ab") as file:
            file.write(after[cut:])
        more = follower.look()
        assert more is not None and more.anew is None and follower.trouble == ""
        assert [block.n for block in more.blocks] == [table.session.journal.last]


def test_a_torn_head_is_waited_for(table: Table, tmp_path: Path) -> None:
    whole, other = table.path.read_bytes(), tmp_path / "head.fight.toml"
    other.write_bytes(whole[:200])
    spectator = Spectator(other)
    spectator.look()
    assert spectator.trouble == UNREADABLE
    other.write_bytes(whole)
    assert spectator.look() and spectator.trouble == ""
    assert lines_of(spectator) == told_in(table)


def test_undo_redo_and_taking_back_more_than_is_kept(table: Table) -> None:
    spectator = Spectator(table.path)
    spectator.look()
    table.play(KEPT * 3)
    assert len(table.session.journal.done) > KEPT + 20
    spectator.look()
    assert lines_of(spectator) == told_in(table)
    for times in (3, KEPT + 10):
        for _ in range(times):
            table.say("undo")
        spectator.look()
        assert lines_of(spectator) == told_in(table)
        assert spectator.scene() is not None
    table.say("redo", "redo", "redo")
    spectator.look()
    assert lines_of(spectator) == told_in(table)
    table.play(10)
    spectator.look()
    assert lines_of(spectator) == told_in(table)


def test_undone_steps_leave_no_trace(table: Table) -> None:
    plain, taken_back = Spectator(table.path), Spectator(table.path)
    plain.look()
    seen = plain.scene("Ana")
    table.say("sela damage 3 cutting chest", "undo")
    taken_back.look()
    assert plain.look()
    assert plain.scene("Ana") == taken_back.scene("Ana") == seen


@pytest.mark.parametrize("how", ["replaced", "shrunk", "deleted"])
def test_another_file_under_the_name_is_read_anew(table: Table, tmp_path: Path, how: str) -> None:
    spectator = Spectator(table.path)
    spectator.look()
    other = Table(tmp_path, 2, AMBUSH.replace("At the ford", "At the inn"), "inn")
    other.begin()
    if how == "replaced":
        other.path.replace(table.path)
    elif how == "shrunk":
        table.path.write_bytes(other.path.read_bytes())
    else:
        table.path.unlink()
        assert spectator.look() and spectator.trouble == ABSENT
        assert spectator.scene() is not None, "what was seen last stays to be seen"
        table.path.write_bytes(other.path.read_bytes())
    assert spectator.look() and spectator.trouble == ""
    scene = spectator.scene()
    assert scene is not None and scene.view.title == "At the inn" and scene.view.began
    other.close()


def test_a_broken_seal_shows_what_stands_before_it(table: Table, tmp_path: Path) -> None:
    good = told_in(table)
    table.say("note The gate", "sela damage 3 cutting chest")
    changed = tmp_path / "changed.fight.toml"
    changed.write_bytes(table.path.read_bytes().replace(b"The gate", b"The gnat"))
    spectator = Spectator(changed)
    spectator.look()
    assert spectator.trouble == UNREADABLE
    assert lines_of(spectator) == good


def test_windows_line_ends_are_followed_too(table: Table, tmp_path: Path) -> None:
    other = tmp_path / "windows.fight.toml"
    other.write_bytes(b"\xef\xbb\xbf" + table.path.read_bytes().replace(b"\n", b"\r\n"))
    spectator, size = Spectator(other), len(table.path.read_bytes())
    spectator.look()
    table.say("sela damage 3 cutting chest")
    with other.open("ab") as file:
        file.write(table.path.read_bytes()[size:].replace(b"\n", b"\r\n"))
    assert spectator.look() and spectator.trouble == ""
    assert lines_of(spectator) == told_in(table)


def test_neither_a_folder_nor_a_pipe_nor_an_encounter_is_waited_on(table: Table, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.fight.toml"
    os.mkfifo(pipe)
    for path in (tmp_path, pipe, table.encounter):
        spectator = Spectator(path)
        spectator.look()
        assert spectator.trouble == UNREADABLE and spectator.scene() is None


def long_table(folder: Path, monkeypatch: pytest.MonkeyPatch, *, notes: int = 0, undone: int = 0) -> Table:
    """A long fight with many checkpoints; perhaps much at its end tells the players nothing, or was taken back."""
    monkeypatch.setattr(writer, "CHECKPOINT", 7)
    table = Table(folder)
    table.play(70)
    for number in range(notes):
        table.say(f"note line {number} of many, which no player is told of, however long it is: {'x' * 200}")
    for _ in range(undone):
        table.say("undo")
    return table


@pytest.mark.parametrize(("notes", "undone"), sample([(0, 0), (150, 20), (150, 170)]), ids=str)
def test_who_looks_on_late_sees_what_those_see_who_were_there_from_the_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, notes: int, undone: int
) -> None:
    table = long_table(tmp_path, monkeypatch, notes=notes, undone=undone)
    late, whole = Spectator(table.path, recent=True), Spectator(table.path)
    assert late.look() and whole.look()
    assert late.trouble == "" and late.scene("Ana") == whole.scene("Ana") and late.scene() is not None
    for lines in (("undo",) * 2, ("redo",), ("undo",) * (KEPT + 9), ("redo",), ("note on",), ("undo", "redo")):
        for line in lines:
            with suppress(Refused):
                table.say(line)
        late.look()
        whole.look()
        assert late.scene("Ana") == whole.scene("Ana") and late.trouble == ""
    table.play(10)
    assert late.look() and whole.look()
    assert late.scene("Ana") == whole.scene("Ana")


def test_who_looks_on_late_calls_everybody_as_those_do_who_were_there_from_the_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first goblin comes into sight as the third, in a part of the fight that is not read for the moment."""
    monkeypatch.setattr(writer, "CHECKPOINT", 7)
    hidden = '[[combatant]]\nfrom = "goblin"\nside = "raiders"\nhidden = true\nnumber = 1\n'
    goblins = '[[combatant]]\nfrom = "goblin"\nside = "raiders"\nnumber = 2\n'
    table = Table(tmp_path, 3, AMBUSH.replace(goblins, hidden + goblins))
    table.begin()
    table.say("goblin-1 revealed")
    table.play(120)
    for number in range(150):
        table.say(f"note {number}")
    late, whole = Spectator(table.path, recent=True), Spectator(table.path)
    assert late.look() and whole.look()
    numbers = whole.tale().numbers
    assert late.tale().numbers == numbers
    assert [numbers[who] for who in ("goblin-2", "goblin-3", "goblin-1")] == [1, 2, 3]
    assert late._partly, "not all of it was read"
    table.close()


def test_who_looks_on_late_reads_the_end_of_a_long_fight_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = long_table(tmp_path, monkeypatch, notes=150)
    read: list[int] = []
    parse = FightText.parse

    def counted(fight: FightText, first: int, last: int) -> dict[str, list[dict[str, Any]]]:
        rows = parse(fight, first, last)
        read.extend(row["n"] for row in rows["step"])
        return rows

    monkeypatch.setattr(FightText, "parse", counted)
    spectator = Spectator(table.path, recent=True)
    spectator.look()
    assert spectator.scene() is not None
    assert len(set(read)) < table.session.journal.last / 2


@drawing
def test_nothing_is_ever_told_of_an_event_that_is_never_told() -> None:
    for path in sample(sorted((ROOT / "saves").glob("finished-*.fight.toml")), 3):
        prepared = open_fight(path, look=True).prepared
        tale, state = Tale(-1), prepared.encounter
        for step in (told.step for told in logged_steps(path) if told.in_force):
            for event in step.events:
                before = tale
                tale, state = tell(tale, state, [event], prepared.rules, showing_of(prepared))
                assert (tale.lines, tale.now) == (before.lines, before.now) or type(event) not in NEVER_TOLD
