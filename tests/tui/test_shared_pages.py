"""`ctrl+l`: the links of the players' pages, one code at a time; without the extra it names the exact command."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import pytest

from tests.lanes import sample
from tests.tui.opening import example
from tests.tui.playing import SIZES, Player
from tracker.controller.outside import seat_answers
from tracker.controller.shared_pages import Door, FrontDoor, Knock, OfferedAnswer, SeatAnswer, page
from tracker.players.seat import Option
from tracker.text.cells import line_width, words
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.web.qr_code import half_blocks

segno = pytest.importorskip("segno", reason="the extra `web` is not installed")


@dataclass
class Pages:
    """Pages that are served, as the screen sees them."""

    seats: str = "offer"
    door: bool = True
    running: bool = True
    trouble: str = ""
    note: str = ""
    plans: dict[str, str] = field(default_factory=dict)
    knocks: Sequence[Knock] = ()
    front_door: FrontDoor | None = None
    admitted: list[tuple[int, bool]] = field(default_factory=list)
    revoked: list[str | None] = field(default_factory=list)
    pipe: tuple[int, int] = field(default_factory=os.pipe)

    def start(self) -> str:
        return ""

    def admit(self, number: int, yes: bool) -> None:
        self.admitted.append((number, yes))
        self.knocks = tuple(knock for knock in self.knocks if knock.number != number)

    def doors(self) -> Sequence[Door]:
        names = ("", "Ana", "Ben")
        return [Door(name, f"http://192.0.2.7:8040/{name or 'all'}/", code_of("x"), bool(name)) for name in names]

    def fileno(self) -> int:
        return self.pipe[0]

    def read(self) -> Sequence[SeatAnswer]:
        return ()

    def reply(self, number: int, status: int, text: str) -> None:
        pass

    def revoke(self, player: str | None) -> str:
        self.revoked.append(player)
        return ""

    def stop(self) -> None:
        self.running = False


@pytest.mark.parametrize("size", sample(SIZES), ids=str)
async def test_the_links_are_shown_one_code_at_a_time_and_every_key_of_the_foot_works(size: tuple[int, int]) -> None:
    pages = Pages()
    app = TrackerApp(AppConfig(example("duel"), guard=0.0, colour=True, share=lambda session: pages))
    async with app.run_test(size=size):
        player = Player(app)
        await player.drawn()
        pages.running = False
        await player.press("ctrl+l")
        pages.running = True
        assert "For everybody, and for a television · nobody looks on yet" in player.text()
        assert "http://192.0.2.7:8040/all/" in player.text() and "█" in player.text()
        await player.press("right")
        assert "For Ana · 1 looks on" in player.text() and "/all/" not in player.text()
        await player.press("r")
        assert pages.revoked == ["Ana"]
        await player.press("left", "left")
        assert "For Ben" in player.text() and "3 of 3" in player.text()
        for words in ("esc back", "←→ next player", "r new link for this one", "x stop sharing"):
            assert words in player.footer()
        await player.press("escape")
        assert player.screen.controller.session is not None and pages.running
        await player.press("ctrl+l", "x")
        assert not pages.running and player.screen is not None


@pytest.mark.parametrize(("keys", "waits"), sample([("r", False), ("x", False), ("escape", True)]))
async def test_with_a_link_that_works_no_more_its_answer_that_waits_is_forgotten(keys: str, waits: bool) -> None:
    pages = Pages()
    app = TrackerApp(AppConfig(example("duel"), guard=0.0, colour=True, share=lambda session: pages))
    async with app.run_test(size=(80, 24)):
        player = Player(app)
        await player.drawn()
        controller = player.screen.controller
        assert controller.say("begin") and controller.say("next")
        question = controller.session.encounter.questions[-1]
        controller.offered = OfferedAnswer("Ana", Option("roll", "a roll", line="roll"), question, 1)
        pages.running = False
        await player.press("ctrl+l", "right")
        pages.running = True
        await player.press(keys)
        assert (seat_answers.told(controller) != "") == waits


NOTE = (
    "Port 8040, to which the links given out before lead, is not free now, so the pages are at port 8041: players "
    "need the new links. --port 8041 keeps this port for the next time."
)
ADDRESSES = (
    "http://192.0.2.7:8041/nANuEWCeK87exMSB_x156w/",
    "http://192.168.178.130:8041/nANuEWCeK87exMSB_x156w/#0JRR0TZID71zp-ZkHhaOnQ",
    "http://[2001:db8:1234:5678:9abc:def0:1234:5678]:8041/nANuEWCeK87exMSB_x156w/#0JRR0TZID71zp-ZkHhaOnQ",
)


code_of = cache(half_blocks)


@pytest.mark.parametrize("note", ["", NOTE])
@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("size", [*SIZES, (60, 20), (40, 12)], ids=str)
def test_address_and_note_stand_there_whole_and_the_code_whole_or_not_at_all(
    size: tuple[int, int], address: str, note: str
) -> None:
    code = code_of(address)
    lines = page([Door("Ana", address, code, 0)], 0, "", note, *size)
    assert len(lines) == size[1] and all(line_width(line) <= size[0] for line in lines)
    text = [words(line) for line in lines]
    assert address in "".join(line.strip() for line in text)
    drawn = [row for row in code if any(row in line for line in text)]
    assert drawn in ([], list(code)) and bool(drawn) != any("The window is too small" in line for line in text)
    outside = " ".join(words([span for span in line if span.role != "code"]).strip() for line in lines)
    assert note in " ".join(outside.split()), "beside the code, or above it"


async def test_a_phone_is_let_in_by_one_key_of_the_fight_or_of_the_page_of_links() -> None:
    signs = (("Ana", "Brann", "37"), ("Ben", "Sela", "11"), ("Cleo", "Odo", "52"))
    pages = Pages(knocks=tuple(Knock(n, *of, "192.0.2.7") for n, of in enumerate(signs)), running=False)
    app = TrackerApp(AppConfig(example("duel"), guard=0.0, colour=True, share=lambda session: pages))
    async with app.run_test(size=(80, 24)):
        player = Player(app)
        await player.drawn()
        await player.press("ctrl+l", "y", "n", "escape")
        assert pages.admitted == [(0, True), (1, False)]
        player.screen.controller.knocks = tuple(pages.knocks)
        await player.press("ctrl+y")
        assert pages.admitted[2:] == [(2, True)]


def test_the_door_of_the_table_is_the_last_code_and_says_what_it_asks_for() -> None:
    front = FrontDoor("472913", ("http://192.0.2.7:8040", "http://198.51.100.7:8040"))
    doors = [
        Door("Ana", "http://192.0.2.7:8040/a/", ("x",), 0),
        Door("", "http://192.0.2.7:8040/", ("x",), 0, front=True),
    ]
    lines = [words(line) for line in page(doors, 1, "", "", 80, 24, front)]
    assert lines[1].startswith(" For any phone, by the code") and " http://192.0.2.7:8040/" in lines
    assert " Any phone: http://192.0.2.7:8040 with the code 472 913" in lines
