"""`tracker watch` in a real terminal: it waits, follows and ends."""

from __future__ import annotations

from pathlib import Path

from tests.player_screen.table import AMBUSH, Table, leaks
from tests.tui.terminal import terminal

PROGRAM = "import sys\nfrom tracker.cli import main\nsys.exit(main(['watch', {!r}]))"


def test_in_a_terminal_it_waits_follows_and_ends(tmp_path: Path) -> None:
    with terminal(PROGRAM.format(str(tmp_path / "ford.fight.toml")), size=(120, 36)) as watched:
        watched.until("not there yet")
        table = Table(tmp_path)
        watched.until("has not begun")
        table.begin()
        watched.until("DECLARES")
        for word in ("thunder", "lightning", "hail", "snow", "fog"):
            table.say(f"sela alias {word}")
            watched.until(word)
            table.say("sela alias none")
        other = Table(tmp_path, 1, AMBUSH.replace("At the ford", "At the inn"), "inn")
        other.begin()
        other.path.replace(table.path)
        watched.until("At the inn")
        table.path.unlink()
        watched.until("not there")
        watched.send("\x11")
        assert watched.ended() == 0
        assert watched.modes() == watched.before
        assert leaks(watched.written) == []
        table.close()
        other.close()


def test_it_shows_what_the_game_master_keyed(table: Table) -> None:
    table.close()
    play = PROGRAM.replace("'watch', {!r}", "'play', {!r}, '--seed', '1'").format(str(table.path))
    with terminal(play) as master, terminal(PROGRAM.format(str(table.path)), size=(120, 36)) as watched:
        master.until("declare")
        watched.until("DECLARES")
        for word in ("thunder", "lightning", "hail"):
            master.send(f":sela alias {word}\r")
            master.quiet()  # a terminal that nobody reads takes no more, and the program waits for it
            watched.until(word)


def test_a_signal_ends_it_and_leaves_the_terminal_as_it_was(table: Table) -> None:
    with terminal(PROGRAM.format(str(table.path))) as watched:
        watched.until("DECLARES")
        watched.process.terminate()
        assert watched.ended() == 143
        assert watched.modes() == watched.before
