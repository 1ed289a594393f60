"""A replay on the screen: it plays by a clock that the test holds, goes forward and back, and changes nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.everyday import few
from tests.tui.playing import SIZES, Player, clicked
from tracker.cli.opening import session_of
from tracker.controller.modes import Mode
from tracker.controller.replay import KEYS, SPEEDS, Replay, place_at, turning_points
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.storage.fight_log.opening import open_fight
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.screens.replay import ReplayScreen

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
    """Looks at a replay, and lets its clock run."""

    def __init__(self, app: TrackerApp, clock: Clock) -> None:
        super().__init__(app)
        self.clock = clock

    @property
    def replay(self) -> Replay:
        assert isinstance(self.screen, ReplayScreen)
        return self.screen.replay

    async def wait(self, seconds: float) -> None:
        """Set the clock on, and let the screen look at it."""
        self.clock.now += seconds
        assert isinstance(self.screen, ReplayScreen)
        self.screen.look_at_clock()
        await self.drawn()


@asynccontextmanager
async def watching(session: Session, size: tuple[int, int] = (120, 36)) -> AsyncIterator[Watcher]:
    clock = Clock()
    replay = Replay(session, clock())
    config = AppConfig(
        session, clock=clock, colour=True, screen=lambda whole, early, time: ReplayScreen(replay, whole, early, time)
    )
    app = TrackerApp(config)
    async with app.run_test(size=size):
        watcher = Watcher(app, clock)
        await watcher.drawn()
        yield watcher


async def test_it_plays_by_the_clock_and_stands_while_it_is_paused() -> None:
    session = fight()
    async with watching(session) as watcher:
        assert "▶ 0/57 ×1" in watcher.footer() and "The fight has not begun" in watcher.text()
        await watcher.wait(watcher.replay.hold(0) - 0.1)
        assert watcher.replay.place == 0, "a step stays its whole time"
        await watcher.wait(0.2)
        assert watcher.replay.place == 1 and "The fight begins" in watcher.text()
        await watcher.press("space")
        await watcher.wait(60)
        assert watcher.replay.place == 1 and "‖ 1/57" in watcher.footer()
        await watcher.press("space")
        await watcher.wait(1000)
        assert "■ 57/57" in watcher.footer() and "Only the heroes are left" in watcher.text()
        await watcher.press("space")
        assert "▶ 0/57" in watcher.footer(), "at the end it begins again"


async def test_each_place_shows_the_fight_as_it_stood_forward_and_back() -> None:
    session = fight()
    done = session.journal.done
    async with watching(session) as watcher:
        forward = []
        for place in range(1, 12):
            await watcher.press("right")
            assert watcher.screen.controller.session.encounter == session.state_after(done[place - 1])
            forward.append(watcher.text())
        for place in range(10, 0, -1):
            await watcher.press("left")
            assert watcher.text() == forward[place - 1]
        await watcher.press("right_square_bracket", "left_square_bracket", "left", "left", "left")
        assert watcher.replay.place == 0 and not watcher.replay.playing, "before the beginning there is nothing"


@pytest.mark.parametrize("size", few(SIZES))
async def test_nothing_invites_to_answer_what_was_asked_then(size: tuple[int, int]) -> None:
    async with watching(fight(), size) as watcher:
        assert watcher.seen()[0].rstrip().endswith("replay")
        await watcher.press("right")
        assert "Brann: perception 39, d100" in watcher.text() and "Type the roll" not in watcher.text()
        for _ in range(6):
            await watcher.press("right")
            assert "next event" not in watcher.text()
        await watcher.press("end")
        assert "Only the heroes are left" in watcher.text() and "carry on" not in watcher.text()


async def test_the_help_lists_the_keys_of_a_replay_and_those_that_look_and_no_other() -> None:
    async with watching(fight()) as watcher:
        await watcher.press("question_mark")
        told = watcher.text()
        assert told.index("This replay") < told.index("space  ") < told.index("pause, or play on")
        assert "←, [" in told and "left" not in told.partition("Looking around")[0]
        await watcher.press("slash", *"undo")
        assert "undo the last step" not in watcher.text() and "undo back" not in watcher.text()
        await watcher.press("escape", "slash", *"timeline")
        assert "more counts on the timeline" in watcher.text()
        await watcher.press("escape", "slash", *"next pane")
        (row,) = [line for line in watcher.text().splitlines() if "   tab  " in line]
        assert "→" not in row, "the replay has another use for the arrow"


async def test_the_summary_shows_how_it_went_so_far() -> None:
    async with watching(fight()) as watcher:
        await watcher.press("end")
        await watcher.press("w")
        assert "Brann holds the field; Gruk is down." in watcher.text()
        await watcher.press("escape", "p", "p", "p", "ampersand")
        assert "Gruk is down" not in watcher.text() and "Summary of the fight" in watcher.text()


async def test_n_and_p_jump_to_the_turning_points_and_name_them() -> None:
    async with watching(fight()) as watcher:
        seen = []
        for _ in range(4):
            await watcher.press("n")
            seen.append(watcher.replay.heading)
        assert seen == ["First blood: Gruk on Brann", "Biggest hit: Brann on Gruk", "Gruk goes down", ""]
        assert watcher.replay.place == watcher.replay.last, "behind the last one is the end"
        await watcher.press("p", "p")
        assert "★ Biggest hit: Brann on Gruk" in watcher.text()
        await watcher.press("p", "p", "p")
        assert watcher.replay.place == 0


async def test_speed_divides_the_time_of_a_step_and_has_bounds() -> None:
    async with watching(fight()) as watcher:
        hold = watcher.replay.hold(0)
        await watcher.press("plus", "plus")
        assert "×4" in watcher.footer()
        await watcher.wait(hold / 4 + 0.01)
        assert watcher.replay.place == 1
        await watcher.press(*["plus"] * 5)
        assert watcher.replay.speed == SPEEDS[-1]
        await watcher.press(*["minus"] * 9)
        assert watcher.replay.speed == SPEEDS[0] and "×¼" in watcher.footer()


async def test_no_key_and_no_click_changes_a_fight() -> None:
    session = fight()
    end = session.encounter
    async with watching(session) as watcher:
        await watcher.press("right", "right", "right", "right")
        then = watcher.screen.controller.session.encounter
        for key in ("a", "u", "y", "enter", "j", "colon", "backspace", "v", "e", "d", "minus", "ctrl+l"):
            await watcher.press(key)
            assert watcher.screen.controller.session.encounter is then, key
        await watcher.press("a")
        assert "This is a replay: a changes nothing in it" in watcher.text()
        for y in range(watcher.app.size.height - 1):
            await watcher.pilot.click(offset=(4, y))
            await watcher.pilot.click(offset=(70, y), button=3)
        await watcher.drawn()
        assert watcher.screen.controller.session.encounter is then and session.encounter is end
        assert watcher.app.is_running


async def test_what_only_looks_works_sheets_log_zoom_help_and_who_is_selected() -> None:
    async with watching(fight(), (80, 24)) as watcher:
        await watcher.press("right", "right", "s", "2")
        assert "Short Sword" in watcher.text() and watcher.screen.controller.view.selected == "gruk"
        await watcher.press("right")
        assert watcher.screen.controller.view.selected == "gruk", "who is selected stays so from step to step"
        await watcher.press("question_mark")
        assert all(row.word in watcher.text() for row in KEYS)
        await watcher.press("escape", "l")
        assert "Rolls" in watcher.text()
        await watcher.press("escape", "full_stop", "x", "escape")
        assert watcher.screen.controller.view.selected == ""


@pytest.mark.parametrize(
    ("place", "whole"),
    [
        (89, "56 Hild hits Goblin 3: DOWN, prone · chest, 12 piercing · fatigue −9, exhaustion −1, body −3"),
        (166, "114 Sela and Hild hit Goblin 10: DOWN · head, 28 piercing and right upper leg, 18 piercing · fatigue"),
    ],
)
async def test_an_outcome_that_is_cut_at_80_columns_stands_whole_below(place: int, whole: str) -> None:
    async with watching(fight("finished-goblin-warren"), (80, 24)) as watcher:
        assert isinstance(watcher.screen, ReplayScreen)
        watcher.screen.show_place(place)
        await watcher.drawn()
        text = " ".join(watcher.text().split())
        assert whole in text and "next event" not in text and "follow its orders" not in text


async def test_where_nothing_was_asked_no_key_of_a_fight_is_offered() -> None:
    async with watching(fight(), (120, 36)) as watcher:
        while watcher.screen.controller.prompt.mode is not Mode.FREE:
            await watcher.press("right")
        assert "Nothing was asked." in watcher.text() and "next event" not in watcher.text()


async def test_the_keys_of_the_footer_can_be_clicked() -> None:
    async with watching(fight(), (80, 24)) as watcher:
        await watcher.press("right", "right")
        for sign, place in (("→", 3), ("←", 2), ("n turning", 10)):
            y, x = watcher.app.size.height - 1, watcher.footer().index(sign)
            await watcher.pilot.click(offset=(x, y))
            await watcher.drawn()
            assert watcher.replay.place == place, sign
        await clicked(watcher, "ctrl+q")
        assert not watcher.app.is_running or watcher.app.leaving


@pytest.mark.parametrize("size", few(SIZES))
@pytest.mark.parametrize("name", few(FINISHED, 2))
async def test_every_finished_fight_is_replayed_to_its_end_at_every_size(name: str, size: tuple[int, int]) -> None:
    session = fight(name)
    async with watching(session, size) as watcher:
        assert all(key in watcher.footer() for key in ("space", "←", "p n", "ctrl+q leave"))
        for turn in watcher.replay.turns:
            await watcher.press("n")
            assert watcher.replay.place == turn.place
        await watcher.press("end")
        assert watcher.screen.controller.session.encounter == session.encounter


@pytest.mark.parametrize("name", FINISHED)
def test_every_finished_fight_has_turning_points_in_order(name: str) -> None:
    session = fight(name)
    places = [turn.place for turn in turning_points(session)]
    assert places and places == sorted(set(places)) and all(0 < place <= len(session.journal.done) for place in places)


def test_a_count_is_found_at_the_first_step_that_comes_to_it() -> None:
    session = fight()
    place = place_at(session, 32)
    done = session.journal.done
    assert session.state_after(done[place - 1]).count >= 32 > session.state_after(done[place - 2]).count
    assert place_at(session, 10**6) == len(done)
