"""A course on the screen: the fight it is about, at the lesson that is asked for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.tui.playing import Player
from tracker.cli.opening import prepared_only, session_at_start
from tracker.controller.course import Course, Learner, catch_up
from tracker.dice.source import SeededDice
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.storage.preparation import read_encounter
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.screens.learn import LearnScreen

SAVES = Path(__file__).parents[2] / "saves"


class LearningPlayer(Player):
    """Presses what a course asks for."""

    def __init__(self, app: TrackerApp, kept: list[int]) -> None:
        super().__init__(app)
        self.kept = kept
        """How many lessons were done, each time that was kept."""

    def screen_below(self) -> LearnScreen:
        """The screen of the course, also while a page stands over it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, LearnScreen))

    @property
    def learner(self) -> Learner:
        """How far the course has come."""
        return self.screen_below().learner


def session_of(course: Course) -> Session:
    """The fight of a course at its beginning."""
    prepared = read_encounter(SAVES / f"{course.encounter}.toml")
    return session_at_start(prepared_only(prepared), SeededDice(course.seed))


@asynccontextmanager
async def learning(
    course: Course, size: tuple[int, int] = (80, 24), lesson: int = 0, trouble: str = ""
) -> AsyncIterator[LearningPlayer]:
    """The screen of a course at a lesson; with `trouble`, how far it has come cannot be kept."""
    session = session_of(course)
    kept: list[int] = []

    def keep(lessons: int) -> str:
        kept.append(lessons)
        return trouble

    def screen(controller, debounce, clock) -> LearnScreen:  # type: ignore[no-untyped-def]
        catch_up(controller, course.lessons[:lesson])
        return LearnScreen(Learner(course, lesson), keep, controller, debounce, clock)

    app = TrackerApp(AppConfig(session, guard=0.0, colour=True, screen=screen, trouble=lambda: "practice"))
    async with app.run_test(size=size):
        player = LearningPlayer(app, kept)
        await player.drawn()
        yield player


def sides(encounter: Encounter) -> set[str]:
    return {one.profile.side for one in encounter if one.able}
