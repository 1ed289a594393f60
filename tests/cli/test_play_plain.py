"""`tracker play --plain`, and by itself on a terminal that is dumb; `--seed` there and on the screen."""

from __future__ import annotations

import io
import re
import shutil
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from tests.cli.calling import DUEL, call
from tests.cli.showing import Shown
from tracker.encounter.engine.journal import Commit
from tracker.storage.fight_log.opening import open_fight
from tracker.tui import app, terminal_presence

LINES = "\n\n\nn\n1\n1\nn\n\n\n\nd\nh\n"


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "here" / "duel.toml"
    path.parent.mkdir()
    shutil.copy(DUEL, path)
    monkeypatch.chdir(path.parent)
    return path


def test_a_fight_is_begun_by_ear_written_and_gone_on_with(duel: Path) -> None:
    reply = call("play", duel, "--plain", "--seed", 4, given=LINES)
    fight = duel.with_name("duel.fight.toml")
    assert reply.code == 0 and reply.err == f"Saved. `tracker play {fight}` goes on.\n"
    assert "Brann may declare." in reply.lines and "Enter: begin" in reply.lines
    steps = len(open_fight(fight, look=True).journal.done)
    assert steps > 5
    again = call("play", fight, "--plain", given="h brann\nnote The rain begins\nq\n")
    assert (again.code, again.lines[-1]) == (0, "Left.")
    assert len(open_fight(fight, look=True).journal.done) == steps + 1


def test_the_same_seed_lets_the_same_dice_fall_by_ear_and_on_the_screen(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call("play", duel, "--plain", "--seed", 4, given="\n\n\n")
    screen = Shown()

    def begin(shown: Shown) -> None:
        session, _ = shown.choose(1)
        for line in ("begin", "roll", "roll"):
            session.say(line)

    screen.meanwhile = begin
    monkeypatch.setattr(app, "run", screen.run)
    monkeypatch.setattr(terminal_presence, "there", lambda: True)
    assert call("play", duel, "--seed", 4).code == 0
    one, other = (duel.with_name(f"{name}.fight.toml").read_bytes() for name in ("duel", "duel-2"))
    assert one == other and b"[[step]]" in one


def test_without_a_file_a_fight_is_chosen_by_its_number(duel: Path) -> None:
    duel.with_name("bad.toml").write_text("title = 3\n", encoding="utf-8")
    reply = call("play", "--plain", given="99\n1\n2\nq\n")
    begin = [line for line in reply.lines if re.match(r"\d+: Begin: ", line)]
    assert begin[0].startswith("1: Begin: bad") and begin[1].startswith("2: Begin: duel")
    assert "bad.toml:1:1: " in reply.out and reply.lines[-1] == "Left."


class Terminal(io.StringIO):
    """A stream that somebody looks at."""

    def isatty(self) -> bool:
        return True


def test_on_a_terminal_lines_are_broken_between_words_and_elsewhere_left_whole(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    given = "\n?\nr\nq\n"
    whole = call("play", duel, "--plain", "--seed", 4, given=given)
    duel.with_name("duel.fight.toml").unlink()
    monkeypatch.setattr(io, "StringIO", Terminal)
    broken = call("play", duel, "--plain", "--seed", 4, given=given)
    assert max(map(len, whole.lines)) > 80 and max(map(len, broken.lines)) <= 40
    assert " ".join(broken.out.split()) == " ".join(whole.out.split()), "no word is broken"
    assert any(line.startswith("  ") for line in broken.lines), "what goes on is indented"


def test_steps_that_cannot_be_saved_are_told_and_leaving_is_asked_twice(duel: Path) -> None:
    from tests.line_mode.hearing import opened
    from tracker.line_mode.listener import Listener

    class Full:
        unsaved, reason, kept_in = 1, "No space left on device", None

        def retry(self) -> bool:
            return False

        def record(self, commit: Commit) -> None: ...

        def beside(self) -> AbstractContextManager[None]:
            return nullcontext()

        def settle(self) -> None: ...

    session = opened(duel)
    session.recorder = Full()
    listener = Listener(session, trouble=lambda: "1 step not saved: No space left on device")
    assert "Not saved: 1 step not saved: No space left on device." in listener.hear("")
    assert "q again leaves without saving" in listener.hear("q")[0] and not listener.left
    listener.hear("d")
    listener.hear("q")
    assert not listener.left, "something was heard in between"
    listener.hear("q")
    assert listener.left
