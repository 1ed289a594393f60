"""Any bytes of a terminal, for long."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.tui.odd_bytes import WHERE, survives
from tests.tui.terminal import terminal


@pytest.mark.parametrize("where", WHERE)
def test_in_a_real_terminal_bytes_that_are_no_text_do_not_end_it(where: str, tmp_path: Path) -> None:
    survives(where, 1, 30, tmp_path)


@pytest.mark.parametrize("before", [":", ""], ids=["field", "free"])
def test_a_megabyte_pasted_without_marks_is_taken_as_one_and_costs_less_than_two_seconds_of_processor(
    before: str,
) -> None:
    with terminal() as own:
        own.until("Ambush")
        own.send(before)
        own.quiet()
        data = b"goblin attacks u y 1 2 space\r\n" * (1 << 15)
        os.set_blocking(own.outer, False)
        before_paste = processor_seconds(own.process.pid)
        while data:
            try:
                data = data[os.write(own.outer, data[:4096]) :]
            except BlockingIOError:
                own._read(0.01)
        own.until("asted")
        assert processor_seconds(own.process.pid) - before_paste < 2
        assert b"Traceback" not in own.written
        own.send("\x1b")
        own.quiet()
        own.send("\x11")
        assert own.ended() == 0


def processor_seconds(pid: int) -> float:
    """Seconds of processor a process has used, however busy the machine is otherwise."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
