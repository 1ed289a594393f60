"""Playing the steps of a fight: from an earlier moment on, by a clock that the test holds, until a key stops it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.controllers import controller_of
from tests.lanes import drawing, lane, sample
from tests.tui.paper import OnPaper, Paper
from tests.tui.playing import SIZES
from tracker.controller.input.debounce import Debounce
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.session.opening import session_of
from tracker.storage.fight_log.opening import open_fight

SAVES = Path(__file__).parents[2] / "saves"
LAST = 12
"""How many steps of a fight are played every day."""
FINISHED = sorted(path.name.removesuffix(".fight.toml") for path in SAVES.glob("finished-*.fight.toml"))


def fight(name: str = "finished-duel") -> Session:
    return session_of(open_fight(SAVES / f"{name}.fight.toml", look=True), SeededDice(1))


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Watcher(Paper):
    """Lets the steps of a fight play, and the clock run."""

    def __init__(self, session: Session, size: tuple[int, int] = (120, 36)) -> None:
        self.clock = Clock()
        super().__init__(session, size, screen=lambda controller: OnPaper(controller, Debounce(0.0), self.clock))

    @property
    def place(self) -> int | None:
        """How many steps the moment shown has behind it; None: the present."""
        return self.controller.walked

    @property
    def hold(self) -> float:
        """The seconds for which the moment shown stays."""
        moment = self.controller.shown.moment
        assert moment is not None
        return moment.hold

    def wait(self, seconds: float) -> None:
        """Set the clock on, and let the screen look at it."""
        self.screen.look_at_playback()
        self.clock.now += seconds + 0.001  # not short of it by a rounding
        self.screen.look_at_playback()


def test_it_plays_from_the_beginning_by_the_clock_and_ends_in_the_present() -> None:
    session = fight()
    watcher = Watcher(session)
    watcher.press("right_curly_bracket")
    assert watcher.place == 0 and "before step 1 of 57" in watcher.text()
    watcher.wait(watcher.hold - 0.1)
    assert watcher.place == 0, "a moment stays its whole time"
    watcher.wait(0.2)
    assert watcher.place == 1 and "step 1 of 57" in watcher.text() and "The fight begins" in watcher.text()
    for place in range(2, 57):
        watcher.wait(watcher.hold)
        assert watcher.place == place
        step = session.journal.done[place - 1]
        assert watcher.controller.shown.session.encounter == session.state_after(step)
    watcher.wait(watcher.hold)
    assert watcher.place is None and "Won: the heroes hold the field" in watcher.text()
    watcher.wait(1000)
    assert watcher.place is None


@pytest.mark.parametrize(
    "key", sample(["space", "enter", "u", "a", "left_square_bracket", "escape", "right_curly_bracket", "1"])
)
def test_any_key_only_stops_it(key: str) -> None:
    session = fight()
    done, view = session.journal.done, ""
    watcher = Watcher(session)
    watcher.press(*["left_square_bracket"] * 9, "right_curly_bracket")
    watcher.wait(watcher.hold)
    place, view = watcher.place, watcher.text()
    assert place == len(done) - 8
    watcher.press(key)
    watcher.wait(1000)
    assert (watcher.place, watcher.text()) == (place, view) and session.journal.done == done
    watcher.press("right_curly_bracket")
    watcher.wait(watcher.hold)
    assert watcher.place == len(done) - 7, "and the same key plays on from there"


def test_a_click_on_a_choice_only_stops_it_too() -> None:
    session = fight()
    done = session.journal.done
    watcher = Watcher(session)
    watcher.press(*["left_square_bracket"] * 9, "right_curly_bracket")
    place = watcher.place
    watcher.click("go back to here")
    watcher.wait(1000)
    assert watcher.place == place and session.journal.done == done
    watcher.click("} play")
    watcher.wait(watcher.hold)
    assert place is not None and watcher.place == place + 1


def test_a_step_with_more_to_read_stays_longer() -> None:
    controller = controller_of(fight())
    holds: dict[int, set[float]] = {}
    for place in range(len(controller.session.journal.done)):
        controller.walk_to(place)
        assert controller.shown.moment is not None
        holds.setdefault(len(controller.shown.moment.changed), set()).add(controller.shown.moment.hold)
    by_lines = [next(iter(holds[lines])) for lines in sorted(holds)]
    assert all(len(seconds) == 1 for seconds in holds.values())
    assert by_lines == sorted(by_lines) and by_lines[0] >= 0.7 and by_lines[-1] == 3.0


def test_a_fight_without_a_step_has_nothing_to_play() -> None:
    session = fight()
    while session.journal.done:
        session.say("undo")
    watcher = Watcher(session)
    watcher.press("right_curly_bracket")
    assert watcher.place is None and "The fight has no steps to play yet." in watcher.text()


@drawing
@pytest.mark.parametrize("size", sample(SIZES))
@pytest.mark.parametrize("name", sample(FINISHED))
def test_every_finished_fight_plays_to_its_end_at_every_size(name: str, size: tuple[int, int]) -> None:
    session = fight(name)
    end, steps = session.encounter, len(session.journal.done)
    watcher = Watcher(session, size)
    if not lane.slow:
        watcher.controller.walk_to(steps - LAST)
    watcher.press("right_curly_bracket")
    for _ in range(steps if lane.slow else LAST):
        watcher.wait(watcher.hold)
    assert watcher.place is None and session.encounter is end
