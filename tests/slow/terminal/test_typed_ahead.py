"""Keys typed before the first frame, or in one go with such keys: none becomes dice, and a line says so."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.tui.terminal import Terminal, terminal
from tracker.storage.fight_log.opening import open_fight

SAVES = Path(__file__).parents[3] / "saves"
PLAY = "import sys; from tracker.cli import main; sys.exit(main(['play', {!r}, '--seed', '4']))"
LINE = "do not count"


def type_slowly(own: Terminal, text: str, between: float = 0.02) -> None:
    """Type as a hand does that knows what it will be asked, key by key."""
    for sign in text:
        own.send(sign)
        time.sleep(between)


@pytest.mark.parametrize("typed", ["\r3735", "\r\r", "\x1b[B\r", "7", ":n x\r"])
def test_nothing_typed_while_the_program_opens_counts_and_a_line_says_so(typed: str, tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_bytes((SAVES / "duel.toml").read_bytes())
    with terminal(PLAY.format(str(path))) as own:
        type_slowly(own, typed)
        own.until(LINE)
        own.quiet()
        assert (
            not list(tmp_path.glob("*.fight.toml"))
            or not open_fight(tmp_path / "duel.fight.toml", look=True).journal.done
        )
        own.send("\r")
        own.until("perception")
        own.quiet()
        own.send("\x11")
        assert own.ended() == 0
    journal = open_fight(tmp_path / "duel.fight.toml", look=True).journal
    assert len(journal.done) == 1, "the enter that was pressed when the fight was drawn begins it"


def test_dice_typed_in_one_go_with_the_key_before_them_are_all_taken_or_none(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_bytes((SAVES / "duel.toml").read_bytes())
    with terminal(PLAY.format(str(path))) as own:
        own.until("Brann")
        own.quiet()
        type_slowly(own, "\r3735")
        own.quiet()
        own.send("\x11")
        assert own.ended() == 0
    steps = open_fight(tmp_path / "duel.fight.toml", look=True).journal
    lines = [steps.steps[number].line for number in steps.done]
    assert [line.replace(" ", "") for line in lines] in (["begin"], ["begin", "37", "35"])
