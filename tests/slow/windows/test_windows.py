"""The tracker on Windows: every module is imported, a fight is played, locked and written."""

from __future__ import annotations

from pathlib import Path

from tests.cli.calling import DUEL
from tests.windows.programs import on_windows, tracker


def test_every_module_of_the_tracker_can_be_imported() -> None:
    program = (
        "import importlib, pathlib\n"
        "for path in sorted(pathlib.Path('tracker').rglob('*.py')):\n"
        "    name = '.'.join(path.with_suffix('').parts)\n"
        "    if not name.endswith(('__main__', '__init__')) and name != 'tracker.tui.driver':\n"
        "        importlib.import_module(name)\n"
        "print('all of it')\n"
    )
    reply = on_windows(program)
    assert (reply.returncode, reply.stdout) == (0, "all of it\n"), reply.stderr


FIGHT = """
import asyncio, sys
from tests.plain_fights import fight
from tests.tui.playing import playing
from tracker.tui import base_app
from tracker.tui.base_app import TableDriver
from textual.drivers.windows_driver import WindowsDriver
assert issubclass(TableDriver, WindowsDriver)

async def played():
    session = fight()
    async with playing(session, (80, 24)) as player:
        player.app.on_terminal = True
        player.app.ending.watch()
        await player.press(*["enter"] * 6)
        assert not player.app.ending.hung_up()
        player.app.action_suspend_process()
        await player.press("question_mark", "escape")
        print(player.footer().strip())
        player.app.ending.release()
    print(len(session.journal.done))

asyncio.run(played())
"""


def test_the_screen_plays_a_fight_with_textuals_driver_for_windows() -> None:
    reply = on_windows(FIGHT)
    assert reply.returncode == 0, reply.stderr
    footer, steps = reply.stdout.splitlines()
    assert "? help" in footer and int(steps) > 1


def test_line_mode_plays_writes_and_resumes_a_fight(tmp_path: Path) -> None:
    (tmp_path / "duel.toml").write_bytes(DUEL.read_bytes())
    reply = tracker("play", tmp_path / "duel.toml", "--plain", "--seed", 4, given="\n34\n3 5\nq\n")
    saved = f"Saved. `tracker play {tmp_path / 'duel.fight.toml'}` goes on.\n"
    assert (reply.returncode, reply.stderr) == (0, saved)
    fight = tmp_path / "duel.fight.toml"
    assert b'line = "34"' in fight.read_bytes()
    assert [path.name for path in tmp_path.glob(".*")] == [], "the lock is gone when the fight is left"
    again = tracker("run", fight, "--save", fight, given="note again\nundo\n")
    assert (again.returncode, again.stderr) == (0, "")
    assert "no mistakes" in tracker("check", fight).stdout


HELD = """
import pathlib, sys
from tracker.storage.fight_log.fight_lock import Lock, lock_path, played_elsewhere
from tracker.storage.toml.diagnostics import Locked
fight = pathlib.Path(sys.argv[1])
lock = Lock(fight)
assert "plays" in played_elsewhere(fight) or "open" in played_elsewhere(fight), played_elsewhere(fight)
try:
    Lock(fight)
except Locked as locked:
    print(locked.sentence)
lock.release()
lock.release()
assert not lock_path(fight).exists() and played_elsewhere(fight) == ""
Lock(fight).release()
"""


def test_a_second_program_hears_who_plays_and_the_lock_ends_with_its_holder(tmp_path: Path) -> None:
    reply = on_windows(HELD, tmp_path / "duel.fight.toml")
    assert reply.returncode == 0, reply.stderr
    assert "process" in reply.stdout


def test_a_lock_that_its_holder_left_behind_is_taken(tmp_path: Path) -> None:
    fight = tmp_path / "duel.fight.toml"
    died = on_windows(
        "import os, pathlib, sys; from tracker.storage.fight_log.fight_lock import Lock\n"
        "lock = Lock(pathlib.Path(sys.argv[1])); os._exit(9)",
        fight,
    )
    assert died.returncode == 9 and [path.name for path in tmp_path.iterdir()] == [".duel.fight.toml.lock"]
    reply = on_windows(HELD, fight)
    assert reply.returncode == 0, reply.stderr


def test_links_of_a_table_are_written_by_one_program_at_a_time(tmp_path: Path) -> None:
    program = (
        "import pathlib, sys; from tracker.storage.table.links import links_of\n"
        "for _ in range(2): print(len(links_of(pathlib.Path(sys.argv[1]), ('Ana',)).links))\n"
    )
    reply = on_windows(program, tmp_path / "duel.fight.toml", XDG_DATA_HOME=str(tmp_path))
    assert reply.returncode == 0, reply.stderr
    assert len(set(reply.stdout.splitlines())) == 1


def test_what_goes_into_a_pipe_is_utf_8_whatever_the_code_page(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_text('[[combatant]]\nname = "Übel ✗ 漢"\n', "utf-8")
    reply = tracker("check", path, PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    assert reply.returncode == 0 and "Übel ✗ 漢" in reply.stdout


def test_pages_for_players_are_refused_on_the_screen_with_the_command_that_serves_them(tmp_path: Path) -> None:
    program = (
        "import pathlib; from tracker.web.process import PageServer\n"
        "print(PageServer(pathlib.Path('duel.fight.toml'), pathlib.Path('duel'), (), lambda: '').start())\n"
    )
    reply = on_windows(program)
    assert reply.stdout == "On Windows `tracker share FIGHT` in another window serves the pages.\n", reply.stderr


def test_a_file_of_dice_that_is_not_there_is_told() -> None:
    reply = tracker("play", DUEL, "--plain", "--dice-from", "dice")
    assert (reply.returncode, reply.stderr) == (1, "dice does not exist.\n")
