"""What moves after a step: lanes slide and lost points leave their bars, in a few frames that any key ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console
from textual._context import active_app
from textual.filter import LineFilter

from tests.lanes import sample
from tests.random_play import EXAMPLES
from tests.tui import paper
from tests.tui.opening import example
from tests.tui.paper import Desk, OnPaper, Paper
from tracker.controller.controller import Controller
from tracker.controller.input.debounce import Debounce
from tracker.controller.modes import Mode
from tracker.controller.user_settings import Settings
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.text.cells import line_width, words
from tracker.tui import motion
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.line_writer import LineWriter
from tracker.tui.theme import DARK
from tracker.views.motion import FRAMES, slid

SETTLES = 25
"""Keys after which most examples have lost points."""


class Moving(OnPaper):
    """A screen on paper that writes its lines itself, and whose frames are called for one by one."""

    def __init__(self, controller: Controller) -> None:
        super().__init__(controller, Debounce(0.0), lambda: 0.0)
        self.motion.on = True
        self.writer = LineWriter(Console(color_system="truecolor", force_terminal=True))
        self.frame: Callable[[], None] | None = None

    def _direct_writer(self) -> Any:
        return self.writer

    def set_interval(self, *asked: Any, **_: Any) -> Any:
        """Keep what is to be called until it is stopped."""

        def drawn() -> None:
            token = active_app.set(self.desk)  # type: ignore[arg-type]
            asked[1]()
            active_app.reset(token)

        self.frame = drawn

        def stop() -> None:
            self.frame = None

        return SimpleNamespace(stop=stop)


class Sending(Desk):
    """A desk that keeps what is sent to the terminal, in the usual colours."""

    _exit, palette = False, DARK

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(size)
        self.bursts: list[int] = []

    def sent(self) -> int:
        """All that was sent."""
        return sum(self.bursts)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """There are none."""
        return ()

    def write(self, writer: LineWriter, cell: tuple[int, int] | None) -> None:
        """Count what was gathered."""
        self.bursts.append(len(writer.taken().encode()))


@pytest.fixture(autouse=True)
def written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "LAID_LATER", ())
    monkeypatch.setattr(paper, "Desk", Sending)


def by_orders(session: Session) -> None:
    """Begin a fight in which everybody attacks by orders."""
    session.say("all rolled")
    for one in session.encounter:
        with suppress(Refused):
            session.say(f"{one.id} orders attack nearest")
    session.say("begin")


def moving(session: Session, size: tuple[int, int] = (120, 36)) -> tuple[Paper, Moving, Sending]:
    """A player at a screen whose panes move, on a desk that counts."""
    by_orders(session)
    player = Paper(session, size, screen=Moving)
    screen = player.screen
    assert isinstance(screen, Moving) and isinstance(screen.desk, Sending)
    return player, screen, screen.desk


def key_on(player: Paper) -> str:
    """The key that goes on: to the next event, else with the first choice."""
    return "space" if player.controller.mode is Mode.FREE else "enter"


def until_it_moves(player: Paper, screen: Moving, keys: int = SETTLES) -> bool:
    """Press the key that goes on until a step begins to move; whether one did."""
    for _ in range(keys):
        player.press(key_on(player))
        if screen.motion.left:
            return True
    return False


def at_rest(screen: Moving) -> list[str]:
    """The screen once every frame has been drawn."""
    while screen.frame is not None:
        screen.frame()
    return screen.seen()


@pytest.mark.parametrize("name", sample(EXAMPLES, 1))
def test_after_its_frames_a_screen_is_the_one_that_never_moved(name: str) -> None:
    player, screen, _ = moving(example(name))
    still = Paper(still_session := example(name), (120, 36), screen=Moving)
    assert isinstance(still.screen, Moving)
    by_orders(still_session)
    still.turn_to(still_session)
    assert isinstance(still.screen, Moving)
    still.screen.motion.on = False
    for _ in range(SETTLES):
        key = key_on(player)
        player.press(key)
        still.press(key)
        lanes = screen.regions[screen._timeline]
        first, rest = screen.seen(), still.seen()
        texts = [y for y in range(len(rest)) if not lanes.y <= y < lanes.bottom and "▒" not in rest[y]]
        assert [first[y] for y in texts] == [rest[y] for y in texts], "the first burst says all there is to say"
        assert at_rest(screen) == rest


def test_lanes_come_from_where_they_stood_and_lost_points_leave_their_bars_in_so_many_frames() -> None:
    player, screen, _ = moving(example("duel"))
    ways, losses = set(), set()
    for _ in range(SETTLES):
        if not until_it_moves(player, screen, 1):
            continue
        now, lost = [screen.seen()[1].find("▼")], ["".join(screen.seen()).count("▒")]
        while screen.frame is not None:
            screen.frame()
            now.append(screen.seen()[1].find("▼"))
            lost.append("".join(screen.seen()).count("▒"))
        assert now == sorted(now, reverse=True) and lost == sorted(lost)
        ways.add(len(set(now)))
        losses.add(len(set(lost)))
    assert 4 in ways, "three frames from where it stood"
    assert max(losses) >= 4, "a long loss shrinks in four frames"


def test_a_key_ends_it_at_once_and_does_what_it_does() -> None:
    player, screen, desk = moving(example("duel"))
    assert until_it_moves(player, screen)
    seen, before = desk.bursts[:], player.controller.session.journal.last
    player.press("f1")
    assert len(desk.bursts) > len(seen)
    assert not screen.motion.left and screen.frame is None
    assert all(not pane.on_its_way for pane in screen._panes if pane.display)
    assert player.controller.session.journal.last == before


def test_undo_moves_nothing() -> None:
    player, screen, _ = moving(example("duel"))
    assert until_it_moves(player, screen)
    at_rest(screen)
    player.press("u")
    assert not screen.motion.left and screen.frame is None


@pytest.mark.parametrize("most", sample([2_000, motion.MOST_BYTES]))
def test_no_key_sends_more_than_its_bytes_for_what_moves(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motion, "MOST_BYTES", most)
    player, screen, desk = moving(example("goblin-warren"), (200, 50))
    frames = []
    for _ in range(20):
        began = len(desk.bursts)
        if until_it_moves(player, screen, 1):
            at_rest(screen)
            first, *others = desk.bursts[began:]
            frames.append(len(others))
            assert first + sum(others) <= most or len(others) <= 2, (first, others)
    assert frames and max(frames) <= FRAMES
    assert min(frames) < FRAMES, "where bytes are few the panes come to rest sooner"


@pytest.mark.parametrize("wide", ["goblins", "ゴブリン", "a\u0301b"])
def test_a_line_that_slides_keeps_its_head_and_its_cells(wide: str) -> None:
    from tracker.text.cells import Span

    line = (Span("1 Ana"), Span("   "), Span("──●20 "), Span(wide, "side-1"), Span("      "))
    for columns in range(20):
        moved = slid(line, 8, columns)
        assert words(moved).startswith("1 Ana   " + " " * min(columns, 1))
        assert line_width(moved) <= line_width(line) + max(0, columns - line_width(line) + 8)
    assert slid(line, 7, 3) == line, "a line without an axis stays where it is"


@pytest.mark.parametrize(
    ("colour", "terminal", "far", "setting", "moves"),
    [
        (True, True, False, True, True),
        (False, True, False, True, False),
        (True, False, False, True, False),
        (True, True, True, True, False),
        (True, True, False, False, False),
    ],
)
def test_nothing_moves_over_ssh_or_without_colour_or_a_terminal_or_by_the_setting(
    colour: bool, terminal: bool, far: bool, setting: bool, moves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSH_TTY", raising=False)
    if far:
        monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 5 10.0.0.2 22")
    app = TrackerApp(AppConfig(example("duel"), colour=colour, settings=Settings(motion=setting)))
    app.on_terminal = terminal
    assert app.moves is moves
