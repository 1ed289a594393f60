"""Playing the steps of a fight: from an earlier moment on, by a clock that the test holds, until a key stops it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.lanes import sample
from tests.tui.playing import SIZES, Player, clicked
from tracker.cli.opening import session_of
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.storage.fight_log.opening import open_fight
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig

SAVES = Path(__file__).parents[2] / "saves"
FINISHED = sorted(path.name.removesuffix(".fight.toml") for path in SAVES.glob("finished-*.fight.toml"))


def fight(name: str = "finished-duel") -> Session:
    return session_of(open_fight(SAVES / f"{name}.fight.toml", look=True), SeededDice(1))


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Watcher(Player):
    """Lets the steps of a fight play, and the clock run."""

    def __init__(self, app: TrackerApp, clock: Clock) -> None:
        super().__init__(app)
        self.clock = clock

    @property
    def place(self) -> int | None:
        """How many steps the moment shown has behind it; None: the present."""
        return self.screen.controller.walked

    @property
    def hold(self) -> float:
        """The seconds for which the moment shown stays."""
        moment = self.screen.controller.shown.moment
        assert moment is not None
        return moment.hold

    async def wait(self, seconds: float) -> None:
        """Set the clock on, and let the screen look at it."""
        self.screen.look_at_playback()
        self.clock.now += seconds + 0.001  # not short of it by a rounding
        self.screen.look_at_playback()
        await self.drawn()


@asynccontextmanager
async def watching(session: Session, size: tuple[int, int] = (120, 36)) -> AsyncIterator[Watcher]:
    clock = Clock()
    app = TrackerApp(AppConfig(session, clock=clock, guard=0.0, colour=True))
    async with app.run_test(size=size):
        watcher = Watcher(app, clock)
        await watcher.drawn()
        yield watcher


async def test_it_plays_from_the_beginning_by_the_clock_and_ends_in_the_present() -> None:
    session = fight()
    async with watching(session) as watcher:
        await watcher.press("right_curly_bracket")
        assert watcher.place == 0 and "before step 1 of 57" in watcher.text()
        await watcher.wait(watcher.hold - 0.1)
        assert watcher.place == 0, "a moment stays its whole time"
        await watcher.wait(0.2)
        assert watcher.place == 1 and "step 1 of 57" in watcher.text() and "The fight begins" in watcher.text()
        for place in range(2, 57):
            await watcher.wait(watcher.hold)
            assert watcher.place == place
            step = session.journal.done[place - 1]
            assert watcher.screen.controller.shown.session.encounter == session.state_after(step)
        await watcher.wait(watcher.hold)
        assert watcher.place is None and "Only the heroes are left" in watcher.text()
        await watcher.wait(1000)
        assert watcher.place is None


@pytest.mark.parametrize(
    "key", sample(["space", "enter", "u", "a", "left_square_bracket", "escape", "right_curly_bracket", "1"])
)
async def test_any_key_only_stops_it(key: str) -> None:
    session = fight()
    done, view = session.journal.done, ""
    async with watching(session) as watcher:
        await watcher.press(*["left_square_bracket"] * 9, "right_curly_bracket")
        await watcher.wait(watcher.hold)
        place, view = watcher.place, watcher.text()
        assert place == len(done) - 8
        await watcher.press(key)
        await watcher.wait(1000)
        assert (watcher.place, watcher.text()) == (place, view) and session.journal.done == done
        await watcher.press("right_curly_bracket")
        await watcher.wait(watcher.hold)
        assert watcher.place == len(done) - 7, "and the same key plays on from there"


async def test_a_click_on_a_choice_only_stops_it_too() -> None:
    session = fight()
    done = session.journal.done
    async with watching(session) as watcher:
        await watcher.press(*["left_square_bracket"] * 9, "right_curly_bracket")
        place = watcher.place
        await clicked(watcher, "go back to here")
        await watcher.wait(1000)
        assert watcher.place == place and session.journal.done == done
        await clicked(watcher, "} play")
        await watcher.wait(watcher.hold)
        assert place is not None and watcher.place == place + 1


async def test_a_step_with_more_to_read_stays_longer() -> None:
    async with watching(fight()) as watcher:
        holds: dict[int, set[float]] = {}
        await watcher.press("right_curly_bracket")
        while watcher.place is not None:
            moment = watcher.screen.controller.shown.moment
            assert moment is not None
            holds.setdefault(len(moment.changed), set()).add(moment.hold)
            await watcher.wait(moment.hold)
    by_lines = [next(iter(holds[lines])) for lines in sorted(holds)]
    assert all(len(seconds) == 1 for seconds in holds.values())
    assert by_lines == sorted(by_lines) and by_lines[0] >= 0.7 and by_lines[-1] == 3.0


async def test_a_fight_without_a_step_has_nothing_to_play() -> None:
    session = fight()
    while session.journal.done:
        session.say("undo")
    async with watching(session) as watcher:
        await watcher.press("right_curly_bracket")
        assert watcher.place is None and "The fight has no steps to play yet." in watcher.text()


@pytest.mark.parametrize("size", sample(SIZES))
@pytest.mark.parametrize("name", sample(FINISHED))
async def test_every_finished_fight_plays_to_its_end_at_every_size(name: str, size: tuple[int, int]) -> None:
    session = fight(name)
    end = session.encounter
    async with watching(session, size) as watcher:
        await watcher.press("right_curly_bracket")
        for _ in session.journal.done:
            await watcher.wait(watcher.hold)
        assert watcher.place is None and session.encounter is end
