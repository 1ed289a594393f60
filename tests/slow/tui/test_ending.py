"""However it ends, it ends within two seconds, with the right code and the terminal as it was."""

import re
import signal

import pytest

from tests.tui.terminal import LONG, PROGRAM, terminal

COLOUR = re.compile(rb"\x1b\[[0-9;]*?(?<![0-9])(3[0-9]|4[0-9]|9[0-7]|10[0-7])(?![0-9])[0-9;]*m")
BEGUN = "Ambush"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_a_signal_ends_it_with_its_code_and_the_terminal_restored(number: int, code: int) -> None:
    with terminal() as own:
        own.until(BEGUN)
        own.process.send_signal(number)
        assert own.ended() == code
        assert own.modes() == own.before
        assert own.written.rfind(b"\x1b[?1049l") > own.written.rfind(b"\x1b[?1049h")
        assert own.written.rfind(b"\x1b[?25h") > own.written.rfind(b"\x1b[?25l")


def test_a_terminal_that_is_closed_ends_it() -> None:
    with terminal() as own:
        own.until(BEGUN)
        own.hang_up()
        assert own.process.wait(timeout=LONG) == 129


def test_a_closed_terminal_ends_it_even_where_hanging_up_is_ignored_by_whoever_started_it() -> None:
    ignoring = "import signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n" + PROGRAM
    with terminal(ignoring) as own:
        own.until(BEGUN)
        own.hang_up()
        assert own.process.wait(timeout=LONG) == 129


def test_ctrl_q_leaves_with_code_0() -> None:
    with terminal() as own:
        own.until(BEGUN)
        own.send("\x11")
        assert own.ended() == 0
        assert own.modes() == own.before


def test_with_no_color_no_colour_code_is_sent_and_an_empty_one_does_not_count() -> None:
    with terminal(env={"NO_COLOR": "1"}) as own:
        own.until(BEGUN)
        own.send("\r?")
        own.until("Taking back")
        own.send("\x11")
        own.ended()
        assert not COLOUR.search(own.written), COLOUR.search(own.written)
    with terminal(env={"NO_COLOR": ""}) as own:
        own.until(BEGUN)
        own.process.send_signal(signal.SIGTERM)
        own.ended()
        assert COLOUR.search(own.written)
