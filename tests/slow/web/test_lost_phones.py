"""Phones that sleep, lose the wifi or vanish: nobody is blocked, no answer is lost or doubled, the page catches up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.terminal import LONG
from tests.web.driven import Browser
from tests.web.table import Master, encounter, master, until_written
from tests.web.wifi import Wifi, wifi

ASKS = "return [...document.querySelectorAll('#seat button')].some(key => key.textContent === 'Roll for me')"
ROLL = "[...document.querySelectorAll('#seat button')].find(key => key.textContent === 'Roll for me').click(); return 0"
INITIATIVE = "return document.querySelector('#seat').innerText.includes('initiative')"
LINK = "return document.querySelector('#link').textContent"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Master]:
    """Ana is asked for her dice; what she sends is taken at once."""
    with master(encounter(tmp_path, "take")) as own:
        own.terminal.send("\r")
        own.phone("Ana").asked("dice")
        yield own


@pytest.fixture
def air(table: Master) -> Iterator[Wifi]:
    with wifi(table.shared.port) as own:
        yield own


def opened(window: Browser, table: Master, port: int) -> None:
    """Ana's page, with her question on it."""
    link = table.links.of("Ana")
    assert link is not None
    window.open(f"http://127.0.0.1:{port}{link.address}", 390, 844)
    window.until(ASKS)


def until_lines(table: Master, line: str) -> None:
    """Wait until a line is in the fight's file."""
    end = time.monotonic() + LONG
    while line not in [block.get("line") for block in table.blocks()]:
        assert time.monotonic() < end, table.terminal.written[-600:]
        time.sleep(0.02)


def test_without_wifi_the_page_says_so_and_catches_up_with_what_it_missed(
    table: Master, air: Wifi, window: Browser
) -> None:
    opened(window, table, air.port)
    air.cut()
    window.until(f"{LINK} === 'Not connected; trying again.'")
    table.terminal.send("77\r")
    until_lines(table, "77")
    assert window.run(ASKS), "it shows what it showed"
    air.mend()
    window.until(f"{LINK} === ''")
    window.until(INITIATIVE)
    assert table.steps_by("Ana") == []


def test_an_answer_without_wifi_goes_out_once_when_it_is_back(table: Master, air: Wifi, window: Browser) -> None:
    opened(window, table, air.port)
    air.cut()
    window.until(f"{LINK} !== ''")
    window.run(ROLL)
    window.until("return document.querySelector('#seat .answer').textContent === 'Sending…'")
    air.mend()
    assert until_written(table, "Ana", 1) == ["roll"]
    window.until(INITIATIVE)
    assert table.steps_by("Ana") == ["roll"], "once"


def test_an_answer_that_never_gets_through_says_so_and_the_game_master_goes_on(
    table: Master, air: Wifi, window: Browser
) -> None:
    opened(window, table, air.port)
    air.cut()
    window.run(ROLL)
    window.until("return document.querySelector('#seat .answer').textContent.startsWith('Your answer did not get')")
    assert not window.run("return [...document.querySelectorAll('#seat button')].some(key => key.disabled)")
    table.terminal.send("77\r")
    until_lines(table, "77")
    assert table.steps_by("Ana") == []


def test_a_page_that_is_closed_in_the_middle_of_a_question_blocks_nobody(table: Master, window: Browser) -> None:
    with window.more(1) as (handle,):
        window.look_at(handle)
        opened(window, table, table.shared.port)
    table.terminal.send("77\r")
    until_lines(table, "77")
    opened(window, table, table.shared.port)
    window.until(INITIATIVE)  # the step is in the file before the page hears of it


def test_a_tablet_that_slept_wakes_at_the_present_moment(table: Master, window: Browser) -> None:
    opened(window, table, table.shared.port)
    window.sleeps(True)
    table.terminal.send("77\r")
    until_lines(table, "77")
    window.sleeps(False)
    window.until(INITIATIVE)
    window.run(ROLL)
    assert until_written(table, "Ana", 1) == ["roll"]


LATER = "const real = Date.now; Date.now = () => real() + {} * 1000; return 0"


def test_a_connection_that_hangs_is_given_up_and_another_one_is_tried(
    table: Master, air: Wifi, window: Browser
) -> None:
    opened(window, table, air.port)
    air.hold()
    window.until(f"{LINK} === 'Not connected; trying again.'")
    table.terminal.send("77\r")
    until_lines(table, "77")
    time.sleep(1.5)  # the browser has tried again by itself, and that try hangs for good
    air.mend()
    window.run(LATER.format(63))
    window.until(INITIATIVE)
    window.until(f"{LINK} === ''")


def test_an_answer_that_hangs_on_its_way_goes_out_again_once(table: Master, air: Wifi, window: Browser) -> None:
    opened(window, table, air.port)
    air.hold()
    window.run(ROLL)
    window.until("return document.querySelector('#seat .answer').textContent === 'Sending…'")
    air.mend()
    assert until_written(table, "Ana", 1) == ["roll"]
    assert table.steps_by("Ana") == ["roll"], "once"


SILENT = """
window.tries = 0;
window.fetch = (address, how) => new Promise((done, failed) => how.signal.addEventListener("abort", failed));
window.EventSource = class {
  static CONNECTING = 0; static OPEN = 1; static CLOSED = 2;
  constructor() {
    window.tries++;
    this.readyState = STATE;
    if (this.readyState === 2) setTimeout(() => this.onerror());
  }
  addEventListener() {}
  close() {}
};
return 0
"""
"""Streams and requests that never say anything."""


@pytest.mark.parametrize("state", ["0", "1", "2"], ids=["connecting", "open", "refused without a reason"])
def test_a_page_that_hears_nothing_tries_again_in_every_state_however_seldom_it_is_called(
    table: Master, air: Wifi, window: Browser, state: str
) -> None:
    opened(window, table, air.port)
    window.run(SILENT.replace("STATE", state))
    air.hold()
    for n, seconds in enumerate((63, 31, 601), 1):
        window.run(LATER.format(seconds))
        window.until(f"return window.tries === {n}")


def test_a_clock_that_is_set_back_does_not_make_a_page_wait_for_the_hour_to_come_again(
    table: Master, air: Wifi, window: Browser
) -> None:
    opened(window, table, air.port)
    window.run(SILENT.replace("STATE", "0"))
    air.hold()
    window.run(LATER.format(-3600))
    time.sleep(2.1)  # the page looks at its clock each second
    window.run(LATER.format(63))
    window.until("return window.tries === 1")


PRESS = (
    "const keys = [...document.querySelectorAll('#seat button')];"
    "const press = (text) => keys.find(key => key.textContent === text).click();"
    "[...'999'].forEach(press);"
)
SENDS = "[...document.querySelectorAll('#seat .confirm button')].map(key => key.textContent)"


def test_a_face_that_no_die_has_is_refused_on_the_page_and_never_sent(table: Master, window: Browser) -> None:
    opened(window, table, table.shared.port)
    assert window.run(f"{PRESS} return document.querySelector('#seat .answer').textContent") == (
        "999 is not on a d100: 1 to 100."
    )
    assert window.run(f"return {SENDS}") == []
    erase = "document.querySelector('[aria-label=\"Take the last one back\"]').click();"
    assert window.run(f"{erase} return {SENDS}") == ["Send: 99"]
    assert window.run("return document.querySelector('#seat .answer').textContent") == ""
